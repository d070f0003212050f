import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SCENARIOS } from '../../benchmarks/scenarios.ts';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const pages = tracked.filter(
	(file) => file.endsWith('.md') && !file.startsWith('tools/docs/documents/'),
);
const packageJson = JSON.parse(readFileSync('package.json', 'utf8'));

const read = (file: string) => readFileSync(file, 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, hit]) => hit);

/** The anchors that a page's headings have. */
function anchorsOf(page: string): string[] {
	return found(read(page), /^#+ (.+)$/gm).map(anchorOf);
}

function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');
}

test.each(pages)('%s: what it links to is there', (page) => {
	const links = found(read(page), /(?:\]\(|\bsrc="|\bsrcset=")([^)"\s]+)[)"]/g).filter(
		(link) => !/^\w+:/.test(link),
	);
	const dead = links.filter((link) => {
		const [file, anchor] = link.split('#');
		const target = file === '' ? page : join(dirname(page), file);
		return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
	});

	expect(dead).toEqual([]);
});

/** The parameters that the page of the operations has below an anchor, as paths of the panel. */
function parametersBelow(anchor: string): string[] {
	const [, ...sections] = read('docs/operations.md').split(/^## /m);
	const section = sections.find((text) => anchorOf(text.split('\n')[0]) === anchor) ?? '';
	return found(section, /^\| (.+?) +\|/gm);
}

test.each(pages)('%s: the parameters that it links to are there', (page) => {
	const links = [...read(page).matchAll(/\[([^\]]+)\]\([^)\s]*operations\.md#([^)\s]+)\)/g)];
	const dead = links.filter(
		([, parameter, anchor]) => !parametersBelow(anchor).includes(parameter),
	);

	expect(dead.map(([link]) => link)).toEqual([]);
});

test.each(pages)('%s: the commands that it names exist', (page) => {
	const scripts = found(read(page), /\bnpm run(?: -s)? ([a-z][\w:-]*)/g);

	expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
});

const steps = found(read('tools/test.ts'), /\bname: '([\w-]+)'/g);

test.each(pages)('%s: the steps of npm test that it names exist', (page) => {
	const named = found(read(page), /\bnpm test -- --only ([\w-]+)/g);

	expect(named.filter((step) => !steps.includes(step))).toEqual([]);
});

const rows = SCENARIOS.map(({ name }) => name);
const [, listOfProjects] = /projects: \[([^\]]+)\]/.exec(read('jest.config.js'))!;
const projects = found(listOfProjects, /'([\w-]+)'/g);

test.each(pages)('%s: the benchmarks and kinds of tests that it names exist', (page) => {
	const benchmarks = found(read(page), /\bnpm run bench -- --only ([\w-]+)/g);
	expect(benchmarks.filter((row) => !rows.some((name) => name.startsWith(row)))).toEqual([]);

	const kinds = found(read(page), /--selectProjects ([\w-]+)/g);
	expect(kinds.filter((kind) => !projects.includes(kind))).toEqual([]);
});

test.each(pages)('%s: the files of the source that it names are there', (page) => {
	const named = found(
		read(page),
		/`((?:test|tools|local|simulator|contract|benchmarks|nodes|docs|examples)\/[\w./-]+(?:\.\w+|\/))`/g,
	);

	expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('every example is in the README', () => {
	const examples = tracked.filter((file) => /^examples\/[^/]+\.json$/.test(file));

	expect(examples.filter((example) => !read('README.md').includes(`(${example})`))).toEqual([]);
});

test("the publisher's address is the same everywhere, so that one command replaces it", () => {
	const address = packageJson.homepage.replace(/#.*$/, '');
	const addresses = tracked
		.filter((file) => /^(nodes|credentials)\//.test(file) || /^[A-Z]+\.md$/.test(file))
		.flatMap((file) => found(read(file), /(https:\/\/github\.com\/[\w.-]+\/[\w.-]+)/g));

	expect(packageJson.repository.url).toBe(`${address}.git`);
	expect(new Set(addresses)).toEqual(new Set([address]));
});

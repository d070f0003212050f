import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { DataPlatformApi } from '../../credentials/DataPlatformApi.credentials.ts';
import { operations } from '../../nodes/DataPlatform/actions/operations.ts';
import { DataPlatform } from '../../nodes/DataPlatform/DataPlatform.node.ts';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
	.trim()
	.split('\n')
	.filter((file) => existsSync(file));
const pages = tracked.filter((file) => file.endsWith('.md'));
const userPages = pages.filter((page) => page.startsWith('docs/'));
const maintainerPages = pages.filter((page) => page.startsWith('maintainers/'));
const packageJson = JSON.parse(readFileSync('package.json', 'utf8'));

const read = (file: string) => readFileSync(file, 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, hit]) => hit);

/** The links and pictures of a page, without web addresses. */
function linksOf(page: string): string[] {
	const links = found(read(page), /(?:\]\(|\bsrc="|\bsrcset=")([^)"\s]+)[)"]/g);
	return links.filter((link) => !/^\w+:/.test(link));
}

function anchorsOf(page: string): string[] {
	return found(read(page), /^#+ (.+)$/gm).map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

const targetOf = (page: string, file: string) =>
	file === '' ? page : normalize(join(dirname(page), file));

test.each(pages)('%s: each link leads somewhere', (page) => {
	const dead = linksOf(page).filter((link) => {
		const [file, anchor] = link.split('#');
		const target = targetOf(page, file);
		return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
	});

	expect(dead).toEqual([]);
});

test('each page of the docs is linked from the landing page, and each picture is used', () => {
	const linked = linksOf('docs/README.md').map((link) => targetOf('docs/README.md', link));
	const others = userPages.filter((page) => page !== 'docs/README.md');
	expect(others.filter((page) => !linked.includes(page))).toEqual([]);

	const pictures = tracked.filter((file) =>
		/^(docs|maintainers)\/images\/.+(?<!\.json)$/.test(file),
	);
	const used = pages.flatMap((page) => linksOf(page).map((link) => targetOf(page, link)));
	expect(pictures.filter((picture) => !used.includes(picture))).toEqual([]);
});

/** Words of prose and tables, without code blocks, comments, and addresses of links. */
function wordsOf(page: string): number {
	const text = read(page)
		.replace(/^ *```.*?^ *```/gms, '')
		.replace(/<!--.*?-->|<[^>]+>/gs, ' ')
		.replace(/\]\([^)]*\)/g, ']');
	return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

test('the README and the docs stay short', () => {
	expect(wordsOf('README.md')).toBeLessThanOrEqual(950);
	// As `wc -w` counts.
	const words = userPages.flatMap((page) => read(page).trim().split(/\s+/));
	expect(words.length).toBeLessThanOrEqual(12_500);
	expect(sum([...maintainerPages, 'CONTRIBUTING.md'].map(wordsOf))).toBeLessThanOrEqual(10_000);
});

/** Labels of n8n's own editor and nodes that the docs name in bold. */
const LABELS_OF_N8N = new Set(read('test/repository/n8n-labels.txt').trim().split('\n'));

/** What the node, its credential and the recipe show. Labels are values of these members. */
const shown = JSON.stringify([
	new DataPlatform().description,
	new DataPlatformApi(),
	JSON.parse(read('docs/how-to/wait-for-a-run.json')),
	operations.map(({ resource, option }) => ({ name: `${resource.name}: ${option.name}` })),
]);
const isLabel = (text: string) =>
	['displayName', 'name', 'action', 'placeholder', 'addOptionalFieldButtonText'].some((member) =>
		shown.includes(`"${member}":${JSON.stringify(text)}`),
	);

test.each([...userPages, 'README.md'])('%s: each label in bold exists', (page) => {
	const prose = read(page)
		.replace(/<!-- parameters -->.*?<!-- \/parameters -->/gs, '')
		// Bold sentences aren't labels.
		.replace(/\*\*[^*]*[.:?]\*\*/g, '');
	const unknown = found(prose, /\*\*([^*]+)\*\*/g).filter(
		(label) => !isLabel(label) && !LABELS_OF_N8N.has(label),
	);

	expect(unknown).toEqual([]);
});

test.each(['connector/run', 'function/search', 'job/update'])(
	'the page of %s has a sample with the fields of Simplified',
	(operation) => {
		const { properties } = JSON.parse(
			read(`nodes/DataPlatform/__schema__/v1.0.0/${operation}.json`),
		);
		const page = read(`docs/reference/${operation.replace('/', '-')}.md`);
		const [sample] = found(page, /```json\n(.+?)```/gs);

		expect(Object.keys(JSON.parse(sample))).toEqual(Object.keys(properties));
	},
);

test('the picture of failed runs, and its description, have the statuses of the tested table', () => {
	const rows = [...read('docs/how-to/troubleshoot.md').matchAll(/^\| (\d.*?) +\| `(\w+)`/gm)];
	const statusesIn = (text: string) => found(text, /\b([45]\d\d)\b/g);
	const statusesOf = (kind: string) =>
		rows.flatMap(([, statuses, each]) => (each === kind ? statusesIn(statuses) : []));
	const unclear = statusesOf('unavailable').filter((status) => status.startsWith('4'));
	const texts = found(read('docs/images/could-this-run-have-started.svg'), /<text[^>]*>([^<]+)/g);
	const [description] = found(read('docs/explanation/retries-and-duplicates.md'), /alt="([^"]+)"/g);

	for (const text of [texts.join(' '), description]) {
		expect(statusesIn(text).sort()).toEqual([...statusesOf('throttled'), ...unclear].sort());
	}
});

test('the page about compatibility names the tested releases of n8n', () => {
	const page = read('docs/reference/compatibility.md');
	for (const folder of ['local/n8n', 'local/n8n-1']) {
		const { dependencies } = JSON.parse(read(`${folder}/package.json`));
		expect(page).toContain(`- **${dependencies.n8n}, Node `);
	}
});

const steps = found(read('tools/test.ts'), /\bname: '([\w-]+)'/g);

describe.each<[things: string, pattern: RegExp, exists: (name: string) => boolean]>([
	['commands', /\bnpm run(?: -s)? ([a-z][\w:-]*)/g, (name) => name in packageJson.scripts],
	['steps of npm test', /\bnpm test -- ([\w-]+)/g, (name) => steps.includes(name)],
	[
		'source files',
		/`((?:test|tools|local|simulator|contract|benchmarks|nodes|docs|maintainers|examples)\/[\w./-]+(?:\.\w+|\/))`/g,
		existsSync,
	],
])('the %s that pages name exist', (_, pattern, exists) => {
	test.each(pages)('%s', (page) => {
		expect(found(read(page), pattern).filter((name) => !exists(name))).toEqual([]);
	});
});

test('addresses of the publisher are the same everywhere, and lead to a page', () => {
	const address = packageJson.homepage.replace(/#.*$/, '');
	const sources = tracked.filter((file) => /^(nodes|credentials)\/|^[A-Z]+\.md$/.test(file));
	const links = sources.flatMap((file) =>
		found(read(file), /(https:\/\/github\.com\/[^#'"`)\s<>]+)/g),
	);
	const dead = links.filter((link) => {
		const [, page] = link.split('/blob/main/');
		return !link.startsWith(address) || (page !== undefined && !existsSync(page));
	});

	expect(packageJson.repository.url).toBe(`${address}.git`);
	expect(links.length).toBeGreaterThan(1);
	expect(dead).toEqual([]);
});

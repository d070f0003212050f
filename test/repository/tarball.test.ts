import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What npm takes along whatever `files` says, as far as the project has it. */
const ALWAYS_PACKED = ['LICENSE', 'README.md', 'package.json'];

/** What the shipped code may load next to its own files; n8n brings the first, Node the second. */
const PLATFORM = ['n8n-workflow', 'node:crypto'];

/**
 * Bytes of the tarball. It was 103 kB on 22 November 2026; every process of n8n loads it, and whatever slips
 * in (a library, source maps, a test's documents) is more than the room that is left here for growth.
 */
const LARGEST_TARBALL = 130_000;

interface Packed {
	size: number;
	files: Array<{ path: string }>;
}

const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', listing, { encoding: 'utf8' })
	.trim()
	.split('\n')
	.filter((file) => existsSync(file));
const packageJson = JSON.parse(readFileSync('package.json', 'utf8'));

// Packed in a copy, so that nobody's build is disturbed and nothing of an older one is found.
let folder: string;
let packed: Packed;
beforeAll(async () => {
	folder = await temporaryFolder();
	for (const file of files) cpSync(file, join(folder, file));
	symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
	npm('run', 'build');
	[packed] = Object.values(JSON.parse(npm('pack', '--dry-run', '--json', '--ignore-scripts')));
});

function npm(...programArguments: string[]): string {
	const { status, stdout } = spawnSync('npm', programArguments, { cwd: folder, encoding: 'utf8' });
	if (status !== 0) throw new Error(`npm ${programArguments.join(' ')}: ${stdout}`);
	return stdout;
}

const pathsOf = ({ files }: Packed) => files.map(({ path }) => path).sort();

/** The files of the package that a shipped file loads, and what else it loads. */
function loadedBy(file: string): { own: string[]; others: string[] } {
	const code = readFileSync(join(folder, file), 'utf8');
	const names = [...code.matchAll(/\b(?:require|import)\(\s*["'`](.+?)["'`]/g)].map(
		([, name]) => name,
	);
	return {
		own: names.filter((name) => name.startsWith('.')).map((name) => fileOf(file, name)),
		others: names.filter((name) => !name.startsWith('.')),
	};
}

function fileOf(loader: string, name: string): string {
	const file = join(dirname(loader), name);
	const found = [`${file}.js`, join(file, 'index.js')].find((path) =>
		pathsOf(packed).includes(path),
	);
	return found ?? `${file}, which ${loader} loads and which is not packed`;
}

/** Types compile to a file without any code, which nobody loads. */
function holdsTypesAlone(path: string): boolean {
	const code = readFileSync(join(folder, path), 'utf8').replace(/^\/\/.*$/gm, '');
	const statements = code.split('\n').filter((line) => line.trim() !== '');
	return statements.every((line) =>
		/^"use strict";$|^Object\.defineProperty\(exports, "__esModule"/.test(line),
	);
}

test('the tarball holds the compiled node, its icons and descriptions, and nothing else', () => {
	const compiled = files
		.filter((file) => /^(nodes|credentials)\/.*\.ts$/.test(file))
		.map((file) => file.replace(/\.ts$/, '.js'));
	const assets = files.filter(
		(file) => /^icons\/.*\.svg$/.test(file) || /^nodes\/.*\.json$/.test(file),
	);

	expect(compiled.length).toBeGreaterThan(40);
	expect(pathsOf(packed)).toEqual(
		[...ALWAYS_PACKED, ...[...compiled, ...assets].map((file) => join('dist', file))].sort(),
	);
});

test('the tarball is small', () => {
	expect(packed.size).toBeLessThan(LARGEST_TARBALL);
});

test('what n8n loads is there, and leads to nothing outside of the tarball', () => {
	const reached = new Set<string>([...packageJson.n8n.nodes, ...packageJson.n8n.credentials]);
	const others = new Set<string>();
	for (const file of reached) {
		expect(pathsOf(packed)).toContain(file);
		const loaded = loadedBy(file);
		loaded.own.forEach((own) => reached.add(own));
		loaded.others.forEach((other) => others.add(other));
	}
	expect([...others].sort()).toEqual(PLATFORM);

	const unused = pathsOf(packed).filter((path) => path.endsWith('.js') && !reached.has(path));
	expect(unused.filter((path) => !holdsTypesAlone(path))).toEqual([]);
});

test('the package installs nothing, and runs nothing when it is installed', () => {
	const { dependencies, optionalDependencies, bundleDependencies, bundledDependencies } =
		packageJson;

	expect({ dependencies, optionalDependencies, bundleDependencies, bundledDependencies }).toEqual(
		{},
	);
	expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(Object.keys(packageJson.scripts)).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/^(pre|post)?install$|^prepare$/)]),
	);
});

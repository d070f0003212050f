import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Files that npm always packs. */
const ALWAYS_PACKED = ['LICENSE', 'README.md', 'package.json'];

/** Modules that the shipped code may load, from n8n and from Node. */
const PLATFORM = ['n8n-workflow', 'node:crypto'];

/**
 * Maximum size in bytes. It was 103 kB in November 2026. The difference is smaller than a library, source maps, or
 * test documents that are packed by mistake.
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

// Packed in a copy, so that it doesn't conflict with other builds.
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

/** The package's files and the other modules that a shipped file loads. */
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

/** Types compile to files without code, which aren't loaded. */
function containsOnlyTypes(path: string): boolean {
	const code = readFileSync(join(folder, path), 'utf8').replace(/^\/\/.*$/gm, '');
	const statements = code.split('\n').filter((line) => line.trim() !== '');
	return statements.every((line) =>
		/^"use strict";$|^Object\.defineProperty\(exports, "__esModule"/.test(line),
	);
}

test('the tarball only contains the compiled node, its icons, and its descriptions', () => {
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

test('the tarball contains every file that n8n loads, and no other code', () => {
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
	expect(unused.filter((path) => !containsOnlyTypes(path))).toEqual([]);
});

test('the package has no dependencies and no install scripts', () => {
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

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Files that npm always packs. */
const ALWAYS_PACKED = ['LICENSE', 'README.md', 'package.json'];

/**
 * Maximum size in bytes. It was 130 kB in November 2026. The difference is smaller than a library, source maps, or
 * test documents that are packed by mistake.
 */
const LARGEST_TARBALL = 155_000;

const IMPORTED_MODULE = /\b(?:require|import)\(\s*["'`]([^."'`].*?)["'`]/g;

const listing = ['ls-files', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', listing, { encoding: 'utf8' })
	.trim()
	.split('\n')
	.filter((file) => existsSync(file));
const packageJson = JSON.parse(readFileSync('package.json', 'utf8'));

// Packed in a copy, so that it doesn't conflict with other builds.
let folder: string;
let packed: { size: number; files: Array<{ path: string }> };
beforeAll(async () => {
	folder = await temporaryFolder();
	for (const file of files) cpSync(file, join(folder, file));
	symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
	execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'ignore' });
	const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
	[packed] = Object.values(JSON.parse(execFileSync('npm', pack, { cwd: folder }).toString()));
});

const packedPaths = () => packed.files.map(({ path }) => path).sort();

test('the tarball only contains the compiled node, its icons, and its descriptions', () => {
	const inDist = files
		.filter((file) => /^icons\/.*\.svg$|^nodes\/.*\.(ts|json)$|^credentials\/.*\.ts$/.test(file))
		.map((file) => join('dist', file.replace(/\.ts$/, '.js')));

	expect(inDist.length).toBeGreaterThan(40);
	expect(packed.size).toBeLessThan(LARGEST_TARBALL);
	expect(packedPaths()).toEqual([...ALWAYS_PACKED, ...inDist].sort());
});

test('the code only loads modules that n8n and Node provide', () => {
	const loaded = packedPaths()
		.filter((path) => path.endsWith('.js'))
		.flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(IMPORTED_MODULE)])
		.map(([, name]) => name);

	expect(new Set(loaded)).toEqual(new Set(['n8n-workflow', 'node:crypto']));
});

test('the package has no dependencies and no install scripts', () => {
	const others = /^((?!dev|peer).*ependencies|(pre|post)?install|prepare)$/;
	const { scripts, peerDependencies, ...rest } = packageJson;

	expect(peerDependencies).toEqual({ 'n8n-workflow': '*' });
	expect(Object.keys({ ...scripts, ...rest }).filter((name) => others.test(name))).toEqual([]);
});

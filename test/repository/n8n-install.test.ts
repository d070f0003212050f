import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installN8n, type N8nRelease } from '../../local/n8n-install.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LOCK = {
	packages: {
		'': { dependencies: { n8n: '2.0.0', 'date-fns': '2.30.0' } },
		'node_modules/n8n': { version: '2.0.0', dependencies: { '@scope/parser': '1.0.0' } },
		'node_modules/n8n/node_modules/@scope/parser': { version: '1.0.0' },
		'node_modules/date-fns': { version: '2.30.0' },
	},
};

const environment = { ...process.env };
let cache: string;
let release: N8nRelease;
let output: string[];

beforeEach(async () => {
	const folder = await temporaryFolder();
	cache = join(folder, 'cache');
	const lockFolder = join(folder, 'lock');
	await mkdir(lockFolder);
	await writeFile(join(lockFolder, 'package.json'), '{}');
	await writeFile(join(lockFolder, 'package-lock.json'), JSON.stringify(LOCK));
	await writeFile(join(lockFolder, '.npmrc'), 'legacy-peer-deps=true\n');
	release = { lockFolder, builtPackages: ['sqlite3'], sizeOnDisk: '1 KB' };
	output = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line));
	const binaries = resolve('test/repository/bin');
	Object.assign(process.env, {
		N8N_DATA_PLATFORM_CACHE: cache,
		NPM_CALLS: join(folder, 'calls'),
		PATH: binaries + delimiter + environment.PATH,
	});
});

afterEach(() => {
	for (const name of Object.keys(process.env)) delete process.env[name];
	Object.assign(process.env, environment);
});

const install = (cancelSignal = new AbortController().signal) => installN8n(cancelSignal, release);

const calls = () => {
	const file = process.env.NPM_CALLS!;
	return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
};

test('what a killed installation left behind is removed after a day', async () => {
	const [old, recent] = ['n8n-0.installing-a', 'n8n-0.installing-b'].map((name) =>
		join(cache, name),
	);
	for (const folder of [old, recent]) await mkdir(folder, { recursive: true });
	await utimes(old, 0, Date.now() / 1000 - 25 * 60 * 60);
	await install();

	expect([old, recent].map((folder) => existsSync(folder))).toEqual([false, true]);
});

test('n8n is installed once', async () => {
	const { folder } = await install();
	const again = await install();

	expect(again.folder).toBe(folder);
	expect(await readdir(cache)).toEqual([folder.slice(cache.length + 1)]);
	expect(calls()).toEqual([
		expect.stringMatching(/^ci --ignore-scripts --legacy-peer-deps --include=dev /),
		expect.stringMatching(/^rebuild sqlite3 --ignore-scripts=false /),
	]);
	expect(output).toEqual([expect.stringMatching(/^Installing n8n, once for this machine/)]);
});

test("npm gets each package's address in its registry", async () => {
	const { folder } = await install();
	const addresses = ['n8n/node_modules/@scope/parser', 'date-fns'].map(
		(path) =>
			JSON.parse(readFileSync(join(folder, 'node_modules', path, 'package.json'), 'utf8')).resolved,
	);

	expect(addresses).toEqual([
		'https://registry.example.com/npm/@scope/parser/-/parser-1.0.0.tgz',
		'https://registry.example.com/npm/date-fns/-/date-fns-2.30.0.tgz',
	]);
});

test('npm looks for the packages itself if the registry has other addresses', async () => {
	process.env.NPM_INSTEAD = 'fail with addresses';
	const { folder } = await install();

	expect(existsSync(join(folder, 'node_modules/date-fns/package.json'))).toBe(true);
	expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).not.toContain('resolved');
});

test('a failure removes the installation', async () => {
	process.env.NPM_INSTEAD = 'fail';

	await expect(install()).rejects.toThrow(
		'"npm ci --ignore-scripts" failed. Run the same command again.',
	);
	expect(await readdir(cache)).toEqual([]);
});

test('an interruption ends npm and removes the installation', async () => {
	process.env.NPM_INSTEAD = 'hang';
	const interruption = new AbortController();
	const installing = install(interruption.signal);
	installing.catch(() => interruption.abort());
	while (calls().length === 0 && !interruption.signal.aborted) await sleep(10);
	interruption.abort();

	await expect(installing).rejects.toThrow('aborted');
	expect(await readdir(cache)).toEqual([]);
});

test.each([
	['package.json', '{ "description": "another" }'],
	['package-lock.json', JSON.stringify({ ...LOCK, name: 'another' })],
	['.npmrc', 'legacy-peer-deps=false\n'],
])('another %s has a separate folder, and so do other packages to build', async (file, text) => {
	const { folder } = await install();
	await writeFile(join(release.lockFolder, file), text);
	const { folder: second } = await install();
	release.builtPackages.push('another');
	const { folder: third } = await install();

	expect(new Set([folder, second, third]).size).toBe(3);
});

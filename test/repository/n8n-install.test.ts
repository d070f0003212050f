import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
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

const { PATH } = process.env;
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
		NPM_INSTEAD: '',
		NPM_LEAVES_OUT: '',
		PATH: binaries + delimiter + PATH,
	});
});

const install = (cancelSignal = new AbortController().signal) => installN8n(cancelSignal, release);

const calls = () => {
	const file = process.env.NPM_CALLS!;
	return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
};

test("n8n is installed once, and npm's output is hidden", async () => {
	const { folder } = await install();
	const again = await install();

	expect(again.folder).toBe(folder);
	expect(await readdir(cache)).toEqual([folder.slice(cache.length + 1)]);
	expect(calls()).toEqual([
		'ci --ignore-scripts --loglevel=http',
		'rebuild sqlite3 --ignore-scripts=false --loglevel=http',
	]);
	expect(output).toEqual([expect.stringMatching(/^Installing n8n, once for this machine/)]);
});

test('npm looks for the packages itself if the registry has other addresses', async () => {
	process.env.NPM_INSTEAD = 'fail with addresses';
	const { folder } = await install();

	expect(existsSync(join(folder, 'node_modules/date-fns/package.json'))).toBe(true);
	expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).not.toContain('resolved');
});

test('a missing package is named, and n8n is installed again', async () => {
	const { folder } = await install();
	await rm(join(folder, 'node_modules/date-fns'), { recursive: true });
	output = [];
	const again = await install();

	expect(output[0]).toBe(
		'The n8n in the cache folder is incomplete: date-fns missing. Installing it again.',
	);
	expect(again.folder).toBe(folder);
	expect(existsSync(join(folder, 'node_modules/date-fns/package.json'))).toBe(true);
	expect(await readdir(cache)).toHaveLength(1);
});

test('packages that npm left out are named, and the installation is removed', async () => {
	process.env.NPM_LEAVES_OUT = 'node_modules/date-fns';

	await expect(install()).rejects.toThrow(
		/^npm installed n8n without date-fns\. Check .* Run the same command again/,
	);
	expect(await readdir(cache)).toEqual([]);
});

test("a failure only contains npm's error", async () => {
	process.env.NPM_INSTEAD = 'fail';

	const failure = await install().catch((error: Error) => error.message);
	expect(failure).toMatch(
		/^"npm ci --ignore-scripts" failed while installing n8n:\n {2}npm error code E404\n {2}npm error A complete log .*\.log\nRun the same command again/,
	);
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

test('another lock file has a separate folder', async () => {
	const { folder } = await install();
	const lock = join(release.lockFolder, 'package-lock.json');
	await writeFile(lock, JSON.stringify({ ...LOCK, name: 'another' }));

	expect((await install()).folder).not.toBe(folder);
});

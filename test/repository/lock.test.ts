import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	demandedPackages,
	describePackages,
	leftOverPackages,
	type LockedPackages,
} from '../../local/lock.mjs';

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const MUSL = { os: 'linux', cpu: 'x64', libc: 'musl' };
const MAC = { os: 'darwin', cpu: 'arm64' };
const WINDOWS = { os: 'win32', cpu: 'x64' };

const version = '1.0.0';

const PACKAGES = {
	'': {
		version,
		dependencies: { server: version },
		devDependencies: { checker: version },
		optionalDependencies: { 'native-linux': version, 'native-wasm': version },
	},
	'node_modules/server': { version, dependencies: { parser: version } },
	'node_modules/server/node_modules/parser': { version, dependencies: { words: version } },
	'node_modules/checker': { version, dependencies: { parser: version } },
	'node_modules/parser': { version: '2.0.0' },
	'node_modules/words': { version, devDependencies: { checker: version, unknown: version } },
	'node_modules/native-linux': { version, optional: true, os: ['linux'], libc: ['glibc'] },
	'node_modules/native-wasm': {
		version,
		optional: true,
		cpu: ['wasm32'],
		dependencies: { 'wasm-runtime': version },
	},
	'node_modules/wasm-runtime': { version, optional: true },
	'node_modules/unneeded': { version },
} satisfies LockedPackages;

const EVERYWHERE = [
	'node_modules/checker',
	'node_modules/parser',
	'node_modules/server',
	'node_modules/server/node_modules/parser',
	'node_modules/words',
];

test('it demands what the project needs, from the nearest folder', () => {
	expect(demandedPackages(PACKAGES, MAC).sort()).toEqual(EVERYWHERE);
});

test('it demands a package for one platform and its dependencies only there', () => {
	expect(demandedPackages(PACKAGES, LINUX).sort()).toEqual(
		[...EVERYWHERE, 'node_modules/native-linux'].sort(),
	);
	expect(demandedPackages(PACKAGES, MUSL).sort()).toEqual(EVERYWHERE);
});

test.each([
	[['linux', 'darwin'], true, true, false],
	[['!win32'], true, true, false],
	[['!linux', '!darwin'], false, false, true],
	[['win32'], false, false, true],
])('os %j', (os, linux, mac, windows) => {
	const packages = {
		'': { version, dependencies: { it: version } },
		'node_modules/it': { version, os },
	};
	const isDemandedOn = [LINUX, MAC, WINDOWS].map(
		(platform) => demandedPackages(packages, platform).length === 1,
	);

	expect(isDemandedOn).toEqual([linux, mac, windows]);
});

test('it finds packages that the lock file no longer has, or has with other content', async () => {
	using folder = mkdtempDisposableSync(join(tmpdir(), 'lock-'));
	const packages = (paths: Record<string, string>) =>
		JSON.stringify({
			packages: Object.fromEntries(
				Object.entries(paths).map(([path, integrity]) => [path, { version, integrity }]),
			),
		});
	writeFileSync(
		join(folder.path, 'package-lock.json'),
		packages({
			'': '',
			'node_modules/same': 'a',
			'node_modules/other': 'a',
			'node_modules/new': 'a',
		}),
	);
	await expect(leftOverPackages(folder.path)).rejects.toThrow('ENOENT');

	mkdirSync(join(folder.path, 'node_modules'));
	writeFileSync(
		join(folder.path, 'node_modules/.package-lock.json'),
		packages({ 'node_modules/same': 'a', 'node_modules/other': 'b', 'node_modules/gone': 'a' }),
	);
	expect(await leftOverPackages(folder.path)).toEqual(['node_modules/other', 'node_modules/gone']);
});

test('a message names the first few packages', () => {
	const paths = ['node_modules/a', 'node_modules/a/node_modules/b', ...'cdefg'.split('')];

	expect(describePackages(paths.slice(0, 2))).toBe('a, a/node_modules/b');
	expect(describePackages(paths)).toBe('a, a/node_modules/b, c, d, e and 2 more');
});

describe.each([
	'package-lock.json',
	'local/n8n/package-lock.json',
	'local/n8n-1/package-lock.json',
])('%s', (file) => {
	const { packages } = JSON.parse(readFileSync(file, 'utf8'));

	test('has no packages that only some releases of npm install', () => {
		const extraneous = Object.keys(packages).filter((path) => packages[path].extraneous);
		const peers = Object.keys(packages).filter((path) => packages[path].peer);

		expect({ extraneous, peers }).toEqual({ extraneous: [], peers: [] });
	});

	test('names no host', () => {
		expect(Object.keys(packages).filter((path) => packages[path].resolved)).toEqual([]);
	});

	test.each([LINUX, MUSL, MAC, WINDOWS])(
		'demands all packages that are not optional, %j',
		(platform) => {
			const demanded = new Set(demandedPackages(packages, platform));
			const left = Object.keys(packages).filter((path) => path !== '' && !demanded.has(path));

			expect(left.filter((path) => !packages[path].optional)).toEqual([]);
		},
	);
});

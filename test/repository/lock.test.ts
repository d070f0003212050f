import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from '../../local/npm.mjs';

const LOCKED = {
	'': {},
	'node_modules/one': { integrity: 'a' },
	'node_modules/two': { integrity: 'b' },
	'node_modules/optional': { integrity: 'c', optional: true },
};
const { '': _, ...INSTALLED } = LOCKED;
const { 'node_modules/optional': __, ...WITHOUT_OPTIONAL } = INSTALLED;
const { 'node_modules/two': ___, ...INCOMPLETE } = INSTALLED;

test.each<[what: string, packages: object | undefined, expected: boolean]>([
	['nothing', undefined, false],
	['everything', INSTALLED, true],
	['everything that is not optional', WITHOUT_OPTIONAL, true],
	['too few packages', INCOMPLETE, false],
	['other content', { ...INSTALLED, 'node_modules/two': { integrity: 'z' } }, false],
	[
		'a package that the lock no longer has',
		{ ...INSTALLED, 'node_modules/x': { integrity: 'x' } },
		false,
	],
])("it compares npm's record with the lock file: %s", (_what, packages, expected) => {
	using folder = mkdtempDisposableSync(join(tmpdir(), 'lock-'));
	const write = (file: string, content: object) =>
		writeFileSync(join(folder.path, file), JSON.stringify(content));
	mkdirSync(join(folder.path, 'node_modules'));
	write('package-lock.json', { packages: LOCKED });
	if (packages) write('node_modules/.package-lock.json', { packages });

	expect(isInstalled(folder.path)).toBe(expected);
});

test.each(['package-lock.json', 'local/n8n/package-lock.json', 'local/n8n-1/package-lock.json'])(
	'%s names no host, and has no packages that only some releases of npm install',
	(file) => {
		const { packages } = JSON.parse(readFileSync(file, 'utf8'));
		const unwanted = Object.keys(packages).filter(
			(path) => packages[path].resolved ?? packages[path].extraneous ?? packages[path].peer,
		);

		expect(unwanted).toEqual([]);
	},
);

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In a process of its own, because jest loads no ES modules. */
function isInstalled(folder: string, built: string): boolean {
	const call = `isInstalled(${JSON.stringify(folder)}, ${JSON.stringify(folder)}, { sqlite3: '${built}' })`;
	const script = `import { isInstalled } from './local/n8n-install.mjs'; console.log(${call})`;
	const stdout = execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
	return JSON.parse(stdout.toString());
}

const LOCKED = {
	'': {},
	'node_modules/one': { integrity: 'a' },
	'node_modules/two': { integrity: 'b' },
	'node_modules/optional': { integrity: 'c', optional: true },
};
const { '': _, ...INSTALLED } = LOCKED;
const { 'node_modules/optional': __, ...WITHOUT_OPTIONAL } = INSTALLED;
const { 'node_modules/two': ___, ...INCOMPLETE } = INSTALLED;
const OTHER_RELEASE = { ...INSTALLED, 'node_modules/two': { integrity: 'z' } };

test.each<[what: string, packages: object | undefined, built: string, expected: boolean]>([
	['nothing', undefined, 'built', false],
	['everything', INSTALLED, 'built', true],
	['everything but an optional package', WITHOUT_OPTIONAL, 'built', true],
	['too few packages', INCOMPLETE, 'built', false],
	['another release of a package', OTHER_RELEASE, 'built', false],
	['a package that is not built', INSTALLED, 'missing', false],
])('an installation has %s', (_what, packages, built, expected) => {
	using folder = mkdtempDisposableSync(join(tmpdir(), 'install-'));
	const write = (file: string, text: string) => writeFileSync(join(folder.path, file), text);
	mkdirSync(join(folder.path, 'node_modules'));
	write('package-lock.json', JSON.stringify({ packages: LOCKED }));
	write('built', '');
	if (packages) write('node_modules/.package-lock.json', JSON.stringify({ packages }));

	expect(isInstalled(folder.path, built)).toBe(expected);
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

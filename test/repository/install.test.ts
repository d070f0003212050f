import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const one = { integrity: 'a' };
const two = { integrity: 'b' };
const LOCKED = { one, two, optional: { integrity: 'c', optional: true } };

test.each<[what: string, packages: object, built: string, expected: boolean]>([
	['everything but an optional package', { one, two }, 'built', true],
	['too few packages', { one }, 'built', false],
	['another release of a package', { one, two: one }, 'built', false],
	['a package that is not built', { one, two }, 'missing', false],
])('an installation has %s', (_what, packages, built, expected) => {
	using folder = mkdtempDisposableSync(join(tmpdir(), 'install-'));
	const write = (file: string, content: object) =>
		writeFileSync(join(folder.path, file), JSON.stringify(content));
	mkdirSync(join(folder.path, 'node_modules'));
	write('package-lock.json', { packages: LOCKED });
	write('built', {});
	write('node_modules/.package-lock.json', { packages });

	// In a process of its own, because jest loads no ES modules.
	const path = JSON.stringify(folder.path);
	const call = `isInstalled(${path}, ${path}, { sqlite3: '${built}' })`;
	const script = `import { isInstalled } from './local/n8n-install.mjs'; console.log(${call})`;
	const stdout = execFileSync(process.execPath, ['--input-type=module', '--eval', script]);
	expect(JSON.parse(stdout.toString())).toBe(expected);
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

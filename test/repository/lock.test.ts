import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrongPackages } from '../../local/lock.mjs';

const version = '1.0.0';

test('it finds packages that are not installed as the lock file says', async () => {
	using folder = mkdtempDisposableSync(join(tmpdir(), 'lock-'));
	const write = (file: string, content: object) => {
		mkdirSync(join(folder.path, file, '..'), { recursive: true });
		writeFileSync(join(folder.path, file), JSON.stringify(content));
	};
	const packages = (contents: Record<string, string>) => ({
		packages: Object.fromEntries(
			Object.entries(contents).map(([name, integrity]) => [
				`node_modules/${name}`,
				{ version, integrity, optional: name.startsWith('optional') },
			]),
		),
	});
	const locked = { same: 'a', content: 'a', version: 'a', missing: 'a', 'optional-mac': 'a' };
	write('package-lock.json', packages({ ...locked, 'optional-here': 'a' }));
	for (const name of ['same', 'content', 'left-over']) {
		write(`node_modules/${name}/package.json`, { version });
	}
	write('node_modules/version/package.json', { version: '0.9.0' });
	const wrong = async () => (await wrongPackages(folder.path)).map((path) => path.slice(13)).sort();

	expect(await wrong()).toEqual(['content', 'missing', 'same', 'version']);

	const { 'optional-mac': _, ...installed } = locked;
	write(
		'node_modules/.package-lock.json',
		packages({ ...installed, content: 'b', 'optional-here': 'a', 'left-over': 'a' }),
	);

	expect(await wrong()).toEqual(['content', 'left-over', 'missing', 'optional-here', 'version']);
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

// Checks that common releases of npm install the same packages from our lock files, even with contrary settings:
// compares what `npm ci` would add with what the newest release adds without settings.
import { copyFile, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { runProgram } from '../local/interruption.ts';
import { CURRENT_N8N, OLDER_N8N } from '../local/n8n-install.mjs';
import { INSTALL_FLAGS } from '../local/npm.mjs';

/** The newest two releases, and those in Node 24, 22, and 20. The newest comes first. */
const NPM_RELEASES = ['12.2.0', '11.19.1', '11.6.0', '10.9.4', '10.8.2'];
const LOCK_FOLDERS = ['.', CURRENT_N8N.lockFolder, OLDER_N8N.lockFolder];

/** Settings that would install something else if npm used them. */
const CONTRARY_SETTINGS = {
	NODE_ENV: 'production',
	npm_config_omit: 'optional',
	npm_config_legacy_peer_deps: 'false',
	npm_config_install_strategy: 'nested',
	npm_config_engine_strict: 'true',
};

/** The packages that `npm ci` would add, such as `name version`. */
async function addedBy(npmCli: string, lockFolder: string, env: NodeJS.ProcessEnv) {
	await using copy = await mkdtempDisposable(join(tmpdir(), 'locks-'));
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		await copyFile(join(lockFolder, file), join(copy.path, file));
	}
	const ci = [npmCli, 'ci', '--ignore-scripts', '--dry-run', ...INSTALL_FLAGS];
	const { stdout } = await execa(process.execPath, ci, { cwd: copy.path, env });
	return new Set(Array.from(stdout.matchAll(/^add (.+)$/gm), ([, name]) => name));
}

await runProgram(async (cancelSignal) => {
	await using folder = await mkdtempDisposable(join(tmpdir(), 'npm-releases-'));
	const npms = NPM_RELEASES.map((release) => `npm-${release}@npm:npm@${release}`);
	await execa('npm', ['install', '--prefix', folder.path, '--no-bin-links', ...npms]);
	let exitCode = 0;
	for (const lockFolder of LOCK_FOLDERS) {
		const lock = JSON.parse(await readFile(join(lockFolder, 'package-lock.json'), 'utf8'));
		const optional = Object.keys(lock.packages)
			.filter((path) => lock.packages[path].optional)
			.map((path) => `${path.split('node_modules/').at(-1)} ${lock.packages[path].version}`);
		let expected: Set<string> | undefined;
		for (const release of NPM_RELEASES) {
			const npmCli = join(folder.path, 'node_modules', `npm-${release}`, 'bin', 'npm-cli.js');
			cancelSignal.throwIfAborted();
			expected ??= await addedBy(npmCli, lockFolder, {});
			const added = await addedBy(npmCli, lockFolder, CONTRARY_SETTINGS);
			// Up to 11.6, npm also lists optional packages for other platforms, but doesn't install them.
			const extra = added.difference(expected.union(new Set(optional)));
			const wrong = [...expected.difference(added), ...extra];
			console.log(`npm ${release}, ${lockFolder}: ${added.size} packages`);
			for (const name of wrong) console.error(`  only with some releases or settings: ${name}`);
			if (wrong.length > 0) exitCode = 1;
		}
	}
	return exitCode;
});

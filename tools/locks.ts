// Checks that common releases of npm install the same packages from our lock files, whatever npm's settings:
// compares what `npm ci` would add with the lock file, and with what the newest release adds without settings.
import { copyFile, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { runProgram } from '../local/interruption.ts';
import { CURRENT_N8N, OLDER_N8N } from '../local/n8n-install.mjs';
import { npmEnvironment } from '../local/npm.mjs';

/** The releases in Node 20, 22, and 24, and the newest two. */
const NPM_RELEASES = ['10.8.2', '10.9.4', '11.6.0', '11.19.1', '12.2.0'];
const NEWEST = NPM_RELEASES.at(-1)!;
const LOCK_FOLDERS = ['.', CURRENT_N8N.lockFolder, OLDER_N8N.lockFolder];

/** Settings that would install something else if npm used them. */
const CONTRARY_SETTINGS = {
	omit: 'optional',
	production: 'true',
	only: 'prod',
	'legacy-peer-deps': 'false',
	'install-strategy': 'nested',
	'legacy-bundling': 'true',
	'global-style': 'true',
	global: 'true',
	location: 'global',
	workspaces: 'true',
	'include-workspace-root': 'true',
	'engine-strict': 'true',
	'strict-peer-deps': 'true',
	before: '2011-01-01',
	'min-release-age': '20000',
	'package-lock': 'false',
};

async function installNpm(release: string, folder: string): Promise<string> {
	const prefix = join(folder, release);
	await execa('npm', ['install', '--no-save', '--prefix', prefix, `npm@${release}`], {
		env: npmEnvironment(process.env),
		extendEnv: false,
	});
	return join(prefix, 'node_modules', 'npm', 'bin', 'npm-cli.js');
}

/** An environment with these settings, in a settings file and in variables. */
async function contraryEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
	const settingsFile = join(folder, 'contrary.npmrc');
	const settings = Object.entries(CONTRARY_SETTINGS);
	await writeFile(settingsFile, settings.map(([name, value]) => `${name}=${value}\n`).join(''));
	return {
		...process.env,
		...Object.fromEntries(settings.map(([name, value]) => [`npm_config_${name}`, value])),
		NODE_ENV: 'production',
		npm_config_userconfig: settingsFile,
	};
}

/** The packages that `npm ci` would add, such as `name version`. */
async function addedBy(npmCli: string, lockFolder: string, env: NodeJS.ProcessEnv) {
	await using copy = await mkdtempDisposable(join(tmpdir(), 'locks-'));
	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		await copyFile(join(lockFolder, file), join(copy.path, file));
	}
	const ci = [npmCli, 'ci', '--ignore-scripts', '--dry-run'];
	const options = { cwd: copy.path, env: npmEnvironment(env), extendEnv: false };
	const { stdout } = await execa(process.execPath, ci, options);
	return new Set(Array.from(stdout.matchAll(/^add (.+)$/gm), ([, name]) => name));
}

await runProgram(async (cancelSignal) => {
	await using folder = await mkdtempDisposable(join(tmpdir(), 'npm-releases-'));
	const contrary = await contraryEnvironment(folder.path);
	const releases = new Map<string, string>();
	for (const release of NPM_RELEASES) releases.set(release, await installNpm(release, folder.path));
	let exitCode = 0;
	for (const lockFolder of LOCK_FOLDERS) {
		const lock = JSON.parse(await readFile(join(lockFolder, 'package-lock.json'), 'utf8'));
		const optional = Object.keys(lock.packages)
			.filter((path) => lock.packages[path].optional)
			.map((path) => `${path.split('node_modules/').at(-1)} ${lock.packages[path].version}`);
		const expected = await addedBy(releases.get(NEWEST)!, lockFolder, process.env);
		// Up to 11.6, npm also lists optional packages for other platforms, but doesn't install them.
		const allowed = expected.union(new Set(optional));
		for (const [release, npmCli] of releases) {
			cancelSignal.throwIfAborted();
			const added = await addedBy(npmCli, lockFolder, contrary);
			const problems = [
				...[...expected.difference(added)].map((name) => `leaves out ${name}`),
				...[...added.difference(allowed)].map((name) => `adds ${name}, which isn't in the lock`),
			];
			console.log(`npm ${release}, ${lockFolder}: ${added.size} packages`);
			for (const problem of problems) console.error(`  ${problem}`);
			if (problems.length > 0) exitCode = 1;
		}
	}
	return exitCode;
});

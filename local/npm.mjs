// Runs npm so that only the lock file determines what is installed. Plain JavaScript, because it runs before
// anything is installed (entry.mjs).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describePackages, wrongPackages } from './lock.mjs';
import { describeDuration, lastLines } from './report.mjs';

const onWindows = process.platform === 'win32';
const PROGRESS_INTERVAL = 15_000;
const DOWNLOADED = /^npm http fetch GET 200 .*\.tgz/gm;
const CHATTER = /^npm (http|warn|notice) .*\n/gm;
const RUN_AGAIN = 'Run the same command again.';

/**
 * The settings that determine the content of an installation, with npm's defaults except for the first two. As
 * environment variables, they override every .npmrc, and npm ignores those that it doesn't know.
 */
export const DECIDED_SETTINGS = {
	// The required peers are in package.json. With this, all releases of npm create the same lock.
	legacy_peer_deps: 'true',
	// Overrides "omit", "production", and NODE_ENV.
	include: ['dev', 'optional', 'peer'].join('\n\n'),
	install_strategy: 'hoisted',
	legacy_bundling: 'false',
	global_style: 'false',
	install_links: 'false',
	bin_links: 'true',
	package_lock_only: 'false',
	dry_run: 'false',
	global: 'false',
	location: 'user',
	workspaces: 'null',
	include_workspace_root: 'false',
	force: 'false',
	engine_strict: 'false',
	strict_peer_deps: 'false',
	strict_allow_scripts: 'false',
	dangerously_allow_all_scripts: 'false',
	before: 'null',
	min_release_age: '0',
};

const OUTPUT_SETTINGS = { audit: 'false', fund: 'false', update_notifier: 'false' };

/** Settings for the registry and for compilers. The caller's values are used. */
const PASSED_ON = new RegExp(
	`^(${[
		'(.+:)?registry',
		'//.+',
		'(https?_)?proxy',
		'noproxy',
		'ca|cafile|cert|key|strict_ssl',
		'local_address|maxsockets|fetch_.+',
		'cache|offline|prefer_offline|prefer_online',
		'userconfig|globalconfig|prefix',
		'nodedir|devdir|disturl|python|.+_binary_host(_mirror)?',
	].join('|')})$`,
);

/**
 * The environment in which npm installs the same packages, whatever the caller's npm settings. Those for the
 * registry, proxies, and certificates are kept.
 *
 * @param {NodeJS.ProcessEnv} environment the caller's
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(environment) {
	const isKept = (/** @type {string} */ name) => {
		const [, setting] = /^npm_config_(.+)$/i.exec(name) ?? [];
		return setting === undefined || PASSED_ON.test(setting.toLowerCase().replaceAll('-', '_'));
	};
	const settings = Object.entries({ ...DECIDED_SETTINGS, ...OUTPUT_SETTINGS });
	return {
		...Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name))),
		...Object.fromEntries(settings.map(([name, value]) => [`npm_config_${name}`, value])),
	};
}

/**
 * The address of the registry that npm uses.
 *
 * @param {string} folder with the project's .npmrc
 */
export function registryOf(folder) {
	const env = npmEnvironment(process.env);
	const options = { cwd: folder, env, shell: onWindows };
	return spawnSync('npm', ['config', 'get', 'registry'], options).stdout.toString().trim();
}

/**
 * The npm commands that install from a lock file.
 *
 * @param {string[]} builtPackages the packages with required install scripts; some of the others fail
 */
export const installCommands = (builtPackages) => [
	['ci', '--ignore-scripts'],
	['rebuild', ...builtPackages, '--ignore-scripts=false'],
];

/**
 * @typedef {object} Installation
 * @property {string} name what is installed, for the progress messages
 * @property {string} folder with package.json and package-lock.json
 * @property {string[]} builtPackages the packages with required install scripts
 * @property {AbortSignal} cancelSignal ends npm and its children
 */

/**
 * Installs every package of a lock file.
 *
 * @param {Installation} installation
 * @throws {Error} with the end of npm's output, which names its log file, or with the packages that it left out
 */
export async function installLocked(installation) {
	const { name, folder, builtPackages } = installation;
	for (const command of installCommands(builtPackages)) await runNpm(command, installation);
	const missing = await wrongPackages(folder);
	if (missing.length > 0) {
		throw new Error(
			`npm installed ${name} without ${describePackages(missing)}. Check whether your registry has them. ${RUN_AGAIN}`,
		);
	}
}

/**
 * Runs npm and shows its progress.
 *
 * @param {string[]} npmArguments
 * @param {Installation} installation
 */
async function runNpm(npmArguments, { name, folder, cancelSignal }) {
	cancelSignal.throwIfAborted();
	let output = '';
	const child = spawn('npm', [...npmArguments, '--loglevel=http'], {
		cwd: folder,
		env: npmEnvironment(process.env),
		stdio: ['ignore', 'pipe', 'pipe'],
		// npm is a .cmd file there.
		shell: onWindows,
		// In its own process group, so that compilers end with it.
		detached: !onWindows,
	});
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => (output += text));
	}
	const stop = () => {
		const isRunning =
			child.pid !== undefined && child.exitCode === null && child.signalCode === null;
		if (isRunning) process.kill(onWindows ? child.pid : -child.pid);
	};
	const started = Date.now();
	const progress = setInterval(() => {
		const downloads = output.match(DOWNLOADED)?.length;
		const downloaded = downloads === undefined ? '' : `, ${downloads} packages downloaded`;
		const duration = describeDuration(Date.now() - started);
		console.log(`  ${name}: npm ${npmArguments[0]}, ${duration}${downloaded}`);
	}, PROGRESS_INTERVAL);
	let end = 'failed';
	cancelSignal.addEventListener('abort', stop);
	try {
		const [exitCode, signal] = await once(child, 'close');
		cancelSignal.throwIfAborted();
		if (exitCode === 0) return;
		if (signal) end = `was ended by ${signal}`;
	} finally {
		cancelSignal.removeEventListener('abort', stop);
		clearInterval(progress);
	}
	const reason = lastLines(output.replace(CHATTER, '') || output);
	throw new Error(
		`"npm ${npmArguments.join(' ')}" ${end} while installing ${name}:\n${reason}\n${RUN_AGAIN}`,
	);
}

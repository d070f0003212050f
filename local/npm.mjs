// Installs the packages of lock files. Plain JavaScript, because it runs before anything is installed (entry.mjs).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm is a .cmd file on Windows. */
export const shell = process.platform === 'win32';

/** Override settings of a user's npm, and NODE_ENV, that would change which packages are installed, or where. */
export const INSTALL_FLAGS = [
	// The required peers are in package.json. With this, all releases of npm create the same lock.
	'--legacy-peer-deps',
	...['dev', 'optional', 'peer'].map((type) => `--include=${type}`),
	'--install-strategy=hoisted',
	'--engine-strict=false',
];

const ONLY_ERRORS = ['--loglevel=error', '--audit=false', '--fund=false'];

/** @typedef {Record<string, { integrity?: string, optional?: boolean }>} Packages */

/**
 * Whether npm's record, which it writes last, matches the lock file. Optional packages may be missing, because most
 * are for other platforms.
 *
 * @param {string} folder with a package-lock.json
 */
export function isInstalled(folder) {
	const record = join(folder, 'node_modules', '.package-lock.json');
	if (!existsSync(record)) return false;
	const [locked, installed] = [join(folder, 'package-lock.json'), record].map(
		(file) => /** @type {Packages} */ (JSON.parse(readFileSync(file, 'utf8')).packages),
	);
	return Object.keys({ ...locked, ...installed }).every((path) =>
		path in installed
			? installed[path].integrity === locked[path]?.integrity
			: path === '' || locked[path].optional,
	);
}

/**
 * Installs every package of a lock file.
 *
 * @param {string} folder with package.json and package-lock.json
 * @param {string[]} builtPackages the packages with required install scripts
 * @param {AbortSignal} cancelSignal
 */
export async function installLocked(folder, builtPackages, cancelSignal) {
	for (const command of [
		['ci', '--ignore-scripts'],
		['rebuild', ...builtPackages, '--ignore-scripts=false'],
	]) {
		cancelSignal.throwIfAborted();
		const child = spawn('npm', [...command, ...INSTALL_FLAGS, ...ONLY_ERRORS], {
			cwd: folder,
			// Older releases of npm use modules that newer releases of Node warn about.
			env: { ...process.env, NODE_NO_WARNINGS: '1' },
			stdio: ['ignore', 'ignore', 'inherit'],
			shell,
		});
		cancelSignal.addEventListener('abort', () => child.kill());
		const [exitCode] = await once(child, 'close');
		cancelSignal.throwIfAborted();
		if (exitCode !== 0) {
			throw new Error(`"npm ${command.join(' ')}" failed. Run the same command again.`);
		}
	}
}

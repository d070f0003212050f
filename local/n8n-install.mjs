// Installs what lock files pin. Plain JavaScript, because it runs before anything is installed (entry.mjs).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** npm is a .cmd file on Windows. */
export const shell = process.platform === 'win32';

/** Ignored by git. N8N_INSTALLATIONS names another folder. */
const N8N_FOLDER = resolve(process.env.N8N_INSTALLATIONS ?? '.n8n');

const NODE = join('node_modules/node/bin', shell ? 'node.exe' : 'node');
const SQLITE = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

/** The Node release that runs everything but the installation. */
export const PINNED_NODE = resolve(NODE);

/** @typedef {Awaited<ReturnType<typeof installN8n>>} N8nInstallation */
/** @typedef {Record<string, string>} Built a file of each package whose install script is needed */
/** @typedef {typeof CURRENT_N8N | typeof OLDER_N8N} N8nRelease */

/** The n8n that `npm start` and most tests run. */
export const CURRENT_N8N = {
	lockFolder: 'local/n8n',
	built: { sqlite3: SQLITE },
	sizeOnDisk: '2.6 GB',
	// This module calls a server on the internet at each start.
	environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
};

/** The last 1.x release, on Node 20. */
export const OLDER_N8N = {
	lockFolder: 'local/n8n-1',
	built: { sqlite3: SQLITE, node: NODE },
	sizeOnDisk: '1.6 GB',
	// The other engine needs a library without a build for Node 20.
	environment: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

const FLAGS = [
	// npm passes the settings of the project around it to another npm, over those of the folder's own .npmrc.
	'--legacy-peer-deps',
	// NODE_ENV=production would leave them out.
	'--include=dev',
	'--include=optional',
	'--include=peer',
	'--loglevel=error',
];

/** Installs the project's tools, unless they're there. */
export async function installTools(/** @type {AbortSignal} */ cancelSignal) {
	const built = { node: NODE };
	if (isInstalled('.', '.', built)) return;
	console.log('Installing the project’s tools: about a minute, 1 GB on disk');
	await install('.', built, cancelSignal);
}

/**
 * Installs an n8n release in an ignored folder, unless it's there.
 *
 * @param {AbortSignal} cancelSignal
 * @param {N8nRelease} release
 */
export async function installN8n(cancelSignal, release = CURRENT_N8N) {
	const { lockFolder, built, sizeOnDisk, environment } = release;
	const folder = resolve(N8N_FOLDER, basename(lockFolder));
	if (!isInstalled(lockFolder, folder, built)) {
		console.log(`Installing n8n, once for this clone: 3 to 5 minutes, ${sizeOnDisk} (${folder})`);
		mkdirSync(folder, { recursive: true });
		for (const file of ['package.json', '.npmrc']) {
			copyFileSync(join(lockFolder, file), join(folder, file));
		}
		writeFileSync(join(folder, 'package-lock.json'), lockWithAddresses(lockFolder));
		await install(folder, built, cancelSignal);
	}
	const nodeBinary = 'node' in built ? join(folder, NODE) : process.execPath;
	return { folder, nodeBinary, environment };
}

/**
 * Whether npm's record, which it writes last, has every package of the lock file. Optional packages may be missing,
 * because most are for other platforms.
 *
 * @type {(lockFolder: string, folder: string, built: Built) => boolean}
 */
export function isInstalled(lockFolder, folder, built) {
	const record = join(folder, 'node_modules/.package-lock.json');
	const files = [record, ...Object.values(built).map((file) => join(folder, file))];
	if (!files.every((file) => existsSync(file))) return false;
	const installed = packagesOf(record);
	const locked = Object.entries(packagesOf(join(lockFolder, 'package-lock.json')));
	return locked.every(([path, { integrity, optional }]) => {
		if (path in installed) return installed[path].integrity === integrity;
		return path === '' || optional;
	});
}

const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * The lock file with the address of each package. Without it, npm first asks the registry for the list of the
 * package's releases. Our lock files don't have addresses, because an address names a registry.
 *
 * @param {string} lockFolder
 */
function lockWithAddresses(lockFolder) {
	const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { shell, encoding: 'utf8' });
	const registry = stdout.trim().replace(/\/$/, '');
	const lock = JSON.parse(readFileSync(join(lockFolder, 'package-lock.json'), 'utf8'));
	for (const path of Object.keys(lock.packages).filter((path) => path !== '')) {
		const { name = path.split('node_modules/').at(-1), version } = lock.packages[path];
		lock.packages[path].resolved = `${registry}/${name}/-/${basename(name)}-${version}.tgz`;
	}
	return JSON.stringify(lock);
}

/** @type {(folder: string, built: Built, signal: AbortSignal) => Promise<void>} */
async function install(folder, built, signal) {
	// Not at once, because npm 10 runs all install scripts, and some of n8n's fail.
	for (const command of [
		['ci', '--ignore-scripts'],
		['rebuild', ...Object.keys(built), '--ignore-scripts=false'],
	]) {
		signal.throwIfAborted();
		const child = spawn('npm', [...command, ...FLAGS], {
			cwd: folder,
			// Older releases of npm use modules that newer releases of Node warn about.
			env: { ...process.env, NODE_NO_WARNINGS: '1' },
			stdio: ['ignore', 'ignore', 'inherit'],
			shell,
		});
		signal.addEventListener('abort', () => child.kill());
		const [exitCode] = await once(child, 'close');
		signal.throwIfAborted();
		if (exitCode === 0) continue;
		throw new Error(`"npm ${command.join(' ')}" failed. Run the same command again.`);
	}
}

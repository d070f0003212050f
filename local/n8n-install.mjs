// Installs released n8n servers in the user's cache folder. Plain JavaScript, because it runs before
// anything is installed (entry.mjs).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { addAddresses, describePackages, wrongPackages } from './lock.mjs';
import { DECIDED_SETTINGS, installCommands, installLocked, registryOf } from './npm.mjs';

/**
 * An n8n release to run.
 *
 * @typedef {object} N8nRelease
 * @property {string} lockFolder the folder with its package.json and lock file
 * @property {string[]} builtPackages the packages with required install scripts; some of the others need
 *   a C library
 * @property {string} sizeOnDisk
 * @property {NodeJS.ProcessEnv} [environment] environment variables that this release needs
 */

/** @typedef {Awaited<ReturnType<typeof installN8n>>} N8nInstallation */

/** The n8n that `npm start` and most tests run. */
export const CURRENT_N8N = {
	lockFolder: 'local/n8n',
	builtPackages: ['sqlite3'],
	sizeOnDisk: '2.6 GB',
	// This module calls a server on the internet at each start.
	environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
};

/** The last 1.x release, on Node 20. */
export const OLDER_N8N = {
	lockFolder: 'local/n8n-1',
	builtPackages: ['sqlite3', 'node'],
	sizeOnDisk: '1.6 GB',
	// The other engine needs a library without a build for Node 20.
	environment: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

const COPIED_FILES = ['package.json', 'package-lock.json', '.npmrc'];
/** Part of the names of unfinished folders. */
const INSTALLING = '.installing-';
const ABANDONED_AFTER = 86_400_000;

/**
 * Installs an n8n release in the user's cache folder, unless it's there with all packages of its lock file.
 *
 * The folder's name contains a hash of what determines its content. The installation is made in a temporary
 * folder and renamed when it's complete, so that a canceled one is never used and two in parallel don't conflict.
 *
 * @param {AbortSignal} cancelSignal
 * @param {N8nRelease} release
 * @throws {Error} with the last lines of npm's output, or with the packages that npm left out
 */
export async function installN8n(cancelSignal, release = CURRENT_N8N) {
	const folder = await installationFolder(release);
	const missing = existsSync(folder) ? await wrongPackages(folder) : undefined;
	if (missing?.length) {
		console.log(
			`The n8n in the cache folder is incomplete: ${describePackages(missing)} missing. Installing it again.`,
		);
	}
	if (missing?.length !== 0) await installInto(folder, release, cancelSignal);
	const program = process.platform === 'win32' ? 'node.exe' : 'node';
	const pinnedNode = join(folder, 'node_modules', 'node', 'bin', program);
	/** The Node from the lock file, otherwise the one that runs this file. */
	const nodeBinary = existsSync(pinnedNode) ? pinnedNode : process.execPath;
	return { folder, nodeBinary, environment: release.environment };
}

/** @type {(folder: string, release: N8nRelease, cancelSignal: AbortSignal) => Promise<void>} */
async function installInto(folder, release, cancelSignal) {
	await removeAbandonedInstallations(dirname(folder));
	const temporaryFolder = await mkdtemp(`${folder}${INSTALLING}`);
	const [fresh, incomplete] = [join(temporaryFolder, 'fresh'), join(temporaryFolder, 'incomplete')];
	try {
		await mkdir(fresh);
		for (const file of COPIED_FILES) {
			await copyFile(join(release.lockFolder, file), join(fresh, file));
		}
		const lock = join(fresh, 'package-lock.json');
		await addAddresses(lock, registryOf(fresh));
		console.log(
			`Installing n8n, once for this machine: 3 to 5 minutes, ${release.sizeOnDisk} (${folder})`,
		);
		const install = async () =>
			await installLocked({ ...release, name: 'n8n', folder: fresh, cancelSignal });
		await install().catch(async (error) => {
			if (!/\bE404\b/.test(error.message)) throw error;
			// The registry has other addresses, or another one has some of the packages.
			await copyFile(join(release.lockFolder, 'package-lock.json'), lock);
			await install();
		});
		if (existsSync(folder)) {
			const isCompleteNow = (await wrongPackages(folder)).length === 0;
			if (isCompleteNow) return;
			await rename(folder, incomplete);
		}
		await rename(fresh, folder);
	} finally {
		await rm(temporaryFolder, { recursive: true, force: true });
	}
}

/**
 * Its compiled parts use Node-API, so they work with any release of Node.
 *
 * @param {N8nRelease} release
 */
async function installationFolder(release) {
	const hash = createHash('sha256');
	for (const file of COPIED_FILES) hash.update(await readFile(join(release.lockFolder, file)));
	const { platform, arch } = process;
	const commands = installCommands(release.builtPackages);
	hash.update(JSON.stringify([commands, DECIDED_SETTINGS, platform, arch]));
	return join(cacheFolder(), `n8n-${hash.digest('hex').slice(0, 12)}`);
}

/** The user's cache folder for n8n, or the folder in N8N_DATA_PLATFORM_CACHE. */
export function cacheFolder() {
	const { N8N_DATA_PLATFORM_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
	if (N8N_DATA_PLATFORM_CACHE) return N8N_DATA_PLATFORM_CACHE;
	/** @type {Partial<Record<NodeJS.Platform, string>>} */
	const userCaches = {
		darwin: join(homedir(), 'Library', 'Caches'),
		win32: LOCALAPPDATA || join(homedir(), 'AppData', 'Local'),
	};
	const userCache = userCaches[process.platform] ?? (XDG_CACHE_HOME || join(homedir(), '.cache'));
	return join(userCache, 'n8n-nodes-data-platform');
}

/**
 * Removes what killed processes left. Newer folders may belong to a running process.
 *
 * @param {string} cache
 */
async function removeAbandonedInstallations(cache) {
	await mkdir(cache, { recursive: true });
	const names = (await readdir(cache)).filter((name) => name.includes(INSTALLING));
	for (const path of names.map((name) => join(cache, name))) {
		const { mtimeMs } = await stat(path);
		if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(path, { recursive: true, force: true });
	}
}

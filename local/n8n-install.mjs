// Installs released n8n servers. Plain JavaScript, because it runs before anything is installed (entry.mjs).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
	copyFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { INSTALL_FLAGS, installLocked, shell } from './npm.mjs';

/**
 * An n8n release to run.
 *
 * @typedef {object} N8nRelease
 * @property {string} lockFolder the folder with its package.json and lock file
 * @property {string[]} builtPackages the packages with required install scripts; some of the others fail
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

/**
 * Installs an n8n release in the user's cache folder, unless it's there.
 *
 * The folder's name contains a hash of what determines its content. The installation is made in a temporary
 * folder and renamed when it's complete, so that a canceled one is never used and two in parallel don't conflict.
 *
 * @param {AbortSignal} cancelSignal
 * @param {N8nRelease} release
 */
export async function installN8n(cancelSignal, release = CURRENT_N8N) {
	const { platform, arch, execPath } = process;
	const settings = [platform, arch, ...release.builtPackages, ...INSTALL_FLAGS];
	const hash = createHash('sha256').update(settings.join());
	for (const file of COPIED_FILES) hash.update(await readFile(join(release.lockFolder, file)));
	const folder = join(cacheFolder(), `n8n-${hash.digest('hex').slice(0, 12)}`);
	if (!existsSync(folder)) await installInto(folder, release, cancelSignal);
	const pinnedNode = join(folder, 'node_modules/node/bin', shell ? 'node.exe' : 'node');
	/** The Node from the lock file, otherwise the one that runs this file. */
	const nodeBinary = existsSync(pinnedNode) ? pinnedNode : execPath;
	return { folder, nodeBinary, environment: release.environment };
}

/** @type {(folder: string, release: N8nRelease, cancelSignal: AbortSignal) => Promise<void>} */
async function installInto(folder, { lockFolder, builtPackages, sizeOnDisk }, cancelSignal) {
	console.log(`Installing n8n, once for this machine: 3 to 5 minutes, ${sizeOnDisk} (${folder})`);
	await mkdir(dirname(folder), { recursive: true });
	await removeLeftovers(dirname(folder));
	const fresh = await mkdtemp(`${folder}.installing-`);
	try {
		for (const file of COPIED_FILES) await copyFile(join(lockFolder, file), join(fresh, file));
		await addAddresses(fresh);
		const install = () => installLocked(fresh, builtPackages, cancelSignal);
		await install().catch(async () => {
			cancelSignal.throwIfAborted();
			console.log(
				'The installation failed. Trying again with the addresses that npm gets from the registry …',
			);
			await copyFile(join(lockFolder, 'package-lock.json'), join(fresh, 'package-lock.json'));
			await install();
		});
		if (!existsSync(folder)) await rename(fresh, folder);
	} finally {
		await rm(fresh, { recursive: true, force: true, maxRetries: 5 });
	}
}

/**
 * Removes what killed installations left behind, 2 GB each. A folder that is less than a day old may be in use.
 *
 * @param {string} cache
 */
async function removeLeftovers(cache) {
	const yesterday = Date.now() - 24 * 60 * 60 * 1000;
	for (const name of await readdir(cache)) {
		const folder = join(cache, name);
		if (!name.includes('.installing-') || (await stat(folder)).mtimeMs > yesterday) continue;
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/**
 * Adds the addresses of the packages to a lock file. Without them, npm first asks the registry for the list of each
 * package's releases. Our lock files don't have addresses, because an address names a registry.
 *
 * @param {string} folder
 */
async function addAddresses(folder) {
	const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { cwd: folder, shell });
	const registry = stdout.toString().trim().replace(/\/$/, '');
	const file = join(folder, 'package-lock.json');
	const lock = JSON.parse(await readFile(file, 'utf8'));
	for (const path of Object.keys(lock.packages).filter((path) => path !== '')) {
		const { name = path.split('node_modules/').at(-1), version } = lock.packages[path];
		const tarball = `${name.split('/').at(-1)}-${version}.tgz`;
		lock.packages[path].resolved = `${registry}/${name}/-/${tarball}`;
	}
	await writeFile(file, JSON.stringify(lock));
}

/** The user's cache folder for n8n, or the folder in N8N_DATA_PLATFORM_CACHE. */
export function cacheFolder() {
	const { N8N_DATA_PLATFORM_CACHE, XDG_CACHE_HOME } = process.env;
	if (N8N_DATA_PLATFORM_CACHE) return N8N_DATA_PLATFORM_CACHE;
	return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-data-platform');
}

// Puts released n8n servers into the user's cache folder. Plain JavaScript, like all that is needed
// before anything is installed (entry.mjs).
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describePackages, missingPackages } from './lock.mjs';
import { DECIDED_SETTINGS, runNpm } from './npm.mjs';

/** @typedef {import('./report.mjs').Report} Report */

/**
 * An n8n release to run.
 *
 * @typedef {object} N8nRelease
 * @property {string} lockFolder the folder with its package.json and lock file
 * @property {string[]} builtPackages the packages whose install scripts are needed; some of the
 *   others want a C library
 * @property {string} sizeOnDisk
 * @property {NodeJS.ProcessEnv} [environment] environment variables that this release needs
 */

/**
 * A complete installation: its `node_modules` holds n8n.
 *
 * @typedef {object} N8nInstallation
 * @property {string} folder
 * @property {string} nodeBinary the Node that the lock file pins beside n8n; where it pins none, the
 *   one that runs this file
 * @property {NodeJS.ProcessEnv} [environment]
 */

/**
 * The n8n that `npm start` and most tests run.
 *
 * @type {N8nRelease}
 */
export const CURRENT_N8N = {
	lockFolder: 'local/n8n',
	builtPackages: ['sqlite3'],
	sizeOnDisk: '2.6 GB',
	// A module that asks a server on the internet at each start.
	environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
};

/**
 * The last 1.x release, on Node 20.
 *
 * @type {N8nRelease}
 */
export const OLDER_N8N = {
	lockFolder: 'local/n8n-1',
	builtPackages: ['sqlite3', 'node'],
	sizeOnDisk: '1.6 GB',
	// The other engine needs a library that has no build for Node 20.
	environment: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/**
 * The PATH on which `node` is the one given: npm's scripts and n8n's task runner call it by name.
 *
 * @param {{ nodeBinary: string }} installation
 */
export function searchPathOf({ nodeBinary }) {
	return dirname(nodeBinary) + delimiter + process.env.PATH;
}

const COPIED_FILES = ['package.json', 'package-lock.json', '.npmrc'];

/**
 * The npm commands that make an installation.
 *
 * @param {N8nRelease} release
 */
const npmCommands = ({ builtPackages }) => [
	['ci', '--ignore-scripts'],
	['rebuild', ...builtPackages, '--ignore-scripts=false'],
];

/**
 * Puts an n8n release into the user's cache folder, unless it is there already with every package
 * that its lock file demands.
 *
 * The folder's name holds a hash of all that decides its content. The installation is made in a
 * temporary folder beside it and renamed into place when it is complete, so one that was broken off
 * never counts, and two at the same time do not meet.
 *
 * @param {Report} report
 * @param {AbortSignal} cancelSignal
 * @param {N8nRelease} [release] the current one when absent
 * @returns {Promise<N8nInstallation>}
 * @throws {Error} with the last lines of npm's output and the path of the whole log, or with the
 *   packages that npm has left out
 */
export async function installN8n(report, cancelSignal, release = CURRENT_N8N) {
	const folder = await installationFolder(release);
	if (await isComplete(folder, report)) return installationIn(folder, release);

	await removeBrokenOffInstallations(folder);
	const temporaryFolder = temporaryFolderFor(folder);
	await mkdir(temporaryFolder, { recursive: true });
	try {
		for (const file of COPIED_FILES) {
			await copyFile(join(release.lockFolder, file), join(temporaryFolder, file));
		}
		report(
			`Installing n8n, once for this machine: 3 to 5 minutes, ${release.sizeOnDisk} in the cache folder`,
			folder,
		);
		const logFile = `${temporaryFolder}.log`;
		for (const command of npmCommands(release)) {
			await runNpm(command, {
				name: 'n8n',
				folder: temporaryFolder,
				logFile,
				report,
				cancelSignal,
			});
		}
		await requireEveryPackage(temporaryFolder, logFile);
		await moveIntoPlace(temporaryFolder, folder);
		await rm(logFile, { force: true });
	} finally {
		await rm(temporaryFolder, { recursive: true, force: true });
	}
	return installationIn(folder, release);
}

/**
 * @param {string} folder
 * @param {Report} report
 */
async function isComplete(folder, report) {
	if (!existsSync(folder)) return false;
	const missing = await missingPackages(folder);
	if (missing.length === 0) return true;
	report(
		`The n8n in the cache folder is not whole: ${describePackages(missing)} missing. It is installed anew.`,
	);
	return false;
}

/**
 * @param {string} folder
 * @param {string} logFile
 */
async function requireEveryPackage(folder, logFile) {
	const missing = await missingPackages(folder);
	if (missing.length === 0) return;
	throw new Error(
		`npm has installed n8n without ${describePackages(missing)}. Look whether your registry has ` +
			`them (all that npm said is in ${logFile}), then run the same command again.`,
	);
}

/**
 * @param {string} folder
 * @param {N8nRelease} release
 * @returns {N8nInstallation}
 */
function installationIn(folder, { environment }) {
	const program = process.platform === 'win32' ? 'node.exe' : 'node';
	const pinnedNode = join(folder, 'node_modules', 'node', 'bin', program);
	const nodeBinary = existsSync(pinnedNode) ? pinnedNode : process.execPath;
	return { folder, nodeBinary, environment };
}

/**
 * What is compiled in it is so against Node-API, for any release of Node.
 *
 * @param {N8nRelease} release
 */
async function installationFolder(release) {
	const hash = createHash('sha256');
	for (const file of COPIED_FILES) hash.update(await readFile(join(release.lockFolder, file)));
	hash.update(JSON.stringify([npmCommands(release), DECIDED_SETTINGS]));
	return join(cacheFolder(), `n8n-${hash.digest('hex').slice(0, 12)}`);
}

/** The user's cache folder for n8n, or the one that N8N_DATA_PLATFORM_CACHE names. */
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
 * @param {string} folder
 */
function temporaryFolderFor(folder) {
	return `${folder}${temporarySuffix(process.pid)}-${randomUUID().slice(0, 8)}`;
}

/**
 * Names the machine too: containers can share a cache folder without sharing process ids.
 *
 * @param {number} processId
 */
function temporarySuffix(processId) {
	return `.installing-${hostname()}-${processId}`;
}

/**
 * @param {string} folder
 */
async function removeBrokenOffInstallations(folder) {
	const parent = dirname(folder);
	await mkdir(parent, { recursive: true });
	const ownSuffix = /^n8n-[0-9a-f]+(\.installing-.+-(\d+))-[0-9a-f]+(\.log)?$/;
	for (const name of await readdir(parent)) {
		const [, suffix, processId] = ownSuffix.exec(name) ?? [];
		if (suffix !== temporarySuffix(Number(processId)) || isRunning(Number(processId))) continue;
		await rm(join(parent, name), { recursive: true, force: true });
	}
}

/**
 * @param {number} processId
 */
function isRunning(processId) {
	try {
		return process.kill(processId, 0);
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
	}
}

/**
 * @param {string} temporaryFolder
 * @param {string} folder
 */
async function moveIntoPlace(temporaryFolder, folder) {
	if (existsSync(folder)) {
		const installedMeanwhile = (await missingPackages(folder)).length === 0;
		if (installedMeanwhile) return;
		const incomplete = temporaryFolderFor(folder);
		await rename(folder, incomplete);
		await rm(incomplete, { recursive: true, force: true });
	}
	await rename(temporaryFolder, folder);
}

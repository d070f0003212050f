import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { describeDuration, lastLines, type Report } from './report.ts';

/** An n8n release to run. */
export interface N8nRelease {
	/** The folder with its package.json and lock file. */
	lockFolder: string;
	/** The packages whose install scripts are needed; some of the others want a C library. */
	builtPackages: string[];
	sizeOnDisk: string;
	/** Environment variables that this release needs. */
	environment?: NodeJS.ProcessEnv;
}

/** A complete installation: its `node_modules` holds n8n. */
export interface N8nInstallation {
	folder: string;
	/** The Node that the lock file pins beside n8n; where it pins none, the one that runs this file. */
	nodeBinary: string;
	environment?: NodeJS.ProcessEnv;
}

/** The n8n that `npm start` and most tests run. */
export const CURRENT_N8N: N8nRelease = {
	lockFolder: 'local/n8n',
	builtPackages: ['sqlite3'],
	sizeOnDisk: '2.6 GB',
	// A module that asks a server on the internet at each start.
	environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
};

/** The last 1.x release, on Node 20. */
export const OLDER_N8N: N8nRelease = {
	lockFolder: 'local/n8n-1',
	builtPackages: ['sqlite3', 'node'],
	sizeOnDisk: '1.6 GB',
	// The other engine needs a library that has no build for Node 20.
	environment: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/** The PATH on which `node` is the one given: npm's scripts and n8n's task runner call it by name. */
export function searchPathOf({ nodeBinary }: { nodeBinary: string }): string {
	return dirname(nodeBinary) + delimiter + process.env.PATH;
}

const COPIED_FILES = ['package.json', 'package-lock.json', '.npmrc'];
const PROGRESS_INTERVAL = 15_000;

/**
 * Puts an n8n release into the user's cache folder, unless it is there already.
 *
 * The folder's name holds a hash of the lock file and the Node version. The installation is made in
 * a temporary folder beside it and renamed into place when it is complete, so one that was broken
 * off never counts, and two at the same time do not meet.
 *
 * @throws Error with the last lines of npm's output and the path of the whole log
 */
export async function installN8n(
	report: Report,
	cancelSignal: AbortSignal,
	release: N8nRelease = CURRENT_N8N,
): Promise<N8nInstallation> {
	const folder = await installationFolder(release);
	if (existsSync(folder)) return installationIn(folder, release);

	await removeBrokenOffInstallations(folder);
	const temporaryFolder = `${folder}${temporarySuffix(process.pid)}-${randomUUID().slice(0, 8)}`;
	await mkdir(temporaryFolder, { recursive: true });
	try {
		for (const file of COPIED_FILES) {
			await copyFile(join(release.lockFolder, file), join(temporaryFolder, file));
		}
		report(
			`Installing n8n, once for this machine: 4 to 6 minutes, ${release.sizeOnDisk} in the cache folder`,
			folder,
		);
		const npm = { folder: temporaryFolder, report, cancelSignal };
		await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], npm);
		await runNpm(['rebuild', ...release.builtPackages, '--ignore-scripts=false'], npm);
		await moveIntoPlace(temporaryFolder, folder);
		await rm(logFileOf(temporaryFolder), { force: true });
	} finally {
		await rm(temporaryFolder, { recursive: true, force: true });
	}
	return installationIn(folder, release);
}

function installationIn(folder: string, { environment }: N8nRelease): N8nInstallation {
	const program = process.platform === 'win32' ? 'node.exe' : 'node';
	const pinnedNode = join(folder, 'node_modules', 'node', 'bin', program);
	const nodeBinary = existsSync(pinnedNode) ? pinnedNode : process.execPath;
	return { folder, nodeBinary, environment };
}

async function installationFolder({ lockFolder }: N8nRelease): Promise<string> {
	const key = createHash('sha256')
		.update(await readFile(join(lockFolder, 'package-lock.json')))
		.update(process.version)
		.digest('hex')
		.slice(0, 12);
	return join(cacheFolder(), `n8n-${key}`);
}

function cacheFolder(): string {
	const { N8N_DATA_PLATFORM_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
	if (N8N_DATA_PLATFORM_CACHE) return N8N_DATA_PLATFORM_CACHE;
	const userCaches: Partial<Record<NodeJS.Platform, string>> = {
		darwin: join(homedir(), 'Library', 'Caches'),
		win32: LOCALAPPDATA || join(homedir(), 'AppData', 'Local'),
	};
	const userCache = userCaches[process.platform] ?? (XDG_CACHE_HOME || join(homedir(), '.cache'));
	return join(userCache, 'n8n-nodes-data-platform');
}

/** Names the machine too: containers can share a cache folder without sharing process ids. */
function temporarySuffix(processId: number): string {
	return `.installing-${hostname()}-${processId}`;
}

async function removeBrokenOffInstallations(folder: string): Promise<void> {
	const parent = dirname(folder);
	await mkdir(parent, { recursive: true });
	const ownSuffix = /^n8n-[0-9a-f]+(\.installing-.+-(\d+))-[0-9a-f]+(\.log)?$/;
	for (const name of await readdir(parent)) {
		const [, suffix, processId] = ownSuffix.exec(name) ?? [];
		if (suffix !== temporarySuffix(Number(processId)) || isRunning(Number(processId))) continue;
		await rm(join(parent, name), { recursive: true, force: true });
	}
}

function isRunning(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function logFileOf(temporaryFolder: string): string {
	return `${temporaryFolder}.log`;
}

interface NpmRun {
	folder: string;
	report: Report;
	cancelSignal: AbortSignal;
}

async function runNpm(npmArguments: string[], run: NpmRun): Promise<void> {
	const command = `npm ${npmArguments.join(' ')}`;
	const logFile = logFileOf(run.folder);
	const started = Date.now();
	let downloads = 0;
	const progress = setInterval(() => {
		const downloaded = downloads > 0 ? `, ${downloads} packages downloaded` : '';
		run.report(`  npm ${npmArguments[0]}: ${describeDuration(Date.now() - started)}${downloaded}`);
	}, PROGRESS_INTERVAL);
	try {
		const subprocess = execa('npm', [...npmArguments, '--loglevel=http'], {
			cwd: run.folder,
			env: { PATH: searchPathOf({ nodeBinary: process.execPath }) },
			stdin: 'ignore',
			all: true,
			buffer: false,
			cancelSignal: run.cancelSignal,
		});
		for await (const line of subprocess.iterable({ from: 'all' })) {
			appendFileSync(logFile, `${line}\n`);
			if (/npm http fetch GET 200 .*\.tgz/.test(line)) downloads += 1;
		}
	} catch (error) {
		run.cancelSignal.throwIfAborted();
		const output = (await readFile(logFile, 'utf8')).replace(/^npm (http|warn) .*\n/gm, '');
		throw new Error(
			`"${command}" failed while installing n8n:\n${lastLines(output)}\n` +
				`The whole output is in ${logFile}. Run the same command again to start the installation anew.`,
			{ cause: error },
		);
	} finally {
		clearInterval(progress);
	}
}

async function moveIntoPlace(temporaryFolder: string, folder: string): Promise<void> {
	try {
		await rename(temporaryFolder, folder);
	} catch (error) {
		const installedMeanwhile = existsSync(folder);
		if (!installedMeanwhile) throw error;
	}
}

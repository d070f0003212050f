import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { lastLines } from './report.mjs';

export interface ChildProcessOptions {
	/** What the messages call it, such as `n8n`. */
	name: string;
	command: string;
	commandArguments: string[];
	/** Where it works; the folder of this process when absent. */
	folder?: string;
	/** The whole environment: nothing is inherited. */
	environment: NodeJS.ProcessEnv;
	/** Receives everything that the process prints. */
	logFile: string;
	cancelSignal: AbortSignal;
	/** The user that it runs as; the one that runs this process when absent. */
	user?: { uid: number; gid: number };
}

const GRACE_BEFORE_KILL = 10_000;
const POLL_INTERVAL = 100;

/**
 * Starts a server as the leader of a process group of its own, so that Ctrl-C in the terminal
 * reaches only this process, which then stops the server in order.
 */
export async function startChildProcess(options: ChildProcessOptions) {
	const { name, command, commandArguments, folder, environment, logFile, cancelSignal, user } =
		options;
	const log = createWriteStream(logFile, { flags: 'a' });
	await once(log, 'open');
	const child = execa(command, commandArguments, {
		...user,
		cwd: folder,
		env: environment,
		extendEnv: false,
		stdin: 'ignore',
		stdout: log,
		stderr: log,
		buffer: false,
		reject: false,
		killDescendants: true,
		forceKillAfterDelay: GRACE_BEFORE_KILL,
	});
	log.close();
	const processId = child.pid;
	if (processId === undefined) {
		throw new Error(`${name} could not be started: ${command} was not found.`);
	}

	/** Ends the process and everything that it started; resolves when none of them is left. */
	async function stop(): Promise<void> {
		child.kill();
		await child;
		child.kill('SIGKILL');
	}

	/** Resolves when the answer is yes; stops the process and rejects when that does not come. */
	async function waitFor(what: string, ask: () => Promise<unknown>): Promise<void> {
		try {
			for (;;) {
				const ended = await Promise.race([child, sleep(POLL_INTERVAL)]);
				cancelSignal.throwIfAborted();
				if (ended) {
					throw new Error(
						`${name} ended with ${ended.signal ?? `exit code ${ended.exitCode}`} before ${what}. Its last lines:\n` +
							lastLines(await readFile(logFile, 'utf8')),
					);
				}
				if (await ask()) return;
			}
		} catch (error) {
			await stop();
			throw error;
		}
	}

	return { processId, logFile, stop, waitFor };
}

/** A server that was started for a while: its process, its log, and how to end it. */
export type ChildProcess = Awaited<ReturnType<typeof startChildProcess>>;

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { lastLines } from './report.mjs';

/** A server that was started for a while: its process, its log, and how to end it. */
export interface ChildProcess {
	processId: number;
	logFile: string;
	/** Ends the process and everything that it started; resolves when none of them is left. */
	stop(): Promise<void>;
	/** Resolves with the first answer that is not `undefined`; stops the process and rejects when none comes. */
	waitFor<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer>;
}

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
export async function startChildProcess(options: ChildProcessOptions): Promise<ChildProcess> {
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
	let hasEnded = false;
	const ended = child.then((result) => {
		hasEnded = true;
		return result;
	});

	async function stop() {
		child.kill();
		await ended;
		child.kill('SIGKILL');
	}

	async function waitFor<Answer>(what: string, ask: () => Promise<Answer | undefined>) {
		while (!hasEnded && !cancelSignal.aborted) {
			const answer = await ask().catch(async (error: unknown) => {
				await stop();
				throw error;
			});
			if (answer !== undefined) return answer;
			await sleep(POLL_INTERVAL);
		}
		await stop();
		cancelSignal.throwIfAborted();
		const { exitCode, signal } = await ended;
		throw new Error(
			`${name} ended with ${signal ?? `exit code ${exitCode}`} before ${what}. Its last lines:\n` +
				lastLines(await readFile(logFile, 'utf8')),
		);
	}

	return { processId, logFile, stop, waitFor };
}

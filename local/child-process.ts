import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

interface ChildProcessOptions {
	/** Its name in messages, such as `n8n`. */
	name: string;
	command: string;
	commandArguments: string[];
	/** Its working folder. The default is that of this process. */
	folder?: string;
	/** The whole environment. Nothing is inherited. */
	environment: NodeJS.ProcessEnv;
	/** Receives the output of the process. */
	logFile: string;
	cancelSignal: AbortSignal;
	/** The user that it runs as. The default is that of this process. */
	user?: { uid: number; gid: number };
}

/**
 * Starts a server in its own process group, so that Ctrl-C reaches only this process, which then
 * stops the server.
 */
export async function startChildProcess(options: ChildProcessOptions) {
	const { name, command, logFile, cancelSignal } = options;
	// Not by its path, because then a grandchild that holds the pipe would delay the end.
	const log = createWriteStream(logFile, { flags: 'a' });
	await once(log, 'open');
	const child = execa(command, options.commandArguments, {
		...options.user,
		cwd: options.folder,
		env: options.environment,
		extendEnv: false,
		stdin: 'ignore',
		stdout: log,
		stderr: log,
		buffer: false,
		reject: false,
		killDescendants: true,
		forceKillAfterDelay: 10_000,
	});
	log.close();

	/** Ends the process and its children. Resolves when all have ended. */
	async function stop(): Promise<void> {
		child.kill();
		await child;
		child.kill('SIGKILL');
	}

	/** Resolves when `isReady` returns true. Stops the process and rejects if it ends before. */
	async function waitFor(what: string, isReady: () => Promise<unknown>): Promise<void> {
		try {
			while (!(await isReady())) {
				const ended = await Promise.race([child, sleep(100)]);
				cancelSignal.throwIfAborted();
				if (!ended) continue;
				const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-20);
				throw new Error(
					`${name} ended before ${what}: ${ended.shortMessage}. Its last lines:\n${lines.join('\n')}`,
				);
			}
		} catch (error) {
			await stop();
			throw error;
		}
	}

	return { processId: child.pid!, logFile, stop, waitFor };
}

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildProcess, startChildProcess } from './child-process.ts';

export interface SimulatorProcess {
	url: string;
	token: string;
	process: ChildProcess;
}

/**
 * Starts the stand-in service on a free port of this machine.
 *
 * @param options.token what it accepts; a token of its own when left out
 * @throws Error with the end of its log when it ends before it listens
 */
export async function startSimulatorProcess(options: {
	folder: string;
	functions: number;
	cancelSignal: AbortSignal;
	token?: string;
}): Promise<SimulatorProcess> {
	const { token = randomBytes(16).toString('hex') } = options;
	// A name of its own: an earlier simulator in the same folder has said its address too.
	const logFile = join(options.folder, `simulator-${randomBytes(4).toString('hex')}.log`);
	const simulator = await startChildProcess({
		name: 'The simulator',
		command: process.execPath,
		commandArguments: [
			'simulator/cli.ts',
			...['--port', '0'],
			...['--token', token],
			...['--functions', String(options.functions)],
		],
		environment: process.env,
		logFile,
		cancelSignal: options.cancelSignal,
	});
	try {
		const url = await simulator.waitFor('it listened', () => addressIn(logFile));
		return { url, token, process: simulator };
	} catch (error) {
		await simulator.stop();
		throw error;
	}
}

async function addressIn(logFile: string): Promise<string | undefined> {
	return /listens at (\S+)/.exec(await readFile(logFile, 'utf8'))?.[1];
}

import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { type ChildProcess, startChildProcess } from '../../../local/child-process.ts';
import { getFreePort } from '../../../local/free-port.ts';
import { requireProgram } from '../../support/programs.ts';

interface DatabaseOptions {
	/** An empty folder for its data and its log, which every user may enter. */
	folder: string;
	cancelSignal: AbortSignal;
}

export interface Database {
	port: number;
	process: ChildProcess;
}

/** The name of the database, and of its owner. */
export const DATABASE = 'n8n';

/** Starts a PostgreSQL of its own with an empty database, which forgets everything with its folder. */
export async function startPostgres({ folder, cancelSignal }: DatabaseOptions): Promise<Database> {
	const user = await unprivilegedUser();
	await mkdir(folder);
	if (user) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const initialize = ['-D', data, '-A', 'trust', '-U', DATABASE, '--no-sync', '-E', 'UTF8'];
	const options = { ...user, cwd: folder, cancelSignal };
	await execa(requireProgram('initdb'), [...initialize, '--locale=C'], options);

	const port = await getFreePort();
	const settings = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		fsync: 'off',
		max_connections: '200',
	};
	const postgres = await startChildProcess({
		name: 'PostgreSQL',
		command: requireProgram('postgres'),
		commandArguments: [
			...['-D', data, '-p', String(port)],
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		environment: process.env,
		logFile: join(folder, 'postgres.log'),
		cancelSignal,
		user,
	});
	await postgres.waitFor('it took connections', async () => {
		const create = ['-h', '127.0.0.1', '-p', String(port), '-U', DATABASE, DATABASE];
		const { failed } = await execa(requireProgram('createdb'), create, { reject: false });
		return failed ? undefined : true;
	});
	return { port, process: postgres };
}

/** PostgreSQL refuses to run as root: then its own user runs it, or the one that stands for nobody. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	for (const name of ['postgres', 'nobody']) {
		const { stdout, failed } = await execa('id', ['-u', name], { reject: false });
		if (failed) continue;
		const group = await execa('id', ['-g', name]);
		return { uid: Number(stdout), gid: Number(group.stdout) };
	}
	throw new Error(
		'PostgreSQL does not run as root, and there is neither a user postgres nor nobody.',
	);
}

/** Starts a Redis of its own that keeps nothing on disk. */
export async function startRedis({ folder, cancelSignal }: DatabaseOptions): Promise<Database> {
	await mkdir(folder);
	const port = await getFreePort();
	const redis = await startChildProcess({
		name: 'Redis',
		command: requireProgram('redis-server'),
		commandArguments: [
			...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
			...['--save', '', '--appendonly', 'no'],
		],
		environment: process.env,
		logFile: join(folder, 'redis.log'),
		cancelSignal,
	});
	await redis.waitFor('it took connections', async () => {
		const { stdout } = await execa('redis-cli', ['-p', String(port), 'ping'], { reject: false });
		return stdout === 'PONG' ? true : undefined;
	});
	return { port, process: redis };
}

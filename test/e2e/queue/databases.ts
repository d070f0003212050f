import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { startChildProcess } from '../../../local/child-process.ts';
import { getFreePort } from '../../../local/free-port.ts';
import { requireProgram } from '../../support/programs.ts';

/** The name of the database, and of its owner. */
export const DATABASE = 'n8n';

/** Starts a PostgreSQL with an empty database in a new folder, which every user may enter. */
export async function startPostgres(folder: string, cancelSignal: AbortSignal) {
	const user = await unprivilegedUser();
	await mkdir(folder);
	if (user) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const initialize = `-D ${data} -A trust -U ${DATABASE} --no-sync -E UTF8 --locale=C`.split(' ');
	const options = { ...user, cwd: folder, cancelSignal };
	await execa(requireProgram('initdb'), initialize, options);

	const port = await getFreePort();
	const settings =
		'listen_addresses=127.0.0.1 unix_socket_directories= fsync=off max_connections=200'.split(' ');
	const postgres = await startChildProcess({
		name: 'PostgreSQL',
		command: requireProgram('postgres'),
		commandArguments: ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])],
		environment: process.env,
		logFile: join(folder, 'postgres.log'),
		cancelSignal,
		user,
	});
	await postgres.waitFor('it took connections', async () => {
		const create = `-h 127.0.0.1 -p ${port} -U ${DATABASE} ${DATABASE}`.split(' ');
		const { failed } = await execa(requireProgram('createdb'), create, { reject: false });
		return !failed;
	});
	return { port, process: postgres };
}

/** PostgreSQL refuses to run as root: then its own user runs it, or nobody. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (user: string) => await execa('id', ['-u', user], { reject: false });
	const name = (await idOf('postgres')).failed ? 'nobody' : 'postgres';
	const { stdout: group } = await execa('id', ['-g', name]);
	return { uid: Number((await idOf(name)).stdout), gid: Number(group) };
}

/** Starts a Redis in a new folder. It keeps nothing on disk. */
export async function startRedis(folder: string, cancelSignal: AbortSignal) {
	await mkdir(folder);
	const port = await getFreePort();
	const redis = await startChildProcess({
		name: 'Redis',
		command: requireProgram('redis-server'),
		// prettier-ignore
		commandArguments: [
			'--port', String(port), '--bind', '127.0.0.1', '--dir', folder,
			'--save', '', '--appendonly', 'no',
		],
		environment: process.env,
		logFile: join(folder, 'redis.log'),
		cancelSignal,
	});
	await redis.waitFor('it took connections', async () => {
		const { stdout } = await execa('redis-cli', ['-p', String(port), 'ping'], { reject: false });
		return stdout === 'PONG';
	});
	return { port, process: redis };
}

import { randomInt } from 'node:crypto';
import getPort, { portNumbers } from 'get-port';

/**
 * Returns a free port below the range from which the system takes ports for outgoing connections.
 * Otherwise, another process could connect from the port before a server listens on it.
 */
export async function getFreePort(): Promise<number> {
	const first = randomInt(10_000, 30_000);
	return await getPort({ port: portNumbers(first, first + 1000), host: '127.0.0.1' });
}

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a port of 127.0.0.1 that is free, or the next free one. The default is below the range from which the
 * system takes ports for outgoing connections. Otherwise, another process could connect from the port before a
 * server listens on it.
 */
export async function getFreePort(port = randomInt(10_000, 30_000)): Promise<number> {
	const isFree = await new Promise<boolean>((resolve) => {
		const server = createServer().on('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
	return isFree ? port : await getFreePort(port + 1);
}

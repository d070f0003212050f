import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port while the given work is done. */
export async function withServer<Result>(
	answer: RequestListener,
	work: (url: string) => Promise<Result>,
): Promise<Result> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	} finally {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	}
}

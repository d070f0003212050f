import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts an HTTP server for the tests of a file. Returns a function for its address. */
export function startTestServer(respond: RequestListener): () => string {
	let server: Server;
	beforeAll(async () => {
		server = createServer(respond).listen(0, '127.0.0.1');
		await once(server, 'listening');
	});
	afterAll(() => void server.close());
	return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

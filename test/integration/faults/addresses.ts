import diagnostics from 'node:diagnostics_channel';
import dns from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** An address at which nothing responds: permanently, or until the first attempt. */
export interface DeadAddress {
	baseUrl: string;
	close(): void;
}

const OPEN = 'net.client.socket';

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

/** A port that refuses connections. With `recovers`, only the first one. */
async function refuseConnections(platformUrl: string, recovers: boolean): Promise<DeadAddress> {
	const port = await freePort();
	const platform = Number(new URL(platformUrl).port);
	const forwarder = createServer((incoming) => {
		const outgoing = connect(platform, '127.0.0.1');
		for (const socket of [incoming, outgoing]) socket.on('error', () => {});
		incoming.pipe(outgoing).pipe(incoming);
	});
	const onSocket = (message: unknown) => {
		(message as { socket: Socket }).socket.once('error', (error: Error & { port?: number }) => {
			if (error.port === port && !forwarder.listening) forwarder.listen(port, '127.0.0.1');
		});
	};
	if (recovers) diagnostics.subscribe(OPEN, onSocket);
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		close() {
			diagnostics.unsubscribe(OPEN, onSocket);
			forwarder.close();
		},
	};
}

const systemLookup = dns.lookup;
const loopback = { address: '127.0.0.1', family: 4 };
const lateNames = new Map<string, number>();

/** The system's lookup, but late names exist from their second lookup. */
function lookup(name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) {
	const lookups = lateNames.get(name);
	if (lookups !== undefined) lateNames.set(name, lookups + 1);
	if (!lookups) return systemLookup(name, options, done);
	process.nextTick(done, null, ...(options.all ? [[loopback]] : ['127.0.0.1', 4]));
}

/** An unknown host name. With `recovers`, only for the first lookup. */
async function unknownHost(platformUrl: string, recovers: boolean): Promise<DeadAddress> {
	const host = recovers ? `late-${lateNames.size}.invalid` : 'unknown.invalid';
	if (recovers) lateNames.set(host, 0);
	dns.lookup = lookup as typeof dns.lookup;
	return { baseUrl: `http://${host}:${new URL(platformUrl).port}`, close: () => {} };
}

/** Functions that create an address. */
export const deadAddresses = { refused: refuseConnections, unknown: unknownHost };

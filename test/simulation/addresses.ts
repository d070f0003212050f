import dns from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** An address at which nothing responds until it recovers. */
export interface DeadAddress {
	baseUrl: string;
	/** From now on, the platform responds at this address. */
	recover(): void;
	close(): void;
}

/** A port that refuses connections. */
async function refuse(platformPort: number): Promise<DeadAddress> {
	const forwarder = createServer((incoming) => {
		const outgoing = connect(platformPort, '127.0.0.1');
		for (const socket of [incoming, outgoing]) socket.on('error', () => {});
		incoming.pipe(outgoing).pipe(incoming);
	});
	forwarder.listen(0, '127.0.0.1');
	await once(forwarder, 'listening');
	const { port } = forwarder.address() as AddressInfo;
	forwarder.close();
	await once(forwarder, 'close');
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		recover: () => void forwarder.listen(port, '127.0.0.1'),
		close: () => void forwarder.close(),
	};
}

const systemLookup = dns.lookup;
const UNKNOWN_HOST = /\.unknown\.invalid$/;
const knownHosts = new Set<string>();
let hosts = 0;

/** The system's lookup, but hosts of tests are unknown until they recover, whatever the machine's network is. */
function lookup(name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) {
	if (!UNKNOWN_HOST.test(name)) return systemLookup(name, options, done);
	const found = options.all ? [[{ address: '127.0.0.1', family: 4 }]] : ['127.0.0.1', 4];
	const details = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name };
	const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), details);
	process.nextTick(done, ...(knownHosts.has(name) ? [null, ...found] : [error]));
}

/** A host name that doesn't exist. */
async function unknownHost(platformPort: number): Promise<DeadAddress> {
	const host = `host${++hosts}.unknown.invalid`;
	dns.lookup = lookup as typeof dns.lookup;
	return {
		baseUrl: `http://${host}:${platformPort}`,
		recover: () => void knownHosts.add(host),
		close: () => {},
	};
}

/** Functions that create an address, from the platform's port. */
export const deadAddresses = { refused: refuse, 'unknown host': unknownHost };

export type DeadAddressKind = keyof typeof deadAddresses;

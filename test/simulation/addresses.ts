import dns from 'node:dns';
import { isIP } from 'node:net';

/** Why nothing responds at an address. */
export type DeadAddressKind = 'refused' | 'unknown host' | 'no name server';

/** An address at which nothing responds until it recovers. */
interface DeadAddress {
	baseUrl: string;
	/** From now on, the platform responds at this address. */
	recover(): void;
}

const PLATFORM = '127.0.0.1';
/** The simulator doesn't listen on `::1`. */
const STATES = { refused: '::1', 'unknown host': 'ENOTFOUND', 'no name server': 'EAI_AGAIN' };

/** What the hosts of tests resolve to: an address, or the code of an error. */
const hosts = new Map<string, string>();
const systemLookup = dns.lookup;

/** The system's lookup, except for hosts of tests. So it doesn't depend on the machine's network. */
function lookup(name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) {
	const address = hosts.get(name);
	if (address === undefined) return systemLookup(name, options, done);
	const family = isIP(address);
	if (family === 0) {
		const details = { code: address, syscall: 'getaddrinfo', hostname: name };
		process.nextTick(done, Object.assign(new Error(`getaddrinfo ${address} ${name}`), details));
	} else if (options.all) process.nextTick(done, null, [{ address, family }]);
	else process.nextTick(done, null, address, family);
}

/** Creates a dead address for a simulator with this URL. */
export function createDeadAddress(kind: DeadAddressKind, url: string): DeadAddress {
	dns.lookup = lookup as typeof dns.lookup;
	const host = `host${hosts.size}.test.invalid`;
	hosts.set(host, STATES[kind]);
	return {
		baseUrl: `http://${host}:${new URL(url).port}`,
		recover: () => void hosts.set(host, PLATFORM),
	};
}

import dns from 'node:dns';

/** Why nothing responds at an address. */
export type DeadAddressKind = 'refused' | 'unknown host';

/** An address at which nothing responds until it recovers. */
export interface DeadAddress {
	baseUrl: string;
	/** From now on, the platform responds at this address. */
	recover(): void;
}

const PLATFORM = { address: '127.0.0.1', family: 4 };
/** The simulator doesn't listen here. */
const REFUSING = { address: '::1', family: 6 };

/** What the hosts of tests resolve to. Unknown hosts have no address. */
const hosts = new Map<string, typeof PLATFORM | undefined>();
const systemLookup = dns.lookup;

/** The system's lookup, except for hosts of tests. So it doesn't depend on the machine's network. */
function lookup(name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void) {
	if (!hosts.has(name)) return systemLookup(name, options, done);
	const found = hosts.get(name);
	const details = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: name };
	const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), details);
	if (!found) process.nextTick(done, error);
	else if (options.all) process.nextTick(done, null, [found]);
	else process.nextTick(done, null, found.address, found.family);
}

/** Creates a dead address for a simulator with this URL. */
export function createDeadAddress(kind: DeadAddressKind, url: string): DeadAddress {
	dns.lookup = lookup as typeof dns.lookup;
	const host = `host${hosts.size}.test.invalid`;
	hosts.set(host, kind === 'refused' ? REFUSING : undefined);
	return {
		baseUrl: `http://${host}:${new URL(url).port}`,
		recover: () => void hosts.set(host, PLATFORM),
	};
}

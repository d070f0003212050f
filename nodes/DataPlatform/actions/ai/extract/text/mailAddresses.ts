import { foldCase, normalize } from './normalize';
import type { Steps } from './steps';

/** What may be a mail address, with signs around it. A longer one isn't an address (RFC 5321, section 4.5.3.1). */
const ADDRESS = /[\p{L}\d._%+-]{1,64}\s?@\s?[\p{L}\d.-]{1,255}/gu;

/** Finds the mail addresses in a normalized text. As words, `ann@example.com` would be in `mary.ann@example.com`. */
export function* mailAddressesIn(text: string): Steps<Set<string>> {
	const addresses = new Set<string>();
	for (const [address] of text.matchAll(ADDRESS)) {
		addresses.add(trimAddress(address));
		if (addresses.size % 1000 === 0) yield;
	}
	return addresses;
}

/** Returns a value as `mailAddressesIn` does, or undefined if it isn't a mail address. */
export function toMailAddress(value: string): string | undefined {
	const normalized = normalize(value).trim();
	const [address] = normalized.match(ADDRESS) ?? [];
	return address !== undefined && address === normalized ? trimAddress(address) : undefined;
}

/** Leaves out the signs around an address, and dots that lead to it: `_ann@example.com`, `Mail....ann@example.com.` */
function trimAddress(address: string): string {
	const [local, domain] = foldCase(address).replace(/\s/g, '').split('@');
	const [last] = local.split('..').slice(-1);
	const [first] = domain.split('..');
	return `${last.replace(/^[._%+-]{1,9}/, '')}@${first.replace(/[.-]{1,9}$/, '')}`;
}

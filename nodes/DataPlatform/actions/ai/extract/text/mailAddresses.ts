import { foldCase, normalize } from './normalize';
import type { Steps } from './steps';

const ADDRESS = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+\s?@\s?[\p{L}\d-]+(?:\.[\p{L}\d-]+)*/gu;

/** Finds the mail addresses in a normalized text. As words, `ann@example.com` would be in `mary.ann@example.com`. */
export function* mailAddressesIn(text: string): Steps<Set<string>> {
	const addresses = new Set<string>();
	for (const [address] of text.matchAll(ADDRESS)) {
		addresses.add(foldCase(address.replace(/\s/g, '')));
		if (addresses.size % 1000 === 0) yield;
	}
	return addresses;
}

/** Returns a value as `mailAddressesIn` does, or undefined if it isn't a mail address. */
export function toMailAddress(value: string): string | undefined {
	const [address] = normalize(value).trim().match(ADDRESS) ?? [];
	const isWhole = address === normalize(value).trim();
	return isWhole ? foldCase(address) : undefined;
}

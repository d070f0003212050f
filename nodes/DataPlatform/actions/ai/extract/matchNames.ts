import type { IDataObject } from 'n8n-workflow';
import { foldCase, normalize } from './text/normalize';
import { groupBy, isObject } from '../../../helpers/values';

interface MatchedNames {
	/** The requested name of each member that was found. */
	names: Map<string, string>;
	/** Requested names that weren't found, each with a member that may have been meant. */
	similar: Array<[name: string, member: string]>;
}

/**
 * Finds the members of an object for requested names. If no member has exactly the name, it may differ in Unicode
 * normalization, invisible characters and blanks at the ends, unless several names differ only in these.
 */
export function matchNames(requested: string[], holder: IDataObject): MatchedNames {
	const given = Object.keys(holder);
	const exact = requested.filter((name) => Object.hasOwn(holder, name));
	const names = new Map(exact.map((name) => [name, name]));
	const similar: MatchedNames['similar'] = [];
	const missing = requested.filter((name) => !names.has(name));
	const left = given.filter((name) => !names.has(name));
	if (missing.length === 0 || left.length === 0) return { names, similar };
	const requestedByName = groupByKey(requested, normalizeName);
	const givenByName = groupByKey(given, normalizeName);
	const leftWithInner = left.flatMap((name) => [name, ...listInner(name, holder)]);
	const leftByLetters = groupByKey(leftWithInner, toLetters);
	const notFound: string[] = [];
	for (const name of missing) {
		const same = givenByName.get(normalizeName(name)) ?? [];
		const isOnlyOne = requestedByName.get(normalizeName(name))?.length === 1;
		if (same.length === 1 && isOnlyOne) names.set(same[0], name);
		else notFound.push(name);
	}
	for (const name of notFound) {
		const candidates = leftByLetters.get(toLetters(name)) ?? [];
		const member = candidates.find((each) => !names.has(each));
		if (member !== undefined) similar.push([name, member]);
	}
	return { names, similar };
}

/** The members of a member, as paths: for the name `address.city`, there may be an object `address`. */
function listInner(name: string, holder: IDataObject): string[] {
	const inner = holder[name];
	return isObject(inner) ? Object.keys(inner).map((each) => `${name}.${each}`) : [];
}

const groupByKey = (names: string[], toKey: (name: string) => string) =>
	groupBy(names.map((name) => [toKey(name), name]));

/** Returns a name in the composed form (NFC), without characters that Unicode lists as invisible. */
export function normalizeName(name: string): string {
	const visible = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
	return visible.normalize('NFC').trim();
}

/** Returns a name without upper case, accents and punctuation. A name without letters and digits stays. */
function toLetters(name: string): string {
	const letters = foldCase(normalize(name));
	return letters.replace(/[^\p{L}\p{N}]/gu, '') || name;
}

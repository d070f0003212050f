import type { IDataObject } from 'n8n-workflow';
import { addTo, isObject } from '../../../../helpers/values';
import { normalize } from '../text/words';

/**
 * Finds the members of an object for requested names. If no member has exactly the name, it may differ in Unicode
 * normalization, invisible characters and blanks at the ends, unless several names differ only in these.
 * @returns `names`: the requested name of each member that was found. `similar`: requested names that aren't found,
 * each with a member that may have been meant
 */
export function matchNames(requested: string[], holder: IDataObject) {
	const given = Object.keys(holder);
	const isRequested = new Set(requested);
	const names = new Map(given.filter((name) => isRequested.has(name)).map((name) => [name, name]));
	const similar: Array<[string, string]> = [];
	const missing = requested.filter((name) => !names.has(name));
	if (missing.length === 0 || given.length === names.size) return { names, similar };
	const requestedByKey = groupNames(requested, normalizeName);
	const givenByKey = groupNames(given, normalizeName);
	for (const name of missing) {
		const key = normalizeName(name);
		const [member, ...others] = givenByKey.get(key) ?? [];
		const isCertain = others.length === 0 && requestedByKey.get(key)?.length === 1;
		if (member !== undefined && isCertain) names.set(member, name);
	}
	const found = new Set(names.values());
	const left = given.filter((name) => !names.has(name));
	const leftByKey = groupNames(
		left.flatMap((name) => [name, ...listInner(name, holder)]),
		toLetters,
	);
	for (const name of missing) {
		const [member] = found.has(name) ? [] : (leftByKey.get(toLetters(name)) ?? []);
		if (member !== undefined) similar.push([name, member]);
	}
	return { names, similar };
}

/** The members of a member, as paths: for the name `address.city`, there may be an object `address`. */
function listInner(name: string, holder: IDataObject): string[] {
	const inner = holder[name];
	return isObject(inner) ? Object.keys(inner).map((each) => `${name}.${each}`) : [];
}

function groupNames(names: string[], toKey: (name: string) => string): Map<string, string[]> {
	const groups = new Map<string, string[]>();
	for (const name of names) addTo(groups, toKey(name), name);
	return groups;
}

/** Returns a name in the composed form (NFC), without characters that Unicode lists as invisible. */
function normalizeName(name: string): string {
	return name
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.normalize('NFC')
		.trim();
}

/** Returns a name without upper case, accents and punctuation. A name without letters stays. */
function toLetters(name: string): string {
	return (
		normalize(name)
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]/gu, '') || name
	);
}

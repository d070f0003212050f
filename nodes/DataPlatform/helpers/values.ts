import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object with named members: neither a list nor null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object with only these members, in this order. Missing members are undefined. */
export function pick<Source extends object, Name extends keyof Source>(
	source: Source,
	names: readonly Name[],
): Pick<Source, Name> {
	return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;
}

/** Returns an object with the same names (`__proto__` too), and the values that `toResult` returns. */
export function mapMembers<Value, Result>(
	source: Record<string, Value>,
	toResult: (value: Value, name: string) => Result,
): Record<string, Result> {
	const results = Object.entries(source).map(([name, value]) => [name, toResult(value, name)]);
	return Object.fromEntries(results) as Record<string, Result>;
}

/** Formats a value for a message, in at most about 60 characters. */
export function quote(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	return typeof value === 'string' ? `"${truncate(value)}"` : truncate(String(value));
}

/** Cuts text that is longer than `maxLength`, and adds an ellipsis. Doesn't cut a surrogate pair in two. */
export function truncate(text: string, maxLength = 60): string {
	if (text.length <= maxLength) return text;
	return `${text.slice(0, maxLength).replace(/\p{Surrogate}$/u, '')}…`;
}

/**
 * The source of a pattern, with the flag `u`, for a character that can't be seen: a blank, or one that Unicode lets
 * programs ignore, such as U+200B and the marks of text directions. They are copied along from web pages.
 */
export const INVISIBLE_SOURCE = '[\\p{White_Space}\\p{Default_Ignorable_Code_Point}]';

/** Variation selectors and tags aren't trimmed, because they belong to the emoji before them. */
const TRIMMED = `(?![\\p{Variation_Selector}\\u{E0020}-\\u{E007F}])${INVISIBLE_SOURCE}`;
const FIRST = new RegExp(`^${TRIMMED}`, 'u');
const LAST = new RegExp(`${TRIMMED}$`, 'u');

/** Returns the text without invisible characters at its ends. */
export function trimInvisible(text: string): string {
	// A character has one or two code units. A pattern for all of them could overflow V8's stack.
	const lengthOf = (pattern: RegExp, units: string) => pattern.exec(units)?.[0].length ?? 0;
	let begin = 0;
	let end = text.length;
	let length: number;
	do {
		length = lengthOf(FIRST, text.slice(begin, begin + 2));
		begin += length;
	} while (length > 0);
	do {
		length = lengthOf(LAST, text.slice(Math.max(begin, end - 2), end));
		end -= length;
	} while (length > 0);
	return text.slice(begin, end);
}

/** Returns a copy without undefined members, or the object itself if all members are defined. */
export function withoutUndefined<Members extends object>(members: {
	[Name in keyof Members]: Members[Name] | undefined;
}): Members {
	if (!Object.values(members).includes(undefined)) return members as Members;
	const set = Object.entries(members).filter(([, value]) => value !== undefined);
	return Object.fromEntries(set) as Members;
}

/**
 * Omits undefined members of an object. Returns undefined if no members are left, or for an empty list. A list must not
 * contain undefined.
 */
export function omitEmpty<Value extends object>(value: Value): Value | undefined {
	const set = withoutUndefined(value) as Value;
	return Object.keys(set).length === 0 ? undefined : set;
}

/** Adds a value to the list of a key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

/** Groups values by key. Keys and values keep their order. Node 20 has no Map.groupBy. */
export function groupBy<Key, Value>(entries: Array<readonly [Key, Value]>): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const [key, value] of entries) addTo(groups, key, value);
	return groups;
}

/** Returns the type that all values share, such as `string`. Otherwise, and for objects, returns undefined. */
export function commonType(values: unknown[]): string | undefined {
	const types = values.map((value) => (typeof value === 'bigint' ? 'number' : typeof value));
	const [type, ...others] = new Set(types);
	return others.length === 0 && type !== 'object' ? type : undefined;
}

/** Whether two JSON values are equal. The order of an object's members doesn't matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (Array.isArray(one) && Array.isArray(other)) {
		return one.length === other.length && one.every((each, at) => isSameJson(each, other[at]));
	}
	if (!isObject(one) || !isObject(other)) return false;
	const names = Object.keys(one);
	if (names.length !== Object.keys(other).length) return false;
	return names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]));
}

import type { IDataObject } from 'n8n-workflow';

const LONGEST_QUOTE = 60;

/** Whether a value is an object with named members (no list, no null). */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as a person recognises it in a message, at most about 60 characters. */
export function quote(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isObject(value)) return 'an object';
	if (typeof value !== 'string') return String(value);
	return `"${value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value}"`;
}

/** The same object without the members whose value is undefined. */
export function withoutUnset<Members extends object>(members: {
	[Name in keyof Members]: Members[Name] | undefined;
}): Members {
	return Object.fromEntries(
		Object.entries(members).filter(([, value]) => value !== undefined),
	) as Members;
}

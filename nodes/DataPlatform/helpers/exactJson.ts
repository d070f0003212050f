import { randomUUID } from 'node:crypto';

/** A whole number that may be beyond 2^53. */
export const LONG_INTEGER = /^-?[1-9]\d{15,}$/;

/** An escaped character, a quote that begins or ends a string, or a number. */
const TOKEN = /\\.|"|-?\d[-+.\deE]*/g;

/**
 * The start of a string that temporarily replaces a BigInt, or a number that JavaScript would change. It's random, so no
 * other text contains it.
 */
const MARK = randomUUID();
const MARKED_INTEGER = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/**
 * Parses JSON for output items. Integers beyond ±9007199254740991 become text to keep all digits.
 * So do `12345678901234567.5` and `1e400`, which JavaScript would change. But `1e20` stays a number.
 * @throws SyntaxError as JSON.parse does
 */
export function parseJsonForItems(json: string): unknown {
	const value: unknown = JSON.parse(json);
	return hasLargeNumber(value) ? JSON.parse(replaceChanged(json, '')) : value;
}

/** Parses JSON, but returns undefined for invalid JSON. Returns non-text values unchanged. */
export function parseJsonText(value: unknown, parse = parseJsonForItems): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parse(value);
	} catch {
		return undefined;
	}
}

/**
 * Parses JSON. Integers beyond ±9007199254740991 become BigInt, so that they keep all digits. Numbers
 * with an exponent or a decimal point, such as `1e20`, stay JavaScript numbers.
 * @throws SyntaxError as JSON.parse does, RangeError if a text with such integers is nested thousands of levels deep
 */
export function parseJsonWithBigInts(json: string): unknown {
	const value: unknown = JSON.parse(json);
	if (!hasLargeNumber(value)) return value;
	return JSON.parse(replaceChanged(json, MARK), (_, member: unknown) => {
		if (typeof member !== 'string' || !member.startsWith(MARK)) return member;
		const number = member.slice(MARK.length);
		return LONG_INTEGER.test(number) ? BigInt(number) : Number(number);
	});
}

/** Converts a value to JSON, with each BigInt as a number. */
export function stringifyJson(value: unknown): string {
	const json = JSON.stringify(
		value,
		function (this: Record<string, unknown>, name, member: unknown) {
			// Not `member`, because n8n-workflow gives BigInt a toJSON that returns text.
			const original = this[name];
			return typeof original === 'bigint' ? `${MARK}${original}` : member;
		},
	);
	return json.includes(MARK) ? json.replace(MARKED_INTEGER, '$1') : json;
}

/** Converts an item to JSON as n8n saves it: with each BigInt as text. */
export function stringifyLikeN8n(json: object): string {
	return JSON.stringify(json);
}

/**
 * Whether parsed JSON has a number beyond ±9007199254740991, which JavaScript may have changed. Not recursive, because
 * JSON may be nested deeper than V8's stack.
 */
function hasLargeNumber(json: unknown): boolean {
	const waiting = [json];
	while (waiting.length > 0) {
		const value = waiting.pop();
		if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return true;
		if (typeof value !== 'object' || value === null) continue;
		for (const member of Object.values(value)) waiting.push(member);
	}
	return false;
}

/**
 * Replaces the numbers in valid JSON that JavaScript would change by text that begins with `prefix`. Finds
 * token by token, because a pattern for a whole string would overflow V8's stack at millions of escapes.
 */
function replaceChanged(json: string, prefix: string): string {
	let isInString = false;
	return json.replace(TOKEN, (token) => {
		if (token === '"') isInString = !isInString;
		// A backslash is always in a string.
		const stays = isInString || token === '"' || staysNumber(token);
		return stays ? token : `"${prefix}${token}"`;
	});
}

/**
 * Whether JavaScript keeps a number. Up to ±9007199254740991, it does, even if decimals are lost. A larger
 * number needs an exponent or a decimal point, and must keep all digits.
 */
function staysNumber(number: string): boolean {
	const value = Number(number);
	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
	if (LONG_INTEGER.test(number)) return false;
	return getSignificantDigits(String(value)) === getSignificantDigits(number);
}

/** Omits the exponent, and leading and trailing zeros, because `String` writes `100e19` as `1e+21`. */
function getSignificantDigits(number: string): string {
	const digits = number.replace(/[eE].*/, '').replace(/\D/g, '');
	return digits.replaceAll('0', ' ').trim();
}

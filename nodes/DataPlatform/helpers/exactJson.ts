import { randomUUID } from 'node:crypto';

const LONG_INTEGER = /^-?[1-9]\d{15,}$/;
const MIN_LONG_DIGITS = 16;

/** A positive exponent of three or more digits. The number may exceed the largest double, as in `1e999`. */
const LARGE_EXPONENT = /\d[eE]\+?\d{3}/;

const NUMBER = /-?\d[-+.\deE]*/g;

/** The start of a string that temporarily replaces a BigInt. It's random, so no other text contains it. */
const MARK = randomUUID();
const MARKED_INTEGER = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/**
 * Parses JSON for output items. Integers beyond ±9007199254740991 become text to keep all digits.
 * So do `12345678901234567.5` and `1e400`, which JavaScript would change. But `1e20` stays a number.
 * @throws SyntaxError as JSON.parse does
 */
export function parseJsonForItems(json: string): unknown {
	const value: unknown = JSON.parse(json);
	if (!hasLongDigits(json) && !LARGE_EXPONENT.test(json)) return value;
	return JSON.parse(
		replaceNumbers(json, (number) => (staysNumber(number) ? number : `"${number}"`)),
	);
}

/** Like `parseJsonForItems`, but returns undefined for invalid JSON. Returns non-text values unchanged. */
export function parseJsonText(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonForItems(value);
	} catch {
		return undefined;
	}
}

/**
 * Parses JSON. Integers beyond ±9007199254740991 become BigInt, so that they keep all digits. Numbers
 * with an exponent or a decimal point, such as `1e20`, stay JavaScript numbers.
 * @throws SyntaxError as JSON.parse does
 */
export function parseJsonWithBigInts(json: string): unknown {
	const value: unknown = JSON.parse(json);
	if (!hasLongDigits(json)) return value;
	return JSON.parse(
		replaceNumbers(json, (number) =>
			LONG_INTEGER.test(number) && !staysNumber(number) ? `"${MARK}${number}"` : number,
		),
		(_, member: unknown) =>
			typeof member === 'string' && member.startsWith(MARK)
				? BigInt(member.slice(MARK.length))
				: member,
	);
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

/**
 * Whether JSON has 16 digits in a row, in a number or a string. For speed, looks for a digit only at every
 * 16th character, because any 16 digits in a row include one of these.
 */
function hasLongDigits(json: string): boolean {
	for (let at = MIN_LONG_DIGITS - 1; at < json.length; at += MIN_LONG_DIGITS) {
		if (!isDigit(json.charCodeAt(at))) continue;
		let begin = at;
		let end = at + 1;
		while (isDigit(json.charCodeAt(begin - 1))) begin--;
		while (isDigit(json.charCodeAt(end))) end++;
		if (end - begin >= MIN_LONG_DIGITS) return true;
	}
	return false;
}

function isDigit(code: number): boolean {
	return code >= 0x30 && code <= 0x39;
}

/**
 * Whether `parseJsonForItems` returns this number as a number. Up to ±9007199254740991, it does, even if
 * decimals are lost. A larger number needs an exponent or a decimal point, and must keep all digits.
 */
function staysNumber(number: string): boolean {
	const value = Number(number);
	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
	return (
		!LONG_INTEGER.test(number) &&
		getSignificantDigits(String(value)) === getSignificantDigits(number)
	);
}

/** Omits the exponent, and leading and trailing zeros, because `String` writes `100e19` as `1e+21`. */
function getSignificantDigits(number: string): string {
	return number
		.replace(/[eE].*/, '')
		.replace(/\D/g, '')
		.replaceAll('0', ' ')
		.trim();
}

/** Replaces the numbers in valid JSON, but not in its strings. */
function replaceNumbers(json: string, replace: (number: string) => string): string {
	const parts: string[] = [];
	for (let at = 0; ;) {
		const quote = json.indexOf('"', at);
		const outside = quote === -1 ? json.slice(at) : json.slice(at, quote);
		parts.push(outside.replace(NUMBER, replace));
		if (quote === -1) return parts.join('');
		at = findStringEnd(json, quote);
		parts.push(json.slice(quote, at));
	}
}

/** Returns the index after a string. A pattern would overflow V8's stack at millions of escapes. */
function findStringEnd(json: string, begin: number): number {
	let quote = json.indexOf('"', begin + 1);
	while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
	return quote + 1;
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(json: string, at: number): boolean {
	let begin = at;
	while (json[begin - 1] === '\\') begin--;
	return (at - begin) % 2 === 1;
}

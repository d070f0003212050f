import type { IDataObject, INodePropertyTypeOptions } from 'n8n-workflow';
import type { Invalid } from './invalidParameter';
import { toJson } from './toJson';
import { parseJsonWithBigInts, stringifyJson } from '../helpers/exactJson';
import { isObject, quote, trimInvisible, truncate } from '../helpers/values';

/** Parses a JSON value that is set. Throws what `invalid` returns if the value is invalid. */
export type Parse<Result> = (
	value: unknown,
	invalid: Invalid,
	limits?: INodePropertyTypeOptions,
) => Result;

/** Whether a parameter counts as not set. Blank text isn't set, but 0, false and an empty list are set. */
export function isUnset(value: unknown): value is undefined | null | '' {
	if (typeof value === 'string') return trimInvisible(value) === '';
	return value === undefined || value === null;
}

/** Converts a value to text. Objects and lists are invalid. */
export const parseText: Parse<string> = (value, invalid) => {
	if (typeof value !== 'object') return String(value);
	const advice = Array.isArray(value)
		? 'Put a Split Out node before this node to get one item per value.'
		: 'Map a single value of the item instead.';
	throw invalid(`must be text, but is ${quote(value)}`, advice);
};

/** Like `parseText`, without blanks and zero-width characters at the ends. For names and IDs. */
export const parseName: Parse<string> = (value, invalid) =>
	trimInvisible(parseText(value, invalid));

/** Returns text like `parseName`, and any other value as it is. */
export const parseId: Parse<IDataObject[string]> = (value) =>
	typeof value === 'string' ? trimInvisible(value) : (value as IDataObject[string]);

/**
 * Returns an identifier for one segment of a URL path, not encoded yet. The parts `.` and `..` are
 * invalid, even in `a/../b` or percent-encoded, because servers and proxies remove them from URLs.
 */
export const parsePathSegment: Parse<string> = (value, invalid) => {
	const text = parseName(value, invalid);
	const parts = text.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i);
	const isRemoved = parts.includes('.') || parts.includes('..');
	if (!isRemoved && !/\p{Cc}/u.test(text) && text.isWellFormed()) return text;
	const advice = 'Use the identifier itself, without parts such as "..", line breaks and tabs.';
	throw invalid(`can't be used in a web address: ${stringifyJson(truncate(text))}`, advice);
};

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const parseUuid: Parse<string> = (value, invalid) => {
	const text = parseName(value, invalid);
	if (UUID.test(text)) return text;
	const advice = 'Use a UUID such as 123e4567-e89b-12d3-a456-426614174000, or leave it empty.';
	throw invalid(`must be a UUID, but is ${quote(text)}`, advice);
};

/** Accepts "true" and "false" in any letter case too. */
export const parseBoolean: Parse<boolean> = (value, invalid) => {
	const word = typeof value === 'string' ? trimInvisible(value).toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	const advice = 'Use the toggle, or an expression that returns true or false.';
	throw invalid(`must be true or false, but is ${quote(value)}`, advice);
};

const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

const createNumberParser =
	(type: string, isOfType: (number: number) => boolean): Parse<number> =>
	(value, invalid, limits = {}) => {
		const { minValue = -Infinity, maxValue = Infinity } = limits;
		const given = typeof value === 'string' ? trimInvisible(value) : value;
		const isText = typeof given === 'string' && DECIMAL.test(given);
		const isNumber = isText || typeof given === 'number' || typeof given === 'bigint';
		const number = isNumber ? Number(given) : NaN;
		// The sum turns -0 into 0.
		if (isOfType(number) && number >= minValue && number <= maxValue) return number + 0;

		// For example, 1e300 is whole. The error then names the largest number that is accepted.
		const isTooLong = !isOfType(number) && Number.isInteger(number);
		const limit = isTooLong ? Number.MAX_SAFE_INTEGER : Infinity;
		const least = Math.max(minValue, -limit);
		const most = Math.min(maxValue, limit);
		const words = [
			least > -Infinity ? `at least ${least}` : '',
			most < Infinity ? `at most ${most}` : '',
		].filter(Boolean);
		const expected = words.length === 0 ? type : `${type} of ${words.join(' and ')}`;
		const advice = `Enter ${type}, or use an expression that returns one.`;
		throw invalid(`must be ${expected}, but is ${quote(value)}`, advice);
	};

/** Parses a number within `minValue` and `maxValue`, or text that contains only such a number. */
export const parseNumber = createNumberParser('a number', Number.isFinite);

/** Like `parseNumber`. The number must be whole. */
export const parseInteger = createNumberParser('a whole number', Number.isSafeInteger);

/** Parses JSON text, with BigInt for very long whole numbers. Doesn't check the numbers. */
export const parseJsonUnchecked: Parse<unknown> = (value, invalid) => {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonWithBigInts(trimInvisible(value));
	} catch (error) {
		const advice = 'Check the quotes, commas and brackets.';
		throw invalid(`isn't valid JSON: ${(error as Error).message}`, advice);
	}
};

/** Parses JSON text. A number that may have lost digits is invalid. */
const parseJson: Parse<unknown> = (value, invalid) =>
	typeof value === 'string' ? toJson(parseJsonUnchecked(value, invalid), invalid, 'text') : value;

export const parseJsonObject: Parse<IDataObject> = (value, invalid) => {
	const json = parseJson(value, invalid);
	if (isObject(json)) return json;
	const advice = 'Write it as {"name": "value"}, or use an expression that returns an object.';
	throw invalid(`must be a JSON object, but is ${quote(json)}`, advice);
};

export const parseJsonArray: Parse<unknown[]> = (value, invalid) => {
	const json = parseJson(value, invalid);
	if (Array.isArray(json)) return json;
	const advice = 'Write it as [ … ], or use an expression that returns a list.';
	throw invalid(`must be a JSON array, but is ${quote(json)}`, advice);
};

/**
 * Returns a list. Text is parsed as a JSON array if it starts with `[`, and otherwise split at commas. A
 * number or boolean becomes a list with its text.
 */
export const parseList: Parse<unknown[]> = (value, invalid) => {
	if (Array.isArray(value)) return parseJsonArray(value, invalid);
	const text = parseText(value, invalid);
	return isJsonArray(text) ? parseJsonArray(text, invalid) : splitNames(text);
};

/** Whether a text seems to be a JSON array. */
export function isJsonArray(text: string): boolean {
	return trimInvisible(text).startsWith('[');
}

/** Like `parseList`, for names. */
export const parseNames: Parse<string[]> = (value, invalid) =>
	parseList(value, invalid).map((name) => parseName(name, invalid));

/** Splits text at commas. Leaves out blanks and zero-width characters around names, and empty names. */
export function splitNames(text: string): string[] {
	return text.split(',').map(trimInvisible).filter(Boolean);
}

/**
 * Parses whole numbers from text (`1, 2, 3` or `[1, 2, 3]`), a list or a single number. An empty entry, as in
 * `1,,3`, is invalid, because an expression may have lost its number.
 */
export const parseIntegerList: Parse<Array<number | bigint>> = (value, invalid) => {
	const isText = typeof value === 'string' && !isJsonArray(value);
	const entries = isText ? value.split(',') : parseList(value, invalid);
	return entries.map((entry) => {
		const digits = typeof entry === 'object' ? '' : trimInvisible(String(entry));
		if (/^[-+]?\d+$/.test(digits)) {
			return Number.isSafeInteger(Number(digits)) ? Number(digits) + 0 : BigInt(digits);
		}
		const reason = `contains ${quote(entry)}, which isn't a whole number`;
		throw invalid(reason, 'Enter whole numbers, separated by commas.');
	});
};

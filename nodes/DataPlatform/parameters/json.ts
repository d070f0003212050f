import type { IDataObject } from 'n8n-workflow';
import { parseJsonWithBigInts } from '../helpers/exactJson';
import { isObject, quote, trimInvisible } from '../helpers/values';
import { type Parse, parseName, parseText, requireExactNumbers } from './validators';

/** Parses JSON text, with BigInt for very long whole numbers. Doesn't check the numbers. */
export const parseFields: Parse<unknown> = (value, invalid) => {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonWithBigInts(trimInvisible(value));
	} catch (error) {
		const advice = 'Check the quotes, commas and brackets.';
		throw invalid(`isn't valid JSON: ${(error as Error).message}`, advice);
	}
};

/** Parses JSON text. A number that may have lost digits is invalid, even in a value that isn't text. */
export const parseJson: Parse<unknown> = (value, invalid) =>
	requireExactNumbers(parseFields(value, invalid), invalid);

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
 * Returns a list. Text is parsed as a JSON array if it starts with `[`, and otherwise split at commas. Any
 * other value becomes a list with only that value.
 */
export const parseList: Parse<unknown[]> = (value, invalid) => {
	if (Array.isArray(value)) return parseJsonArray(value, invalid);
	const text = parseText(value, invalid);
	return text.trim().startsWith('[') ? parseJsonArray(text, invalid) : splitNames(text);
};

/** Like `parseList`, for names. */
export const parseNames: Parse<string[]> = (value, invalid) =>
	parseList(value, invalid).map((name) => parseName(name, invalid));

/** Splits text at commas. Leaves out blanks and zero-width characters around names, and empty names. */
export function splitNames(text: string): string[] {
	return text.split(',').map(trimInvisible).filter(Boolean);
}

/** Parses whole numbers from text (`1, 2, 3` or `[1, 2, 3]`), a list or a single number. */
export const parseIntegerList: Parse<Array<number | bigint>> = (value, invalid) =>
	parseList(value, invalid).map((entry) => {
		const digits = typeof entry === 'object' ? '' : String(entry).trim();
		if (/^[-+]?\d+$/.test(digits)) {
			return Number.isSafeInteger(Number(digits)) ? Number(digits) + 0 : BigInt(digits);
		}
		const reason = `contains ${quote(entry)}, which isn't a whole number`;
		throw invalid(reason, 'Enter whole numbers, separated by commas.');
	});

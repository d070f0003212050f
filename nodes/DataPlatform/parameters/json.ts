import type { IDataObject } from 'n8n-workflow';
import { parseJsonWithBigInts } from '../helpers/exactJson';
import { isObject, quote, trimInvisible } from '../helpers/values';
import { InvalidParameterError, parseText, requireExactNumbers } from './validators';

/**
 * Parses JSON text, with BigInt for very long whole numbers. Values that aren't text are only checked.
 * @throws InvalidParameterError, as all functions here, for invalid JSON or a number that may have lost digits
 */
export function parseJson(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, parseFields(parameter, value));
}

/** Like `parseJson`, but doesn't check numbers. In a collection, each field is checked when it's read. */
export function parseFields(parameter: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonWithBigInts(trimInvisible(value));
	} catch (error) {
		throw createJsonError(parameter, error as Error);
	}
}

function createJsonError(parameter: string, { message }: Error): InvalidParameterError {
	const advice = 'Check the quotes, commas and brackets.';
	return new InvalidParameterError(parameter, `isn't valid JSON: ${message}`, advice);
}

/** Like `parseJson`. The result must be an object. */
export function parseJsonObject(parameter: string, value: unknown): IDataObject {
	const json = parseJson(parameter, value);
	if (isObject(json)) return json;
	const reason = `must be a JSON object, but is ${quote(json)}`;
	const advice = 'Write it as {"name": "value"}, or use an expression that returns an object.';
	throw new InvalidParameterError(parameter, reason, advice);
}

/** Like `parseJson`. The result must be an array. */
export function parseJsonArray(parameter: string, value: unknown): unknown[] {
	const json = parseJson(parameter, value);
	if (Array.isArray(json)) return json;
	const advice = 'Write it as [ … ], or use an expression that returns a list.';
	throw new InvalidParameterError(parameter, `must be a JSON array, but is ${quote(json)}`, advice);
}

/**
 * Returns a list. Text is parsed as a JSON array if it starts with `[`, and otherwise split at commas. Any
 * other value becomes a list with only that value.
 */
export function parseList(parameter: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return parseJsonArray(parameter, value);
	const text = parseText(parameter, value);
	return text.trim().startsWith('[') ? parseJsonArray(parameter, text) : splitNames(text);
}

/** Splits text at commas. Leaves out blanks and zero-width characters around names, and empty names. */
export function splitNames(text: string): string[] {
	return text.split(',').map(trimInvisible).filter(Boolean);
}

/** Parses whole numbers from text (`1, 2, 3` or `[1, 2, 3]`), a list or a single number. */
export function parseIntegerList(parameter: string, value: unknown): Array<number | bigint> {
	return parseList(parameter, value).map((entry) => {
		const digits = typeof entry === 'object' ? '' : String(entry).trim();
		if (/^[-+]?\d+$/.test(digits)) {
			return Number.isSafeInteger(Number(digits)) ? Number(digits) + 0 : BigInt(digits);
		}
		const reason = `contains ${quote(entry)}, which isn't a whole number`;
		throw new InvalidParameterError(parameter, reason, 'Enter whole numbers, separated by commas.');
	});
}

import type { IDataObject } from 'n8n-workflow';
import { compareWithSchema, type Schema } from './schema';
import { parseJsonWithBigInts } from '../helpers/exactJson';
import { isObject, quote } from '../helpers/values';
import {
	InvalidParameterError,
	isNumeric,
	parseExactInteger,
	parseText,
	requireExactNumbers,
} from './validators';

/**
 * Parses text as JSON, with BigInt for large whole numbers. Returns a value that isn't text unchanged.
 * @throws InvalidParameterError if the text isn't JSON, a number isn't exact, or the nesting is too deep
 */
export function parseJson(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, parseFields(parameter, value));
}

/** Parses a collection's value if it's JSON text. Numbers are checked later, when each field is read. */
export function parseFields(parameter: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonWithBigInts(value);
	} catch (error) {
		throw createJsonError(parameter, error as Error);
	}
}

function createJsonError(parameter: string, { message }: Error): InvalidParameterError {
	return new InvalidParameterError(
		parameter,
		`isn't valid JSON: ${message}`,
		'Check the quotes, commas and brackets.',
	);
}

/** Like `parseJson`, but throws InvalidParameterError if the result isn't an object. */
export function parseJsonObject(parameter: string, value: unknown): IDataObject {
	const json = parseJson(parameter, value);
	if (isObject(json)) return json;
	throw new InvalidParameterError(
		parameter,
		`must be a JSON object, but is ${quote(json)}`,
		'Write it as {"name": "value"}, or use an expression that returns an object.',
	);
}

/** Like `parseJson`, but throws InvalidParameterError if the result isn't an array. */
export function parseJsonArray(parameter: string, value: unknown): unknown[] {
	const json = parseJson(parameter, value);
	if (Array.isArray(json)) return json;
	throw new InvalidParameterError(
		parameter,
		`must be a JSON array, but is ${quote(json)}`,
		'Write it as [ … ], or use an expression that returns a list.',
	);
}

/** Throws InvalidParameterError if the value violates the schema. undefined, for "not set", is valid. */
export function validateSchema(parameter: string, json: unknown, schema: Schema): void {
	if (json === undefined) return;
	const [violation] = compareWithSchema(json, schema).violations;
	if (violation === undefined) return;
	throw new InvalidParameterError(parameter, violation, 'Correct the value.');
}

/** Returns a hint that names the members that the schema doesn't list, or no hint if it lists them all. */
export function hintUnlisted(parameter: string, json: unknown, schema: Schema): string[] {
	const { unlisted } = compareWithSchema(json, schema);
	if (unlisted.length === 0) return [];
	const quotedPaths = unlisted.map((path) => `"${path}"`).join(', ');
	return [
		`'${parameter}' contains ${quotedPaths}, which the API doesn't document. The node sends everything, so check the spelling.`,
	];
}

/** Parses whole numbers of any size from `1, 2, 3`, a JSON array, a single number or a list. */
export function parseIntegerList(parameter: string, value: unknown): Array<number | bigint> {
	return parseList(parameter, value).map((entry) => {
		if (isNumeric(entry)) return parseExactInteger(parameter, entry);
		throw new InvalidParameterError(
			parameter,
			`contains ${quote(entry)}, which isn't a whole number`,
			'Enter whole numbers, separated by commas.',
		);
	});
}

/**
 * Returns a list unchanged. Text is parsed as a JSON array if it starts with `[`, and otherwise split at
 * commas. Any other value becomes a list with only that value.
 */
export function parseList(parameter: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	return value.trim().startsWith('[')
		? parseJsonArray(parameter, value)
		: value
				.split(',')
				.map((entry) => entry.trim())
				.filter((entry) => entry !== '');
}

/** Like `parseList`, but a single number becomes text. A single object or an inexact number is invalid. */
export function parseTextList(parameter: string, value: unknown): unknown[] {
	return Array.isArray(value)
		? parseJsonArray(parameter, value)
		: parseList(parameter, parseText(parameter, value));
}

/** Like `detectValue`, but throws InvalidParameterError for inexact numbers and too deep nesting. */
export function parseTyped(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, detectValue(value));
}

/**
 * Converts JSON text to its value: true, false, null, a number, an object, a list or a quoted string.
 * Other text stays unchanged, also `1e999` and `-0`, which JavaScript would change to Infinity and 0.
 */
export function detectValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		const json = parseJsonWithBigInts(value);
		return typeof json === 'number' && !equalsText(json, value.trim()) ? value : json;
	} catch {
		return value;
	}
}

/** Whether a number equals its text. `1e999` becomes Infinity, and `-0` would be sent as 0. */
function equalsText(number: number, text: string): boolean {
	return Number.isFinite(number) && (/[.eE]/.test(text) || String(number) === text);
}

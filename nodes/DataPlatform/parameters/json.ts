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
 * @throws InvalidParameterError if the text isn't JSON, or as `requireExactNumbers` does
 */
export function parseJson(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, parseFields(parameter, value));
}

/** Parses rows or a group of fields that may be JSON text. Numbers are checked later, field by field. */
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

/** Parses JSON as `parseJson` does. Throws InvalidParameterError unless it's an object. */
export function parseJsonObject(parameter: string, value: unknown): IDataObject {
	const json = parseJson(parameter, value);
	if (isObject(json)) return json;
	throw new InvalidParameterError(
		parameter,
		`must be a JSON object, but is ${quote(json)}`,
		'Write it as {"name": "value"}, or use an expression that returns an object.',
	);
}

/** Parses JSON as `parseJson` does. Throws InvalidParameterError unless it's an array. */
export function parseJsonArray(parameter: string, value: unknown): unknown[] {
	const json = parseJson(parameter, value);
	if (Array.isArray(json)) return json;
	throw new InvalidParameterError(
		parameter,
		`must be a JSON array, but is ${quote(json)}`,
		'Write it as [ … ], or use an expression that returns a list.',
	);
}

/** Throws InvalidParameterError for JSON that the contract doesn't allow. undefined is valid. */
export function validateSchema(parameter: string, json: unknown, schema: Schema): void {
	if (json === undefined) return;
	const [violation] = compareWithSchema(json, schema).violations;
	if (violation === undefined) return;
	throw new InvalidParameterError(parameter, violation, 'Correct the value.');
}

/** Returns a hint with the members that the contract doesn't list, or no hint. */
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

/** Keeps a list. Parses text as a JSON array, or splits it at commas. Wraps any other value in a list. */
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

/** Returns the list of an expression, or parses text as `parseList` does. */
export function parseTextList(parameter: string, value: unknown): unknown[] {
	return Array.isArray(value)
		? parseJsonArray(parameter, value)
		: parseList(parameter, parseText(parameter, value));
}

/** Converts a value as `detectValue` does. Throws InvalidParameterError as `requireExactNumbers` does. */
export function parseTyped(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, detectValue(value));
}

/**
 * Converts text that is JSON to its value: true, false, null, a number, an object, a list or a quoted string.
 * Keeps other text (even `1e999` and `-0`) and values that aren't text.
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

/** Whether a number equals its text: `1e999` would become Infinity, and `-0` would lose its sign. */
function equalsText(number: number, text: string): boolean {
	return Number.isFinite(number) && (/[.eE]/.test(text) || String(number) === text);
}

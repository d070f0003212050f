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
 * Parses JSON text, with BigInt for very long whole numbers. Values that aren't text are only checked.
 * @throws InvalidParameterError if the text isn't JSON, or a number may have lost digits
 */
export function parseJson(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, parseFields(parameter, value));
}

/** Like `parseJson`, but doesn't check numbers. In a collection, each field is checked when it's read. */
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

/** Returns a hint if the value has members that the schema doesn't list, because they may be misspelled. */
export function hintUnlisted(parameter: string, json: unknown, schema: Schema): string[] {
	const { unlisted } = compareWithSchema(json, schema);
	if (unlisted.length === 0) return [];
	const quotedPaths = unlisted.map((path) => `"${path}"`).join(', ');
	return [
		`'${parameter}' contains ${quotedPaths}, which the API doesn't document. The node sends everything, so check the spelling.`,
	];
}

/** Parses whole numbers from text (`1, 2, 3` or `[1, 2, 3]`), a list or a single number. */
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

/** Like `parseList`, but a single number becomes text. Throws InvalidParameterError for a single object. */
export function parseTextList(parameter: string, value: unknown): unknown[] {
	return Array.isArray(value)
		? parseJsonArray(parameter, value)
		: parseList(parameter, parseText(parameter, value));
}

/** Like `detectValue`, but throws InvalidParameterError if a number may have lost digits. */
export function parseTyped(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, detectValue(value));
}

/**
 * Parses text if it's JSON: `27` becomes a number, and `true` becomes a boolean. Other values don't change.
 * The texts `1e999` and `-0` don't change either, because as numbers they would be sent as null and 0.
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

/** Whether a number can replace its text. `1.50` can, although JavaScript writes it as 1.5. `-0` can't. */
function equalsText(number: number, text: string): boolean {
	return Number.isFinite(number) && (/[.eE]/.test(text) || String(number) === text);
}

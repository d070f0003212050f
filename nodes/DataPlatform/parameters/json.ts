import type { IDataObject } from 'n8n-workflow';
import type { Schema } from './schema';
import { compareWithSchema } from './schema';
import { parseJsonExact } from '../helpers/exactJson';
import { isObject, quote } from '../helpers/values';
import { InvalidParameterError, parseExactInteger, requireExactNumbers } from './validators';

/**
 * JSON: text is parsed, and any other value of an expression is used unchanged.
 * @throws InvalidParameterError with the parser's message
 */
export function parseJson(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, parseFields(parameter, value));
}

/** Rows or a group of fields; an expression may return them as JSON text. */
export function parseFields(parameter: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonExact(value);
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

/** A JSON object. */
export function parseJsonObject(parameter: string, value: unknown): IDataObject {
	const json = parseJson(parameter, value);
	if (isObject(json)) return json;
	throw new InvalidParameterError(
		parameter,
		`must be a JSON object, but is ${quote(json)}`,
		'Write it as {"name": "value"}, or use an expression that returns an object.',
	);
}

/** A JSON array. */
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
	throw new InvalidParameterError(
		parameter,
		violation,
		'Correct the value. Nothing was sent for this item.',
	);
}

/** Returns a hint about members that the contract doesn't list, or none. */
export function hintUnlisted(parameter: string, json: unknown, schema: Schema): string[] {
	const { unlisted } = compareWithSchema(json, schema);
	if (unlisted.length === 0) return [];
	const names = unlisted.map((path) => `"${path}"`).join(', ');
	return [
		`'${parameter}' contains ${names}, which the API doesn't document. The node sends everything, so check the spelling.`,
	];
}

/** A list of whole numbers: `1, 2, 3`, a JSON array, a single number, or a list by expression. */
export function parseIntegerList(parameter: string, value: unknown): Array<number | bigint> {
	return parseList(parameter, value).map((entry) => parseExactInteger(parameter, entry));
}

/** A list by expression, a JSON array, texts separated by commas, or a single value. */
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

/** A value whose type `detectValue` finds. */
export function parseTyped(parameter: string, value: unknown): unknown {
	return requireExactNumbers(parameter, detectValue(value));
}

/**
 * The value that a text means: `true`, `false`, `null`, numbers, and text that is a whole JSON object,
 * list or quoted string are read as such; everything else stays text.
 */
export function detectValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		const json = parseJsonExact(value);
		return typeof json === 'number' && !isWrittenSo(json, value.trim()) ? value : json;
	} catch {
		return value;
	}
}

/** `1e999` would be Infinity, `-0` would lose its sign. */
function isWrittenSo(number: number, text: string): boolean {
	return Number.isFinite(number) && (/[.eE]/.test(text) || String(number) === text);
}

import type { IDataObject } from 'n8n-workflow';
import type { Schema } from './schema';
import { findUnlisted, findViolation } from './schema';
import { parseJsonExact } from '../helpers/exactJson';
import { isObject, quote } from '../helpers/values';
import {
	inexactNumber,
	isExactNumber,
	InvalidParameterError,
	parseExactInteger,
} from './validators';

/** JavaScript writes larger whole numbers with an exponent, so not each of their digits is meant. */
const WITH_EXPONENT = 1e21;

/**
 * JSON: text is parsed, any other value of an expression is used unchanged.
 * @throws InvalidParameterError with the parser's own words, position included
 */
export function parseJson(parameter: string, value: unknown): unknown {
	return requireSendable(parameter, parseFields(parameter, value));
}

/** Rows or a group of fields; an expression may return them as JSON text. */
export function parseFields(parameter: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonExact(value);
	} catch (error) {
		throw invalidJson(parameter, error as Error);
	}
}

function invalidJson(parameter: string, { message }: Error): InvalidParameterError {
	return new InvalidParameterError(
		parameter,
		`isn't valid JSON: ${message}`,
		'Check quotes, commas and brackets at that position.',
	);
}

function requireSendable(parameter: string, json: unknown): unknown {
	const invalid = (reason: string) =>
		new InvalidParameterError(parameter, reason, 'Use text instead, or leave the value out.');
	let number: number | undefined;
	try {
		number = firstNotSendable(json);
	} catch {
		throw invalid('is nested too deeply or contains itself');
	}
	if (number === undefined) return json;
	if (Number.isFinite(number)) throw inexactNumber(parameter, number, json);
	// `1e999` parses to Infinity, which would silently be sent as null.
	throw invalid("contains a number that JSON doesn't support (Infinity or NaN)");
}

function firstNotSendable(json: unknown): number | undefined {
	if (typeof json === 'number') return isSendable(json) ? undefined : json;
	if (typeof json !== 'object' || json === null) return undefined;
	for (const member of Object.values(json)) {
		const found = firstNotSendable(member);
		if (found !== undefined) return found;
	}
	return undefined;
}

function isSendable(number: number): boolean {
	return isExactNumber(number) || (Number.isFinite(number) && Math.abs(number) >= WITH_EXPONENT);
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

/**
 * Throws for JSON that the contract doesn't allow. undefined is valid.
 */
export function validateSchema(parameter: string, json: unknown, schema: Schema): void {
	const reason = json === undefined ? undefined : findViolation(json, schema);
	if (reason === undefined) return;
	throw new InvalidParameterError(
		parameter,
		reason,
		'Correct the value. Nothing was sent for this item.',
	);
}

/** Returns a hint about members that the contract doesn't list, or none. */
export function hintUnlisted(parameter: string, json: unknown, schema: Schema): string[] {
	const places = findUnlisted(json, schema);
	if (places.length === 0) return [];
	const names = places.map((place) => `"${place}"`).join(', ');
	return [
		`'${parameter}' contains ${names}, which the API doesn't document. They are sent unchanged, so check the spelling.`,
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

/** The value of a name/value row, as `detectValue` reads it. */
export function parseTyped(parameter: string, value: unknown): unknown {
	return requireSendable(parameter, detectValue(value));
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

import type { IDataObject } from 'n8n-workflow';
import type { Schema } from '../api/schema';
import { unlistedMembers, violation } from '../api/schema';
import { isObject, quote } from '../values';
import { RefusedParameter, toInteger } from './checks';

/**
 * JSON from the panel: text is parsed, a value that an expression gave is taken as it is.
 * @throws RefusedParameter with the parser's own words, position included
 */
export function toJson(parameter: string, value: unknown): unknown {
	const json = typeof value === 'string' ? parsed(parameter, value) : value;
	const reason = notForJson(json);
	if (reason === undefined) return json;
	throw new RefusedParameter(parameter, reason, 'Write it as text, or leave it out.');
}

function parsed(parameter: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw refusedJson(parameter, error);
	}
}

function notForJson(json: unknown): string | undefined {
	try {
		return holdsUnsendable(json)
			? 'holds a number that JSON cannot carry (Infinity, NaN or a BigInt)'
			: undefined;
	} catch {
		return 'is nested too deeply, or holds itself';
	}
}

/** `1e999` parses to Infinity, which would silently be sent as null. */
function holdsUnsendable(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isFinite(value);
	if (typeof value === 'bigint') return true;
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnsendable);
}

function refusedJson(parameter: string, error: unknown): RefusedParameter {
	const reason = error instanceof Error ? error.message : String(error);
	return new RefusedParameter(
		parameter,
		`is not valid JSON: ${reason}`,
		'Check quotes, commas and brackets at that position.',
	);
}

/** A JSON object. */
export function toJsonObject(parameter: string, value: unknown): IDataObject {
	const json = toJson(parameter, value);
	if (isObject(json)) return json;
	throw new RefusedParameter(
		parameter,
		`must be a JSON object, but is ${quote(json)}`,
		'Write it as {"name": "value"}, or use an expression that gives an object.',
	);
}

/** A JSON array. */
export function toJsonArray(parameter: string, value: unknown): unknown[] {
	const json = toJson(parameter, value);
	if (Array.isArray(json)) return json;
	throw new RefusedParameter(
		parameter,
		`must be a JSON array, but is ${quote(json)}`,
		'Write it as [ … ], or use an expression that gives a list.',
	);
}

/**
 * Refuses JSON that the contract does not allow, before anything is sent.
 * @param json undefined passes
 */
export function refuseViolation(parameter: string, json: unknown, schema: Schema): void {
	const reason = json === undefined ? undefined : violation(json, schema);
	if (reason === undefined) return;
	throw new RefusedParameter(parameter, reason, 'Correct it; nothing was sent for this item.');
}

/**
 * What the user should know of JSON with members that the contract does not list: a name may be misspelt,
 * or be one of this instance.
 * @returns one hint, or none
 */
export function hintOfUnlisted(parameter: string, json: unknown, schema: Schema): string[] {
	const places = unlistedMembers(json, schema);
	if (places.length === 0) return [];
	const names = places.map((place) => `"${place}"`).join(', ');
	return [`'${parameter}' holds ${names}, which the API does not document: sent as given.`];
}

/** A list of whole numbers: `1, 2, 3`, a JSON array, a single number, or a list by expression. */
export function toIntegerList(parameter: string, value: unknown): number[] {
	return listOf(parameter, value).map((entry) => toInteger(parameter, entry));
}

function listOf(parameter: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string') return [value];
	return value.trim().startsWith('[')
		? toJsonArray(parameter, value)
		: value
				.split(',')
				.map((entry) => entry.trim())
				.filter((entry) => entry !== '');
}

/**
 * The value that a name/value row means: `true`, `false`, `null`, numbers, and text that is a whole
 * JSON object, list or quoted string are read as such; everything else stays text.
 * Whole numbers that a double cannot hold exactly stay text.
 */
export function recognisedValue(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		const json: unknown = JSON.parse(value);
		return typeof json === 'number' && !isExact(json, value.trim()) ? value : json;
	} catch {
		return value;
	}
}

function isExact(number: number, text: string): boolean {
	return Number.isFinite(number) && (/[.eE]/.test(text) || String(number) === text);
}

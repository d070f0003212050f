import { type INodePropertyTypeOptions, tryToParseDateTime } from 'n8n-workflow';
import { stringifyJson } from '../helpers/exactJson';
import { inferEpochMilliseconds } from '../helpers/isoDate';
import { quote, truncate, withoutUndefined } from '../helpers/values';

/** An invalid parameter value. The router turns it into n8n's error, with the node and the item index. */
export class InvalidParameterError extends Error {
	/** The parameter's display name. */
	readonly parameter: string;

	/** What the user should do about it. */
	description: string;

	/** @param reason what is wrong, in words that follow the parameter's name: `must be text, but is 5` */
	constructor(parameter: string, reason: string, description: string) {
		super(`'${parameter}' ${reason}`);
		this.parameter = parameter;
		this.description = description;
	}

	/** Adds the parameter's row, such as `row 2 of Filters`, to the description. undefined means no row. */
	at(place: string | undefined): this {
		if (place !== undefined) this.description = `See ${place}. ${this.description}`;
		return this;
	}
}

/** Creates the error for a value that isn't in a list of choices. */
export function createChoiceError(parameter: string, choices: unknown[], value: unknown) {
	return new InvalidParameterError(
		parameter,
		`must be one of ${choices.join(', ')}, but is ${quote(value)}`,
		'Choose a value from the list, or use an expression that returns one of these values.',
	);
}

/** The smallest and the largest valid number. */
export type NumberRange = Pick<INodePropertyTypeOptions, 'minValue' | 'maxValue'>;

const WHOLE_NUMBER = /^[-+]?\d+$/;
const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Whether a parameter counts as not set. Blank text isn't set, but 0, false and an empty list are set. */
export function isUnset(value: unknown): value is undefined | null | '' {
	return typeof value === 'string' ? value.trim() === '' : value === undefined || value === null;
}

/**
 * Converts a value to text. Throws InvalidParameterError for objects, lists, null, NaN, Infinity, and whole
 * numbers beyond ±(2^53 - 1), which may have lost digits.
 */
export function parseText(parameter: string, value: unknown): string {
	if (typeof value === 'object') {
		throw new InvalidParameterError(
			parameter,
			`must be text, but is ${quote(value)}`,
			Array.isArray(value)
				? 'Put a Split Out node before this node to get one item per value.'
				: 'Map a single value of the item instead.',
		);
	}
	if (typeof value === 'number' && !isExact(value)) {
		throw createNumberError(parameter, value, value);
	}
	return String(value);
}

/** Returns false for NaN, Infinity, and whole numbers beyond ±(2^53 - 1), which may have lost digits. */
function isExact(number: number): boolean {
	return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

/** Creates the error for an inexact number. `value` is the number itself, or the JSON that contains it. */
function createNumberError(parameter: string, number: number, value: unknown) {
	const found = `${typeof value === 'number' ? 'is' : 'contains'} ${number}`;
	return Number.isFinite(number)
		? new InvalidParameterError(
				parameter,
				`${found}, which can't be sent exactly`,
				'Correct the expression, or keep the value as text in every node, because numbers beyond 9007199254740991 may lose their last digits.',
			)
		: new InvalidParameterError(
				parameter,
				`${found}, which can't be sent`,
				'Correct the expression, so that it returns a number.',
			);
}

/**
 * From 1e21 on, JavaScript writes whole numbers with an exponent. Users don't expect all digits of these
 * numbers, so `requireExactNumbers` accepts them.
 */
const WITH_EXPONENT = 1e21;

/**
 * Checks all numbers in a JSON value, and returns the value unchanged.
 * @throws InvalidParameterError if the value is nested too deeply, or contains NaN or Infinity (`1e999`),
 * which would be sent as null, or a JavaScript number from 2^53 to 1e21, which may have lost digits
 */
export function requireExactNumbers<Value>(parameter: string, value: Value): Value {
	let number: number | undefined;
	try {
		number = findInexactNumber(value);
	} catch {
		throw createDepthError(parameter);
	}
	if (number !== undefined) throw createNumberError(parameter, number, value);
	return value;
}

function createDepthError(parameter: string): InvalidParameterError {
	return new InvalidParameterError(
		parameter,
		'is nested too deeply or contains itself',
		'Send the value as text, or leave it out.',
	);
}

function findInexactNumber(value: unknown): number | undefined {
	if (typeof value === 'number') {
		const isLarge = Number.isFinite(value) && Math.abs(value) >= WITH_EXPONENT;
		return isExact(value) || isLarge ? undefined : value;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	for (const member of Object.values(value)) {
		const found = findInexactNumber(member);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Parses a number or digits. Throws InvalidParameterError unless it's a safe integer in the range. */
export function parseInteger(parameter: string, value: unknown, range: NumberRange = {}): number {
	const number = toNumber(value, WHOLE_NUMBER);
	if (Number.isSafeInteger(number) && isWithin(number, range)) return number + 0;
	const isInteger = Number.isInteger(number);
	const limits = isInteger
		? { minValue: Number.MIN_SAFE_INTEGER, maxValue: Number.MAX_SAFE_INTEGER }
		: {};
	throw createRangeError(parameter, 'a whole number', value, {
		...limits,
		...withoutUndefined(range),
	});
}

/**
 * Parses a whole number of any size. Beyond 2^53 - 1, text with digits becomes a BigInt, but a JavaScript
 * number is invalid, because it may have lost digits.
 */
export function parseExactInteger(parameter: string, value: unknown): number | bigint {
	const isDigits = typeof value === 'string' && WHOLE_NUMBER.test(value.trim());
	const integer = isDigits ? BigInt(value.trim()) : value;
	if (typeof integer === 'bigint' && !Number.isSafeInteger(Number(integer))) return integer;
	if (typeof integer === 'number' && Number.isInteger(integer) && !isExact(integer)) {
		throw createNumberError(parameter, integer, value);
	}
	return parseInteger(parameter, value);
}

/** Whether a value is a number, or text with the digits of a whole number. */
export function isNumeric(value: unknown): boolean {
	return !Number.isNaN(toNumber(value, WHOLE_NUMBER));
}

/** Parses a number or text. Throws InvalidParameterError unless the result is finite and in the range. */
export function parseDecimal(parameter: string, value: unknown, range: NumberRange = {}): number {
	const number = toNumber(value, DECIMAL);
	if (Number.isFinite(number) && isWithin(number, range)) return number;
	throw createRangeError(parameter, 'a number', value, range);
}

function createRangeError(parameter: string, type: string, value: unknown, range: NumberRange) {
	return new InvalidParameterError(
		parameter,
		`must be ${type}${describeRange(range)}, but is ${quote(value)}`,
		`Enter ${type}, or use an expression that returns one.`,
	);
}

/** Converts a number, or text that matches the pattern, to a number. Returns NaN for any other value. */
function toNumber(value: unknown, pattern: RegExp): number {
	const isText = typeof value === 'string' && pattern.test(value.trim());
	return isText || typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;
}

function isWithin(number: number, { minValue = -Infinity, maxValue = Infinity }: NumberRange) {
	return number >= minValue && number <= maxValue;
}

function describeRange({ minValue: min, maxValue: max }: NumberRange): string {
	if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
	if (min !== undefined) return ` of at least ${min}`;
	return max === undefined ? '' : ` of at most ${max}`;
}

/** Parses a boolean, or "true" or "false" in any letter case. Otherwise throws InvalidParameterError. */
export function parseBoolean(parameter: string, value: unknown): boolean {
	const words: Record<string, boolean> = { true: true, false: false };
	const boolean = typeof value === 'string' ? words[value.trim().toLowerCase()] : value;
	if (typeof boolean === 'boolean') return boolean;
	throw new InvalidParameterError(
		parameter,
		`must be true or false, but is ${quote(value)}`,
		'Use the toggle, or an expression that returns true or false.',
	);
}

/** Text must start with a date, because n8n's tryToParseDateTime would read `Invoice 7` as July 2001. */
const STARTS_WITH_A_DATE = /^\d{4}-\d\d-\d\d/;

/**
 * Returns epoch milliseconds. Accepts a number of epoch seconds or milliseconds, or text such as
 * `2026-05-31` or `2026-05-31 14:30`. Throws InvalidParameterError for anything else.
 * @param timezone the time zone of text that has none
 */
export function parseTime(parameter: string, value: unknown, timezone: string): number {
	const time =
		inferEpochMilliseconds(value) ?? parseTimeText(parseText(parameter, value).trim(), timezone);
	if (time !== undefined) return time;
	throw new InvalidParameterError(
		parameter,
		`must be a date or a date-time, but is ${quote(value)}`,
		'Choose a date, or use an expression such as {{ $now.minus({ days: 1 }) }}.',
	);
}

function parseTimeText(text: string, timezone: string): number | undefined {
	if (!STARTS_WITH_A_DATE.test(text)) return undefined;
	try {
		return tryToParseDateTime(text, timezone).toMillis();
	} catch {
		return undefined;
	}
}

/** Returns the text if it's a UUID. Throws InvalidParameterError for anything else. */
export function parseUuid(parameter: string, value: unknown): string {
	const text = parseText(parameter, value).trim();
	if (UUID.test(text)) return text;
	throw new InvalidParameterError(
		parameter,
		`must be a UUID, but is ${quote(text)}`,
		'Use a UUID such as 123e4567-e89b-12d3-a456-426614174000, or leave the parameter empty.',
	);
}

/**
 * Returns an identifier for one segment of a URL path, trimmed but not encoded yet. The parts `.` and `..`
 * are invalid, even in `a/../b` or percent-encoded, because servers and proxies remove them from URLs.
 */
export function parsePathSegment(parameter: string, value: unknown): string {
	const text = parseText(parameter, value).trim();
	const parts = text.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i);
	const isRemoved = parts.includes('.') || parts.includes('..');
	if (isRemoved || CONTROL_CHARACTER.test(text) || !text.isWellFormed()) {
		throw new InvalidParameterError(
			parameter,
			`can't be used in a web address: ${stringifyJson(truncate(text))}`,
			'Use the identifier itself, without parts such as "..", line breaks and tabs.',
		);
	}
	return text;
}

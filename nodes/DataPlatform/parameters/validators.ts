import { tryToParseDateTime } from 'n8n-workflow';
import { epochMilliseconds } from '../helpers/isoDate';
import { quote } from '../helpers/values';

/**
 * An invalid parameter value. The router turns it into n8n's error, with the node and the item index.
 * Nothing was sent for the item.
 */
export class InvalidParameterError extends Error {
	/** The parameter's display name. */
	readonly parameter: string;

	/** What to do, in one sentence. */
	readonly description: string;

	private readonly reason: string;

	private readonly member: string | undefined;

	/**
	 * @param parameter the parameter's display name
	 * @param reason what is wrong with the value; it follows the name: `must be …`
	 * @param member a member of the parameter's JSON, if it's about that
	 */
	constructor(parameter: string, reason: string, description: string, member?: string) {
		super(`${member === undefined ? '' : `${member} in `}'${parameter}' ${reason}`);
		this.parameter = parameter;
		this.reason = reason;
		this.description = description;
		this.member = member;
	}

	/** Adds the place of the parameter. */
	at(place: string): InvalidParameterError {
		const { parameter, reason, description, member } = this;
		return new InvalidParameterError(parameter, reason, `In ${place}. ${description}`, member);
	}
}

/** The error for a value that isn't in a list of choices. */
export function notOffered(
	parameter: string,
	offered: unknown[],
	value: unknown,
): InvalidParameterError {
	return new InvalidParameterError(
		parameter,
		`must be one of ${offered.join(', ')}, but is ${quote(value)}`,
		'Choose a value from the list, or use an expression that returns one of these values.',
	);
}

/** Whole-number or number bounds, both inclusive. */
export interface Bounds {
	min?: number;
	max?: number;
}

const WHOLE_NUMBER = /^[-+]?\d+$/;
const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Whether a parameter counts as not set: undefined, null, or blank text. */
export function isUnset(value: unknown): value is undefined | null | '' {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Text; numbers and booleans are converted. */
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
	if (typeof value === 'number' && !isExactNumber(value)) {
		throw inexactNumber(parameter, value, value);
	}
	return String(value);
}

/** Whether a number is exact. Beyond 2^53, several numbers become the same. */
export function isExactNumber(value: number): boolean {
	return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/**
 * The error for a number that isn't exact.
 * @param value the number, or what contains it
 */
export function inexactNumber(
	parameter: string,
	number: number,
	value: unknown,
): InvalidParameterError {
	return new InvalidParameterError(
		parameter,
		`${value === number ? 'is' : 'contains'} a number that is too long to be exact (${number})`,
		'Enter it as text, because numbers beyond 9007199254740991 lose their last digits.',
	);
}

/** A whole number within the bounds. Digits are converted. */
export function parseInteger(parameter: string, value: unknown, bounds: Bounds = {}): number {
	const isDigits =
		typeof value === 'bigint' || (typeof value === 'string' && WHOLE_NUMBER.test(value.trim()));
	const number = isDigits ? Number(value) : value;
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
		throw new InvalidParameterError(
			parameter,
			`is too large: ${String(value)}`,
			`Use a whole number up to ${Number.MAX_SAFE_INTEGER}.`,
		);
	}
	if (typeof number !== 'number' || !Number.isInteger(number) || !isWithin(number, bounds)) {
		throw new InvalidParameterError(
			parameter,
			`must be a whole number${describeBounds(bounds)}, but is ${quote(value)}`,
			'Enter a whole number, or use an expression that returns one.',
		);
	}
	return number + 0;
}

/** A whole number of any size; a BigInt if a number isn't exact. Digits are converted. */
export function parseExactInteger(parameter: string, value: unknown): number | bigint {
	const isDigits = typeof value === 'string' && WHOLE_NUMBER.test(value.trim());
	const integer = isDigits ? BigInt(value.trim()) : value;
	if (typeof integer === 'bigint' && !Number.isSafeInteger(Number(integer))) return integer;
	if (typeof integer === 'number' && !isExactNumber(integer)) {
		throw inexactNumber(parameter, integer, value);
	}
	return parseInteger(parameter, value);
}

/** A finite number within the bounds. Decimal notation is converted. */
export function parseNumber(parameter: string, value: unknown, bounds: Bounds = {}): number {
	const isDecimal = typeof value === 'string' && DECIMAL.test(value.trim());
	const number = isDecimal ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number) || !isWithin(number, bounds)) {
		throw new InvalidParameterError(
			parameter,
			`must be a number${describeBounds(bounds)}, but is ${quote(value)}`,
			'Enter a number, or use an expression that returns one.',
		);
	}
	return number;
}

function isWithin(number: number, { min = -Infinity, max = Infinity }: Bounds): boolean {
	return number >= min && number <= max;
}

function describeBounds({ min, max }: Bounds): string {
	if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
	if (min !== undefined) return ` of at least ${min}`;
	return max === undefined ? '' : ` of at most ${max}`;
}

/** true or false, also written as text. */
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

/** What begins with a date in ISO 8601; n8n's own reading would take almost any text for a time. */
const STARTS_WITH_A_DATE = /^\d{4}-\d\d-\d\d/;

/**
 * A point in time in milliseconds, from a date in ISO 8601 or SQL, with or without a time, or from
 * an epoch number.
 * @param timezone of a time without one
 */
export function parseTime(parameter: string, value: unknown, timezone: string): number {
	const time = epochMilliseconds(value) ?? timeIn(parseText(parameter, value).trim(), timezone);
	if (time !== undefined) return time;
	throw new InvalidParameterError(
		parameter,
		`must be a date or a time, but is ${quote(value)}`,
		'Choose a date, or use an expression such as {{ $now.minus({ days: 1 }) }}.',
	);
}

function timeIn(text: string, timezone: string): number | undefined {
	if (!STARTS_WITH_A_DATE.test(text)) return undefined;
	try {
		return tryToParseDateTime(text, timezone).toMillis();
	} catch {
		return undefined;
	}
}

/** A UUID (api-spec.md 2.7, sessionId). */
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
 * An identifier, not empty, that becomes one segment of the address. Blanks around it are dropped.
 * Invalid: `.` and `..`, even between slashes or percent-encoded, because servers and
 * proxies read them as "go up"; control characters; broken Unicode.
 */
export function parsePathSegment(parameter: string, value: unknown): string {
	const text = parseText(parameter, value).trim();
	const parts = text.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i);
	if (parts.includes('.') || parts.includes('..')) {
		throw new InvalidParameterError(
			parameter,
			`can't be used in an address: ${quote(text)}`,
			'Use the identifier itself, without parts such as "..".',
		);
	}
	if (CONTROL_CHARACTER.test(text) || !text.isWellFormed()) {
		throw new InvalidParameterError(
			parameter,
			'contains a control character or broken text',
			'Copy the identifier again, without line breaks or tabs.',
		);
	}
	return text;
}

import type { INodePropertyTypeOptions } from 'n8n-workflow';
import { stringifyJson } from '../helpers/exactJson';
import { quote, trimInvisible, truncate } from '../helpers/values';

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

	/** Adds the parameter's row, such as `row 2 of Columns`, to the description. undefined means no row. */
	at(place: string | undefined): this {
		if (place !== undefined) this.description = `See ${place}. ${this.description}`;
		return this;
	}
}

/** Creates the error for a value that isn't in a list of choices. */
export function createChoiceError(parameter: string, choices: unknown[], value: unknown) {
	const reason = `must be one of ${choices.join(', ')}, but is ${quote(value)}`;
	const advice = 'Choose a value, or use an expression that returns one of these values.';
	return new InvalidParameterError(parameter, reason, advice);
}

/** Whether a parameter counts as not set. Blank text isn't set, but 0, false and an empty list are set. */
export function isUnset(value: unknown): value is undefined | null | '' {
	if (typeof value === 'string') return trimInvisible(value) === '';
	return value === undefined || value === null;
}

/** Converts a value to text. Throws InvalidParameterError for objects, lists and inexact numbers. */
export function parseText(parameter: string, value: unknown): string {
	if (typeof value !== 'object') return String(requireExactNumbers(parameter, value));
	const advice = Array.isArray(value)
		? 'Put a Split Out node before this node to get one item per value.'
		: 'Map a single value of the item instead.';
	throw new InvalidParameterError(parameter, `must be text, but is ${quote(value)}`, advice);
}

/** Like `parseText`, without blanks and zero-width characters at the ends. For names and IDs. */
export function parseName(parameter: string, value: unknown): string {
	return trimInvisible(parseText(parameter, value));
}

/**
 * Returns an identifier for one segment of a URL path, not encoded yet. The parts `.` and `..` are
 * invalid, even in `a/../b` or percent-encoded, because servers and proxies remove them from URLs.
 */
export function parsePathSegment(parameter: string, value: unknown): string {
	const text = parseName(parameter, value);
	const parts = text.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i);
	const isRemoved = parts.includes('.') || parts.includes('..');
	if (!isRemoved && !/\p{Cc}/u.test(text) && text.isWellFormed()) return text;
	const reason = `can't be used in a web address: ${stringifyJson(truncate(text))}`;
	const advice = 'Use the identifier itself, without parts such as "..", line breaks and tabs.';
	throw new InvalidParameterError(parameter, reason, advice);
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function parseUuid(parameter: string, value: unknown): string {
	const text = parseName(parameter, value);
	if (UUID.test(text)) return text;
	const advice = 'Use a UUID such as 123e4567-e89b-12d3-a456-426614174000, or leave it empty.';
	throw new InvalidParameterError(parameter, `must be a UUID, but is ${quote(text)}`, advice);
}

/** Accepts "true" and "false" in any letter case too. Throws InvalidParameterError for other values. */
export function parseBoolean(parameter: string, value: unknown): boolean {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	if (word === false || word === 'false') return false;
	const advice = 'Use the toggle, or an expression that returns true or false.';
	throw new InvalidParameterError(
		parameter,
		`must be true or false, but is ${quote(value)}`,
		advice,
	);
}

const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/**
 * Parses a number, or text that contains only a number.
 * @param range the smallest and the largest valid number, and whether it must be whole
 * @throws InvalidParameterError
 */
export function parseNumber(
	parameter: string,
	value: unknown,
	range: Pick<INodePropertyTypeOptions, 'minValue' | 'maxValue'> & { isWhole?: boolean },
): number {
	const { minValue = -Infinity, maxValue = Infinity, isWhole = false } = range;
	const isText = typeof value === 'string' && DECIMAL.test(value.trim());
	const number = isText || typeof value === 'number' ? Number(value) : NaN;
	const isType = isWhole ? Number.isSafeInteger(number) : Number.isFinite(number);
	// The sum turns -0 into 0.
	if (isType && number >= minValue && number <= maxValue) return number + 0;

	const type = isWhole ? 'a whole number' : 'a number';
	const isTooLong = !isType && Number.isInteger(number);
	const limits = [
		minValue > -Infinity ? `at least ${minValue}` : '',
		maxValue < Infinity ? `at most ${maxValue}` : '',
		isTooLong ? 'at most 15 digits' : '',
	].filter(Boolean);
	const expected = limits.length === 0 ? type : `${type} of ${limits.join(' and ')}`;
	const reason = `must be ${expected}, but is ${quote(value)}`;
	const advice = `Enter ${type}, or use an expression that returns one.`;
	throw new InvalidParameterError(parameter, reason, advice);
}

/** From 1e21 on, JavaScript writes whole numbers with an exponent, so nobody expects all their digits. */
const WITH_EXPONENT = 1e21;

/** Far more than people nest, and far less than JSON.stringify can write. */
const MAX_DEPTH = 1000;

/**
 * Checks all numbers in a JSON value, and returns the value unchanged. NaN and Infinity (`1e999`) are
 * invalid, because they would be sent as null. So are JavaScript numbers from 2^53 to 1e21, which may have
 * lost digits, and values that are nested too deeply.
 * @param depth how many levels of the JSON value are around this one
 */
export function requireExactNumbers<Value>(parameter: string, value: Value, depth = 0): Value {
	if (typeof value === 'object' && value !== null) {
		if (depth === MAX_DEPTH) {
			const reason = 'is nested too deeply or contains itself';
			const advice = 'Send the value as text, or leave it out.';
			throw new InvalidParameterError(parameter, reason, advice);
		}
		for (const member of Object.values(value)) requireExactNumbers(parameter, member, depth + 1);
	}
	if (typeof value !== 'number') return value;
	const found = `${depth === 0 ? 'is' : 'contains'} ${value}, which can't be sent`;
	if (!Number.isFinite(value)) {
		throw new InvalidParameterError(parameter, found, 'Use an expression that returns a number.');
	}
	const mayHaveLostDigits = Number.isInteger(value) && !Number.isSafeInteger(value);
	if (!mayHaveLostDigits || Math.abs(value) >= WITH_EXPONENT) return value;
	const advice =
		'Correct the expression, or keep the value as text in every node, because long numbers lose their last digits.';
	throw new InvalidParameterError(parameter, `${found} exactly`, advice);
}

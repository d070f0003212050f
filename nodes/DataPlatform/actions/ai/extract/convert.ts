import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../../../helpers/exactJson';
import type { Path } from '../../../helpers/paths';
import { isObject } from '../../../helpers/values';
import { ApiError } from '../../../transport/apiError';
import { parseDate } from './dates';
import { AMBIGUOUS, createIssue, NOT_CONVERTED } from './issues';
import type { Converted, ConvertOptions, Issue } from './issues';
import { parseNumber } from './numbers';
import { allowsNull, isOptional, propertyOf, type FieldSchema } from './schema';
import { normalizeVisible } from './html';
import { createWordFinder, normalize } from './text';

const TRUE = ['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sim'];
const FALSE = ['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'nao'];

/** What models write instead of nothing, normalized and in lower case. */
const PLACEHOLDERS = new Set([
	...['n/a', 'n.a', 'na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown'],
	...['not applicable', 'not available', 'not found', 'not given', 'not known', 'not mentioned'],
	...['not provided', 'not specified', 'not stated'],
	...['-', '--', '---', '...'],
]);

/** Brackets, quotes and a period around a placeholder: `(none)`, `N/A.` */
const AROUND = /^[("'<[]{1,9}|[)"'>\].]{1,9}$/g;

/**
 * Finds issues such as missing values and, if Convert Types is on, converts values to the types in the
 * schema. If the schema lists an object's properties, drops the object's other members.
 * @param texts the texts that were sent. A placeholder such as `N/A` is a value only if a text has it as a word
 * @throws ApiError if the output is nested too deeply
 */
export function convert(
	output: IDataObject,
	outputSchema: FieldSchema,
	options: ConvertOptions,
	texts: Array<string | undefined> = [],
): { output: IDataObject; issues: Issue[] } {
	const issues: Issue[] = [];
	let finders: Array<(value: string) => boolean> | undefined;

	function isInText(placeholder: string): boolean {
		finders ??= texts.map((text) => createWordFinder(normalizeVisible(text ?? '')));
		return finders.some((hasWords) => hasWords(placeholder));
	}

	function convertMembers(holder: IDataObject, schema: FieldSchema, path: Path): IDataObject {
		const { properties = {} } = schema;
		const requested = Object.keys(properties);
		const absent = requested.filter((name) => !Object.hasOwn(holder, name));
		const missing = absent.filter((name) => path.length === 0 || !isOptional(schema, name));
		for (const name of missing) issues.push(createIssue([...path, name], 'missing', null));
		const members = Object.entries(holder)
			.filter(([name]) => requested.length === 0 || Object.hasOwn(properties, name))
			.map(([name, value]) => {
				const property = propertyOf(schema, name);
				const nullable = isOptional(schema, name);
				return [name, convertValue(value, property && { ...property, nullable }, [...path, name])];
			});
		const filled = options.ifMissing === 'null' ? missing : [];
		// Unlike an assignment, `fromEntries` also works for names such as `__proto__`.
		return Object.fromEntries([...members, ...filled.map((name) => [name, null])]) as IDataObject;
	}

	function convertValue(value: unknown, given: FieldSchema | undefined, path: Path): unknown {
		// Recursion into a much deeper output would overflow the stack.
		if (path.length > 200) {
			throw new ApiError(
				'The output of the response is nested more than 200 levels deep',
				"Describe the fields with fewer levels, or choose 'Raw Response' under 'Items'.",
			);
		}
		const schema = given ?? {};
		const isNothing = isPlaceholder(value, schema) && !isInText(value);
		if (isEmpty(value) || isNothing) {
			const isAllowed = value === null && allowsNull(schema);
			if (given && !isAllowed) issues.push(createIssue(path, 'empty', value));
			// Convert Types makes blanks null in typed fields except text, and placeholders in all fields.
			const kind = kindOf(schema);
			const isTyped = kind !== undefined && kind !== 'string';
			return options.convertTypes && (isNothing || isTyped) ? null : value;
		}
		const { value: converted = value, issue, reason } = convertOne(value, schema, options);
		if (issue) issues.push(createIssue(path, issue, value, reason));
		let inside = converted;
		if (isObject(converted)) inside = convertMembers(converted, schema, path);
		if (Array.isArray(converted)) {
			inside = converted.map((each, at) => convertValue(each, schema.items, [...path, at]));
		}
		// Without Convert Types, text stays unchanged, even if it's the JSON of a list or an object.
		return options.convertTypes || typeof value === 'object' ? inside : value;
	}

	return { output: convertMembers(output, outputSchema, []), issues };
}

export function isEmpty(value: unknown): boolean {
	return typeof value === 'string' ? value.trim() === '' : (value ?? null) === null;
}

/** Whether a value only says that there is none, such as `N/A`, unless it's one of the allowed values. */
export function isPlaceholder(value: unknown, schema: FieldSchema = {}): value is string {
	if (typeof value !== 'string' || value.length > 20) return false;
	const word = normalize(value).trim().toLowerCase();
	if (!PLACEHOLDERS.has(word) && !PLACEHOLDERS.has(word.replace(AROUND, ''))) return false;
	return !schema.enum?.some((one) => normalizeAllowed(one) === normalizeAllowed(value));
}

/** Returns the type, or `date` for a text field with dates. */
const kindOf = ({ format, type }: FieldSchema) => (format === 'date' ? 'date' : type);

/** Converts a value, but not its members or elements. */
function convertOne(value: unknown, schema: FieldSchema, options: ConvertOptions): Converted {
	const converted = toType(value, schema, options);
	return schema.enum ? toAllowed(converted.value ?? value, schema.enum) : converted;
}

function toType(value: unknown, schema: FieldSchema, options: ConvertOptions): Converted {
	const { dateOrder, numberFormat } = options;
	const isText = typeof value === 'string';
	switch (kindOf(schema)) {
		case 'string':
			return typeof value === 'object' ? NOT_CONVERTED : { value: String(value) };
		case 'date':
			return isText ? parseDate(value, dateOrder) : NOT_CONVERTED;
		case 'number':
			return isText ? parseNumber(value, numberFormat) : keepIf(Number.isFinite, value);
		case 'integer':
			return isText ? parseNumber(value, numberFormat, true) : keepIf(Number.isSafeInteger, value);
		case 'boolean':
			return toBoolean(value);
		case 'array':
			return keepIf(Array.isArray, parseJsonText(value));
		case 'object':
			return keepIf(isObject, parseJsonText(value));
		default:
			return { value };
	}
}

function keepIf(isValid: (value: unknown) => boolean, value: unknown): Converted {
	return isValid(value) ? { value } : NOT_CONVERTED;
}

/** Finds the allowed value, ignoring case, accents and spaces: `In Transit` for `in transit`. */
function toAllowed(value: unknown, allowed: unknown[]): Converted {
	const candidates = allowed.filter((one) => normalizeAllowed(one) === normalizeAllowed(value));
	if (candidates.length > 1) return candidates.includes(value) ? { value } : AMBIGUOUS;
	return candidates.length === 1 ? { value: candidates[0] } : { issue: 'notAllowed' };
}

function normalizeAllowed(value: unknown): string {
	const text = typeof value === 'string' ? value : stringifyJson(value);
	return normalize(text).replace(/\s/g, '').toLowerCase();
}

function toBoolean(value: unknown): Converted {
	const word = typeof value === 'object' ? '' : normalize(String(value)).trim().toLowerCase();
	if (TRUE.includes(word)) return { value: true };
	return FALSE.includes(word) ? { value: false } : NOT_CONVERTED;
}

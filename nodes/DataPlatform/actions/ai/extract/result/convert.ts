import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../../../../helpers/exactJson';
import type { Path } from '../../../../helpers/paths';
import { isObject, once } from '../../../../helpers/values';
import { ApiError } from '../../../../transport/apiError';
import { parseDate } from '../text/dates';
import { AMBIGUOUS, createIssue, NOT_CONVERTED, type Converted, type Issue } from './issues';
import type { ItemOptions } from './extractedItems';
import { parseNumber, toDecimal } from '../text/numbers';
import {
	allowsNull,
	isOptional,
	kindOf,
	propertyOf,
	type FieldSchema,
} from '../request/jsonSchema';
import { createWordFinder, normalize, normalizeVisible } from '../text/words';

const TRUE = ['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sim', 'tak', 'da'];
const FALSE = 'false no n 0 nein falsch non faux nao nee nej nei nie ne'.split(' ');

/** What models write for a missing value, without spaces and punctuation. The empty text is left of `-`. */
const PLACEHOLDERS = new Set([
	...['', 'na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown', 'notapplicable'],
	...['notavailable', 'notfound', 'notmentioned', 'notprovided', 'notspecified', 'notstated'],
]);

/**
 * Finds issues such as missing values and, if Convert Types is on, converts values to the types in the
 * schema. If the schema lists an object's properties, drops the object's other members.
 * @param texts the texts that were sent. A placeholder such as `N/A` is a value only if a text has it as a word
 * @throws ApiError if the output is nested too deeply
 */
export function convert(
	output: IDataObject,
	outputSchema: FieldSchema,
	options: ItemOptions,
	texts: Array<string | undefined> = [],
): { output: IDataObject; issues: Issue[] } {
	const issues: Issue[] = [];
	const words = once(() => createWordFinder(normalizeVisible(texts.join('\n'))));

	function convertMembers(holder: IDataObject, schema: FieldSchema, path: Path): IDataObject {
		const requested = Object.keys(schema.properties ?? {});
		const missing = requested.filter(
			(name) => !Object.hasOwn(holder, name) && (path.length === 0 || !isOptional(schema, name)),
		);
		for (const name of missing) issues.push(createIssue([...path, name], 'missing', null));
		const members = Object.entries(holder).flatMap(([name, value]) => {
			const property = propertyOf(schema, name);
			if (!property && requested.length > 0) return [];
			const given = property && { ...property, nullable: isOptional(schema, name) };
			return [[name, convertValue(value, given, [...path, name])]];
		});
		const filled = options.ifMissing === 'null' ? missing : [];
		// Unlike an assignment, `fromEntries` also works for names such as `__proto__`.
		return Object.fromEntries([...members, ...filled.map((name) => [name, null])]) as IDataObject;
	}

	function convertValue(value: unknown, given: FieldSchema | undefined, path: Path): unknown {
		// Recursion into a much deeper output would overflow the stack.
		if (path.length > 200) {
			const advice = "Choose 'Raw Response' under 'Items'.";
			throw new ApiError('The output is nested more than 200 levels deep', advice);
		}
		const schema = given ?? {};
		if (isEmpty(value) || (isPlaceholder(value, schema) && !words()(value))) {
			const isAllowed = value === null && allowsNull(schema);
			if (given && !isAllowed) issues.push(createIssue(path, 'empty', value));
			// Convert Types makes placeholders null in all fields, and blanks in all fields except text.
			const staysBlank = isEmpty(value) && [undefined, 'string'].includes(kindOf(schema));
			return options.convertTypes && !staysBlank ? null : value;
		}
		const typed = toType(value, schema, options);
		const result = schema.enum ? toAllowed(typed.value ?? value, schema.enum) : typed;
		const { value: converted = value, issue, reason } = result;
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

/** Whether a value only says that there is none, such as `(N/A)`, unless it's one of the allowed values. */
export function isPlaceholder(value: unknown, schema: FieldSchema = {}): value is string {
	if (typeof value !== 'string' || value.length > 20) return false;
	const word = simplify(value);
	if (!PLACEHOLDERS.has(word.replace(/[-./()<>"']/g, ''))) return false;
	return !schema.enum?.some((one) => simplify(one) === word);
}

/** Returns a value as text without accents, spaces and upper case. */
function simplify(value: unknown): string {
	const text = typeof value === 'string' ? value : stringifyJson(value ?? null);
	return normalize(text).replace(/\s/g, '').toLowerCase();
}

function toType(value: unknown, schema: FieldSchema, options: ItemOptions): Converted {
	const { dateOrder, numberFormat } = options;
	const isText = typeof value === 'string';
	switch (kindOf(schema)) {
		case 'string':
			if (typeof value === 'number') return { value: toDecimal(value) };
			return typeof value === 'object' ? NOT_CONVERTED : { value: String(value) };
		case 'date':
			return isText ? parseDate(value, dateOrder) : NOT_CONVERTED;
		case 'number':
			return isText ? parseNumber(value, numberFormat) : keepIf(Number.isFinite, value);
		case 'integer':
			return isText ? parseNumber(value, numberFormat, true) : keepIf(Number.isSafeInteger, value);
		case 'boolean': {
			const isTrue = TRUE.includes(simplify(value));
			return isTrue || FALSE.includes(simplify(value)) ? { value: isTrue } : NOT_CONVERTED;
		}
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
	const word = simplify(value);
	const candidates = allowed.filter((one) => simplify(one) === word);
	if (candidates.length > 1) return candidates.includes(value) ? { value } : AMBIGUOUS;
	return candidates.length === 1 ? { value: candidates[0] } : { issue: 'notAllowed' };
}

import type { IDataObject } from 'n8n-workflow';
import { parseJsonText, stringifyJson } from '../../../helpers/exactJson';
import type { Path } from '../../../helpers/paths';
import { isObject } from '../../../helpers/values';
import { ApiError } from '../../../transport/apiError';
import { parseDate } from './dates';
import {
	AMBIGUOUS,
	createIssue,
	NOT_CONVERTED,
	type Converted,
	type ConvertOptions,
	type Issue,
} from './issues';
import { parseNumber } from './numbers';
import { allowsNull, isDate, isOptional, propertyOf, type FieldSchema } from './schema';
import { normalizeVisible } from './html';
import { createWordFinder, normalize } from './text';

const TRUE = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sim']);
const FALSE = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'nao']);

/** What models write instead of nothing, normalized and in lower case. */
const PLACEHOLDERS = new Set([
	...['n/a', 'n.a', 'na', 'nan', 'nil', 'none', 'null', 'undefined', 'unknown'],
	...['not applicable', 'not available', 'not found', 'not given', 'not known', 'not mentioned'],
	...['not provided', 'not specified', 'not stated'],
	...['-', '--', '---', '...'],
]);

const MAX_PLACEHOLDER = 20;

/** Brackets, quotes and a period around a placeholder: `(none)`, `N/A.` */
const AROUND = /^[("'<[]{1,9}|[)"'>\].]{1,9}$/g;

/** Maximum nesting depth of an output. Recursion into a much deeper output would overflow the stack. */
const MAX_DEPTH = 200;

type Convert = (value: unknown, options: ConvertOptions) => Converted;

/** Conversions by type, as `typeOf` returns it. Values of other types aren't converted. */
const CONVERSIONS = new Map<string | undefined, Convert>([
	['string', toText],
	['number', (value, options) => toNumber(value, options, false)],
	['integer', (value, options) => toNumber(value, options, true)],
	['boolean', toBoolean],
	['date', toDate],
	['array', (value) => toStructure(value, Array.isArray)],
	['object', (value) => toStructure(value, isObject)],
]);

/**
 * Finds issues such as missing values and, if Convert Types is on, converts values to the types in the
 * schema. If the schema lists an object's properties, drops the object's other members.
 * @param texts the texts that were sent. A placeholder such as `N/A` is a value only if a text has it as a word
 * @throws ApiError if the output is nested too deeply
 */
export function convert(
	output: IDataObject,
	schema: FieldSchema,
	options: ConvertOptions,
	texts: Array<string | undefined> = [],
): { output: IDataObject; issues: Issue[] } {
	const issues: Issue[] = [];
	let finders: Array<(value: string) => boolean> | undefined;

	function isInText(placeholder: string): boolean {
		finders ??= texts.map((text) => createWordFinder(normalizeVisible(text ?? '')));
		return finders.some((hasWords) => hasWords(placeholder));
	}

	function convertMembers(holder: IDataObject, schemaOfHolder: FieldSchema, path: Path) {
		const { properties = {} } = schemaOfHolder;
		const requested = Object.keys(properties);
		const missing = requested.filter((name) => {
			const mayBeAbsent = isOptional(schemaOfHolder, name) || allowsNull(properties[name]);
			return !Object.hasOwn(holder, name) && !(mayBeAbsent && path.length > 0);
		});
		for (const name of missing) issues.push(createIssue([...path, name], 'missing', null));
		const members = Object.entries(holder)
			.filter(([name]) => requested.length === 0 || Object.hasOwn(properties, name))
			.map(([name, value]) => {
				const isAllowedNull = value === null && isOptional(schemaOfHolder, name);
				const property = propertyOf(schemaOfHolder, name);
				return [name, isAllowedNull ? null : convertValue(value, property, [...path, name])];
			});
		const filled = options.ifMissing === 'null' ? missing : [];
		// Unlike an assignment, `fromEntries` also works for names such as `__proto__`.
		return Object.fromEntries([...members, ...filled.map((name) => [name, null])]) as IDataObject;
	}

	function convertValue(value: unknown, described: FieldSchema | undefined, path: Path): unknown {
		if (path.length > MAX_DEPTH) {
			throw new ApiError(
				`The output of the response is nested more than ${MAX_DEPTH} levels deep`,
				"Describe the fields with fewer levels, or choose 'Raw Response' under 'Items'.",
			);
		}
		const schemaOfValue = described ?? {};
		const isNothing = isPlaceholder(value, schemaOfValue) && !isInText(value);
		if (isEmpty(value) || isNothing) {
			const isAllowedNull = value === null && allowsNull(schemaOfValue);
			if (described && !isAllowedNull) issues.push(createIssue(path, 'empty', value));
			// Convert Types makes blanks null in typed fields except text, and placeholders in all fields.
			const type = typeOf(schemaOfValue);
			const becomesNull = isNothing || (type !== 'string' && CONVERSIONS.has(type));
			return options.convertTypes && becomesNull ? null : value;
		}
		const converted = convertOne(value, schemaOfValue, options);
		if ('issue' in converted) {
			issues.push(createIssue(path, converted.issue, value, converted.reason));
		}
		const newValue = 'issue' in converted ? value : converted.value;
		const inside = convertInside(newValue, schemaOfValue, path);
		// Without Convert Types, text stays unchanged, even if it's the JSON of a list or an object.
		return options.convertTypes || typeof value === 'object' ? inside : value;
	}

	function convertInside(value: unknown, schemaOfValue: FieldSchema, path: Path): unknown {
		if (isObject(value)) return convertMembers(value, schemaOfValue, path);
		if (!Array.isArray(value)) return value;
		return value.map((element, at) => convertValue(element, schemaOfValue.items, [...path, at]));
	}

	return { output: convertMembers(output, schema, []), issues };
}

export function isEmpty(value: unknown): boolean {
	return typeof value === 'string' ? value.trim() === '' : (value ?? null) === null;
}

/** Whether a value only says that there is none, such as `N/A`, unless it's one of the allowed values. */
export function isPlaceholder(value: unknown, schema: FieldSchema = {}): value is string {
	if (typeof value !== 'string' || value.length > MAX_PLACEHOLDER) return false;
	const word = normalize(value).trim().toLowerCase();
	if (!PLACEHOLDERS.has(word) && !PLACEHOLDERS.has(word.replace(AROUND, ''))) return false;
	return !schema.enum?.some((one) => normalizeAllowed(one) === normalizeAllowed(value));
}

/** Returns the key of CONVERSIONS: `date` for a schema with this format, otherwise the schema's type. */
function typeOf(schema: FieldSchema): string | undefined {
	return isDate(schema) ? 'date' : schema.type;
}

function convertOne(value: unknown, schema: FieldSchema, options: ConvertOptions): Converted {
	const converted = CONVERSIONS.get(typeOf(schema))?.(value, options) ?? { value };
	if (!schema.enum) return converted;
	return toAllowed('value' in converted ? converted.value : value, schema.enum);
}

/** Finds the allowed value, ignoring case, accents and spaces: `In Transit` for `in transit`. */
function toAllowed(value: unknown, allowed: unknown[]): Converted {
	const json = stringifyJson(value);
	if (allowed.some((one) => stringifyJson(one) === json)) return { value };
	const candidates = allowed.filter((one) => normalizeAllowed(one) === normalizeAllowed(value));
	if (candidates.length > 1) return AMBIGUOUS;
	return candidates.length === 1 ? { value: candidates[0] } : { issue: 'notAllowed' };
}

function normalizeAllowed(value: unknown): string {
	const text = typeof value === 'string' ? value : stringifyJson(value);
	return normalize(text).replace(/\s/g, '').toLowerCase();
}

function toText(value: unknown): Converted {
	return typeof value === 'object' ? NOT_CONVERTED : { value: String(value) };
}

function toNumber(value: unknown, { numberFormat }: ConvertOptions, isWhole: boolean): Converted {
	if (typeof value === 'string') return parseNumber(value, numberFormat, isWhole);
	const isValid = isWhole ? Number.isSafeInteger(value) : Number.isFinite(value);
	return isValid ? { value } : NOT_CONVERTED;
}

function toBoolean(value: unknown): Converted {
	const word = typeof value === 'object' ? '' : normalize(String(value)).trim().toLowerCase();
	if (TRUE.has(word)) return { value: true };
	return FALSE.has(word) ? { value: false } : NOT_CONVERTED;
}

function toDate(value: unknown, { dateOrder }: ConvertOptions): Converted {
	return typeof value === 'string' ? parseDate(value, dateOrder) : NOT_CONVERTED;
}

function toStructure(value: unknown, isOfKind: (json: unknown) => boolean): Converted {
	const json = parseJsonText(value);
	return isOfKind(json) ? { value: json } : NOT_CONVERTED;
}

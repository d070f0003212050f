import type { IDataObject } from 'n8n-workflow';
import { foldText } from '../../../helpers/characters';
import { parseJsonText, stringifyJson } from '../../../helpers/exactJson';
import type { Path } from '../../../helpers/paths';
import { isObject } from '../../../helpers/values';
import { ApiError } from '../../../transport/apiError';
import { parseDate } from './dates';
import { ISSUES, NOT_CONVERTED } from './issues';
import type { Converted, ConvertOptions, Issue } from './issues';
import { parseNumberText } from './numbers';
import { allowsNull, isDate, isOptional, propertyOf, type FieldSchema } from './schema';

const TRUE = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'sì', 'sim']);
const FALSE = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'não']);

/** Maximum nesting depth of an output. Recursion into a much deeper output would overflow the stack. */
const MAX_DEPTH = 200;

type Convert = (value: unknown, options: ConvertOptions) => Converted;

/** Conversions by type, as `typeOf` returns it. Values of other types aren't converted. */
const CONVERSIONS = new Map<string | undefined, Convert>([
	['string', toText],
	['number', toNumber],
	['integer', toInteger],
	['boolean', toBoolean],
	['date', toDate],
	['array', (value) => toStructure(value, Array.isArray)],
	['object', (value) => toStructure(value, isObject)],
]);

/**
 * Finds issues such as missing values and, if Convert Types is on, converts values to the types in the
 * schema. If the schema lists an object's properties, drops the object's other members.
 * @throws ApiError if the output is nested too deeply
 */
export function convert(
	output: IDataObject,
	schema: FieldSchema,
	options: ConvertOptions,
): { output: IDataObject; issues: Issue[] } {
	const issues: Issue[] = [];

	function convertMembers(holder: IDataObject, schemaOfHolder: FieldSchema, path: Path) {
		const { properties = {} } = schemaOfHolder;
		const requested = Object.keys(properties);
		const missing = requested.filter((name) => {
			const mayBeAbsent = isOptional(schemaOfHolder, name) || allowsNull(properties[name]);
			return !Object.hasOwn(holder, name) && !(mayBeAbsent && path.length > 0);
		});
		for (const name of missing) {
			issues.push({ path: [...path, name], kind: 'missing', value: null, reason: ISSUES.missing });
		}
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
				'Describe the fields with fewer levels, or set Items to Raw Response.',
			);
		}
		const schemaOfValue = described ?? {};
		if (isEmpty(value)) {
			const isAllowedNull = value === null && allowsNull(schemaOfValue);
			if (described && !isAllowedNull) {
				issues.push({ path, kind: 'empty', value, reason: ISSUES.empty });
			}
			// Convert Types makes blank text null in a number or date field, but keeps it in a text field.
			const type = typeOf(schemaOfValue);
			const becomesNull = options.convertTypes && type !== 'string' && CONVERSIONS.has(type);
			return becomesNull ? null : value;
		}
		const converted = convertOne(value, schemaOfValue, options);
		if ('issue' in converted) {
			issues.push({ path, kind: converted.issue, value, reason: ISSUES[converted.issue] });
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
	const candidates = allowed.filter((one) => normalize(one) === normalize(value));
	if (candidates.length > 1) return { issue: 'ambiguous' };
	return candidates.length === 1 ? { value: candidates[0] } : { issue: 'notAllowed' };
}

function normalize(value: unknown): string {
	const text = typeof value === 'string' ? value : stringifyJson(value);
	return foldText(text).replace(/\s/g, '');
}

function toText(value: unknown): Converted {
	return typeof value === 'object' ? NOT_CONVERTED : { value: String(value) };
}

function toNumber(value: unknown, { numberFormat }: ConvertOptions): Converted {
	if (typeof value === 'number') return Number.isFinite(value) ? { value } : NOT_CONVERTED;
	return typeof value === 'string' ? parseNumberText(value, numberFormat) : NOT_CONVERTED;
}

function toInteger(value: unknown, options: ConvertOptions): Converted {
	const number = toNumber(value, options);
	return 'issue' in number || Number.isSafeInteger(number.value) ? number : NOT_CONVERTED;
}

function toBoolean(value: unknown): Converted {
	const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
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

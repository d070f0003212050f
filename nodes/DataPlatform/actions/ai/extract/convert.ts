import type { IDataObject } from 'n8n-workflow';
import { foldText } from '../../../helpers/characters';
import { parseJsonForItems, stringifyJson } from '../../../helpers/exactJson';
import { isObject } from '../../../helpers/values';
import { ApiError } from '../../../transport/failures';
import { parseDate } from './dates';
import type { ConvertOptions, Issue, IssueKind, Path } from './issues';
import { parseNumber } from './numbers';
import type { FieldSchema } from './schema';
import { allowsNull, isDate, isOptional } from './schema';

/** A value in its type, or why it stays as it came. */
type Converted = { value: unknown } | { issue: 'notAllowed' | 'notConverted' | 'ambiguous' };

const NOT_CONVERTED: Converted = { issue: 'notConverted' };

const TRUE = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'sì', 'sim']);
const FALSE = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux', 'não']);

/** Deeper outputs would overflow the stack. */
const DEEPEST = 200;

/** What a value of each type becomes. A type that only the platform knows is not converted. */
const CONVERSIONS: Record<string, (value: unknown, options: ConvertOptions) => Converted> = {
	string: toText,
	number: toNumber,
	integer: toInteger,
	boolean: toBoolean,
	date: toDate,
	array: (value) => toStructure(value, Array.isArray),
	object: (value) => toStructure(value, isObject),
};

/**
 * The requested fields of an output, each in the type of its schema if that is certain, and what is wrong
 * with the others, which stay as they came. Members that nobody asked for are left out; of an object
 * without properties all stay.
 * @throws ApiError when the output is nested too deeply
 */
export function convert(
	output: IDataObject,
	schema: FieldSchema,
	options: ConvertOptions,
): { output: IDataObject; issues: Issue[] } {
	const issues: Issue[] = [];

	function convertMembers(holder: IDataObject, { properties, ...rest }: FieldSchema, path: Path) {
		if (!properties || Object.keys(properties).length === 0) {
			return mapMembers(Object.keys(holder), (name) =>
				convertValue(holder[name], undefined, [...path, name]),
			);
		}
		for (const name of Object.keys(properties)) {
			const mayLack = path.length > 0 && (isOptional(rest, name) || allowsNull(properties[name]));
			if (!mayLack && !Object.hasOwn(holder, name)) addIssue([...path, name], 'missing', null);
		}
		const requested = Object.keys(holder).filter((name) => Object.hasOwn(properties, name));
		return mapMembers(requested, (name) => {
			const property = properties[name];
			const isNull = holder[name] === null && isOptional(rest, name);
			return isNull ? null : convertValue(holder[name], property, [...path, name]);
		});
	}

	function convertValue(value: unknown, described: FieldSchema | undefined, path: Path): unknown {
		if (path.length > DEEPEST) throw nestedTooDeeply();
		const schemaOfValue = described ?? {};
		if (isEmpty(value)) {
			const isMeant = value === null && allowsNull(schemaOfValue);
			if (described && !isMeant) addIssue(path, 'empty', value);
			return options.convertTypes && isNullIfBlank(typeOf(schemaOfValue)) ? null : value;
		}
		const converted = convertOne(value, schemaOfValue, options);
		if ('issue' in converted) addIssue(path, converted.issue, value);
		const whole = 'issue' in converted ? value : converted.value;
		const inside = convertInside(whole, schemaOfValue, path);
		return options.convertTypes ? inside : keepForm(value, inside);
	}

	function convertInside(value: unknown, schemaOfValue: FieldSchema, path: Path): unknown {
		if (Array.isArray(value)) {
			return value.map((element, index) =>
				convertValue(element, schemaOfValue.items, [...path, index]),
			);
		}
		return isObject(value) ? convertMembers(value, schemaOfValue, path) : value;
	}

	function addIssue(path: Path, kind: IssueKind, value: unknown) {
		issues.push({ path, kind, value });
	}

	return { output: convertMembers(output, schema, []), issues };
}

/** Without conversion, JSON text stays text, and a single value stays as it came. */
function keepForm(value: unknown, inside: unknown): unknown {
	return typeof value === 'object' ? inside : value;
}

function nestedTooDeeply(): ApiError {
	return new ApiError(
		`The output of the response is nested more than ${DEEPEST} levels deep`,
		'Describe the fields with fewer levels, or choose Raw Response as Output.',
	);
}

/** Also for names such as `__proto__`. */
function mapMembers(names: string[], toValue: (name: string) => unknown): IDataObject {
	return Object.fromEntries(names.map((name) => [name, toValue(name)])) as IDataObject;
}

export function isEmpty(value: unknown): boolean {
	return (
		value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
	);
}

/** A blank is a text, but no number, date or list. */
function isNullIfBlank(type: string): boolean {
	return type !== 'string' && Object.hasOwn(CONVERSIONS, type);
}

/** The name under which a value is converted. */
function typeOf(schema: FieldSchema): string {
	return isDate(schema) ? 'date' : (schema.type ?? '');
}

function convertOne(value: unknown, schema: FieldSchema, options: ConvertOptions): Converted {
	const type = typeOf(schema);
	const converted = Object.hasOwn(CONVERSIONS, type)
		? CONVERSIONS[type](value, options)
		: { value };
	if (!schema.enum) return converted;
	return toAllowed('value' in converted ? converted.value : value, schema.enum);
}

/** The allowed value that is meant, whatever its case, accents and blanks. */
function toAllowed(value: unknown, allowed: unknown[]): Converted {
	const json = stringifyJson(value);
	const exact = allowed.find((one) => stringifyJson(one) === json);
	if (exact !== undefined) return { value: exact };
	const meant = allowed.filter((one) => normalize(one) === normalize(value));
	if (meant.length > 1) return { issue: 'ambiguous' };
	return meant.length === 1 ? { value: meant[0] } : { issue: 'notAllowed' };
}

function normalize(value: unknown): string {
	const text = typeof value === 'string' ? value : stringifyJson(value);
	return foldText(text).replace(/\s+/g, '');
}

function toText(value: unknown): Converted {
	if (typeof value === 'string') return { value };
	return typeof value === 'object' ? NOT_CONVERTED : { value: String(value) };
}

function toNumber(value: unknown, { numberFormat }: ConvertOptions): Converted {
	if (typeof value === 'number') return Number.isFinite(value) ? { value } : NOT_CONVERTED;
	return fromGrammar(typeof value === 'string' ? parseNumber(value, numberFormat) : undefined);
}

function toInteger(value: unknown, options: ConvertOptions): Converted {
	const number = toNumber(value, options);
	return 'issue' in number || Number.isSafeInteger(number.value) ? number : NOT_CONVERTED;
}

function toBoolean(value: unknown): Converted {
	if (typeof value === 'boolean') return { value };
	const word = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
	if (TRUE.has(word)) return { value: true };
	return FALSE.has(word) ? { value: false } : NOT_CONVERTED;
}

function toDate(value: unknown, { dateOrder }: ConvertOptions): Converted {
	return fromGrammar(typeof value === 'string' ? parseDate(value, dateOrder) : undefined);
}

function fromGrammar(parsed: { value: unknown } | { ambiguous: true } | undefined): Converted {
	if (parsed === undefined) return NOT_CONVERTED;
	return 'ambiguous' in parsed ? { issue: 'ambiguous' } : parsed;
}

function toStructure(value: unknown, isOfKind: (json: unknown) => boolean): Converted {
	const json = parseJsonText(value);
	return isOfKind(json) ? { value: json } : NOT_CONVERTED;
}

/** A list or object that a model may have written as JSON text; undefined for any other text. */
export function parseJsonText(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return parseJsonForItems(value);
	} catch {
		return undefined;
	}
}

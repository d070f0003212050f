import type { IDataObject } from 'n8n-workflow';
import { type FieldSchema, hasType, parseType, typeOf } from './jsonSchema';
import { groupBy, isObject, isSameJson, withoutUndefined } from '../../../../helpers/values';

/** Keywords that may allow any value for properties without a name. */
const CONDITIONAL = ['dependentSchemas', 'else', 'patternProperties', 'then'];

/** Types whose values also have another type. A `decimal` is the text of a number. */
const WIDER_TYPES: Record<string, string> = { decimal: 'string', integer: 'number' };

/** Reads what is certain about a value by its JSON Schema, with each `$ref` filled in. */
export function readSchema(source: unknown): FieldSchema {
	const parts = partsOf(source);
	const alternatives = alternativesOf(parts);
	const possible = simplifyTypes(typesOf(source) ?? impliedTypes(parts));
	const types = possible?.filter((type) => type !== 'null');
	const type = types?.length === 1 ? types[0] : undefined;
	// A null among the allowed values counts, although `type` may not name it.
	const isPossible = (value: unknown) => !possible || value === null || hasType(value, possible);
	const allowed = allowedOf(source)?.filter(isPossible);
	const items = parts.filter((part) => !('prefixItems' in part)).map((part) => part['items']);
	return withoutUndefined<FieldSchema>({
		type,
		types,
		format: type === 'string' && parts.some(isDate) ? 'date' : undefined,
		enum: allowed?.map((value) => (typeof value === 'bigint' ? String(value) : value)),
		nullable: allowed ? allowed.includes(null) : (possible?.includes('null') ?? isNullable(parts)),
		items: readAll(items.filter(isObject)),
		properties: readProperties(parts),
		required: readRequired(parts, alternatives),
		others: readOthers(parts, alternatives),
		source,
	});
}

/** Reads schemas that all apply to the same value. */
function readAll(sources: unknown[]): FieldSchema | undefined {
	if (sources.length === 0) return undefined;
	return readSchema(sources.length === 1 ? sources[0] : { allOf: sources });
}

/** Returns the schemas that all apply to a value: itself, `allOf`, and a choice that leaves only one. */
function partsOf(schema: unknown): IDataObject[] {
	if (!isObject(schema)) return [];
	const certain = choicesOf(schema).filter(({ length }) => length === 1);
	return [schema, ...[...listOf(schema['allOf']), ...certain.flat()].flatMap(partsOf)];
}

/** Returns the schemas of which some apply to a value. */
function alternativesOf(parts: IDataObject[]): IDataObject[] {
	const choices = parts.flatMap(choicesOf).filter(({ length }) => length > 1);
	const inner = choices.flat().flatMap(partsOf);
	return inner.length === 0 ? [] : [...inner, ...alternativesOf(inner)];
}

/** Returns the alternatives of each choice, apart from null. */
function choicesOf({ anyOf, oneOf }: IDataObject): unknown[][] {
	const isNull = (schema: unknown) => isObject(schema) && String(readTypes(schema)) === 'null';
	return [anyOf, oneOf].map((choice) => listOf(choice).filter((each) => !isNull(each)));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isDate = ({ format }: IDataObject) => format === 'date';
const isNullable = (parts: IDataObject[]) => parts.some(({ nullable }) => nullable === true);

/** Returns the possible types, including null. Undefined: the schema doesn't name any. */
function typesOf(source: unknown): string[] | undefined {
	return combine<string>(source, {
		read: readTypes,
		readOpen: (schema) => impliedTypes(partsOf(schema)),
		intersect: intersectTypes,
		nothing: 'null',
	});
}

/** Returns the allowed values. Undefined: the schema doesn't list them. */
function allowedOf(source: unknown): unknown[] | undefined {
	return combine<unknown>(source, {
		read: readAllowed,
		readOpen: () => undefined,
		intersect: (some, others) =>
			some.filter((value) => others.some((other) => isSameJson(value, other))),
		nothing: null,
	});
}

/** How to combine what schemas list, which is undefined if they don't list anything. */
interface Combination<Value> {
	/** Reads a schema without `allOf`, `anyOf` and `oneOf`. */
	read: (schema: IDataObject) => Value[] | undefined;
	/** Reads an alternative that doesn't list anything. */
	readOpen: (alternative: unknown) => Value[] | undefined;
	intersect: (some: Value[], others: Value[]) => Value[];
	/** What `nullable: true` adds, which applies to all of a schema in OpenAPI. */
	nothing: Value;
}

function combine<Value>(schema: unknown, how: Combination<Value>): Value[] | undefined {
	if (!isObject(schema)) return undefined;
	const { allOf, anyOf, oneOf, nullable } = schema;
	const choices = [listOf(anyOf), listOf(oneOf)].map((alternatives) => {
		const lists = alternatives.map((each) => combine(each, how) ?? how.readOpen(each));
		const isOpen = lists.length === 0 || lists.includes(undefined);
		return isOpen ? undefined : lists.flatMap((list) => list ?? []);
	});
	const lists = [how.read(schema), ...listOf(allOf).map((each) => combine(each, how)), ...choices];
	const given = lists.filter((list) => list !== undefined);
	if (given.length === 0) return undefined;
	return [...given.reduce(how.intersect), ...(nullable === true ? [how.nothing] : [])];
}

/** Returns the types that the schema names. Undefined if there are none, or JSON Schema doesn't have one. */
function readTypes(schema: IDataObject): string[] | undefined {
	const types = [schema['type'] ?? []].flat().map(parseType);
	if (types.length === 0) return readAllowed(schema)?.map(typeOf);
	if (types.includes(undefined)) return undefined;
	const text = hasDecimalPattern(schema) ? 'decimal' : 'string';
	return types.map((type) => (type === 'string' ? text : String(type)));
}

function intersectTypes(some: string[], others: string[]): string[] {
	const isIn = (types: string[]) => (type: string) =>
		types.includes(type) || types.includes(WIDER_TYPES[type]);
	return [...some.filter(isIn(others)), ...others.filter(isIn(some))];
}

/** Returns the types that schemas without `type` imply, if any. */
function impliedTypes(parts: IDataObject[]): string[] | undefined {
	const types = {
		object: parts.some(({ properties }) => isObject(properties)),
		array: parts.some(({ items }) => isObject(items)),
		string: parts.some(isDate),
	};
	const implied = Object.entries(types).find(([, isImplied]) => isImplied);
	return implied && [implied[0], ...(isNullable(parts) ? ['null'] : [])];
}

/** Returns each type once, without types that another one contains. */
function simplifyTypes(types: string[] | undefined): string[] | undefined {
	if (!types?.includes('decimal')) {
		return types && [...new Set(types)].filter((type) => !types.includes(WIDER_TYPES[type]));
	}
	// A number, or its text, is a number.
	const isNumber = types.every((type) => ['decimal', 'integer', 'null', 'number'].includes(type));
	const hasNumber = types.includes('integer') || types.includes('number');
	const decimal = isNumber && hasNumber ? 'number' : 'string';
	return simplifyTypes(types.map((type) => (type === 'decimal' ? decimal : type)));
}

/** Whether text must be a number such as 0.5, as in pydantic's schema of a Decimal. */
function hasDecimalPattern({ pattern }: IDataObject): boolean {
	if (typeof pattern !== 'string') return false;
	try {
		const expression = new RegExp(pattern, 'u');
		const fits = (text: string) => expression.test(text);
		return fits('5') && fits('0.5') && !['1.2.3', 'A', ''].some(fits);
	} catch {
		return false;
	}
}

function readAllowed({ const: constant, enum: allowed, type }: IDataObject): unknown[] | undefined {
	if (constant !== undefined) return [constant];
	if (Array.isArray(allowed) && allowed.length > 0) return allowed;
	return String(type) === 'null' ? [null] : undefined;
}

function readProperties(parts: IDataObject[]): Record<string, FieldSchema> | undefined {
	const given = parts.map(({ properties }) => properties).filter(isObject);
	if (given.length === 0) return undefined;
	const sources = groupBy(given.flatMap((properties) => Object.entries(properties)));
	return Object.fromEntries([...sources].map(([name, each]) => [name, readAll(each)])) as Record<
		string,
		FieldSchema
	>;
}

/** In a choice, an alternative may do without what another one requires. */
function readRequired(parts: IDataObject[], alternatives: IDataObject[]): string[] | undefined {
	const isSaid = [...parts, ...alternatives].some(({ required }) => Array.isArray(required));
	return isSaid ? (parts.flatMap(({ required }) => listOf(required)) as string[]) : undefined;
}

function readOthers(parts: IDataObject[], alternatives: IDataObject[]): FieldSchema['others'] {
	if (alternatives.some(({ properties }) => properties)) return true;
	if (parts.some((part) => CONDITIONAL.some((keyword) => keyword in part))) return true;
	const others = parts.map((part) => part['additionalProperties'] ?? part['unevaluatedProperties']);
	const isRule = (schema: unknown) => isObject(schema) && Object.keys(schema).length > 0;
	const rules = others.filter(isRule);
	if (rules.length > 0) return readAll(rules);
	return others.some((each) => each === true || isObject(each)) || undefined;
}

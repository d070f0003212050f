import type { IDataObject } from 'n8n-workflow';
import { isObject, isSameJson, mapMembers } from '../../../../helpers/values';
import { type FieldSchema, hasType, isNumeric, parseType, propertyOf, typeOf } from '../jsonSchema';

/** What a schema states, before it's complete. */
interface StatedSchema extends Omit<FieldSchema, 'items' | 'otherProperties' | 'properties'> {
	/**
	 * The types that keywords imply: `['object']` for `properties`. `complete` makes them `types` if no schema states a
	 * type, but not earlier: `properties` allow null, and so does `allOf` of them and `{"type": ["object", "null"]}`.
	 */
	implied?: string[];
	items?: StatedSchema;
	properties?: Record<string, StatedSchema>;
	otherProperties?: StatedSchema | true;
}

/** What `{"type": "null"}` says. */
const NULL: StatedSchema = { types: ['null'], enum: [null], nullable: true };

/**
 * Reads what is certain about a value by its JSON Schema, with each `$ref` filled in: by the schema's own keywords,
 * by all schemas of `allOf`, and by what the alternatives of each choice have in common.
 */
export function readSchema(source: unknown): FieldSchema {
	return complete(readStated(source));
}

/** Makes implied types count if no schema states a type, together with null if it's allowed, and finds the only type. */
function complete({ implied, ...stated }: StatedSchema): FieldSchema {
	const { format, nullable, items, properties, otherProperties } = stated;
	const types = stated.types ?? (implied && [...implied, ...(nullable ? ['null'] : [])]);
	const type = findType(types, format);
	return {
		...stated,
		type,
		types,
		format: format === 'date' && type !== 'string' ? undefined : format,
		items: items && complete(items),
		properties: properties && mapMembers(properties, complete),
		otherProperties:
			typeof otherProperties === 'object' ? complete(otherProperties) : otherProperties,
	};
}

/** Reads what schemas state, without what that implies. */
function readStated(source: unknown): StatedSchema {
	if (!isObject(source)) return { source };
	const { allOf, anyOf, oneOf, nullable } = source;
	const choices = [anyOf, oneOf].map(listOf).filter(({ length }) => length > 0);
	const all = listOf(allOf).map(readStated);
	const some = choices.map((alternatives) => unite(alternatives.map(readStated)));
	// Begins with {}, because `intersect` finds out whether null is allowed, for a single schema too.
	const schema = [readKeywords(source), ...all, ...some].reduce(intersect, {});
	// OpenAPI's `nullable` applies to all of the schema that contains it.
	return { ...(nullable === true ? unite([schema, NULL]) : schema), source };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns what is certain about a value that both schemas allow. */
function intersect(one: StatedSchema, other: StatedSchema): StatedSchema {
	const types = combine(intersectTypes, one.types, other.types);
	const isPossible = (value: unknown) => !types || value === null || hasType(value, types);
	const allowed = combine(intersectValues, one.enum, other.enum)?.filter(isPossible);
	return {
		types,
		implied: combine(intersectTypes, one.implied, other.implied),
		format: one.format ?? other.format,
		enum: allowed,
		// `anyOf` of `{}` and null has neither allowed values nor types, but allows null.
		nullable: findNull(allowed, types) ?? (one.nullable || other.nullable),
		items: combine(intersect, one.items, other.items),
		properties: intersectProperties(one, other),
		required: combine(joinLists, one.required, other.required),
		otherProperties: combine(intersectOthers, one.otherProperties, other.otherProperties),
		source: { allOf: [one.source, other.source] },
	};
}

/**
 * Whether null is allowed. The allowed values decide, otherwise the types. Undefined if both are unknown.
 * - `{"type": ["string", "null"]}`: yes
 * - `{"type": ["string", "null"], "enum": ["a"]}`: no
 * - `{"type": "string", "enum": ["a", null]}`: yes, because many schemas don't repeat null in `type`
 */
function findNull(allowed?: unknown[], types?: string[]): boolean | undefined {
	return allowed?.includes(null) ?? types?.includes('null');
}

/** Returns the only type. A number, or the text of a number as pydantic writes it, is a number. */
function findType(types: string[] = [], format: StatedSchema['format']): string | undefined {
	const [type, ...others] = types.filter((each) => each !== 'null');
	if (others.length === 0) return type;
	const isDecimal =
		format === 'decimal' && [type, ...others].every((each) => isNumeric(each) || each === 'string');
	return isDecimal ? 'number' : undefined;
}

/** Returns what two schemas say together, or what one of them says if the other one says nothing. */
function combine<Part>(
	how: (one: Part, other: Part) => Part,
	one: Part | undefined,
	other: Part | undefined,
): Part | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return how(one, other);
}

/** A whole number is also a number. */
function intersectTypes(some: string[], others: string[]): string[] {
	const isIn = (types: string[]) => (type: string) =>
		types.includes(type) || (type === 'integer' && types.includes('number'));
	return simplifyTypes([...some.filter(isIn(others)), ...others.filter(isIn(some))]);
}

/** Returns each type once, and no `integer` next to `number`. */
function simplifyTypes(types: string[]): string[] {
	const hasNumber = types.includes('number');
	return [...new Set(types)].filter((type) => type !== 'integer' || !hasNumber);
}

const intersectValues = (some: unknown[], others: unknown[]) =>
	some.filter((value) => others.some((other) => isSameJson(value, other)));

/** A schema of other properties says more than that they may have any value. */
function intersectOthers(
	one: StatedSchema | true,
	other: StatedSchema | true,
): StatedSchema | true {
	if (one === true) return other;
	return other === true ? one : intersect(one, other);
}

const joinLists = (some: string[], others: string[]) => [...some, ...others];

/** If only one schema names a property, it's one of the other properties of the other schema. */
function intersectProperties(one: StatedSchema, other: StatedSchema): StatedSchema['properties'] {
	if (!one.properties && !other.properties) return undefined;
	const named = { ...one.properties, ...other.properties };
	// At least one schema names the property, so there is a result.
	return mapMembers(named, (_, name) => {
		return combine(intersect, findRule(one, name), findRule(other, name))!;
	});
}

/** Returns the schema of a property by its name, or the schema of other properties. */
function findRule(schema: StatedSchema, name: string): StatedSchema | undefined {
	const { otherProperties } = schema;
	return propertyOf(schema, name) ?? (otherProperties === true ? undefined : otherProperties);
}

/**
 * Returns what is certain about a value that one of the schemas allows. Null is set aside, because `anyOf` of an object
 * and null says everything about the object. For `{"properties": …}` and `{"type": "null"}`:
 * - `types` are unknown, because one schema states none
 * - `implied` is `['object']`
 * - `nullable` is true, so `complete` makes `types` `['object', 'null']`
 */
function unite(schemas: StatedSchema[]): StatedSchema {
	const isNullable = schemas.some(({ nullable }) => nullable);
	// Null has no members, elements or format.
	const notNull = schemas.filter(({ types }) => !isOnlyNull(types));
	const types = uniteTypes(notNull.map((schema) => schema.types));
	const allowed = schemas.flatMap((schema) => schema.enum ?? []);
	return {
		...(notNull.length === 1 ? notNull[0] : uniteDifferent(notNull)),
		types: types && simplifyTypes(isNullable ? [...types, 'null'] : types),
		// Counts only if `types` is unknown, because an alternative states none: for `{"type": "string"}` and
		// `{"properties": …}`, it's `['string', 'object']`.
		implied: uniteTypes(notNull.map((schema) => schema.types ?? schema.implied)),
		enum: schemas.every((schema) => schema.enum) ? allowed : undefined,
		nullable: isNullable,
	};
}

const isOnlyNull = (types?: string[]) => types?.length === 1 && types[0] === 'null';

/** Returns the possible types. Undefined if one of the schemas allows any type. */
function uniteTypes(all: Array<string[] | undefined>): string[] | undefined {
	const known = all.filter((types) => types !== undefined);
	return known.length < all.length ? undefined : simplifyTypes(known.flat());
}

/**
 * Returns what is certain although the alternatives differ. For `anyOf` of `{"a": …}` and `{"b": …}`,
 * no property is: each may be absent, or have any value. Numbers and texts of numbers are all numbers.
 */
function uniteDifferent(schemas: StatedSchema[]): StatedSchema {
	const haveProperties = schemas.some((schema) => schema.properties || schema.otherProperties);
	const haveRequired = schemas.some(({ required }) => required);
	// Without schemas, only null is allowed.
	const areDecimal =
		schemas.length > 0 &&
		schemas.every(
			({ format, types }) => format === 'decimal' || isNumeric(findType(types, format)),
		);
	// The rest, such as `items` and `properties`, stays undefined: nothing is certain about it.
	return {
		format: areDecimal ? 'decimal' : undefined,
		otherProperties: haveProperties || undefined,
		required: haveRequired ? [] : undefined,
	};
}

/** Reads a schema without `allOf`, `anyOf`, `oneOf` and `nullable`. `intersect` finds out whether it allows null. */
function readKeywords(schema: IDataObject): StatedSchema {
	const { items, properties, required } = schema;
	const allowed = readAllowed(schema);
	return {
		types: readTypes(schema),
		implied: readImplied(schema),
		format: readFormat(schema),
		enum: allowed?.map((value) => (typeof value === 'bigint' ? String(value) : value)),
		items: isObject(items) && !('prefixItems' in schema) ? readStated(items) : undefined,
		properties: isObject(properties) ? mapMembers(properties, readStated) : undefined,
		required: Array.isArray(required) ? (required as string[]) : undefined,
		otherProperties: readOthers(schema),
	};
}

function readAllowed({ const: constant, enum: allowed, type }: IDataObject): unknown[] | undefined {
	if (constant !== undefined) return [constant];
	if (Array.isArray(allowed)) return allowed;
	return parseType(type) === 'null' ? [null] : undefined;
}

/** Returns the possible types by `type`, or by the allowed values. */
function readTypes(schema: IDataObject): string[] | undefined {
	const types = [schema['type'] ?? []].flat().map(parseType);
	if (!types.includes(undefined) && types.length > 0) return simplifyTypes(types as string[]);
	const allowed = types.length === 0 ? readAllowed(schema) : undefined;
	return allowed && simplifyTypes(allowed.map(typeOf));
}

/** Returns the type that keywords suggest. Next to a choice, which may be about other types, they suggest none. */
function readImplied(schema: IDataObject): string[] | undefined {
	if ('anyOf' in schema || 'oneOf' in schema) return undefined;
	if (isObject(schema['properties'])) return ['object'];
	if (isObject(schema['items'])) return ['array'];
	return schema['format'] === 'date' ? ['string'] : undefined;
}

function readFormat({ format, pattern }: IDataObject): StatedSchema['format'] {
	if (format === 'date') return 'date';
	if (typeof pattern !== 'string') return undefined;
	try {
		const expression = new RegExp(pattern, 'u');
		const fits = (text: string) => expression.test(text);
		const isDecimal = fits('5') && fits('0.5') && !['1.2.3', 'A', ''].some(fits);
		return isDecimal ? 'decimal' : undefined;
	} catch {
		return undefined;
	}
}

/** Keywords that may name further properties, or allow any value for properties without a name. */
const CONDITIONAL = ['dependencies', 'dependentSchemas', 'else', 'patternProperties', 'then'];

/** A schema of other properties isn't certain if further keywords have schemas for them. */
function readOthers(schema: IDataObject): StatedSchema['otherProperties'] {
	const { additionalProperties: others, unevaluatedProperties } = schema;
	if (CONDITIONAL.some((keyword) => keyword in schema) || unevaluatedProperties) return true;
	if (!isObject(others)) return others === true || undefined;
	return Object.keys(others).length === 0 || readStated(others);
}

import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { getValueAt } from '../../../helpers/paths';
import { isObject, mapMembers, pick, withoutUndefined } from '../../../helpers/values';

/** JSON Schema keywords that the node sends without checking them, except the format `date`. */
export const CONSTRAINTS = [
	...(['format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const),
	...(['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'] as const),
];

/** Schema of a value: JSON Schema reduced to these members, with references and choices resolved. */
export interface FieldSchema extends Partial<Record<(typeof CONSTRAINTS)[number], unknown>> {
	/** A type of JSON Schema, or another type name that the platform supports. Undefined: any type. */
	type?: string;
	description?: string;
	enum?: unknown[];
	items?: FieldSchema;
	/** Read a property with `propertyOf`, because a name may be `__proto__` or `constructor`. */
	properties?: Record<string, FieldSchema>;
	/** Names of the required properties. Undefined: all properties are required. */
	required?: string[];
	nullable?: boolean;
}

export const DATE_SCHEMA: FieldSchema = { type: 'string', format: 'date' };

export function propertyOf(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
	return getValueAt(schema?.properties, [name]) as FieldSchema | undefined;
}

/** Whether a property isn't required. Unlike in JSON Schema, an optional property may also be null. */
export function isOptional({ required }: FieldSchema, name: string): boolean {
	return required !== undefined && !required.includes(name);
}

export function isDate({ format }: FieldSchema): boolean {
	return format === 'date';
}

export function allowsNull(schema: FieldSchema): boolean {
	return schema.nullable === true || schema.enum?.includes(null) === true;
}

/** Keywords that the node uses or can ignore (`$comment`). Most other keywords are reported as left out. */
const KNOWN_KEYWORDS = new Set<string>([
	...CONSTRAINTS,
	...['type', 'description', 'title', 'enum', 'const', 'properties', 'required', 'nullable'],
	...['$schema', '$id', '$defs', '$comment', 'definitions'],
]);

function isKnownKeyword(keyword: string, value: unknown): boolean {
	if (keyword === 'additionalProperties') return value === true;
	return keyword === 'items' ? value === true || isObject(value) : KNOWN_KEYWORDS.has(keyword);
}

/** Maximum size of a schema with each `$ref` filled in. Nested references can make a small schema huge. */
const MOST_CHARACTERS = 500_000;
const MAX_DEPTH = 100;

interface Context {
	root: IDataObject;
	invalid: (reason: string) => Error;
	/** What the node leaves out: `properties.total.not`, `properties.total.type (more than one)`. */
	dropped: Set<string>;
	/** The schemas from the root to the current one, to detect circular references and too much depth. */
	outer: IDataObject[];
	characters: number;
}

/**
 * Converts the JSON Schema of an object to a FieldSchema.
 * @param invalid creates the error to throw if the schema describes no object, is too large or too deep, or
 * has a broken reference
 * @returns the converted schema, and what the node leaves out, such as `properties.total.not`
 */
export function resolveSchema(
	root: IDataObject,
	invalid: (reason: string) => Error,
): { schema: FieldSchema; dropped: string[] } {
	const context: Context = { root, invalid, dropped: new Set(), outer: [], characters: 0 };
	// A copy, so that a `$ref` to the root is filled in once before it counts as circular.
	const schema = resolve({ ...root }, '', context);
	if (schema.properties) return { schema, dropped: [...context.dropped] };
	throw invalid('doesn\'t describe an object, because it has no "properties"');
}

/** Merges everything that describes a value: `$ref`, `allOf`, `anyOf`, `oneOf` and the other keywords. */
function resolve(schema: IDataObject, place: string, context: Context): FieldSchema {
	const { dropped, outer } = context;
	if (outer.length >= MAX_DEPTH) {
		throw context.invalid(`is nested more than ${MAX_DEPTH} levels deep`);
	}
	outer.push(schema);
	const { $ref, allOf, anyOf, oneOf, ...own } = schema;
	const parts = [
		...(typeof $ref === 'string' ? [resolveReference($ref, place, context)] : []),
		...resolveAll(allOf, place, context),
		...resolveChoice('anyOf', anyOf, place, context),
		...resolveChoice('oneOf', oneOf, place, context),
		resolveOwn(own, place, context),
	];
	outer.pop();
	const merged = parts.reduce((earlier, later) =>
		merge(earlier, later, (what) => dropped.add(`${place}allOf (two ${what})`)),
	);
	return withoutUndefined<FieldSchema>({ ...merged, type: merged.type ?? impliedType(merged) });
}

function resolveReference(reference: string, place: string, context: Context): FieldSchema {
	const names = decodeUri(reference.slice(1)).split('/').filter(Boolean);
	const path = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
	const target = getValueAt(context.root, path);
	if (!isObject(target)) {
		throw context.invalid(`refers to "${reference}", which it doesn't contain`);
	}
	if (!context.outer.includes(target)) return resolve(target, place, context);
	context.dropped.add(`${place}$ref (it leads back to itself)`);
	const type = typeof target['type'] === 'string' ? target['type'] : undefined;
	return withoutUndefined<FieldSchema>({ type, description: descriptionOf(target) });
}

/** Decodes a URI. An invalid URI such as `/$defs/100%` stays unchanged. */
function decodeUri(uri: string): string {
	try {
		return decodeURIComponent(uri);
	} catch {
		return uri;
	}
}

function resolveAll(schemas: unknown, place: string, context: Context): FieldSchema[] {
	const list = [schemas ?? []].flat();
	if (!list.every(isObject)) context.dropped.add(`${place}allOf`);
	return list.filter(isObject).map((schema) => resolve(schema, place, context));
}

/** Resolves a choice between a schema and null, or between constants. Otherwise keeps only `nullable`. */
function resolveChoice(
	keyword: string,
	schemas: unknown,
	place: string,
	context: Context,
): FieldSchema[] {
	const list = [schemas ?? []].flat();
	const others = list.filter((each) => !isNullSchema(each));
	const nullable = others.length < list.length ? { nullable: true } : {};
	const [only] = others;
	if (others.length === 1 && isObject(only)) {
		return [{ ...resolve(only, place, context), ...nullable }];
	}
	const constants = others.map((each) => getValueAt(each, ['const']));
	if (constants.length > 0 && !constants.includes(undefined)) {
		return [{ enum: constants, ...nullable }];
	}
	if (schemas !== undefined) context.dropped.add(`${place}${keyword}`);
	return [nullable];
}

function isNullSchema(schema: unknown): boolean {
	return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

/** Resolves the schema's own keywords, and the schemas of its properties and elements. */
function resolveOwn(schema: IDataObject, place: string, context: Context): FieldSchema {
	for (const [keyword, value] of Object.entries(schema)) {
		if (!isKnownKeyword(keyword, value)) context.dropped.add(`${place}${keyword}`);
	}
	const types = [schema['type'] as string | string[] | undefined].flat();
	const [type, ...otherTypes] = types.filter((name) => name !== 'null');
	if (otherTypes.length > 0) context.dropped.add(`${place}type (more than one)`);
	const { items, properties, required } = schema;
	const plain = withoutUndefined<FieldSchema>({
		...pick(schema as FieldSchema, CONSTRAINTS),
		type: otherTypes.length > 0 ? undefined : type,
		description: descriptionOf(schema),
		enum: allowedValues(schema),
		required: Array.isArray(required) ? (required as string[]) : undefined,
		nullable: types.includes('null') || schema['nullable'] === true || undefined,
	});
	context.characters += stringifyJson(plain).length;
	if (context.characters > MOST_CHARACTERS) {
		throw context.invalid(
			`is too large: with each $ref filled in, it has more than ${MOST_CHARACTERS.toLocaleString('en')} characters`,
		);
	}
	const resolveProperty = (property: unknown, name: string) =>
		resolve(isObject(property) ? property : {}, `${place}properties.${name}.`, context);
	return withoutUndefined<FieldSchema>({
		...plain,
		items: isObject(items) ? resolve(items, `${place}items.`, context) : undefined,
		properties: isObject(properties) ? mapMembers(properties, resolveProperty) : undefined,
	});
}

function allowedValues({ const: only, enum: values }: IDataObject): unknown[] | undefined {
	if (only !== undefined) return [only];
	return Array.isArray(values) ? values : undefined;
}

function descriptionOf({ description, title }: IDataObject): string | undefined {
	const words = [description, title].find((text) => typeof text === 'string');
	return words as string | undefined;
}

function impliedType({ properties, items, enum: allowed = [] }: FieldSchema): string | undefined {
	if (properties) return 'object';
	return items ? 'array' : commonType(allowed.filter((value) => value !== null));
}

/** Returns the type that all values share (`string`, `number` or `boolean`), otherwise undefined. */
export function commonType(values: unknown[]): string | undefined {
	const types = values.map((value) => (typeof value === 'bigint' ? 'number' : typeof value));
	const [type, ...others] = new Set(types);
	return others.length === 0 && type !== 'object' ? type : undefined;
}

/**
 * Merges two schemas of the same value. If they conflict, the later one wins.
 * @param onConflict called with the name of what conflicts, such as `values of type`
 */
function merge(
	earlier: FieldSchema,
	later: FieldSchema,
	onConflict: (what: string) => void,
): FieldSchema {
	for (const keyword of ['type', ...CONSTRAINTS] as const) {
		const [first, second] = [earlier[keyword], later[keyword]];
		if (first !== undefined && second !== undefined && first !== second) {
			onConflict(`values of ${keyword}`);
		}
	}
	const mergeBoth = (first: FieldSchema | undefined, second: FieldSchema) =>
		first ? merge(first, second, onConflict) : second;
	const mergeProperty = (property: FieldSchema, name: string) =>
		mergeBoth(propertyOf(earlier, name), property);
	const added = later.properties && mapMembers(later.properties, mergeProperty);
	const known = new Set(earlier.enum?.map((value) => stringifyJson(value)));
	const shared = earlier.enum && later.enum?.filter((value) => known.has(stringifyJson(value)));
	if (shared?.length === 0) onConflict('lists of allowed values');
	// Unlike in JSON Schema, all properties of a FieldSchema without `required` are required.
	const required = [earlier, later].flatMap(
		(each) => each.required ?? Object.keys(each.properties ?? {}),
	);
	return withoutUndefined<FieldSchema>({
		...earlier,
		...later,
		enum: shared?.length ? shared : (later.enum ?? earlier.enum),
		items: later.items ? mergeBoth(earlier.items, later.items) : earlier.items,
		properties: added ? { ...earlier.properties, ...added } : earlier.properties,
		required: earlier.required || later.required ? required : undefined,
	});
}

import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { isObject, valueAt, withoutUnset } from '../../../helpers/values';

/** Keywords that narrow a value, taken over as they are, with the words that say them; `#` is the value. */
export const CONSTRAINTS = {
	format: 'in the format #',
	pattern: 'matching #',
	minimum: 'at least #',
	maximum: 'at most #',
	exclusiveMinimum: 'more than #',
	exclusiveMaximum: 'less than #',
	multipleOf: 'a multiple of #',
	minLength: 'length at least #',
	maxLength: 'length at most #',
	minItems: 'length at least #',
	maxItems: 'length at most #',
	uniqueItems: 'no element twice',
};

type Constraint = keyof typeof CONSTRAINTS;

const CONSTRAINT_NAMES = Object.keys(CONSTRAINTS) as Constraint[];

/**
 * JSON Schema, as far as the node uses it: the one internal form of all ways to name fields. References
 * are inlined, `allOf` is merged, and null is a value where `nullable` is true or `enum` has it.
 */
export interface FieldSchema extends Partial<Record<Constraint, unknown>> {
	/** A type of JSON Schema, or a name that only the platform knows. Undefined: any type. */
	type?: string;
	description?: string;
	enum?: unknown[];
	items?: FieldSchema;
	/** May have names such as `__proto__` and `constructor`: read it with `propertyOf`. */
	properties?: Record<string, FieldSchema>;
	/** Properties that must be there; all of them when undefined. */
	required?: string[];
	nullable?: boolean;
}

/** The schema of a property. Own properties only. */
export function propertyOf(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
	const properties = schema?.properties;
	return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether an object may lack a property, or have null for it. */
export function isOptional({ required }: FieldSchema, name: string): boolean {
	return required !== undefined && !required.includes(name);
}

export function isDate({ type, format }: FieldSchema): boolean {
	return format === 'date' && (type === 'string' || type === undefined);
}

/** Whether null is a value. */
export function allowsNull(schema: FieldSchema): boolean {
	return schema.nullable === true || schema.enum?.includes(null) === true;
}

/** A schema that describes no object or too much, or refers to something that it doesn't have. */
export class UnusableSchema extends Error {}

/** Keywords that are taken over, or that don't describe a value. */
const USED = new Set<string>([
	...CONSTRAINT_NAMES,
	...['type', 'description', 'title', 'enum', 'const', 'properties', 'required', 'nullable'],
	...['$schema', '$id', '$defs', '$comment', 'definitions'],
]);

/** `items` may also be true, and `additionalProperties` nothing else. */
function isUsed(keyword: string, value: unknown): boolean {
	if (keyword === 'additionalProperties') return value === true;
	return keyword === 'items' ? value === true || isObject(value) : USED.has(keyword);
}

/** References that multiply must not become more than any model reads. */
const MOST_CHARACTERS = 500_000;
const CHARACTERS_PER_FIELD = 50;
const DEEPEST = 100;

interface Context {
	root: IDataObject;
	/** Places and keywords that aren't taken over, such as `properties.total.not`. */
	dropped: Set<string>;
	/** The schemas around the one that is resolved, to notice circles and depth. */
	outer: IDataObject[];
	characters: number;
}

/**
 * A JSON Schema of an object in the internal form.
 * @returns it, and the places and keywords that are not taken over
 * @throws UnusableSchema
 */
export function resolveSchema(root: IDataObject): { schema: FieldSchema; dropped: string[] } {
	const context: Context = { root, dropped: new Set(), outer: [], characters: 0 };
	// A copy, so that a reference to the root is followed once.
	const schema = resolve({ ...root }, '', context);
	if (schema.properties) return { schema, dropped: [...context.dropped] };
	throw new UnusableSchema(
		'does not describe an object: it needs "type": "object" and "properties"',
	);
}

/** Everything that applies to a value: the target of a reference, `allOf`, a single choice, its own keywords. */
function resolve(schema: IDataObject, place: string, context: Context): FieldSchema {
	const { dropped, outer } = context;
	if (outer.length >= DEEPEST) {
		throw new UnusableSchema(`is nested more than ${DEEPEST} levels deep`);
	}
	outer.push(schema);
	const { $ref, allOf, anyOf, oneOf, ...own } = schema;
	const parts = [
		...(typeof $ref === 'string' ? [resolveReference($ref, place, context)] : []),
		...resolveAll(allOf, place, context),
		...resolveChoice(anyOf, place, 'anyOf', context),
		...resolveChoice(oneOf, place, 'oneOf', context),
		resolveOwn(own, place, context),
	];
	outer.pop();
	const merged = parts.reduce((earlier, later) =>
		merge(earlier, later, (what) => dropped.add(`${place}allOf (two ${what})`)),
	);
	return withoutUnset<FieldSchema>({ ...merged, type: merged.type ?? impliedType(merged) });
}

function resolveReference(reference: string, place: string, context: Context): FieldSchema {
	const names = reference.slice(1).split('/').filter(Boolean).map(decodeName);
	const target = reference.startsWith('#') ? valueAt(context.root, names) : undefined;
	if (!isObject(target)) {
		throw new UnusableSchema(`refers to "${reference}", which it does not have`);
	}
	if (!context.outer.includes(target)) return resolve(target, place, context);
	context.dropped.add(`${place}$ref (it leads back to itself)`);
	const { type } = target;
	return withoutUnset<FieldSchema>({
		type: typeof type === 'string' ? type : undefined,
		description: descriptionOf(target),
	});
}

/** A name in a reference. Invalid percent encoding is taken literally. */
function decodeName(name: string): string {
	const plain = name.replaceAll('~1', '/').replaceAll('~0', '~');
	try {
		return decodeURIComponent(plain);
	} catch {
		return plain;
	}
}

function resolveAll(schemas: unknown, place: string, context: Context): FieldSchema[] {
	if (schemas === undefined) return [];
	const list = Array.isArray(schemas) ? schemas : [];
	if (list.length === 0 || !list.every((each) => each === true || isObject(each))) {
		context.dropped.add(`${place}allOf`);
	}
	return list.filter(isObject).map((schema) => resolve(schema, place, context));
}

/** A choice between one schema and null, or between constants. */
function resolveChoice(
	schemas: unknown,
	place: string,
	keyword: string,
	context: Context,
): FieldSchema[] {
	if (schemas === undefined) return [];
	const list = Array.isArray(schemas) ? schemas : [];
	const others = list.filter((each) => !isNullSchema(each));
	const nullable = others.length < list.length ? { nullable: true } : {};
	if (others.length === 1 && isObject(others[0])) {
		return [{ ...resolve(others[0], place, context), ...nullable }];
	}
	if (others.length > 0 && others.every((each) => isObject(each) && Object.hasOwn(each, 'const'))) {
		return [{ enum: others.map((each) => each.const), ...nullable }];
	}
	context.dropped.add(`${place}${keyword}`);
	return [nullable];
}

function isNullSchema(schema: unknown): boolean {
	return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

/** What a schema says itself, its properties and elements resolved. */
function resolveOwn(schema: IDataObject, place: string, context: Context): FieldSchema {
	for (const [keyword, value] of Object.entries(schema)) {
		if (!isUsed(keyword, value)) context.dropped.add(`${place}${keyword}`);
	}
	const types = [schema['type']].flat().filter((type) => typeof type === 'string');
	const [type, ...otherTypes] = types.filter((name) => name !== 'null');
	if (otherTypes.length > 0) context.dropped.add(`${place}type (more than one)`);
	const { items, properties } = schema;
	const plain = withoutUnset<FieldSchema>({
		...Object.fromEntries(CONSTRAINT_NAMES.map((keyword) => [keyword, schema[keyword]])),
		type: otherTypes.length > 0 ? undefined : type,
		description: descriptionOf(schema),
		enum: allowedValues(schema),
		required: Array.isArray(schema['required']) ? (schema['required'] as string[]) : undefined,
		nullable: types.includes('null') || schema['nullable'] === true || undefined,
	});
	context.characters += CHARACTERS_PER_FIELD + stringifyJson(plain).length;
	if (context.characters > MOST_CHARACTERS) {
		throw new UnusableSchema(
			`describes too much: with its references followed, it comes to more than ${MOST_CHARACTERS} characters`,
		);
	}
	const resolveProperty = (property: unknown, name: string) =>
		resolve(isObject(property) ? property : {}, `${place}properties.${name}.`, context);
	return withoutUnset<FieldSchema>({
		...plain,
		items: isObject(items) ? resolve(items, `${place}items.`, context) : undefined,
		properties: isObject(properties) ? mapProperties(properties, resolveProperty) : undefined,
	});
}

/** An object of schemas from another object; names such as `__proto__` stay names. */
export function mapProperties<Value, Result = FieldSchema>(
	properties: Record<string, Value>,
	toResult: (value: Value, name: string) => Result,
): Record<string, Result> {
	return Object.fromEntries(
		Object.entries(properties).map(([name, value]) => [name, toResult(value, name)]),
	);
}

function allowedValues(schema: IDataObject): unknown[] | undefined {
	if (schema['const'] !== undefined) return [schema['const']];
	return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function descriptionOf({ description, title }: IDataObject): string | undefined {
	const words = [description, title].find((text) => typeof text === 'string' && text !== '');
	return words as string | undefined;
}

/** The type that the other keywords imply. */
function impliedType(schema: FieldSchema): string | undefined {
	if (schema.properties) return 'object';
	if (schema.items) return 'array';
	const values = (schema.enum ?? []).filter((value) => value !== null);
	const [type, ...others] = new Set(values.map((value) => typeof value));
	return others.length === 0 && type !== 'object' && type !== 'bigint' ? type : undefined;
}

/**
 * What two schemas say together of the same value. Where they contradict each other, the later one wins.
 * @param onConflict called with what they contradict each other in
 */
function merge(
	earlier: FieldSchema,
	later: FieldSchema,
	onConflict: (what: string) => void,
): FieldSchema {
	for (const keyword of ['type', ...CONSTRAINT_NAMES] as const) {
		const values = new Set([
			earlier[keyword] ?? later[keyword],
			later[keyword] ?? earlier[keyword],
		]);
		if (values.size > 1) onConflict(`values of ${keyword}`);
	}
	const mergeBoth = (one: FieldSchema | undefined, other: FieldSchema) =>
		one ? merge(one, other, onConflict) : other;
	const added = later.properties && {
		...earlier.properties,
		...mapProperties(later.properties, (property, name) =>
			mergeBoth(propertyOf(earlier, name), property),
		),
	};
	// A schema that requires nothing in particular requires all its properties.
	const required = [earlier, later].flatMap(
		(each) => each.required ?? Object.keys(each.properties ?? {}),
	);
	return withoutUnset<FieldSchema>({
		...earlier,
		...later,
		enum: mergeEnums(earlier.enum, later.enum, onConflict),
		items: later.items ? mergeBoth(earlier.items, later.items) : earlier.items,
		properties: added ?? earlier.properties,
		required: earlier.required || later.required ? required : undefined,
	});
}

function mergeEnums(
	earlier: unknown[] | undefined,
	later: unknown[] | undefined,
	onConflict: (what: string) => void,
): unknown[] | undefined {
	if (!earlier || !later) return later ?? earlier;
	const known = new Set(earlier.map((value) => stringifyJson(value)));
	const both = later.filter((value) => known.has(stringifyJson(value)));
	if (both.length > 0) return both;
	onConflict('lists of allowed values');
	return later;
}

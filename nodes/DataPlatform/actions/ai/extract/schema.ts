import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { isObject, mapMembers, pick, getValueAt, withoutUndefined } from '../../../helpers/values';

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
	/** Keywords that aren't taken over, with their places: `properties.total.not`. */
	dropped: Set<string>;
	/** The schemas around the one that is resolved, to notice circles and depth. */
	outer: IDataObject[];
	characters: number;
}

/**
 * Brings the JSON Schema of an object into the internal form.
 * @returns it, and the keywords that aren't taken over, with their places
 * @throws UnusableSchema
 */
export function resolveSchema(root: IDataObject): { schema: FieldSchema; dropped: string[] } {
	const context: Context = { root, dropped: new Set(), outer: [], characters: 0 };
	// A copy, so that a reference to the root is followed once.
	const schema = resolve({ ...root }, '', context);
	if (schema.properties) return { schema, dropped: [...context.dropped] };
	throw new UnusableSchema('doesn\'t describe an object, because it has no "properties"');
}

/** Merges all that applies to a value: the target of a reference, `allOf`, a single choice, its own keywords. */
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
		...resolveChoice({ anyOf }, place, context),
		...resolveChoice({ oneOf }, place, context),
		resolveOwn(own, place, context),
	];
	outer.pop();
	const merged = parts.reduce((earlier, later) =>
		merge(earlier, later, (what) => dropped.add(`${place}allOf (two ${what})`)),
	);
	return withoutUndefined<FieldSchema>({ ...merged, type: merged.type ?? impliedType(merged) });
}

function resolveReference(reference: string, place: string, context: Context): FieldSchema {
	const names = decodePercent(reference.slice(1)).split('/').filter(Boolean);
	const path = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
	const target = reference.startsWith('#') ? getValueAt(context.root, path) : undefined;
	if (!isObject(target)) {
		throw new UnusableSchema(`refers to "${reference}", which it doesn't contain`);
	}
	if (!context.outer.includes(target)) return resolve(target, place, context);
	context.dropped.add(`${place}$ref (it leads back to itself)`);
	const type = typeof target['type'] === 'string' ? target['type'] : undefined;
	return withoutUndefined<FieldSchema>({ type, description: descriptionOf(target) });
}

/** Invalid encoding is taken literally. */
function decodePercent(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
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
function resolveChoice(choice: IDataObject, place: string, context: Context): FieldSchema[] {
	const [[keyword, schemas]] = Object.entries(choice);
	if (schemas === undefined) return [];
	const list: unknown[] = Array.isArray(schemas) ? schemas : [];
	const others = list.filter((each) => !isNullSchema(each));
	const nullable = others.length < list.length ? { nullable: true } : {};
	const [only] = others;
	if (others.length === 1 && isObject(only)) {
		return [{ ...resolve(only, place, context), ...nullable }];
	}
	const constants = others.filter((each) => isObject(each) && Object.hasOwn(each, 'const'));
	if (constants.length > 0 && constants.length === others.length) {
		return [{ enum: constants.map((each) => (each as IDataObject)['const']), ...nullable }];
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
	const { items, properties, required } = schema;
	const plain = withoutUndefined<FieldSchema>({
		...pick(schema as FieldSchema, CONSTRAINT_NAMES),
		type: otherTypes.length > 0 ? undefined : type,
		description: descriptionOf(schema),
		enum: allowedValues(schema),
		required: Array.isArray(required) ? (required as string[]) : undefined,
		nullable: types.includes('null') || schema['nullable'] === true || undefined,
	});
	context.characters += CHARACTERS_PER_FIELD + stringifyJson(plain).length;
	if (context.characters > MOST_CHARACTERS) {
		throw new UnusableSchema(
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
	const words = [description, title].find((text) => typeof text === 'string' && text !== '');
	return words as string | undefined;
}

function impliedType({ properties, items, enum: allowed = [] }: FieldSchema): string | undefined {
	if (properties) return 'object';
	if (items) return 'array';
	const values = allowed.filter((value) => value !== null);
	const [type, ...others] = new Set(values.map((value) => typeof value));
	return others.length === 0 && type !== 'object' && type !== 'bigint' ? type : undefined;
}

/**
 * Merges what two schemas say of the same value. Where they contradict each other, the later one wins.
 * @param onConflict called with what they contradict each other in
 */
function merge(
	earlier: FieldSchema,
	later: FieldSchema,
	onConflict: (what: string) => void,
): FieldSchema {
	for (const keyword of ['type', ...CONSTRAINT_NAMES] as const) {
		const [one, other] = [earlier[keyword], later[keyword]];
		if (one !== undefined && other !== undefined && one !== other) {
			onConflict(`values of ${keyword}`);
		}
	}
	const mergeBoth = (one: FieldSchema | undefined, other: FieldSchema) =>
		one ? merge(one, other, onConflict) : other;
	const mergeProperty = (property: FieldSchema, name: string) =>
		mergeBoth(propertyOf(earlier, name), property);
	const added = later.properties && mapMembers(later.properties, mergeProperty);
	// Without `required`, all properties count as required here, unlike in JSON Schema.
	const required = [earlier, later].flatMap(
		(each) => each.required ?? Object.keys(each.properties ?? {}),
	);
	return withoutUndefined<FieldSchema>({
		...earlier,
		...later,
		enum: mergeEnums(earlier.enum, later.enum, onConflict),
		items: later.items ? mergeBoth(earlier.items, later.items) : earlier.items,
		properties: added ? { ...earlier.properties, ...added } : earlier.properties,
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

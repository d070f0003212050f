import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { isObject, withoutUnset } from '../../../helpers/values';

/** Keywords that narrow a value, taken over as they are. `format: date` asks for YYYY-MM-DD. */
export const CONSTRAINTS = [
	'format',
	'pattern',
	'minimum',
	'maximum',
	'exclusiveMinimum',
	'exclusiveMaximum',
	'multipleOf',
	'minLength',
	'maxLength',
	'minItems',
	'maxItems',
	'uniqueItems',
] as const;

/**
 * JSON Schema, as far as the node uses it: the one internal form of all ways to name fields. References
 * are inlined, `allOf` is merged, and null is a value where `nullable` is true or `enum` has it.
 */
export interface FieldSchema extends Partial<Record<(typeof CONSTRAINTS)[number], unknown>> {
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
	...CONSTRAINTS,
	...['type', 'description', 'title', 'enum', 'const', 'properties', 'required', 'nullable'],
	...['$schema', '$id', '$defs', '$comment', 'definitions'],
]);

/** Keywords that are taken over with some values only. */
const PARTLY_USED: Record<string, (value: unknown) => boolean> = {
	items: (value) => value === true || isObject(value),
	additionalProperties: (value) => value === true,
};

/** References that multiply must not become more than any model reads. */
const MOST_CHARACTERS = 500_000;
const CHARACTERS_PER_FIELD = 50;
const DEEPEST = 100;

interface Context {
	root: IDataObject;
	/** Places and keywords that aren't taken over, such as `properties.total.not`. */
	dropped: Set<string>;
	/** References on the way from the root, to notice circles. */
	followed: string[];
	characters: number;
	depth: number;
}

/**
 * A JSON Schema of an object in the internal form.
 * @returns it, and the places and keywords that are not taken over
 * @throws UnusableSchema
 */
export function resolveSchema(root: IDataObject): { schema: FieldSchema; dropped: string[] } {
	const context = { root, dropped: new Set<string>(), followed: [], characters: 0, depth: 0 };
	const schema = resolve(root, '', context);
	if (schema.properties) return { schema, dropped: [...context.dropped] };
	throw new UnusableSchema(
		'does not describe an object: it needs "type": "object" and "properties"',
	);
}

/** Everything that applies to a value: the target of a reference, `allOf`, a single choice, its own keywords. */
function resolve(schema: IDataObject, place: string, context: Context): FieldSchema {
	if (++context.depth > DEEPEST) {
		throw new UnusableSchema(`is nested more than ${DEEPEST} levels deep`);
	}
	const { $ref, allOf, anyOf, oneOf, ...own } = schema;
	const parts = [
		...(typeof $ref === 'string' ? [resolveReference($ref, place, context)] : []),
		...resolveAll(allOf, `${place}allOf`, context),
		...resolveChoice(anyOf, `${place}anyOf`, context),
		...resolveChoice(oneOf, `${place}oneOf`, context),
		resolveOwn(own, place, context),
	];
	context.depth--;
	const merged = parts.reduce((earlier, later) =>
		merge(earlier, later, (what) => context.dropped.add(`${place}${what}`)),
	);
	return withoutUnset<FieldSchema>({ ...merged, type: merged.type ?? impliedType(merged) });
}

function resolveReference(reference: string, place: string, context: Context): FieldSchema {
	const target = targetOf(reference, context.root);
	if (context.followed.includes(reference)) {
		context.dropped.add(`${place}$ref (it leads back to itself)`);
		const type = typeof target['type'] === 'string' ? target['type'] : undefined;
		return withoutUnset<FieldSchema>({ type, description: descriptionOf(target) });
	}
	context.followed.push(reference);
	const schema = resolve(target, place, context);
	context.followed.pop();
	return schema;
}

function targetOf(reference: string, root: IDataObject): IDataObject {
	if (!reference.startsWith('#')) {
		throw new UnusableSchema(`refers to "${reference}", which is not part of it`);
	}
	let target: unknown = root;
	for (const part of reference.slice(1).split('/').filter(Boolean)) {
		const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
		target = isObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
	}
	if (isObject(target)) return target;
	throw new UnusableSchema(`refers to "${reference}", which it does not have`);
}

/** A part of a reference. Invalid percent encoding is taken literally. */
function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

function resolveAll(schemas: unknown, place: string, context: Context): FieldSchema[] {
	if (schemas === undefined) return [];
	const list = Array.isArray(schemas) ? schemas : [];
	if (list.length === 0 || !list.every((each) => each === true || isObject(each))) {
		context.dropped.add(place);
	}
	const inside = place.replace(/allOf$/, '');
	return list.filter(isObject).map((schema) => resolve(schema, inside, context));
}

/** A choice between one schema and null, or between constants. */
function resolveChoice(schemas: unknown, place: string, context: Context): FieldSchema[] {
	if (schemas === undefined) return [];
	const list = Array.isArray(schemas) ? schemas : [];
	const others = list.filter((each) => !isNullSchema(each));
	const nullable = others.length < list.length ? { nullable: true } : {};
	const constants = others.filter((each) => isObject(each) && Object.hasOwn(each, 'const'));
	if (constants.length > 1 && constants.length === others.length) {
		return [{ enum: constants.map((each) => each.const), ...nullable }];
	}
	if (others.length === 1 && isObject(others[0])) {
		const inside = place.replace(/(any|one)Of$/, '');
		return [{ ...resolve(others[0], inside, context), ...nullable }];
	}
	context.dropped.add(place);
	return [nullable];
}

function isNullSchema(schema: unknown): boolean {
	return isObject(schema) && (schema['type'] === 'null' || schema['const'] === null);
}

/** What a schema says itself, its properties and elements resolved. */
function resolveOwn(schema: IDataObject, place: string, context: Context): FieldSchema {
	for (const [keyword, value] of Object.entries(schema)) {
		const isUsed = Object.hasOwn(PARTLY_USED, keyword)
			? PARTLY_USED[keyword](value)
			: USED.has(keyword);
		if (!isUsed) context.dropped.add(`${place}${keyword}`);
	}
	const types = [schema['type']].flat().filter((type) => typeof type === 'string');
	const [type, ...otherTypes] = types.filter((name) => name !== 'null');
	if (otherTypes.length > 0) context.dropped.add(`${place}type (more than one)`);
	const plain = withoutUnset<FieldSchema>({
		...Object.fromEntries(CONSTRAINTS.map((keyword) => [keyword, schema[keyword]])),
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
	const { items, properties } = schema;
	return {
		...plain,
		...(isObject(items) && { items: resolve(items, `${place}items.`, context) }),
		...(isObject(properties) && {
			properties: mapProperties(properties, (property, name) =>
				resolve(isObject(property) ? property : {}, `${place}properties.${name}.`, context),
			),
		}),
	};
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
	const types = new Set(
		(schema.enum ?? []).filter((value) => value !== null).map((value) => typeof value),
	);
	const [type] = types;
	return types.size === 1 && ['string', 'number', 'boolean'].includes(type) ? type : undefined;
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
	for (const keyword of ['type', ...CONSTRAINTS] as const) {
		const [one, other] = [earlier[keyword], later[keyword]];
		if (one === undefined || other === undefined || one === other) continue;
		onConflict(`allOf (two values of ${keyword})`);
	}
	const mergeBoth = (one: FieldSchema | undefined, other: FieldSchema) =>
		one ? merge(one, other, onConflict) : other;
	const properties = earlier.properties &&
		later.properties && {
			...earlier.properties,
			...mapProperties(later.properties, (property, name) =>
				mergeBoth(propertyOf(earlier, name), property),
			),
		};
	return withoutUnset<FieldSchema>({
		...earlier,
		...later,
		enum: mergeEnums(earlier.enum, later.enum, onConflict),
		items: later.items ? mergeBoth(earlier.items, later.items) : earlier.items,
		properties: properties ?? later.properties ?? earlier.properties,
		required: mergeRequired(earlier, later),
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
	onConflict('allOf (two lists of allowed values)');
	return later;
}

/** A schema that requires nothing in particular requires all its properties. */
function mergeRequired(earlier: FieldSchema, later: FieldSchema): string[] | undefined {
	if (!earlier.required && !later.required) return undefined;
	return [earlier, later].flatMap(
		({ required, properties }) => required ?? Object.keys(properties ?? {}),
	);
}

import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { getValueAt, parseJsonPointer } from '../../../helpers/paths';
import { commonType, isObject, mapMembers, pick, withoutUndefined } from '../../../helpers/values';

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

export const isDate = ({ format }: FieldSchema) => format === 'date';

export function allowsNull(schema: FieldSchema): boolean {
	return schema.nullable === true || schema.enum?.includes(null) === true;
}

/** Keywords that the node uses or can ignore (`$comment`). The others are reported as left out. */
const KNOWN_KEYWORDS = new Set<string>([
	...CONSTRAINTS,
	...['type', 'description', 'title', 'enum', 'const', 'properties', 'required', 'nullable'],
	...['$schema', '$id', '$defs', '$comment', 'definitions', '$ref', 'allOf', 'anyOf', 'oneOf'],
]);

const KNOWN_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/**
 * Converts the JSON Schema of an object to a FieldSchema.
 * @param invalid creates the error to throw if the schema describes no object, is too large or too deep, or
 * has a broken reference
 * @returns also hints that name what the node leaves out, and types that JSON Schema doesn't have
 */
export function resolveSchema(
	root: IDataObject,
	invalid: (reason: string) => Error,
): { schema: FieldSchema; hints: string[] } {
	const dropped = new Set<string>();
	const unknownTypes = new Set<string>();
	const outer: IDataObject[] = [];
	let characters = 0;

	/** Merges everything that describes a value: `$ref`, `allOf`, `anyOf`, `oneOf` and the other keywords. */
	function resolve(given: unknown, place: string): FieldSchema {
		if (!isObject(given)) return {};
		if (outer.length >= 100) throw invalid('is nested more than 100 levels deep');
		outer.push(given);
		const { $ref, allOf, anyOf, oneOf, type: types } = given;
		const parts = [
			typeof $ref === 'string' ? resolveReference($ref, place) : {},
			...[allOf ?? []].flat().map((part) => resolve(part, place)),
			resolveChoice('anyOf', anyOf, place),
			resolveChoice('oneOf', oneOf, place),
			Array.isArray(types) ? resolveChoice('type (several)', types.map(toTyped), place) : {},
			resolveOwn(given, place),
		];
		outer.pop();
		const merged = parts.reduce((earlier, later) => merge(earlier, later, place));
		return withoutUndefined<FieldSchema>({ ...merged, type: merged.type ?? impliedType(merged) });
	}

	function resolveReference(reference: string, place: string): FieldSchema {
		const target = getValueAt(root, parseJsonPointer(reference));
		if (!isObject(target)) throw invalid(`refers to "${reference}", which it doesn't contain`);
		if (!outer.includes(target)) return resolve(target, place);
		dropped.add(`${place}$ref (it leads back to itself)`);
		return {};
	}

	/** Resolves a choice between a schema and null, a number and text, or constants. */
	function resolveChoice(keyword: string, given: unknown, place: string): FieldSchema {
		const list = [given ?? []].flat();
		const others = list.filter((each) => !isNull(each));
		const nullable = others.length < list.length ? { nullable: true } : {};
		const types = others.map(typeNameOf);
		const at = others.length === 1 ? 0 : types.indexOf(numberAmong(types) ?? '');
		if (at >= 0) return { ...resolve(others[at], place), ...nullable };
		const constants = others.map((each) => getValueAt(each, ['const']));
		if (constants.includes(undefined)) dropped.add(`${place}${keyword}`);
		else if (constants.length > 0) return { enum: constants, ...nullable };
		return nullable;
	}

	/** Resolves the schema's own keywords, and the schemas of its properties and elements. */
	function resolveOwn(own: IDataObject, place: string): FieldSchema {
		const ignored = Object.keys(own).filter((keyword) => isIgnored(keyword, own[keyword]));
		for (const keyword of ignored) dropped.add(`${place}${keyword}`);
		const { items, properties, const: only } = own;
		const type = typeof own['type'] === 'string' ? toKnownType(own['type']) : undefined;
		if (type && !KNOWN_TYPES.includes(type)) unknownTypes.add(`${place}type "${type}"`);
		const plain = withoutUndefined<FieldSchema>({
			...pick(own as FieldSchema, CONSTRAINTS),
			type: type === 'null' ? undefined : type,
			description: (own['description'] ?? own['title']) as string | undefined,
			enum: only === undefined ? asList(own['enum']) : [only],
			required: asList(own['required']) as string[] | undefined,
			nullable: type === 'null' || own['nullable'] === true || undefined,
		});
		// Nested references can make a small schema huge.
		characters += stringifyJson(plain).length;
		if (characters > 500_000) {
			throw invalid('is too large: with each $ref filled in, it has more than 500,000 characters');
		}
		if (isObject(items)) plain.items = resolve(items, `${place}items.`);
		if (isObject(properties)) {
			plain.properties = mapMembers(properties, (property, name) =>
				resolve(property, `${place}properties.${name}.`),
			);
		}
		return plain;
	}

	/** Merges two schemas of the same value. If they conflict, the later one wins. */
	function merge(earlier: FieldSchema, later: FieldSchema, place: string): FieldSchema {
		for (const keyword of ['type', 'enum', 'items', ...CONSTRAINTS] as const) {
			const given = [earlier[keyword], later[keyword]].filter((each) => each !== undefined);
			if (new Set(given.map(stringifyJson)).size > 1) dropped.add(`${place}${keyword} (several)`);
		}
		const added = mapMembers(later.properties ?? {}, (property, name) =>
			merge(propertyOf(earlier, name) ?? {}, property, `${place}properties.${name}.`),
		);
		const properties = { ...earlier.properties, ...added };
		const required = [...requiredIn(earlier), ...requiredIn(later)];
		return {
			...earlier,
			...later,
			...((earlier.properties ?? later.properties) && { properties }),
			...((earlier.required ?? later.required) && { required }),
		};
	}

	// A copy, so that a `$ref` to the root is filled in once before it counts as circular.
	const schema = resolve({ ...root }, '');
	if (!schema.properties)
		throw invalid('doesn\'t describe an object, because it has no "properties"');
	const hints: Array<[string, Set<string>]> = [
		['The node left out these parts of the JSON Schema', dropped],
		["JSON Schema doesn't have these types, so their values aren't converted", unknownTypes],
	];
	const found = hints.filter(([, parts]) => parts.size > 0);
	return { schema, hints: found.map(([text, parts]) => `${text}: ${[...parts].join(', ')}.`) };
}

/** Unlike in JSON Schema, all properties of a FieldSchema without `required` are required. */
function requiredIn({ required, properties = {} }: FieldSchema): string[] {
	return required ?? Object.keys(properties);
}

function isIgnored(keyword: string, value: unknown): boolean {
	if (keyword === 'additionalProperties') return isObject(value);
	return keyword === 'items' ? Array.isArray(value) : !KNOWN_KEYWORDS.has(keyword);
}

const toTyped = (type: unknown) => ({ type });

const toKnownType = (name: string) =>
	KNOWN_TYPES.find((known) => known === name.toLowerCase()) ?? name;

const typeNameOf = (schema: unknown) => String(getValueAt(schema, ['type'])).toLowerCase();

const asList = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : undefined);

function isNull(schema: unknown): boolean {
	return typeNameOf(schema) === 'null' || getValueAt(schema, ['const']) === null;
}

/** Returns the number type if all types are numbers or text. Then text is a way to write a number. */
function numberAmong(types: string[]): string | undefined {
	const isNumeric = types.every((type) => ['integer', 'number', 'string'].includes(type));
	return isNumeric ? ['number', 'integer'].find((type) => types.includes(type)) : undefined;
}

function impliedType({ properties, items, enum: allowed = [] }: FieldSchema): string | undefined {
	if (properties) return 'object';
	return items ? 'array' : commonType(allowed.filter((value) => value !== null));
}

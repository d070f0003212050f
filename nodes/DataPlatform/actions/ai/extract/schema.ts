import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../helpers/exactJson';
import { getValueAt, parseJsonPointer } from '../../../helpers/paths';
import { commonType, isObject, mapMembers, pick, withoutUndefined } from '../../../helpers/values';

/** JSON Schema keywords that the node sends without checking them, except the format `date`. */
const CONSTRAINTS = [
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

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Whether a type is one of JSON Schema. Values of other types aren't converted. */
export const isKnownType = (type = '') => TYPES.includes(type);

export function propertyOf(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
	return getValueAt(schema?.properties, [name]) as FieldSchema | undefined;
}

/** Whether a property may be absent or null: if it isn't required (unlike in JSON Schema), or nullable. */
export function isOptional(schema: FieldSchema, name: string): boolean {
	return schema.required?.includes(name) === false || allowsNull(propertyOf(schema, name));
}

export function allowsNull(schema?: FieldSchema): boolean {
	return schema?.nullable === true || schema?.enum?.includes(null) === true;
}

/** Keywords that the node uses or can ignore (`$comment`). The others are reported as left out. */
const KNOWN_KEYWORDS = new Set<string>([
	...CONSTRAINTS,
	...['type', 'description', 'title', 'enum', 'const', 'properties', 'required', 'nullable'],
	...['$schema', '$id', '$defs', '$comment', 'definitions', '$ref', 'allOf', 'anyOf', 'oneOf'],
]);

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
		const { $ref, allOf, anyOf, oneOf, type } = given;
		const types = Array.isArray(type) ? type.map((each) => ({ type: each })) : undefined;
		const parts = [
			typeof $ref === 'string' ? resolve(findTarget($ref, place), place) : {},
			...[allOf ?? []].flat().map((part) => resolve(part, place)),
			resolveChoice('anyOf', anyOf, place),
			resolveChoice('oneOf', oneOf, place),
			resolveChoice('type (several)', types, place),
			resolveOwn(given, place),
		];
		outer.pop();
		const merged = parts.reduce((earlier, later) => merge(earlier, later, place));
		return withoutUndefined<FieldSchema>({ ...merged, type: merged.type ?? impliedType(merged) });
	}

	function findTarget(reference: string, place: string): IDataObject | undefined {
		const target = getValueAt(root, parseJsonPointer(reference));
		if (!isObject(target)) throw invalid(`refers to "${reference}", which it doesn't contain`);
		if (!outer.includes(target)) return target;
		dropped.add(`${place}$ref (it leads back to itself)`);
		return undefined;
	}

	/** Resolves a choice between a schema and null, a number and text, or constants. */
	function resolveChoice(keyword: string, given: unknown, place: string): FieldSchema {
		const choices = [given ?? []].flat();
		const others = choices.filter((each) => typeOf(each) !== 'null' && constOf(each) !== null);
		const nullable = others.length < choices.length ? { nullable: true } : {};
		const types = others.map(typeOf);
		// Text is a way to write a number.
		const isNumeric = types.every((type) => ['integer', 'number', 'string'].includes(type));
		const numberType = ['number', 'integer'].find((type) => isNumeric && types.includes(type));
		const at = others.length === 1 ? 0 : types.findIndex((type) => type === numberType);
		if (at >= 0) return { ...resolve(others[at], place), ...nullable };
		const constants = others.map(constOf);
		if (constants.includes(undefined)) dropped.add(`${place}${keyword}`);
		else if (constants.length > 0) return { enum: constants, ...nullable };
		return nullable;
	}

	/** Resolves the schema's own keywords, and the schemas of its properties and elements. */
	function resolveOwn(own: IDataObject, place: string): FieldSchema {
		const ignored = Object.keys(own).filter((keyword) => isIgnored(keyword, own[keyword]));
		for (const keyword of ignored) dropped.add(`${place}${keyword}`);
		const { items, properties, const: only } = own;
		const type = typeOf(own);
		if (type !== '' && !isKnownType(type)) unknownTypes.add(`${place}type "${type}"`);
		const plain = withoutUndefined<FieldSchema>({
			type: type === '' || type === 'null' ? undefined : type,
			description: (own['description'] ?? own['title']) as string | undefined,
			enum: only === undefined ? asList(own['enum']) : [only],
			required: asList(own['required']) as string[] | undefined,
			...pick(own as FieldSchema, CONSTRAINTS),
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
		return withoutUndefined<FieldSchema>({
			...earlier,
			...later,
			properties: (earlier.properties ?? later.properties) && { ...earlier.properties, ...added },
			required: (earlier.required ?? later.required) && [earlier, later].flatMap(requiredIn),
		});
	}

	// A copy, so that a `$ref` to the root is filled in once before it counts as circular.
	const schema = resolve({ ...root }, '');
	if (!schema.properties) {
		throw invalid('doesn\'t describe an object, because it has no "properties"');
	}
	const hints: Array<[string, Set<string>]> = [
		['The node left out these parts of the JSON Schema', dropped],
		["JSON Schema doesn't have these types, so their values aren't converted", unknownTypes],
	];
	const found = hints.filter(([, parts]) => parts.size > 0);
	return { schema, hints: found.map(([text, parts]) => `${text}: ${[...parts].join(', ')}.`) };
}

const constOf = (schema: unknown) => getValueAt(schema, ['const']);

/** Returns the only type, in the spelling of JSON Schema if it has this type; '' if there isn't just one. */
function typeOf(schema: unknown): string {
	const [type, ...others] = [getValueAt(schema, ['type'])].flat();
	if (typeof type !== 'string' || others.length > 0) return '';
	return TYPES.find((known) => known === type.toLowerCase()) ?? type;
}

const asList = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : undefined);

function isIgnored(keyword: string, value: unknown): boolean {
	if (keyword === 'additionalProperties') return isObject(value);
	return keyword === 'items' ? Array.isArray(value) : !KNOWN_KEYWORDS.has(keyword);
}

function impliedType({ properties, items, enum: allowed = [] }: FieldSchema): string | undefined {
	if (properties) return 'object';
	return items ? 'array' : commonType(allowed.filter((value) => value !== null));
}

/** Unlike in JSON Schema, all properties of a FieldSchema without `required` are required. */
function requiredIn({ required, properties = {} }: FieldSchema): string[] {
	return required ?? Object.keys(properties);
}

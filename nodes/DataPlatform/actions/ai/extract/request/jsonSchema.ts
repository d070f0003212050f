import type { IDataObject } from 'n8n-workflow';
import { stringifyJson } from '../../../../helpers/exactJson';
import { getValueAt, parseJsonPointer } from '../../../../helpers/paths';
import {
	commonType,
	isObject,
	mapMembers,
	pick,
	withoutUndefined,
} from '../../../../helpers/values';

/** JSON Schema keywords that the node sends without checking them, except the format `date`. */
const CONSTRAINTS = [
	...(['format', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const),
	...(['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'] as const),
];

/** Schema of a value: JSON Schema reduced to these members, with references and choices resolved. */
export interface FieldSchema extends Partial<Record<(typeof CONSTRAINTS)[number], unknown>> {
	/** A type of JSON Schema. Undefined: any type. */
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

export function propertyOf(schema: FieldSchema | undefined, name: string): FieldSchema | undefined {
	return getValueAt(schema?.properties, [name]) as FieldSchema | undefined;
}

/** Returns the type, or `date` for a text field with dates. */
export const kindOf = ({ format, type }: FieldSchema) => (format === 'date' ? 'date' : type);

/** Whether a property may be absent or null: if it isn't required (unlike in JSON Schema), or nullable. */
export function isOptional(schema: FieldSchema, name: string): boolean {
	return schema.required?.includes(name) === false || allowsNull(propertyOf(schema, name));
}

export function allowsNull(schema?: FieldSchema): boolean {
	return schema?.nullable === true || schema?.enum?.includes(null) === true;
}

/** Keywords that say nothing about a value, or that `resolveSchema` resolves. */
const RESOLVED = [
	...['$schema', '$id', '$comment', '$defs', 'definitions', 'title', 'const'],
	...['$ref', 'allOf', 'anyOf', 'oneOf'],
];

/**
 * Converts the JSON Schema of an object to a FieldSchema.
 * @param invalid creates the error to throw if the schema is too large or too deep, or has a broken reference
 * @returns also a hint that names the keywords that the node leaves out
 */
export function resolveSchema(root: IDataObject, invalid: (reason: string) => Error) {
	const leftOut = new Set<string>();
	let count = 0;

	/**
	 * Resolves the schema of a value.
	 * @param place the path of the schema, such as `properties.lines.items.`
	 * @param outer the schemas that contain this one or refer to it
	 */
	function resolve(schema: unknown, place: string, outer: unknown[]): FieldSchema {
		if (!isObject(schema)) return {};
		if (outer.length >= 100) throw invalid('is nested more than 100 levels deep');
		// Nested references can make a small schema huge.
		if (++count > 5000) throw invalid('has more than 5,000 parts, with each $ref filled in');
		const path = [...outer, schema];
		const inner = (part: unknown, step = '') => resolve(part, place + step, path);

		function resolveChoice(keyword: string, given: unknown): FieldSchema {
			const choices = [given ?? []].flat();
			const others = choices.filter((choice) => !isNull(choice));
			const chosen = choose(others.map((choice) => inner(choice)));
			if (!chosen) leftOut.add(`${place}${keyword}`);
			return { ...chosen, ...(others.length < choices.length && { nullable: true }) };
		}

		const { $ref, allOf, anyOf, oneOf, type, description, title, items, properties } = schema;
		const types = [type ?? []].flat().map(parseType);
		const notNull = types.filter((each) => each !== 'null').map((each) => ({ type: each }));
		const own = withoutUndefined<FieldSchema>({
			type: choose(notNull)?.type,
			description: (description ?? title) as string | undefined,
			enum: 'const' in schema ? [schema['const']] : asList(schema['enum']),
			required: asList(schema['required']) as string[] | undefined,
			...pick(schema as FieldSchema, CONSTRAINTS),
			nullable: types.includes('null') || schema['nullable'] === true || undefined,
			items: isObject(items) ? inner(items, 'items.') : undefined,
			properties: isObject(properties)
				? mapMembers(properties, (property, name) => inner(property, `properties.${name}.`))
				: undefined,
		});
		for (const [keyword, value] of Object.entries(schema)) {
			// Keywords that are on or off, such as `"additionalProperties": false`, don't describe a value.
			const isUsed = keyword in own || RESOLVED.includes(keyword) || typeof value === 'boolean';
			if (!isUsed) leftOut.add(`${place}${keyword}`);
		}
		const target = typeof $ref === 'string' ? findTarget($ref) : undefined;
		const isCircular = path.includes(target);
		if (isCircular) leftOut.add(`${place}$ref (it leads back to itself)`);
		const parts = [
			isCircular ? {} : inner(target),
			...[allOf ?? []].flat().map((part) => inner(part)),
			resolveChoice('anyOf', anyOf),
			resolveChoice('oneOf', oneOf),
			own,
		];
		const merged = parts.reduce((earlier, later) => merge(earlier, later, place));
		return withoutUndefined<FieldSchema>({ ...merged, type: merged.type ?? impliedType(merged) });
	}

	function findTarget(reference: string): IDataObject {
		const target = getValueAt(root, parseJsonPointer(reference));
		if (isObject(target)) return target;
		throw invalid(`refers to "${reference}", which it doesn't contain`);
	}

	/** Merges two schemas of the same value. If they differ in a keyword, the later one wins. */
	function merge(earlier: FieldSchema, later: FieldSchema, place: string): FieldSchema {
		for (const keyword of ['type', 'enum', 'items', ...CONSTRAINTS] as const) {
			const given = [earlier[keyword], later[keyword]].filter((each) => each !== undefined);
			if (new Set(given.map(stringifyJson)).size > 1) leftOut.add(`${place}${keyword} (several)`);
		}
		const merged = { ...earlier, ...later };
		if (earlier.required && later.required) {
			merged.required = [...earlier.required, ...later.required];
		}
		if (earlier.properties && later.properties) {
			const added = mapMembers(later.properties, (property, name) =>
				merge(propertyOf(earlier, name) ?? {}, property, `${place}properties.${name}.`),
			);
			merged.properties = { ...earlier.properties, ...added };
		}
		return merged;
	}

	// A copy, so that a `$ref` to the root is filled in once before it counts as circular.
	const schema = resolve({ ...root }, '', []);
	const hint = `The node left out these parts of the JSON Schema: ${[...leftOut].join(', ')}.`;
	return { schema, hints: leftOut.size === 0 ? [] : [hint] };
}

/** Returns the schema that a choice amounts to; undefined if it's a real choice. */
function choose(schemas: FieldSchema[]): FieldSchema | undefined {
	if (schemas.length < 2) return schemas[0] ?? {};
	const values = schemas.map((schema) => schema.enum);
	if (!values.includes(undefined)) return { enum: values.flat() };
	const ofType = (...types: string[]) => schemas.filter(({ type = '' }) => types.includes(type));
	// Text is a way to write a number.
	const isNumeric = ofType('number', 'integer', 'string').length === schemas.length;
	return isNumeric ? [...ofType('number'), ...ofType('integer')][0] : undefined;
}

/** Returns the type in the spelling of JSON Schema; undefined if it isn't one of its types. */
function parseType(type: unknown): string | undefined {
	return TYPES.find((known) => known === String(type).toLowerCase());
}

const isNull = (schema: unknown) =>
	parseType(getValueAt(schema, ['type'])) === 'null' || getValueAt(schema, ['const']) === null;

const asList = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : undefined);

function impliedType({ properties, items, enum: allowed = [] }: FieldSchema): string | undefined {
	if (properties) return 'object';
	return items ? 'array' : commonType(allowed.filter((value) => value !== null));
}

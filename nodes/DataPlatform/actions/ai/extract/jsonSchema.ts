import { LONG_INTEGER } from '../../../helpers/exactJson';
import { getValueAt } from '../../../helpers/paths';

/**
 * What is certain about a value by its JSON Schema. It may allow more values than the JSON Schema, but never
 * fewer, with two exceptions: without `required`, all properties count as required, and without types, null isn't allowed.
 */
export interface FieldSchema {
	/**
	 * The only type that the value may have, apart from null. Undefined: several types, or any. For `anyOf` of
	 * number and decimal text, as pydantic writes it, it's `number`, although `types` has both.
	 */
	type?: string;
	/** The types that the value may have, including null. Undefined: any type. */
	types?: string[];
	/** What a text must be: a date, or a number such as 0.5. */
	format?: 'date' | 'decimal';
	/** The allowed values, as they are in items: whole numbers beyond 2^53 are text. */
	enum?: unknown[];
	/** Whether null is allowed: as `enum` says, otherwise as `types` say. */
	nullable?: boolean;
	items?: FieldSchema;
	/** Read a property with `propertyOf`, because a name may be `__proto__` or `constructor`. */
	properties?: Record<string, FieldSchema>;
	/** Names of the required properties. Undefined: all properties are required. */
	required?: string[];
	/** The schema of other properties, or true if they may have any value. Undefined: they are left out. */
	otherProperties?: FieldSchema | true;
	/** The JSON Schema itself, which is sent. */
	source?: unknown;
}

/** The schema of a date, as Field List and JSON Example send it. */
export const DATE_SCHEMA = { type: 'string', description: 'Date as YYYY-MM-DD', format: 'date' };

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Returns a type in the spelling of JSON Schema; undefined if JSON Schema doesn't have it. */
export function parseType(type: unknown): string | undefined {
	return TYPES.find((known) => known === String(type).toLowerCase());
}

export function isNumeric(type?: string): boolean {
	return type === 'integer' || type === 'number';
}

/** Returns the type of a JSON value. Whole numbers have the type `number`. */
export function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return typeof value === 'bigint' ? 'number' : typeof value;
}

/** Whether a value has one of the types. A whole number beyond 2^53 is text in items. */
export function hasType(value: unknown, types: string[]): boolean {
	const isInteger = Number.isInteger(value) || isLongInteger(value);
	return types.includes(typeOf(value)) || (isInteger && types.some(isNumeric));
}

function isLongInteger(value: unknown): boolean {
	// `String` would also write a list with one text as this text.
	const digits = typeof value === 'object' ? '' : String(value);
	return LONG_INTEGER.test(digits) && !Number.isSafeInteger(Number(digits));
}

export function propertyOf(schema: FieldSchema, name: string): FieldSchema | undefined {
	return getValueAt(schema.properties, [name]) as FieldSchema | undefined;
}

/** Returns the type, or `date` for a text field with dates. */
export const kindOf = ({ format, type }: FieldSchema) => (format === 'date' ? 'date' : type);

/** Whether a property may be absent or null: if it isn't required (unlike in JSON Schema), or nullable. */
export function isOptional(schema: FieldSchema, name: string): boolean {
	return schema.required?.includes(name) === false || allowsNull(propertyOf(schema, name));
}

export function allowsNull(schema?: FieldSchema): boolean {
	return schema?.nullable === true;
}

/** Whether the value may have a type. */
export function mayBe(type: string, { types }: FieldSchema): boolean {
	return !types || types.includes(type);
}

import { InvalidParameterError } from './invalidParameter';
import { isObject, quote } from '../helpers/values';

/**
 * What a JSON value must be. An object lists its documented members; `'*'` is for all others. A list has
 * one schema for all its entries. A function chooses the schema by the value.
 */
export type Schema = FixedSchema | ((value: unknown) => FixedSchema);

type FixedSchema = 'text' | 'wholeNumber' | 'object' | 'anything' | readonly [Schema] | Members;
export type Members = Readonly<{ [member: string]: Schema }>;

const TYPES = {
	text: { name: 'text', advice: 'Put the value in quotes.' },
	wholeNumber: { name: 'a whole number', advice: 'Enter a whole number without quotes.' },
	list: { name: 'a list', advice: 'Write it as [ … ].' },
	object: { name: 'an object', advice: 'Write it as {"name": "value"}.' },
};

function typeOfValue(value: unknown): keyof typeof TYPES | undefined {
	if (typeof value === 'string') return 'text';
	if (typeof value === 'bigint' || Number.isSafeInteger(value)) return 'wholeNumber';
	if (Array.isArray(value)) return 'list';
	return isObject(value) ? 'object' : undefined;
}

function typeOfSchema(schema: Exclude<FixedSchema, 'anything'>): keyof typeof TYPES {
	if (typeof schema === 'string') return schema;
	return isMembers(schema) ? 'object' : 'list';
}

export function isMembers(schema: Schema): schema is Members {
	return typeof schema === 'object' && !Array.isArray(schema);
}

/**
 * Throws InvalidParameterError if a value has another type than its schema says. Listed members may be
 * null. Members that are undefined aren't sent.
 * @returns paths of members that the schema doesn't list: undocumented, but maybe misspelled
 */
export function validateSchema(label: string, value: unknown, given: Schema, path = ''): string[] {
	const schema = typeof given === 'function' ? given(value) : given;
	if (schema === 'anything') return [];
	const type = typeOfSchema(schema);
	if (typeOfValue(value) !== type) {
		const { name, advice } = TYPES[type];
		const where = path === '' ? '' : `contains "${path}", which `;
		const reason = `${where}must be ${name}, but is ${quote(value)}`;
		throw new InvalidParameterError(label, reason, advice);
	}
	if (typeof schema === 'string') return [];
	return Object.entries(value as object).flatMap(([member, inner]) => {
		if (!isMembers(schema)) return validateSchema(label, inner, schema[0], `${path}[${member}]`);
		const isListed = Object.hasOwn(schema, member);
		if (inner === undefined || (isListed && inner === null)) return [];
		const innerPath = path === '' ? member : `${path}.${member}`;
		const innerSchema = isListed ? schema[member] : schema['*'];
		return innerSchema ? validateSchema(label, inner, innerSchema, innerPath) : [innerPath];
	});
}

/** Returns a hint that lists members that the schema doesn't have. Throws as `validateSchema` does. */
export function hintUnlisted(label: string, json: unknown, schema: Schema): string[] {
	const unlisted = validateSchema(label, json, schema);
	const quotedPaths = unlisted.map((path) => `"${path}"`).join(', ');
	const hint = `'${label}' contains ${quotedPaths}, which the API doesn't document. The node sends everything, so check the spelling.`;
	return unlisted.length === 0 ? [] : [hint];
}

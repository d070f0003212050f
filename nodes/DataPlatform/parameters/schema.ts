import { isObject, quote } from '../helpers/values';
import { InvalidParameterError } from './validators';

/**
 * What a JSON value must be. An object lists its documented members; `'*'` is for all others. A list has
 * one schema for all its entries. A function chooses the schema by the value.
 */
export type Schema = FixedSchema | ((value: unknown) => FixedSchema);

type FixedSchema =
	'text' | 'wholeNumber' | 'object' | 'anything' | [Schema] | { [member: string]: Schema };

const TYPES = {
	text: {
		name: 'text',
		advice: 'Put the value in quotes.',
		includes: (value: unknown) => typeof value === 'string',
	},
	wholeNumber: {
		name: 'a whole number',
		advice: 'Enter a whole number without quotes.',
		includes: (value: unknown) => typeof value === 'bigint' || Number.isSafeInteger(value),
	},
	list: { name: 'a list', advice: 'Write it as [ … ].', includes: Array.isArray },
	object: { name: 'an object', advice: 'Write it as {"name": "value"}.', includes: isObject },
};

/**
 * Throws InvalidParameterError if a value has another type than its schema says. undefined, for "not set",
 * is valid, and so is null for listed members.
 * @returns paths of members that the schema doesn't list: undocumented, but maybe misspelled
 */
export function validateSchema(parameter: string, json: unknown, schema: Schema): string[] {
	return json === undefined ? [] : compare(parameter, json, schema, '');
}

function compare(parameter: string, value: unknown, given: Schema, path: string): string[] {
	const schema = typeof given === 'function' ? given(value) : given;
	if (schema === 'anything') return [];
	requireType(parameter, value, schema, path);
	if (typeof schema === 'string') return [];
	return Object.entries(value as object).flatMap(([name, member]) => {
		if (Array.isArray(schema)) return compare(parameter, member, schema[0], `${path}[${name}]`);
		const memberPath = path === '' ? name : `${path}.${name}`;
		const isListed = Object.hasOwn(schema, name);
		if (member === undefined || (isListed && member === null)) return [];
		const memberSchema = isListed ? schema[name] : schema['*'];
		return memberSchema ? compare(parameter, member, memberSchema, memberPath) : [memberPath];
	});
}

function requireType(parameter: string, value: unknown, schema: FixedSchema, path: string): void {
	const structure = Array.isArray(schema) ? 'list' : 'object';
	const type = typeof schema === 'string' ? (schema as keyof typeof TYPES) : structure;
	const { name, advice, includes } = TYPES[type];
	if (includes(value)) return;
	const where = path === '' ? '' : `contains "${path}", which `;
	const reason = `${where}must be ${name}, but is ${quote(value)}`;
	throw new InvalidParameterError(parameter, reason, advice);
}

/** Returns a hint that lists members that the schema doesn't have. Throws as `validateSchema` does. */
export function hintUnlisted(parameter: string, json: unknown, schema: Schema): string[] {
	const unlisted = validateSchema(parameter, json, schema);
	if (unlisted.length === 0) return [];
	const quotedPaths = unlisted.map((path) => `"${path}"`).join(', ');
	return [
		`'${parameter}' contains ${quotedPaths}, which the API doesn't document. The node sends everything, so check the spelling.`,
	];
}

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
 * Throws InvalidParameterError if a value has another type than its schema says. Listed members may be
 * null. Members that are undefined aren't sent.
 * @returns paths of members that the schema doesn't list: undocumented, but maybe misspelled
 */
export function validateSchema(
	parameter: string,
	value: unknown,
	given: Schema,
	path = '',
): string[] {
	const schema = typeof given === 'function' ? given(value) : given;
	if (schema === 'anything') return [];
	const structure = Array.isArray(schema) ? 'list' : 'object';
	const { name, advice, includes } = TYPES[typeof schema === 'string' ? schema : structure];
	if (!includes(value)) {
		const where = path === '' ? '' : `contains "${path}", which `;
		const reason = `${where}must be ${name}, but is ${quote(value)}`;
		throw new InvalidParameterError(parameter, reason, advice);
	}
	if (typeof schema === 'string') return [];
	return Object.entries(value as object).flatMap(([member, inner]) => {
		if (Array.isArray(schema)) {
			return validateSchema(parameter, inner, schema[0], `${path}[${member}]`);
		}
		const isListed = Object.hasOwn(schema, member);
		if (inner === undefined || (isListed && inner === null)) return [];
		const innerPath = path === '' ? member : `${path}.${member}`;
		const innerSchema = isListed ? schema[member] : schema['*'];
		return innerSchema ? validateSchema(parameter, inner, innerSchema, innerPath) : [innerPath];
	});
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

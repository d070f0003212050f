import { isObject, quote } from '../helpers/values';

/** The keywords of JSON Schema that the contract's requests use. */
export interface Schema {
	type?: string;
	const?: string;
	enum?: string[];
	required?: string[];
	properties?: Record<string, Schema | undefined>;
	/** Missing where the spec lists members and says nothing of others; true where it says that there are more. */
	additionalProperties?: true | Schema;
	items?: Schema;
	oneOf?: Schema[];
	not?: Schema;
}

const TYPES: Record<string, { words: string; holds: (value: unknown) => boolean }> = {
	string: { words: 'text', holds: (value) => typeof value === 'string' },
	boolean: { words: 'true or false', holds: (value) => typeof value === 'boolean' },
	integer: { words: 'a whole number', holds: isInteger },
	number: { words: 'a number', holds: (value) => isInteger(value) || Number.isFinite(value) },
	array: { words: 'a list', holds: Array.isArray },
	object: { words: 'an object', holds: isObject },
};

function isInteger(value: unknown): boolean {
	return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/**
 * Where a value departs from the contract. Members that the contract does not list pass, and so does
 * null in the place of a member that is not required: nothing is said about either.
 * @param at the value's place in words, for example `accounts[2]`; empty for the whole value
 * @returns what is wrong, to be read behind the parameter's name; undefined when nothing is
 */
export function violation(value: unknown, schema: Schema, at = ''): string | undefined {
	const subject = at === '' ? '' : `"${at}" `;
	if (schema.oneOf) return violationOfAny(value, schema.oneOf, at);
	if (schema.type && !TYPES[schema.type].holds(value)) {
		return `${subject}must be ${TYPES[schema.type].words}, but is ${quote(value)}`;
	}
	const allowed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
	if (allowed && !allowed.includes(value as string)) {
		return `${subject}must be ${allowed.join(' or ')}, but is ${quote(value)}`;
	}
	if (schema.not?.const !== undefined && value === schema.not.const) {
		return `${subject}must not be ${quote(value)}`;
	}
	if (Array.isArray(value)) return violationOfItems(value, schema, at);
	return isObject(value) ? violationOfMembers(value, schema, at) : undefined;
}

function violationOfAny(value: unknown, alternatives: Schema[], at: string): string | undefined {
	const violations = alternatives.map((alternative) => violation(value, alternative, at));
	return violations.includes(undefined) ? undefined : violations[0];
}

function violationOfItems(items: unknown[], schema: Schema, at: string): string | undefined {
	if (!schema.items) return undefined;
	for (const [index, item] of items.entries()) {
		const found = violation(item, schema.items, `${at}[${index}]`);
		if (found) return found;
	}
	return undefined;
}

function violationOfMembers(
	members: Record<string, unknown>,
	schema: Schema,
	at: string,
): string | undefined {
	const missing = schema.required?.find((name) => !Object.hasOwn(members, name));
	if (missing !== undefined) return `has no "${memberPath(at, missing)}"`;
	for (const [name, member] of Object.entries(members)) {
		if (member === null && isOptional(schema, name)) continue;
		const memberSchema = schemaOfMember(schema, name);
		const found = memberSchema && violation(member, memberSchema, memberPath(at, name));
		if (found) return found;
	}
	return undefined;
}

/**
 * The places of members that the contract does not list, where it lists members at all and does not say
 * that there are others: possibly misspelt, possibly known to the instance.
 */
export function unlistedMembers(value: unknown, schema: Schema, at = ''): string[] {
	const { items, oneOf } = schema;
	if (oneOf) {
		const met = oneOf.find((alternative) => violation(value, alternative) === undefined);
		return met ? unlistedMembers(value, met, at) : [];
	}
	if (Array.isArray(value)) {
		if (!items) return [];
		return value.flatMap((item, index) => unlistedMembers(item, items, `${at}[${index}]`));
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) => {
		const place = memberPath(at, name);
		const memberSchema = schemaOfMember(schema, name);
		if (memberSchema) return unlistedMembers(member, memberSchema, place);
		return schema.properties && schema.additionalProperties === undefined ? [place] : [];
	});
}

function isOptional({ properties = {}, required = [] }: Schema, name: string): boolean {
	return Object.hasOwn(properties, name) && !required.includes(name);
}

function schemaOfMember(schema: Schema, name: string): Schema | undefined {
	if (schema.properties && Object.hasOwn(schema.properties, name)) return schema.properties[name];
	return schema.additionalProperties === true ? undefined : schema.additionalProperties;
}

function memberPath(at: string, name: string): string {
	return at === '' ? name : `${at}.${name}`;
}

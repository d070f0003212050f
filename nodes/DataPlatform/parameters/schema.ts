import { isObject, quote } from '../helpers/values';

/** The keywords of JSON Schema that the contract's requests use. */
export interface Schema {
	type?: string;
	const?: string;
	required?: string[];
	properties?: Record<string, Schema | undefined>;
	/** Undefined if the spec lists members and says nothing about others; true if it says that there are more. */
	additionalProperties?: true | Schema;
	items?: Schema;
	oneOf?: Schema[];
	not?: Schema;
}

const TYPES: Record<string, { words: string; holds: (value: unknown) => boolean }> = {
	string: { words: 'text', holds: (value) => typeof value === 'string' },
	integer: { words: 'a whole number', holds: isInteger },
	array: { words: 'a list', holds: Array.isArray },
	object: { words: 'an object', holds: isObject },
};

function isInteger(value: unknown): boolean {
	return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/**
 * Returns how a value violates the contract, for a message after the parameter's name; undefined if it
 * doesn't. Unlisted members are valid, and so is null instead of a member that isn't required.
 * @param at the path of the value, such as `accounts[2]`; empty for the whole value
 */
export function findViolation(value: unknown, schema: Schema, at = ''): string | undefined {
	const subject = at === '' ? '' : `"${at}" `;
	if (schema.oneOf) return findViolationOfAny(value, schema.oneOf, at);
	if (schema.type && !TYPES[schema.type].holds(value)) {
		return `${subject}must be ${TYPES[schema.type].words}, but is ${quote(value)}`;
	}
	if (schema.const !== undefined && value !== schema.const) {
		return `${subject}must be ${schema.const}, but is ${quote(value)}`;
	}
	if (schema.not?.const !== undefined && value === schema.not.const) {
		return `${subject}must not be ${quote(value)}`;
	}
	if (Array.isArray(value)) return findViolationOfItems(value, schema, at);
	return isObject(value) ? findViolationOfMembers(value, schema, at) : undefined;
}

function findViolationOfAny(
	value: unknown,
	alternatives: Schema[],
	at: string,
): string | undefined {
	const violations = alternatives.map((alternative) => findViolation(value, alternative, at));
	return violations.includes(undefined) ? undefined : violations[0];
}

function findViolationOfItems(items: unknown[], schema: Schema, at: string): string | undefined {
	if (!schema.items) return undefined;
	for (const [index, item] of items.entries()) {
		const found = findViolation(item, schema.items, `${at}[${index}]`);
		if (found) return found;
	}
	return undefined;
}

function findViolationOfMembers(
	members: Record<string, unknown>,
	schema: Schema,
	at: string,
): string | undefined {
	const missing = schema.required?.find((name) => !Object.hasOwn(members, name));
	if (missing !== undefined) return `has no "${pathOfMember(at, missing)}"`;
	for (const [name, member] of Object.entries(members)) {
		if (member === null && isOptional(schema, name)) continue;
		const memberSchema = schemaOfMember(schema, name);
		const found = memberSchema && findViolation(member, memberSchema, pathOfMember(at, name));
		if (found) return found;
	}
	return undefined;
}

/** Returns the paths of members that the contract doesn't list: misspelled, or known only to the instance. */
export function findUnlisted(value: unknown, schema: Schema, at = ''): string[] {
	const { items, oneOf } = schema;
	if (oneOf) {
		const met = oneOf.find((alternative) => findViolation(value, alternative) === undefined);
		return met ? findUnlisted(value, met, at) : [];
	}
	if (Array.isArray(value)) {
		if (!items) return [];
		return value.flatMap((item, index) => findUnlisted(item, items, `${at}[${index}]`));
	}
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) => {
		const place = pathOfMember(at, name);
		const memberSchema = schemaOfMember(schema, name);
		if (memberSchema) return findUnlisted(member, memberSchema, place);
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

function pathOfMember(at: string, name: string): string {
	return at === '' ? name : `${at}.${name}`;
}

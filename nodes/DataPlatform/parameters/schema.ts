import { isObject, quote } from '../helpers/values';

/** The keywords of JSON Schema that the contract's requests use. */
export interface Schema {
	type?: string;
	const?: string;
	required?: string[];
	properties?: Record<string, Schema | undefined>;
	/** The schema of all other members; true if the spec mentions members without listing them. */
	additionalProperties?: true | Schema;
	items?: Schema;
	oneOf?: Schema[];
	not?: Schema;
}

/** How a value differs from the contract. */
export interface Differences {
	/** Sentences that follow the parameter's name, such as `"accounts[2]" must be a whole number`. */
	violations: string[];
	/** Paths of members that the contract doesn't list: misspelled, or known only to the platform. */
	unlisted: string[];
}

const TYPES: Record<string, { name: string; includes: (value: unknown) => boolean }> = {
	string: { name: 'text', includes: (value) => typeof value === 'string' },
	integer: { name: 'a whole number', includes: isInteger },
	array: { name: 'a list', includes: Array.isArray },
	object: { name: 'an object', includes: isObject },
};

function isInteger(value: unknown): boolean {
	return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/**
 * Compares a value with the contract. Members that the schema doesn't list are valid unless
 * `additionalProperties` describes them, and so is null instead of a member that isn't required.
 * @param at the path of the value; empty for the whole value
 */
export function compareWithSchema(value: unknown, schema: Schema, at = ''): Differences {
	if (schema.oneOf) {
		const all = schema.oneOf.map((alternative) => compareWithSchema(value, alternative, at));
		return all.find(({ violations }) => violations.length === 0) ?? all[0];
	}
	const violation = findViolation(value, schema);
	if (violation !== undefined) {
		return {
			violations: [at === '' ? violation : `contains "${at}", which ${violation}`],
			unlisted: [],
		};
	}
	const differences = listMembers(value, schema, at).map(([path, member, memberSchema]) => {
		if (memberSchema) return compareWithSchema(member, memberSchema, path);
		const isListComplete = schema.properties && schema.additionalProperties === undefined;
		return { violations: [], unlisted: isListComplete ? [path] : [] };
	});
	return {
		violations: differences.flatMap(({ violations }) => violations),
		unlisted: differences.flatMap(({ unlisted }) => unlisted),
	};
}

function findViolation(value: unknown, schema: Schema): string | undefined {
	const { type, const: only, not, required = [] } = schema;
	if (type !== undefined && !TYPES[type].includes(value)) {
		return `must be ${TYPES[type].name}, but is ${quote(value)}`;
	}
	if (only !== undefined && value !== only) return `must be ${only}, but is ${quote(value)}`;
	if (not?.const !== undefined && value === not.const) return `must not be ${quote(value)}`;
	const missing = required.find((name) => !Object.hasOwn(value as object, name));
	return missing === undefined ? undefined : `has no "${missing}"`;
}

type Member = [path: string, value: unknown, schema: Schema | undefined];

function listMembers(value: unknown, schema: Schema, at: string): Member[] {
	const { items, properties = {}, required = [], additionalProperties } = schema;
	if (Array.isArray(value)) {
		return items ? value.map((item, index): Member => [`${at}[${index}]`, item, items]) : [];
	}
	if (!isObject(value)) return [];
	const others = additionalProperties === true ? undefined : additionalProperties;
	return Object.entries(value).flatMap(([name, member]): Member[] => {
		const isKnown = Object.hasOwn(properties, name);
		if (member === null && isKnown && !required.includes(name)) return [];
		return [[at === '' ? name : `${at}.${name}`, member, isKnown ? properties[name] : others]];
	});
}

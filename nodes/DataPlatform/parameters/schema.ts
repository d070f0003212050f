import { isObject, quote } from '../helpers/values';

/** The JSON Schema keywords that the contract (contract/openapi.yaml) uses for the bodies of requests. */
export interface Schema {
	type?: string;
	const?: string;
	required?: string[];
	properties?: Record<string, Schema | undefined>;
	/**
	 * The schema of members that aren't in `properties`. True allows anything. Without this keyword,
	 * `compareWithSchema` reports these members as unlisted.
	 */
	additionalProperties?: true | Schema;
	items?: Schema;
	oneOf?: Schema[];
	not?: Schema;
}

/** How a value differs from its schema. */
export interface Differences {
	/** Messages without the parameter's name: `contains "jobName", which must be text, but is 5`. */
	violations: string[];
	/** Paths of members that the schema doesn't list. They may be misspelled, or undocumented but valid. */
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
 * Compares a value with a schema. Unlisted members aren't violations, because the API may accept more than
 * it documents. Optional members may be null.
 */
export function compareWithSchema(value: unknown, schema: Schema): Differences {
	const differences: Differences = { violations: [], unlisted: [] };
	addDifferences(value, schema, '', differences);
	return differences;
}

/** @param path the path of the value; empty for the whole value */
function addDifferences(value: unknown, schema: Schema, path: string, found: Differences): void {
	const { items, oneOf, properties, required = [], additionalProperties } = schema;
	if (oneOf) {
		const matching = oneOf.find((each) => compareWithSchema(value, each).violations.length === 0);
		return addDifferences(value, matching ?? oneOf[0], path, found);
	}
	const violation = findViolation(value, schema);
	if (violation !== undefined) {
		found.violations.push(path === '' ? violation : `contains "${path}", which ${violation}`);
	} else if (Array.isArray(value)) {
		if (!items) return;
		value.forEach((item, index) => addDifferences(item, items, `${path}[${index}]`, found));
	} else if (isObject(value)) {
		const others = additionalProperties === true ? undefined : additionalProperties;
		for (const [name, member] of Object.entries(value)) {
			const isListed = properties !== undefined && Object.hasOwn(properties, name);
			if (member === null && isListed && !required.includes(name)) continue;
			const memberPath = path === '' ? name : `${path}.${name}`;
			const memberSchema = isListed ? properties[name] : others;
			if (memberSchema) addDifferences(member, memberSchema, memberPath, found);
			else if (properties && additionalProperties === undefined) found.unlisted.push(memberPath);
		}
	}
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

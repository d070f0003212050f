import type { IDataObject } from 'n8n-workflow';
import { intersect, unite } from './combineSchemas';
import { type FieldSchema, parseType, typeOf, withType } from './jsonSchema';
import { isObject, mapMembers, withoutUndefined } from '../../../../helpers/values';

/** Keywords that may allow any value for properties without a name. */
const CONDITIONAL = ['dependentSchemas', 'else', 'patternProperties', 'then'];

/** Reads what is certain about a value by its JSON Schema, with each `$ref` filled in. */
export function readSchema(source: unknown): FieldSchema {
	return withType({ ...readParts(source), source });
}

function readParts(schema: unknown): FieldSchema {
	if (!isObject(schema)) return {};
	const { allOf, anyOf, oneOf, nullable } = schema;
	const parts = [readKeywords(schema), ...listOf(allOf).map(readParts)];
	let read = parts.reduce(intersect, {});
	for (const choices of [listOf(anyOf), listOf(oneOf)]) {
		const around = read;
		// What a choice leaves open stays as the schema around it says.
		const alternatives = choices.map((choice) => intersect(around, readParts(choice)));
		if (alternatives.length > 0) read = unite(alternatives);
	}
	// As OpenAPI has it.
	return nullable === true ? { ...read, nullable } : read;
}

function readKeywords(schema: IDataObject): FieldSchema {
	const { format, items, properties, required } = schema;
	const types = readTypes(schema);
	const allowed = readAllowed(schema, types);
	const possible = types ?? allowed?.map(typeOf);
	const notNull = possible && [...new Set(possible)].filter((type) => type !== 'null');
	return withoutUndefined<FieldSchema>({
		types: notNull,
		format: format === 'date' ? format : undefined,
		enum: allowed?.map((value) => (typeof value === 'bigint' ? String(value) : value)),
		nullable: possible && possible.includes('null') && allowed?.includes(null) !== false,
		items: isObject(items) && !('prefixItems' in schema) ? readSchema(items) : undefined,
		properties: isObject(properties) ? mapMembers(properties, readSchema) : undefined,
		required: Array.isArray(required) ? (required as string[]) : undefined,
		others: readOthers(schema),
		isDecimalText: hasDecimalPattern(schema) || undefined,
	});
}

/** Returns the types that the schema names. Undefined if there are none, or JSON Schema doesn't have one. */
function readTypes({ type }: IDataObject): string[] | undefined {
	const types = [type ?? []].flat().map(parseType);
	return types.length === 0 || types.includes(undefined) ? undefined : (types as string[]);
}

function readAllowed(schema: IDataObject, types: string[] = []): unknown[] | undefined {
	if ('const' in schema) return [schema['const']];
	const allowed = listOf(schema['enum']);
	if (allowed.length > 0) return allowed;
	return types.length === 1 && types[0] === 'null' ? [null] : undefined;
}

function readOthers(schema: IDataObject): FieldSchema['others'] {
	if (CONDITIONAL.some((keyword) => keyword in schema)) return true;
	const others = schema['additionalProperties'] ?? schema['unevaluatedProperties'];
	if (isObject(others)) return Object.keys(others).length === 0 || readSchema(others);
	return others === true || undefined;
}

/** Whether text must be a number such as 0.5, as in pydantic's schema of a Decimal. */
function hasDecimalPattern({ pattern }: IDataObject): boolean {
	if (typeof pattern !== 'string') return false;
	try {
		const expression = new RegExp(pattern, 'u');
		const fits = (text: string) => expression.test(text);
		return fits('5') && fits('0.5') && !['1.2.3', 'A', ''].some(fits);
	} catch {
		return false;
	}
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

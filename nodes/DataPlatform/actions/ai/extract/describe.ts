import type { OutputStructure, ParameterDefinition } from '../../../transport/contract';
import { stringifyJson } from '../../../helpers/exactJson';
import { mapMembers, pick, withoutUndefined } from '../../../helpers/values';
import type { FieldSchema } from './schema';
import { allowsNull, CONSTRAINT_NAMES, CONSTRAINTS, isDate, isOptional } from './schema';

const NOUNS: Record<string, { one: string; many: string }> = {
	string: { one: 'text', many: 'texts' },
	number: { one: 'number', many: 'numbers' },
	integer: { one: 'whole number', many: 'whole numbers' },
	boolean: { one: 'true or false', many: 'true or false values' },
	array: { one: 'list', many: 'lists' },
	object: { one: 'object', many: 'objects' },
};
const ANY = { one: 'any value', many: 'any values' };
const DATE = { one: 'date as YYYY-MM-DD', many: 'dates as YYYY-MM-DD' };

/**
 * Converts a schema to the fields of a request (api-spec.md 2.7). Only `type` and `description` are
 * documented, so the description says the rest of the schema in words.
 * @param sendsSchema whether to also send the keywords of JSON Schema
 */
export function toOutputStructure(schema: FieldSchema, sendsSchema: boolean): OutputStructure {
	return mapMembers(schema.properties ?? {}, (property, name): ParameterDefinition => {
		const words = describeField(property, isOptional(schema, name));
		const sentences = [property.description ?? '', words].map(toSentence).join(' ').trim();
		const description = words === '' ? property.description : sentences;
		return withoutUndefined<ParameterDefinition>({
			...(sendsSchema && toJsonSchema(property)),
			type: property.type ?? 'string',
			description: description === '' ? undefined : description,
		});
	}) as OutputStructure;
}

/** Returns the keywords to send. `required` and `nullable` are sent only in words. */
function toJsonSchema(schema: FieldSchema): object {
	return withoutUndefined<FieldSchema>({
		...pick(schema, ['type', 'description', 'enum', ...CONSTRAINT_NAMES]),
		items: schema.items && toJsonSchema(schema.items),
		properties: schema.properties && mapMembers(schema.properties, toJsonSchema),
	});
}

/** Describes what `type` can't express about a field. Returns empty text if there is nothing. */
function describeField(schema: FieldSchema, isOptionalField: boolean): string {
	const isPlain = !schema.items && !schema.properties && !isDate(schema);
	const rules = describeRules(schema, isOptionalField);
	return (isPlain ? rules : [capitalize(describeOne(schema)), ...rules]).join('; ');
}

/** Returns words such as `list of objects, each with quantity (number) and price (number)`. */
function describeOne(schema: FieldSchema): string {
	if (schema.items) return `list of ${describeMany(schema.items)}`;
	if (schema.properties) return `object with ${describeProperties(schema)}`;
	return nounOf(schema)?.one ?? schema.type!;
}

function describeMany(element: FieldSchema): string {
	const noun = nounOf(element)?.many ?? `${element.type} values`;
	const details = [
		element.description ? `${noun} (${element.description})` : noun,
		...(element.properties ? [`each with ${describeProperties(element)}`] : []),
		...(element.items ? [`each a ${describeOne(element)}`] : []),
		...describeRules(element, false),
	];
	return details.join(', ');
}

function describeProperties(schema: FieldSchema): string {
	const words = Object.entries(schema.properties ?? {}).map(([name, property]) => {
		const rules = describeRules(property, isOptional(schema, name));
		const details = [describeOne(property), ...rules, property.description].filter(Boolean);
		return `${name} (${details.join('; ')})`;
	});
	if (words.length === 0) return 'any members';
	const last = words.pop()!;
	return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

function nounOf(schema: FieldSchema): { one: string; many: string } | undefined {
	if (isDate(schema)) return DATE;
	const { type } = schema;
	if (type === undefined) return ANY;
	return Object.hasOwn(NOUNS, type) ? NOUNS[type] : undefined;
}

function describeRules(schema: FieldSchema, isOptionalField: boolean): string[] {
	const values = schema.enum?.filter((value) => value !== null);
	const constraints = Object.entries(CONSTRAINTS).flatMap(([keyword, words]) => {
		const value = schema[keyword as keyof typeof CONSTRAINTS];
		const isOmitted =
			value === undefined || value === false || (keyword === 'format' && isDate(schema));
		return isOmitted ? [] : [words.replace('#', () => String(value))];
	});
	return [
		values?.length ? `one of ${values.map((value) => stringifyJson(value)).join(', ')}` : '',
		...constraints,
		isOptionalField || allowsNull(schema) ? 'null if there is none' : '',
	].filter(Boolean);
}

function toSentence(text: string): string {
	const trimmed = text.trim();
	return trimmed === '' || /[.!?:]$/.test(trimmed) ? trimmed : `${capitalize(trimmed)}.`;
}

function capitalize(text: string): string {
	return text[0].toUpperCase() + text.slice(1);
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { stringifyJson } from '../../../../helpers/exactJson';
import { commonType, isObject, mapMembers, withoutUndefined } from '../../../../helpers/values';
import type { ParameterReader } from '../../../../parameters/reader';
import { requestSchemas, validateSchema } from '../../../../parameters/requestMembers';
import { fieldListParameter, readFieldList } from './fieldList';
import { showOnlyForExtract } from '../options.description';
import { DATE_SCHEMA, isOptional, resolveSchema, type FieldSchema } from './jsonSchema';

/** The parameters for four ways to specify the fields to extract (api-spec.md 2.7, outputStructure). */
export const fieldParameters: INodeProperties[] = [
	{
		displayName: 'Specify Fields',
		name: 'specifyFields',
		type: 'options',
		options: [
			{ name: 'Field List', value: 'fieldList', description: 'Name the fields one by one' },
			{ name: 'From JSON Example', value: 'example', description: 'Show what a result looks like' },
			{ name: 'From JSON Schema', value: 'schema', description: 'Use a schema that you have' },
			{
				name: 'Output Structure (JSON)',
				value: 'structure',
				description: 'In the format of the API, for types that only your platform knows',
			},
		],
		default: 'fieldList',
		description: 'How to specify the fields to extract',
		displayOptions: { show: showOnlyForExtract },
	},
	fieldListParameter,
	{
		displayName: 'JSON Example',
		name: 'jsonExample',
		type: 'json',
		required: true,
		default:
			'{\n  "invoiceNumber": "2026-0815",\n  "dueDate": "2026-05-31",\n  "total": 99.5,\n  "lines": [{ "article": "Lamp", "quantity": 2 }]\n}',
		description:
			'An example of the result. Only names and types matter. A value like 2026-05-31 makes a date field.',
		displayOptions: { show: { ...showOnlyForExtract, specifyFields: ['example'] } },
	},
	{
		displayName: 'JSON Schema',
		name: 'jsonSchema',
		type: 'json',
		required: true,
		default:
			'{\n  "type": "object",\n  "properties": {\n    "invoiceNumber": { "type": "string" },\n    "total": { "type": "number" }\n  }\n}',
		description: 'JSON Schema of an object. Everything is sent except "default" and "examples".',
		displayOptions: { show: { ...showOnlyForExtract, specifyFields: ['schema'] } },
	},
	{
		displayName: 'Output Structure',
		name: 'outputStructure',
		type: 'json',
		required: true,
		default:
			'{\n  "invoiceNumber": { "type": "string", "description": "Number of the invoice" }\n}',
		description: 'Fields with "type" and "description", sent unchanged',
		displayOptions: { show: { ...showOnlyForExtract, specifyFields: ['structure'] } },
	},
];

/** The fields to extract: `outputStructure` for the request, `schema` to convert and look up values. */
export type Fields = ReturnType<typeof readFields>;

const PARAMETERS = {
	fieldList: 'fields',
	example: 'jsonExample',
	schema: 'jsonSchema',
	structure: 'outputStructure',
};

/**
 * Reads the fields to extract for an item.
 * @param sendsSchema whether to also send JSON Schema keywords, such as `enum`, as members of a field
 * @throws InvalidParameterError if there are no fields, or their parameter is invalid
 */
export function readFields(read: ParameterReader, sendsSchema: boolean) {
	const source = read.choice<keyof typeof PARAMETERS>('specifyFields');
	const parameter = PARAMETERS[source];
	const json = source === 'fieldList' ? {} : read.required(parameter, read.jsonObject(parameter));
	const advice =
		'Write it as {"type": "object", "properties": { … }}, with each "$ref" target inside.';
	const invalid = (reason: string) => read.invalid(parameter, reason, advice);

	function readSchema(): { schema: FieldSchema; hints?: string[] } {
		if (source === 'fieldList') return { schema: { properties: readFieldList(read, parameter) } };
		if (source === 'structure') {
			validateSchema(read.displayName(parameter), json, requestSchemas.OutputStructure);
			// Any JSON Schema in an Output Structure is used to convert and look up values.
			return { schema: resolveSchema({ properties: json }, invalid).schema };
		}
		const isSchema =
			'$schema' in json || (json['type'] === 'object' && isObject(json['properties']));
		// A JSON Schema that was entered as an example is still a JSON Schema.
		if (source === 'schema' || isSchema) return resolveSchema(json, invalid);
		return { schema: schemaOfExamples([json]) };
	}

	const { schema, hints = [] } = readSchema();
	if (Object.keys(schema.properties ?? {}).length === 0) {
		const help = source === 'schema' ? advice : 'Name at least one field.';
		throw read.invalid(parameter, 'names no field to extract', help);
	}
	const outputStructure = source === 'structure' ? json : toOutputStructure(schema, sendsSchema);
	return { parameter, schema, outputStructure, hints };
}

/** Returns one schema for all values. It's nullable if a value is null, and has no type if types differ. */
function schemaOfExamples(values: unknown[]): FieldSchema {
	const given = values.filter((value) => value !== null && value !== undefined);
	const nullable = given.length < values.length ? { nullable: true } : {};
	if (given.length === 0) return nullable;
	if (given.every(isObject)) return { ...schemaOfObjects(given), ...nullable };
	if (given.every(Array.isArray)) {
		const items = schemaOfExamples(given.flat());
		return { type: 'array', ...(items.type && { items }), ...nullable };
	}
	const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
	return { ...(given.every(isDay) ? DATE_SCHEMA : { type: commonType(given) }), ...nullable };
}

function schemaOfObjects(objects: IDataObject[]): FieldSchema {
	const names = [...new Set(objects.flatMap(Object.keys))];
	const objectsWith = (name: string) => objects.filter((object) => Object.hasOwn(object, name));
	const valuesOf = (name: string) => objectsWith(name).map((object) => object[name]);
	return {
		type: 'object',
		properties: Object.fromEntries(names.map((name) => [name, schemaOfExamples(valuesOf(name))])),
		required: names.filter((name) => objectsWith(name).length === objects.length),
	};
}

/**
 * Converts a schema to the `outputStructure` of a request (api-spec.md 2.7). The API documents only `type`
 * and `description` of a field, so the description also contains the rest of the field's schema.
 * @param sendsSchema whether to also send JSON Schema keywords, such as `enum`, as members of a field
 */
function toOutputStructure(schema: FieldSchema, sendsSchema: boolean): IDataObject {
	return mapMembers(schema.properties ?? {}, (field, name) => {
		const { description, format, ...others } = toJsonSchema({ ...field, type: undefined });
		const keywords = stringifyJson(field.format === 'date' ? others : { ...others, format });
		return withoutUndefined<IDataObject>({
			...(sendsSchema && toJsonSchema(field)),
			type: field.type ?? 'string',
			description: joinSentences([
				description,
				keywords !== '{}' && `JSON Schema: ${keywords}`,
				isOptional(schema, name) && 'Null if there is none',
			]),
		});
	});
}

function toJsonSchema(schema: FieldSchema): IDataObject {
	const { type, description, nullable, items, properties, ...others } = schema;
	return withoutUndefined<IDataObject>({
		type: nullable && type ? [type, 'null'] : type,
		description: joinSentences([description, others.format === 'date' && 'Date as YYYY-MM-DD']),
		...(others as IDataObject),
		items: items && toJsonSchema(items),
		properties: properties && mapMembers(properties, toJsonSchema),
	});
}

/** Joins the sentences that aren't empty, with periods. A single sentence gets no period. */
function joinSentences(sentences: unknown[]): string | undefined {
	const texts = sentences.map((text) => String(text || '').trim()).filter(Boolean);
	if (texts.length < 2) return texts[0];
	return texts.map((text) => (/[.!?:]$/.test(text) ? text : `${text}.`)).join(' ');
}

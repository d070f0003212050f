import type { INodeProperties } from 'n8n-workflow';
import { commonType, groupBy, isObject, mapMembers } from '../../../helpers/values';
import type { ParameterReader } from '../../../parameters/reader';
import { requestSchemas, validateSchema } from '../../../parameters/schema';
import type { OutputStructure } from '../../../transport/contract';
import { toOutputStructure } from './describe';
import { fieldListParameter, readFieldList } from './fieldList';
import { showOnlyForExtract } from './options.description';
import { DATE_SCHEMA, resolveSchema, type FieldSchema } from './schema';

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
		description: 'JSON Schema of an object. A hint lists most keywords that the node leaves out.',
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

interface Source {
	schema: FieldSchema;
	outputStructure?: OutputStructure;
	/** Which keywords of a JSON Schema the node left out. */
	hints?: string[];
}

/** What each choice of Specify Fields reads: a parameter, and how. */
const SOURCES = {
	fieldList: { parameter: 'fields', readSource: readFieldList },
	example: { parameter: 'jsonExample', readSource: readExample },
	schema: { parameter: 'jsonSchema', readSource: readSchema },
	structure: { parameter: 'outputStructure', readSource: readStructure },
};

/**
 * Reads the fields to extract for an item.
 * @param sendsSchema whether to also send JSON Schema keywords, such as `enum`, as members of a field
 * @throws InvalidParameterError if there are no fields, or their parameter is invalid
 */
export function readFields(read: ParameterReader, sendsSchema: boolean) {
	const { parameter, readSource } = SOURCES[read.choice<keyof typeof SOURCES>('specifyFields')];
	const source: Source = readSource(read, parameter);
	const { schema, hints = [] } = source;
	if (Object.keys(schema.properties ?? {}).length === 0) {
		throw read.invalid(parameter, 'names no field to extract', 'Name at least one field.');
	}
	const outputStructure = source.outputStructure ?? toOutputStructure(schema, sendsSchema);
	return { parameter, schema, outputStructure, hints };
}

const readJson = (read: ParameterReader, parameter: string) =>
	read.required(parameter, read.jsonObject(parameter));

function readExample(read: ParameterReader, parameter: string) {
	const json = readJson(read, parameter);
	if ('$schema' in json || (json['type'] === 'object' && isObject(json['properties']))) {
		const reason = 'contains a JSON Schema instead of an example';
		throw read.invalid(parameter, reason, "Choose 'From JSON Schema' under 'Specify Fields'.");
	}
	return { schema: schemaOfExamples([json]) };
}

function readSchema(read: ParameterReader, parameter: string, json = readJson(read, parameter)) {
	const advice =
		'Write it as {"type": "object", "properties": { … }}, with the target of every "$ref" inside.';
	return resolveSchema(json, (reason) => read.invalid(parameter, reason, advice));
}

/** The structure is sent unchanged. Any JSON Schema keywords in it are used to convert and look up values. */
function readStructure(read: ParameterReader, parameter: string) {
	const json = readJson(read, parameter);
	validateSchema(read.displayName(parameter), json, requestSchemas.OutputStructure);
	const { schema } = readSchema(read, parameter, { properties: json });
	return { schema, outputStructure: json as OutputStructure };
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

function schemaOfObjects(objects: object[]): FieldSchema {
	const valuesByName = groupBy(objects.flatMap((object) => Object.entries(object)));
	const required = [...valuesByName].filter(([, values]) => values.length === objects.length);
	return {
		type: 'object',
		properties: mapMembers(Object.fromEntries(valuesByName), schemaOfExamples),
		required: required.map(([name]) => name),
	};
}

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { commonType, groupBy, isObject, mapMembers } from '../../../helpers/values';
import { validateSchema } from '../../../parameters/schema';
import type { ParameterReader } from '../../../parameters/reader';
import { requestSchemas } from '../../../parameters/requestSchemas';
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
export interface Fields {
	/** The parameter that contains the fields. */
	parameter: string;
	schema: FieldSchema;
	outputStructure: OutputStructure;
	/** Messages for the user, such as which keywords of a JSON Schema the node left out. */
	hints: string[];
}

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
export function readFields(read: ParameterReader, sendsSchema: boolean): Fields {
	const source = read.choice<keyof typeof PARAMETERS>('specifyFields');
	const parameter = PARAMETERS[source];
	const json = source === 'fieldList' ? {} : read.required(parameter, read.jsonObject(parameter));
	const fields: Pick<Fields, 'schema'> & Partial<Fields> = {
		fieldList: () => ({ schema: readFieldList(read, parameter) }),
		example: () => readExample(read, parameter, json),
		schema: () => readSchema(read, parameter, json),
		structure: () => readStructure(read, parameter, json),
	}[source]();
	if (Object.keys(fields.schema.properties ?? {}).length === 0) {
		throw read.invalid(parameter, 'names no field to extract', 'Name at least one field.');
	}
	const outputStructure = toOutputStructure(fields.schema, sendsSchema);
	return { parameter, hints: [], outputStructure, ...fields };
}

function readExample(read: ParameterReader, parameter: string, json: IDataObject) {
	if ('$schema' in json || (json['type'] === 'object' && isObject(json['properties']))) {
		throw read.invalid(
			parameter,
			'contains a JSON Schema instead of an example',
			"Choose 'From JSON Schema' under 'Specify Fields'.",
		);
	}
	return { schema: schemaOfExamples([json]) };
}

function readSchema(read: ParameterReader, parameter: string, json: IDataObject) {
	const { schema, dropped, unknownTypes } = resolveSchema(json, (reason) =>
		read.invalid(
			parameter,
			reason,
			'Write it as {"type": "object", "properties": { … }}, with the target of every "$ref" inside.',
		),
	);
	const hints: Array<[string, string[]]> = [
		['The node left out these parts of the JSON Schema', dropped],
		["JSON Schema doesn't have these types, so their values aren't converted", unknownTypes],
	];
	const found = hints.filter(([, parts]) => parts.length > 0);
	return { schema, hints: found.map(([text, parts]) => `${text}: ${parts.join(', ')}.`) };
}

/** The structure is sent unchanged. Any JSON Schema keywords in it are used to convert and look up values. */
function readStructure(read: ParameterReader, parameter: string, json: IDataObject) {
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
	const areDates = given.every(isIsoDay);
	return { ...(areDates ? DATE_SCHEMA : { type: commonType(given) }), ...nullable };
}

const isIsoDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

function schemaOfObjects(objects: object[]): FieldSchema {
	const valuesByName = groupBy(objects.flatMap((object) => Object.entries(object)));
	const required = [...valuesByName].filter(([, values]) => values.length === objects.length);
	return {
		type: 'object',
		properties: mapMembers(Object.fromEntries(valuesByName), schemaOfExamples),
		required: required.map(([name]) => name),
	};
}

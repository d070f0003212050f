import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldListParameter, readFieldList } from './fieldList';
import { schemaOfExamples } from './schemaOfExamples';
import { type FieldSchema, parseType } from '../jsonSchema';
import { showOnlyForExtract } from '../options.description';
import { createOutputStructure, describeResult } from './outputStructure';
import { readSchema } from './readSchema';
import { resolveReferences } from './resolveReferences';
import { isObject } from '../../../../helpers/values';
import type { ParameterReader } from '../../../../parameters/reader';
import { validateSchema } from '../../../../parameters/validateSchema';
import { requestSchemas } from '../../../../transport/contract';

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
		description: "JSON Schema of an object. Examples, defaults and comments aren't sent.",
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

/** The fields to extract. */
interface Fields {
	/** The parameter that names them. */
	parameter: string;
	/** What is certain about their values, to convert and look them up. */
	schema: FieldSchema;
	/** The fields in the format of the API. */
	outputStructure: IDataObject;
	/** What the model should know about the result as a whole. */
	instructions?: string;
	hints: string[];
}

/** How fields are specified, and the parameter for each way. */
const PARAMETERS = {
	fieldList: 'fields',
	example: 'jsonExample',
	schema: 'jsonSchema',
	structure: 'outputStructure',
};

/**
 * Reads the fields to extract for an item. The result depends only on the parameters.
 * @param sendsSchema whether to also send JSON Schema keywords, such as `enum`, as members of a field
 * @throws InvalidParameterError if there are no fields, or their parameter is invalid
 */
export function readFields(read: ParameterReader, sendsSchema: boolean): Fields {
	const source = read.choice<keyof typeof PARAMETERS>('specifyFields');
	const parameter = PARAMETERS[source];
	const invalid = (reason: string, advice: string) => read.invalid(parameter, reason, advice);
	const json =
		source === 'fieldList'
			? { type: 'object', properties: readFieldList(read, parameter) }
			: read.required(parameter, read.jsonObject(parameter));
	const isStructure = source === 'structure';
	if (isStructure) {
		validateSchema(read.displayName(parameter), json, requestSchemas.OutputStructure);
	}
	const isExample = source === 'example' && !isObjectSchema(json);
	const given = isExample ? schemaOfExamples([json]) : json;
	const resolved = resolveReferences(isStructure ? { properties: json } : given, invalid);
	const schema = readSchema(resolved.schema);
	if (Object.keys(schema.properties ?? {}).length === 0) {
		const advice = source === 'schema' ? SCHEMA_ADVICE : 'Name at least one field.';
		throw invalid('names no field to extract', advice);
	}
	// Any JSON Schema in an Output Structure is used to convert and look up values. It's sent unchanged
	// and may have types of its own, so it needs no hints about what isn't sent or isn't JSON Schema.
	if (isStructure) return { parameter, schema, outputStructure: json, hints: [] };
	const asksForNull = isExample || source === 'fieldList';
	const { withReferences } = resolved;
	const sent = createOutputStructure(schema, { sendsSchema, asksForNull, withReferences });
	const hints = [...resolved.hints, ...sent.hints];
	if (isExample && Object.values(json).every(isSchemaLike)) {
		hints.push("'JSON Example' looks like a JSON Schema. If it's one, choose 'From JSON Schema'.");
	}
	const { outputStructure } = sent;
	const instructions = describeResult(resolved.schema);
	return { parameter, schema, outputStructure, instructions, hints };
}

const SCHEMA_ADVICE = 'Write it as {"type": "object", "properties": { … }}.';

/** A JSON Schema that was entered as an example is still a JSON Schema. */
const isObjectSchema = (json: IDataObject) =>
	'$schema' in json || (json['type'] === 'object' && isObject(json['properties']));

const isSchemaLike = (value: unknown) =>
	isObject(value) && typeof value['type'] === 'string' && parseType(value['type']) !== undefined;

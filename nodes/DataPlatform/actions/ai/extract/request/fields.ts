import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldListParameter, readFieldList } from './fieldList';
import { showOnlyForExtract } from '../options.description';
import { DATE_SCHEMA, type FieldSchema, parseType } from './jsonSchema';
import { createOutputStructure, describeResult } from './outputStructure';
import { readSchema } from './readSchema';
import { resolveReferences } from './resolveReferences';
import { commonType, isObject, withoutUndefined } from '../../../../helpers/values';
import type { ParameterReader } from '../../../../parameters/reader';
import { requestSchemas, validateSchema } from '../../../../parameters/requestMembers';

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
	const isSchema = source === 'schema';
	const invalid = (reason: string) =>
		read.invalid(parameter, reason, isSchema ? SCHEMA_ADVICE : 'Name at least one field.');
	const isFieldList = source === 'fieldList';
	const json = isFieldList
		? { type: 'object', properties: readFieldList(read, parameter) }
		: read.required(parameter, read.jsonObject(parameter));
	if (source === 'structure') {
		validateSchema(read.displayName(parameter), json, requestSchemas.OutputStructure);
	}
	// A JSON Schema that was entered as an example is still a JSON Schema.
	const looksLikeSchema =
		'$schema' in json || (json['type'] === 'object' && isObject(json['properties']));
	const isExample = source === 'example' && !looksLikeSchema;
	const given = isExample ? schemaOfExamples([json]) : json;
	const filled = resolveReferences(source === 'structure' ? { properties: json } : given, invalid);
	const schema = readSchema(filled.schema);
	if (Object.keys(schema.properties ?? {}).length === 0) throw invalid('names no field to extract');
	// Any JSON Schema in an Output Structure is used to convert and look up values.
	if (source === 'structure') return { parameter, schema, outputStructure: json, hints: [] };
	const { withReferences } = filled;
	const asksForNull = isExample || isFieldList;
	const sent = createOutputStructure(schema, { sendsSchema, asksForNull, withReferences });
	const hints = [...filled.hints, ...sent.hints];
	if (isExample && Object.values(json).every(isSchemaLike)) {
		hints.push("'JSON Example' looks like a JSON Schema. If it's one, choose 'From JSON Schema'.");
	}
	const { outputStructure } = sent;
	return { parameter, schema, outputStructure, instructions: describeResult(filled.schema), hints };
}

const SCHEMA_ADVICE =
	'Write it as {"type": "object", "properties": { … }}, with each "$ref" target inside.';

const isSchemaLike = (value: unknown) =>
	isObject(value) && typeof value['type'] === 'string' && parseType(value['type']) !== undefined;

/** Returns a JSON Schema for all values. It allows null if a value is null, and has no type if types differ. */
function schemaOfExamples(values: unknown[]): IDataObject {
	const given = values.filter((value) => value !== null && value !== undefined);
	if (given.length === 0) return values.length > 0 ? { nullable: true } : {};
	const { type, ...others } = schemaOfValues(given);
	const isNullable = given.length < values.length;
	if (isNullable && type === undefined) return { nullable: true, ...others };
	return withoutUndefined<IDataObject>({ type: isNullable ? [type, 'null'] : type, ...others });
}

function schemaOfValues(given: unknown[]): IDataObject {
	if (given.every(isObject)) return schemaOfObjects(given);
	if (given.every(Array.isArray)) {
		const items = schemaOfExamples(given.flat());
		return withoutUndefined<IDataObject>({
			type: 'array',
			items: items['type'] ? items : undefined,
		});
	}
	const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
	return given.every(isDay) ? DATE_SCHEMA : { type: commonType(given) };
}

function schemaOfObjects(objects: IDataObject[]): IDataObject {
	const names = [...new Set(objects.flatMap(Object.keys))];
	const objectsWith = (name: string) => objects.filter((object) => Object.hasOwn(object, name));
	const valuesOf = (name: string) => objectsWith(name).map((object) => object[name]);
	return {
		type: 'object',
		properties: Object.fromEntries(names.map((name) => [name, schemaOfExamples(valuesOf(name))])),
		required: names.filter((name) => objectsWith(name).length === objects.length),
	};
}

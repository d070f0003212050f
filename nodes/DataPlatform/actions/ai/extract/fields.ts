import type { IDataObject } from 'n8n-workflow';
import { groupBy, isObject, mapMembers } from '../../../helpers/values';
import { parseText } from '../../../parameters/validators';
import { parseList, detectValue, validateSchema, parseJsonArray } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';
import type { OutputStructure } from '../../../transport/contract';
import { requestSchemas } from '../../../parameters/requestSchemas';
import { toOutputStructure } from './describe';
import type { FieldSchema } from './schema';
import { commonType, resolveSchema } from './schema';

/** The fields to extract: `schema` is for the node, `outputStructure` for the API. */
export interface Fields {
	schema: FieldSchema;
	outputStructure: OutputStructure;
	/** What the user should know about how the node read the fields. */
	hints: string[];
}

type FieldSource = Omit<Fields, 'outputStructure'> & Partial<Fields>;

/** The ways to specify fields: the parameter of each, and a function that converts its value to a schema. */
const SOURCES = {
	fieldList: { parameter: 'outputStructure', toSource: fromFieldList },
	example: { parameter: 'jsonExample', toSource: fromExample },
	schema: { parameter: 'jsonSchema', toSource: fromSchema },
	structure: { parameter: 'structureJson', toSource: fromStructure },
};

/**
 * Reads the fields to extract for an item.
 * @param sendsSchema whether to also send the keywords of JSON Schema
 * @throws InvalidParameterError if there are no fields, or they can't be read
 */
export function readFields(read: ParameterReader, sendsSchema: boolean): Fields {
	const source = read.choice<keyof typeof SOURCES>('specifyStructure');
	const { parameter, toSource } = SOURCES[source];
	const fields: FieldSource = toSource(read, parameter);
	if (Object.keys(fields.schema.properties ?? {}).length > 0) {
		return { outputStructure: toOutputStructure(fields.schema, sendsSchema), ...fields };
	}
	throw read.invalid(
		parameter,
		'names no field to extract',
		source === 'fieldList'
			? 'Fill in the Name of a field. If there is no field, select Add Field.'
			: 'Name at least one field.',
	);
}

function fromFieldList(read: ParameterReader, parameter: string): FieldSource {
	const rows = read.rows(parameter).filter((row) => !isBlankField(row));
	const properties = readRows(read, parameter, rows, readField);
	const hints = pathsWithoutContent('', properties).map(
		(path) =>
			`The request doesn't say what "${path}" contains. Fill in the field's Description, or its Columns if they are empty.`,
	);
	return { schema: { properties }, hints };
}

function fromExample(read: ParameterReader, parameter: string): FieldSource {
	const example = readObject(read, parameter);
	// Someone may paste a schema as the example.
	const isSchema =
		typeof example['$schema'] === 'string' ||
		(example['type'] === 'object' && isObject(example['properties']));
	if (!isSchema) return { schema: schemaOfExamples([example]), hints: [] };
	const { schema, hints } = fromSchema(read, parameter, example);
	const recognized =
		"'JSON Example' contains a JSON Schema, so the node read it as a schema. Choose 'From JSON Schema' under Specify Fields.";
	return { schema, hints: [recognized, ...hints] };
}

function fromSchema(
	read: ParameterReader,
	parameter: string,
	json = readObject(read, parameter),
): FieldSource {
	const { schema, dropped } = resolveSchema(json, (reason) =>
		read.invalid(parameter, reason, 'Correct the JSON.'),
	);
	const leftOut = `The node left out these parts of the JSON Schema: ${dropped.join(', ')}.`;
	return { schema, hints: dropped.length === 0 ? [] : [leftOut] };
}

/** The structure is sent unchanged. Its keywords of JSON Schema count, although the API doesn't document them. */
function fromStructure(read: ParameterReader, parameter: string): FieldSource {
	const structure = readObject(read, parameter);
	validateSchema(read.displayName(parameter), structure, requestSchemas.OutputStructure);
	const { schema } = fromSchema(read, parameter, { properties: structure });
	return { schema, hints: [], outputStructure: structure as OutputStructure };
}

function readObject(read: ParameterReader, name: string): IDataObject {
	const value = read.required(name, read.json(name));
	if (isObject(value)) return value;
	throw read.invalid(
		name,
		`must be a JSON object, but is ${Array.isArray(value) ? 'a list' : String(value)}`,
		'Write it as {"name": …}. If an example is a list, wrap it, as in {"entries": [ … ]}.',
	);
}

const DATE_SCHEMA: FieldSchema = { type: 'string', format: 'date' };

/** Schemas for the types of the field list that JSON Schema doesn't have. */
const SCHEMAS: Record<string, FieldSchema> = {
	date: DATE_SCHEMA,
	textList: { type: 'array', items: { type: 'string' } },
	numberList: { type: 'array', items: { type: 'number' } },
	dateList: { type: 'array', items: DATE_SCHEMA },
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a schema that allows all the values: null if one is null, and any type if their types differ. */
function schemaOfExamples(values: unknown[]): FieldSchema {
	const given = values.filter((value) => value !== null && value !== undefined);
	const nullable = given.length < values.length ? { nullable: true } : {};
	if (given.length === 0) return nullable;
	if (given.every(isObject)) return { ...schemaOfObjects(given), ...nullable };
	if (given.every(Array.isArray)) {
		const items = schemaOfExamples(given.flat());
		return { type: 'array', ...(items.type && { items }), ...nullable };
	}
	const areDates = given.every((value) => typeof value === 'string' && DATE.test(value));
	return { ...(areDates ? DATE_SCHEMA : { type: commonType(given) }), ...nullable };
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

/** Reads the schemas of the fields in the rows of a parameter, by name. */
function readRows(
	read: ParameterReader,
	parameter: string,
	rows: ParameterReader[],
	toSchema: (row: ParameterReader) => FieldSchema,
): Record<string, FieldSchema> {
	const schemas = new Map<string, FieldSchema>();
	for (const row of rows) {
		for (const name of namesIn(row)) {
			if (schemas.has(name)) {
				throw read.invalid(
					parameter,
					`names the field "${name}" twice`,
					'Give each field its own name.',
				);
			}
			schemas.set(name, toSchema(row));
		}
	}
	return Object.fromEntries(schemas);
}

/** Users may type several names, separated by commas. A name from an expression may itself contain commas. */
function namesIn(row: ParameterReader): string[] {
	const text = row.requiredText('name');
	if (row.isExpression('name') || !text.includes(',')) return [text];
	const names = text.split(',').map((name) => name.trim());
	return names.filter((name) => name !== '');
}

/** Whether n8n added the row, to a new node or when the user deleted the last row. */
function isBlankField(row: ParameterReader): boolean {
	const isDescribed = ['description', 'values'].some((name) => row.value(name) !== undefined);
	return isNameless(row) && row.choice('type') === 'string' && !isDescribed;
}

/** Whether a row has no name, and no expression that may return one for other items. */
function isNameless(row: ParameterReader): boolean {
	return row.value('name') === undefined && !row.isExpression('name');
}

function readField(row: ParameterReader): FieldSchema {
	const schema = readType(row);
	const values = readCommaSeparated(row, 'values');
	const description = row.text('description');
	if (schema.type !== 'array') {
		const columns = schema.type === 'object' ? readColumns(row) : undefined;
		return { ...withValues({ ...schema, ...columns }, values), description };
	}
	const items = schema.items ?? readColumns(row) ?? (values && {});
	return { ...schema, items: items && withValues(items, values), description };
}

function readType(row: ParameterReader): FieldSchema {
	const type = row.choice('type');
	return SCHEMAS[type] ?? { type };
}

function readColumns(row: ParameterReader): FieldSchema | undefined {
	const rows = row.rows('columns').filter((column) => !isNameless(column));
	const properties = readRows(row, 'columns', rows, readType);
	return rows.length === 0 ? undefined : { type: 'object', properties };
}

/** Adds the allowed values. Users enter text, which is converted for other types. */
function withValues(schema: FieldSchema, values: unknown[] | undefined): FieldSchema {
	if (!values) return schema;
	const isText = schema.type === undefined || schema.type === 'string';
	const typed = isText ? values : values.map((value) => detectValue(value));
	return { ...schema, type: schema.type ?? commonType(values), enum: typed };
}

/** Reads texts separated by commas, or a list from an expression. Undefined if the parameter isn't set. */
export function readCommaSeparated(read: ParameterReader, name: string): unknown[] | undefined {
	const value = read.value(name);
	if (value === undefined) return undefined;
	const parameter = read.displayName(name);
	return read.inPlace(() =>
		Array.isArray(value)
			? parseJsonArray(parameter, value)
			: parseList(parameter, parseText(parameter, value)),
	);
}

/** Paths of lists and objects whose content neither columns nor a description explains. */
function pathsWithoutContent(prefix: string, properties: Record<string, FieldSchema>): string[] {
	return Object.entries(properties).flatMap(([name, schema]) => {
		const { type, items, description } = schema;
		if (description !== undefined) return [];
		const inside = schema.properties ?? items?.properties;
		if (inside) return pathsWithoutContent(`${prefix}${name}.`, inside);
		return type === 'object' || (type === 'array' && !items) ? [`${prefix}${name}`] : [];
	});
}

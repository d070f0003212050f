import type { INodeProperties } from 'n8n-workflow';
import { commonType } from '../../../helpers/values';
import { detectValue } from './detectValue';
import type { ParameterReader } from '../../../parameters/reader';
import { DATE_SCHEMA, type FieldSchema } from './schema';

const showOnlyForExtract = { resource: ['ai'], operation: ['extract'] };

// The parameters of a row are named, because their order isn't alphabetical.
const nameParameter: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	typeOptions: { showEvenWhenOptional: true },
	default: '',
	placeholder: 'e.g. invoiceTotal',
	description: 'Name of the field in the output. Separate several names with commas.',
};

const typeParameter: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	typeOptions: { showEvenWhenOptional: true },
	options: [
		{ name: 'Date', value: 'date', description: 'Requested as YYYY-MM-DD' },
		{
			name: 'List',
			value: 'array',
			description: 'Rows with columns, such as the lines of an order',
		},
		{ name: 'List of Dates', value: 'dateList', description: 'Single dates' },
		{ name: 'List of Numbers', value: 'numberList', description: 'Single numbers' },
		{ name: 'List of Texts', value: 'textList', description: 'Single texts, such as keywords' },
		{ name: 'Number', value: 'number', description: 'With or without decimals' },
		{
			name: 'Object',
			value: 'object',
			description: 'Values that belong together, such as an address',
		},
		{ name: 'Text', value: 'string', description: 'Words, codes, addresses' },
		{ name: 'Whole Number', value: 'integer', description: 'Without decimals, such as a count' },
		{ name: 'Yes/No', value: 'boolean', description: 'True or false' },
	],
	default: 'string',
	description: 'Type of the value. If your platform rejects a type, choose Text.',
};

const columnsParameter: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'fixedCollection',
	typeOptions: { showEvenWhenOptional: true, multipleValues: true, sortable: true },
	placeholder: 'Add Column',
	// The node ignores columns without a name, so users needn't delete these two.
	default: {
		column: [
			{ name: '', type: 'string' },
			{ name: '', type: 'number' },
		],
	},
	description: 'Columns of the list, or members of the object',
	displayOptions: { show: { type: ['array', 'object'] } },
	options: [
		{
			displayName: 'Column',
			name: 'column',
			values: [{ ...nameParameter, placeholder: 'e.g. quantity, price' }, typeParameter],
		},
	],
};

const descriptionParameter: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. Total with tax, in euros',
	description: 'What the model should look for',
};

const valuesParameter: INodeProperties = {
	displayName: 'Allowed Values',
	name: 'values',
	type: 'string',
	default: '',
	placeholder: 'e.g. open, paid, overdue',
	description:
		'The values that the model may choose from, separated by commas. Or use an expression that returns a list.',
};

/** One row per field. The row of a list or an object contains rows for its columns or members. */
export const fieldListParameter: INodeProperties = {
	displayName: 'Fields to Extract',
	name: 'fields',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Description or Allowed Values',
	},
	placeholder: 'Add Field',
	required: true,
	default: { field: [{ name: '', type: 'string' }] },
	description: 'The fields of the result',
	displayOptions: { show: { ...showOnlyForExtract, specifyFields: ['fieldList'] } },
	options: [
		{
			displayName: 'Field',
			name: 'field',
			values: [
				nameParameter,
				typeParameter,
				columnsParameter,
				descriptionParameter,
				valuesParameter,
			],
		},
	],
};

/** Schemas for the choices of Type that aren't types of JSON Schema. */
const SCHEMAS: Record<string, FieldSchema> = {
	date: DATE_SCHEMA,
	textList: { type: 'array', items: { type: 'string' } },
	numberList: { type: 'array', items: { type: 'number' } },
	dateList: { type: 'array', items: DATE_SCHEMA },
};

/** Returns the schema, and a hint for each list or object whose content the request doesn't describe. */
export function readFieldList(
	read: ParameterReader,
	parameter: string,
): { schema: FieldSchema; hints: string[] } {
	const rows = read.rows(parameter).filter((row) => !isBlankField(row));
	const properties = readRows(read, parameter, rows, readField);
	const vague = Object.keys(properties).filter((name) => isVague(properties[name]));
	const hintFor = (name: string) =>
		`The request doesn't say what "${name}" contains. Fill in the field's Columns or Description.`;
	return { schema: { properties }, hints: vague.map(hintFor) };
}

function readRows(
	read: ParameterReader,
	parameter: string,
	rows: ParameterReader[],
	toSchema: (row: ParameterReader) => FieldSchema,
): Record<string, FieldSchema> {
	const fields = rows.flatMap((row) => namesIn(row).map((name) => [name, toSchema(row)] as const));
	const names = fields.map(([name]) => name);
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return Object.fromEntries(fields);
	throw read.invalid(parameter, `names the field "${repeated}" twice`, 'Use each name once.');
}

/** Splits a name at commas if the user typed it. A name from an expression may contain commas. */
function namesIn(row: ParameterReader): string[] {
	const given = row.requiredName('name');
	if (row.isExpression('name') || !given.includes(',')) return [given];
	const names = given.split(',').map((name) => name.trim());
	return names.filter((name) => name !== '');
}

/** Whether a row is empty, like the row that n8n adds to a new node. */
function isBlankField(row: ParameterReader): boolean {
	const isFilledIn = ['description', 'values'].some((name) => row.value(name) !== undefined);
	return isNameless(row) && row.choice('type') === 'string' && !isFilledIn;
}

/** Whether the user left Name empty. An expression that returns no name causes an error instead. */
function isNameless(row: ParameterReader): boolean {
	return row.value('name') === undefined && !row.isExpression('name');
}

function readField(row: ParameterReader): FieldSchema {
	const schema = readType(row);
	const values = row.list('values');
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
	const columns = row.rows('columns').filter((column) => !isNameless(column));
	const properties = readRows(row, 'columns', columns, readType);
	return columns.length === 0 ? undefined : { type: 'object', properties };
}

/** Adds the allowed values as `enum`. For a type such as `number`, the text `5` becomes the number 5. */
function withValues(schema: FieldSchema, values: unknown[] | undefined): FieldSchema {
	if (!values) return schema;
	const isText = schema.type === undefined || schema.type === 'string';
	const typed = isText ? values : values.map((value) => detectValue(value));
	return { ...schema, type: schema.type ?? commonType(values), enum: typed };
}

/** Whether the model must guess what a field contains, such as a list without columns and description. */
function isVague({ type, properties, items, description }: FieldSchema): boolean {
	const columns = Object.values(properties ?? items?.properties ?? {});
	const isEmpty = !properties && !items && (type === 'array' || type === 'object');
	return !description && (isEmpty || columns.some(isVague));
}

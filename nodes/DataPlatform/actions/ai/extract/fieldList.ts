import type { INodeProperties } from 'n8n-workflow';
import { rows, select, showFor, text } from '../../../parameters/declare';
import type { ParameterReader } from '../../../parameters/reader';
import { detectValue } from './detectValue';
import { commonType, DATE_SCHEMA, type FieldSchema } from './schema';

/** Always shows a parameter of a row. `hideOptionalFields` hides the others until the user adds them. */
const alwaysShown = { showEvenWhenOptional: true };

const nameParameter = text(
	'Name',
	'name',
	'Name of the field in the output. Separate several names with commas.',
	{ typeOptions: alwaysShown, placeholder: 'e.g. invoiceTotal' },
);

const typeParameter = select(
	'Type',
	'type',
	'Type of the value. If your platform rejects a type, choose Text.',
	`date | Date | Requested as YYYY-MM-DD
	array | List | Rows with columns, such as the lines of an order
	dateList | List of Dates | Single dates
	numberList | List of Numbers | Single numbers
	textList | List of Texts | Single texts, such as keywords
	number | Number | With or without decimals
	object | Object | Values that belong together, such as an address
	string | Text | Words, codes, addresses
	integer | Whole Number | Without decimals, such as a count
	boolean | Yes/No | True or false`,
	{ default: 'string', typeOptions: alwaysShown },
);

const fieldRow: INodeProperties[] = [
	nameParameter,
	typeParameter,
	rows('Columns', 'columns', 'Columns of the list, or members of the object', {
		typeOptions: { ...alwaysShown, multipleValues: true, sortable: true },
		placeholder: 'Add Column',
		// The node ignores columns without a name, so users needn't delete these two default columns.
		default: { column: ['string', 'number'].map((each) => ({ name: '', type: each })) },
		options: [
			{
				displayName: 'Column',
				name: 'column',
				values: [{ ...nameParameter, placeholder: 'e.g. quantity, price' }, typeParameter],
			},
		],
		...showFor('type', 'array', 'object'),
	}),
	text('Description', 'description', 'What the model should look for', {
		typeOptions: { rows: 2 },
		placeholder: 'e.g. Total with tax, in euros',
	}),
	text(
		'Allowed Values',
		'values',
		'The values that the model may choose from, separated by commas. Or use an expression that returns a list. Convert Types corrects case, accents and spaces.',
		{ placeholder: 'e.g. open, paid, overdue' },
	),
];

/** One row per field. The row of a list or an object contains rows for its columns or members. */
export const fieldListParameter = rows(
	'Fields to Extract',
	'outputStructure',
	'The fields of the result',
	{
		typeOptions: {
			multipleValues: true,
			sortable: true,
			hideOptionalFields: true,
			addOptionalFieldButtonText: 'Add Description or Allowed Values',
		},
		placeholder: 'Add Field',
		default: { field: [{ name: '', type: 'string' }] },
		required: true,
		options: [{ displayName: 'Field', name: 'field', values: fieldRow }],
		...showFor('specifyStructure', 'fieldList'),
	},
);

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
	const fields = read.rows(parameter).filter((row) => !isBlankField(row));
	const properties = readRows(read, parameter, fields, readField);
	const hintFor = (name: string) =>
		`The request doesn't say what "${name}" contains. Fill in the field's Columns or Description.`;
	const vague = Object.keys(properties).filter((name) => isVague(properties[name]));
	return { schema: { properties }, hints: vague.map(hintFor) };
}

function readRows(
	read: ParameterReader,
	parameter: string,
	given: ParameterReader[],
	toSchema: (row: ParameterReader) => FieldSchema,
): Record<string, FieldSchema> {
	const fields = given.flatMap((row) => namesIn(row).map((name) => [name, toSchema(row)] as const));
	const names = fields.map(([name]) => name);
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return Object.fromEntries(fields);
	throw read.invalid(parameter, `names the field "${repeated}" twice`, 'Use each name once.');
}

/** Splits a name at commas if the user typed it. A name from an expression may contain commas. */
function namesIn(row: ParameterReader): string[] {
	const given = row.requiredText('name');
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

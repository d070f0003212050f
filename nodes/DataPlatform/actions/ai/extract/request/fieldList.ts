import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DATE_SCHEMA, type FieldSchema, hasType, isNumeric, kindOf } from '../jsonSchema';
import { readSchema } from './readSchema';
import { parseJsonText, parseJsonWithBigInts } from '../../../../helpers/exactJson';
import { commonType, omitEmpty, quote } from '../../../../helpers/values';
import type { ParameterReader } from '../../../../parameters/reader';
import { isJsonArray, splitNames } from '../../../../parameters/validators';
import { showOnlyForExtract } from '../options.description';
import { toType } from '../result/convertValue';

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
		{ name: 'List', value: 'array', description: 'Rows, such as order lines' },
		{ name: 'List of Dates', value: 'dateList', description: 'Single dates' },
		{ name: 'List of Numbers', value: 'numberList', description: 'Single numbers' },
		{ name: 'List of Texts', value: 'textList', description: 'Single texts, such as keywords' },
		{ name: 'Number', value: 'number', description: 'With or without decimals' },
		{ name: 'Object', value: 'object', description: 'Several values, such as an address' },
		{ name: 'Text', value: 'string', description: 'Words and codes' },
		{ name: 'Whole Number', value: 'integer', description: 'Without decimals, such as a count' },
		{ name: 'Yes/No', value: 'boolean', description: 'True or false' },
	],
	default: 'string',
	description: "Kind of value. If your platform rejects it, choose 'Text'.",
};

const columnsParameter: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'fixedCollection',
	typeOptions: { showEvenWhenOptional: true, multipleValues: true, sortable: true },
	placeholder: 'Add Column',
	default: { column: [{ name: '', type: 'string' }] },
	description: 'Columns of the list, or members of the object. Empty rows are ignored.',
	displayOptions: { show: { type: ['array', 'object'] } },
	options: [
		{
			displayName: 'Column',
			name: 'column',
			// Without descriptions, which the rows above them have.
			values: [
				{ ...nameParameter, description: undefined, placeholder: 'e.g. quantity, price' },
				{ ...typeParameter, description: undefined },
			],
		},
	],
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
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					placeholder: 'e.g. Total with tax, in euros',
					description: 'What the model should look for',
				},
				{
					displayName: 'Allowed Values',
					name: 'values',
					type: 'string',
					default: '',
					placeholder: 'e.g. open, paid, overdue',
					description:
						'Values to choose from, separated by commas. Or use an expression that returns a list.',
				},
			],
		},
	],
};

/** JSON Schemas of values, or of the elements of lists. Other choices of Type are types of JSON Schema. */
const SCHEMAS_BY_TYPE: Record<string, IDataObject> = {
	array: {},
	date: DATE_SCHEMA,
	dateList: DATE_SCHEMA,
	numberList: { type: 'number' },
	textList: { type: 'string' },
};

/**
 * Reads the JSON Schemas of fields or columns, by name. Ignores empty rows, such as the one of a new node.
 * @throws InvalidParameterError if a row is invalid or has no name, or two have the same name
 */
export function readFieldList(read: ParameterReader, parameter: string): IDataObject {
	const rows = read.rows(parameter).filter((row) => !isBlank(row));
	const fields = rows.flatMap((row): Array<[string, IDataObject]> => {
		const name = row.requiredName('name');
		// A name from an expression may contain commas.
		const names = row.isFromExpression('name') ? [name] : splitNames(name);
		if (names.length === 0) throw row.invalid('name', 'has no name', 'Write one between commas.');
		return names.map((each) => [each, readField(row)]);
	});
	const names = fields.map(([name]) => name);
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return Object.fromEntries(fields);
	throw read.invalid(parameter, `names the field "${repeated}" twice`, 'Use each name once.');
}

/** Whether the user left a row empty. An expression that returns no name causes an error instead. */
function isBlank(row: ParameterReader): boolean {
	const names = ['name', 'description', 'values'];
	return (
		!row.isFromExpression('name') &&
		names.every((name) => row.value(name) === undefined) &&
		columnsOf(row).every(isBlank)
	);
}

/** Returns the rows of a list or an object. n8n also keeps those of a row that had such a type before. */
function columnsOf(row: ParameterReader): ParameterReader[] {
	return hasColumns(row.choice('type')) ? row.rows('columns') : [];
}

const hasColumns = (type: string) => ['array', 'object'].includes(type);

/** Reads a field, or a column, which has only a name and a type. */
function readField(row: ParameterReader): IDataObject {
	const type = row.choice<string>('type');
	const isList = type === 'array' || type.endsWith('List');
	// Of the value, or of each element of a list.
	const schema = { ...(SCHEMAS_BY_TYPE[type] ?? { type }), ...readColumns(row, type) };
	const values = readAllowedValues(row, readSchema(schema)) as IDataObject[] | undefined;
	const allowed = values && { type: schema['type'] ?? commonType(values), enum: values };
	const description = row.text('description');
	if (isList) return { type: 'array', items: omitEmpty({ ...schema, ...allowed }), description };
	// A date has a description of its own.
	const described = description === undefined ? {} : { description };
	return { ...schema, ...allowed, ...described };
}

/** Returns the keywords for the columns of a list, or for the members of an object. */
function readColumns(row: ParameterReader, type: string): IDataObject {
	const columns = hasColumns(type) ? readFieldList(row, 'columns') : {};
	return Object.keys(columns).length > 0 ? { type: 'object', properties: columns } : {};
}

function readAllowedValues(row: ParameterReader, schema: FieldSchema): unknown[] | undefined {
	const given = row.value('values');
	if (typeof given === 'string' && hasCommasInNumbers(given, schema.type)) {
		const reason = `contains ${quote(given)}, whose commas may separate values or digits`;
		const advice = 'Put a blank after each comma between values, and write 1299.50 for 1,299.50.';
		throw row.invalid('values', reason, advice);
	}
	const values = row.list('values') ?? [];
	// JSON Schema reads an empty list as: no value is allowed.
	if (values.length === 0) return undefined;
	return values.map((value) => readAllowedValue(value, schema, row));
}

/**
 * Whether some commas of a text seem to be part of numbers, as in `1,299.00`, `1.299,00` and
 * `1,299, 2,500`. In `1,2,3`, all commas separate values. So they do in `1,2, 3` for whole numbers,
 * but other numbers may be 1.2 and 3. In `10,20, 30`, they may always separate digits.
 */
function hasCommasInNumbers(text: string, type?: string): boolean {
	if (!isNumeric(type) || isJsonArray(text)) return false;
	const mayBeInNumber = type === 'integer' ? /\d,\d\d/ : /\d,\d/;
	const hasBoth = mayBeInNumber.test(text) && /,\s/.test(text);
	return hasBoth || /\d,\d{3}\.\d/.test(text) || /\d\.\d{3},\d\d(?![.\d])/.test(text);
}

/**
 * Returns an allowed value as a value of the field's type: `Yes` is true, `5 EUR` is 5, and for texts,
 * 200 is `200`. In a list from an expression, `1,299.00` is 1299. Apart from texts, values may be in quotes.
 */
function readAllowedValue(value: unknown, schema: FieldSchema, row: ParameterReader): unknown {
	const kind = kindOf(schema);
	if (kind === undefined) return value;
	const isText = kind === 'string';
	// What the value is as JSON: `5`, `"5"`, `true`. Undefined for `Yes`. A text field takes the value as it is.
	const json = isText ? value : parseJsonText(value, parseJsonWithBigInts);
	// It already has the type. Dates are always parsed, because not every text is one.
	if (json === null || (kind !== 'date' && hasType(json, [String(schema.type)]))) return json;
	// Other types read `"5"` without its quotes. For a text field, only values that aren't text are left, such as 200.
	const written = isText ? value : String(typeof json === 'string' ? json : value);
	const converted = toType(written, schema, AS_WRITTEN);
	if (converted.value !== undefined) return converted.value;
	const reason = `contains ${quote(value)}, which doesn't have the type of the field`;
	const advice =
		kind === 'object'
			? 'Use an expression that returns a list of objects, or leave it empty.'
			: "Change the value or 'Type'. Write dates as YYYY-MM-DD.";
	throw row.invalid('values', reason, advice);
}

/** Allowed values have no format of their own, so ambiguous ones are invalid. */
const AS_WRITTEN = { dateOrder: 'notSpecified', numberFormat: 'notSpecified' } as const;

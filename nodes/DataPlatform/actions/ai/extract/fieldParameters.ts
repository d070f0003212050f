import type { INodeProperties } from 'n8n-workflow';
import type { FieldSchema } from './schema';

/** The type of a field when nobody chose one. */
export const FIRST_TYPE = 'string';

const DATE: FieldSchema = { type: 'string', format: 'date' };

/** The types of the field list, the most used first, each with its schema. */
const TYPES = [
	{
		name: 'Text',
		value: FIRST_TYPE,
		description: 'Words, numbers with letters, addresses',
		schema: { type: 'string' },
	},
	{
		name: 'Number',
		value: 'number',
		description: 'With or without decimals, to calculate with',
		schema: { type: 'number' },
	},
	{
		name: 'Date',
		value: 'date',
		description: 'Requested as YYYY-MM-DD',
		schema: DATE,
	},
	{
		name: 'Yes/No',
		value: 'boolean',
		description: 'True or false',
		schema: { type: 'boolean' },
	},
	{
		name: 'List',
		value: 'array',
		description: 'Any number of rows with the columns below, such as the lines of an order',
		schema: { type: 'array' },
	},
	{
		name: 'List of Texts',
		value: 'textList',
		description: 'Any number of single texts, such as keywords',
		schema: { type: 'array', items: { type: 'string' } },
	},
	{
		name: 'List of Numbers',
		value: 'numberList',
		description: 'Any number of single numbers',
		schema: { type: 'array', items: { type: 'number' } },
	},
	{
		name: 'List of Dates',
		value: 'dateList',
		description: 'Any number of single dates',
		schema: { type: 'array', items: DATE },
	},
	{
		name: 'Object',
		value: 'object',
		description: 'Values that belong together, such as an address',
		schema: { type: 'object' },
	},
	{
		name: 'Whole Number',
		value: 'integer',
		description: 'Without decimals, such as a count',
		schema: { type: 'integer' },
	},
] satisfies Array<{ name: string; value: string; description: string; schema: FieldSchema }>;

/** The schema of each type of the field list. */
export const SCHEMA_OF_TYPE = new Map<string, FieldSchema>(
	TYPES.map(({ value, schema }) => [value, schema]),
);

const typeOptions = TYPES.map(({ name, value, description }) => ({ name, value, description }));

/** In n8n 2, other parameters of a row appear only on request. */
const alwaysShown = { showEvenWhenOptional: true };

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	typeOptions: alwaysShown,
	default: '',
	placeholder: 'e.g. invoiceTotal',
	description: 'Name of the field in the output, or several of the same type separated by commas',
};

const type: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	typeOptions: alwaysShown,
	default: FIRST_TYPE,
	description: 'Type of the value. If your platform rejects a type, choose Text.',
	options: typeOptions,
};

/** In the order of thinking: what is it called, what type is it, how is it recognized. */
const fieldRow: INodeProperties[] = [
	name,
	type,
	{
		displayName: 'Columns',
		name: 'columns',
		type: 'fixedCollection',
		typeOptions: { ...alwaysShown, multipleValues: true, sortable: true },
		placeholder: 'Add Column',
		// Columns without a name don't count.
		default: { column: [FIRST_TYPE, 'number'].map((each) => ({ name: '', type: each })) },
		description: 'The columns of the list, or the members of the object',
		displayOptions: { show: { type: ['array', 'object'] } },
		options: [
			{
				displayName: 'Column',
				name: 'column',
				values: [{ ...name, placeholder: 'e.g. article' }, type],
			},
		],
	},
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
			'The only values that are allowed, separated by commas or as a list by expression. The model gets them; Convert Types corrects case, accents and blanks.',
	},
];

/** The list of fields to extract, one row for each. A new node begins with one. */
const fieldList: INodeProperties = {
	displayName: 'Fields to Extract',
	name: 'outputStructure',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Description or Allowed Values',
	},
	placeholder: 'Add Field',
	default: { field: [{ name: '', type: FIRST_TYPE }] },
	required: true,
	description: 'The fields of the result',
	options: [{ displayName: 'Field', name: 'field', values: fieldRow }],
};

const showFor = (source: string) => ({ show: { specifyStructure: [source] } });

/** Which fields to extract (api-spec.md 2.7, outputStructure), in four ways. */
export const fieldParameters: INodeProperties[] = [
	{
		displayName: 'Specify Fields',
		name: 'specifyStructure',
		type: 'options',
		default: 'fieldList',
		description: 'How to specify the fields to extract',
		options: [
			{ name: 'Field List', value: 'fieldList', description: 'Name them one by one' },
			{
				name: 'From JSON Example',
				value: 'example',
				description: 'Show what the result should look like',
			},
			{
				name: 'From JSON Schema',
				value: 'schema',
				description: 'Use a schema that you already have',
			},
			{
				name: 'Output Structure (JSON)',
				value: 'structure',
				description: 'As the API takes it, for other types and properties',
			},
		],
	},
	{ ...fieldList, displayOptions: showFor('fieldList') },
	{
		displayName: 'JSON Example',
		name: 'jsonExample',
		type: 'json',
		required: true,
		default:
			'{\n  "invoiceNumber": "2026-0815",\n  "dueDate": "2026-05-31",\n  "total": 99.5,\n  "lines": [{ "article": "Lamp", "quantity": 2 }]\n}',
		description:
			'An example of the result. Names and types matter, values do not; 2026-05-31 is a date.',
		displayOptions: showFor('example'),
	},
	{
		displayName: 'JSON Schema',
		name: 'jsonSchema',
		type: 'json',
		required: true,
		default:
			'{\n  "type": "object",\n  "properties": {\n    "invoiceNumber": { "type": "string" },\n    "total": { "type": "number" }\n  }\n}',
		description: 'A JSON Schema of an object. A hint names the keywords that the node leaves out.',
		displayOptions: showFor('schema'),
	},
	{
		displayName: 'Output Structure',
		name: 'structureJson',
		type: 'json',
		required: true,
		default:
			'{\n  "invoiceNumber": { "type": "string", "description": "Number of the invoice" }\n}',
		description: 'Sent as it is: each field with "type" and "description"',
		displayOptions: showFor('structure'),
	},
];

import type { INodeProperties } from 'n8n-workflow';
import { json, rows, select, showFor, text } from '../../../parameters/declare';

/** In n8n 2, other parameters of a row appear only when the user adds them. */
const alwaysShown = { showEvenWhenOptional: true };

const name = text(
	'Name',
	'name',
	'Name of the field in the output. Separate several names with commas.',
	{ typeOptions: alwaysShown, placeholder: 'e.g. invoiceTotal' },
);

const type = select(
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
	name,
	type,
	rows('Columns', 'columns', 'Columns of the list, or members of the object', {
		typeOptions: { ...alwaysShown, multipleValues: true, sortable: true },
		placeholder: 'Add Column',
		// The node ignores columns without a name, so users needn't delete these two.
		default: { column: ['string', 'number'].map((each) => ({ name: '', type: each })) },
		options: [
			{
				displayName: 'Column',
				name: 'column',
				values: [{ ...name, placeholder: 'e.g. quantity, price' }, type],
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

const jsonSource = (
	source: string,
	displayName: string,
	parameter: string,
	description: string,
	initial: string,
) =>
	json(displayName, parameter, description, {
		required: true,
		default: initial,
		...showFor('specifyStructure', source),
	});

/** Four ways to specify the fields to extract (api-spec.md 2.7, outputStructure). */
export const fieldParameters: INodeProperties[] = [
	select(
		'Specify Fields',
		'specifyStructure',
		'How to specify the fields to extract',
		`fieldList | Field List | Name the fields one by one
		example | From JSON Example | Show what the result should look like
		schema | From JSON Schema | Use a schema that you already have
		structure | Output Structure (JSON) | In the format of the API, for types that only your platform knows`,
	),
	rows('Fields to Extract', 'outputStructure', 'The fields of the result', {
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
	}),
	jsonSource(
		'example',
		'JSON Example',
		'jsonExample',
		'An example of the result. Only names and types matter. A value like 2026-05-31 makes a date field.',
		'{\n  "invoiceNumber": "2026-0815",\n  "dueDate": "2026-05-31",\n  "total": 99.5,\n  "lines": [{ "article": "Lamp", "quantity": 2 }]\n}',
	),
	jsonSource(
		'schema',
		'JSON Schema',
		'jsonSchema',
		'A JSON Schema that describes an object. A hint lists keywords that the node leaves out.',
		'{\n  "type": "object",\n  "properties": {\n    "invoiceNumber": { "type": "string" },\n    "total": { "type": "number" }\n  }\n}',
	),
	jsonSource(
		'structure',
		'Output Structure',
		'structureJson',
		'Fields with "type" and "description", sent unchanged',
		'{\n  "invoiceNumber": { "type": "string", "description": "Number of the invoice" }\n}',
	),
];

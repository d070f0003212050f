import type { INodeProperties } from 'n8n-workflow';
import { declare, json, rows, select, showFor, text, toggle } from '../../../parameters/declare';

/** Name of the field that shows where each value is in the text. */
export const EVIDENCE_FIELD = 'evidence';

const CHECKS_FIELD = 'checks';

/** In n8n 2, other parameters of a row appear only when the user adds them. */
const alwaysShown = { showEvenWhenOptional: true };

const name = text(
	'Name',
	'name',
	'Name of the field in the output. For several fields of one type, use commas.',
	{ typeOptions: alwaysShown, placeholder: 'e.g. invoiceTotal' },
);

const type = select(
	'Type',
	'type',
	'Type of the value. If your platform rejects a type, choose Text.',
	`date | Date | Requested as YYYY-MM-DD
	array | List | Rows with the columns below, such as the lines of an order
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
const fieldParameters: INodeProperties[] = [
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

const outputParameters: INodeProperties[] = [
	select(
		'Output',
		'extractionFormat',
		'What each item contains',
		`perInput | One Item per Input | Each extracted field at the top level of the item
		perElement | One Item per List Element | Such as one item per order line, with the other fields repeated. An empty list gives no item, unless Checks found issues. A missing list fails the item.
		perElementOrEmpty | One Item per List Element, at Least One | Returns one item with empty columns if the list is empty or missing
		raw | Raw Response | The whole response, with output, model, requestId, isCustomerModel and modelProviderUsage`,
	),
	text(
		'List',
		'list',
		'Path of the list whose elements become items. Leave it empty if there is only one list.',
		{
			placeholder: 'e.g. order.lines',
			...showFor('extractionFormat', 'perElement', 'perElementOrEmpty'),
		},
	),
];

const checks: INodeProperties[] = [
	text(
		'Checks Field',
		'checksField',
		'Name of the field that lists the issues. Leave it empty to add no field.',
		{ default: CHECKS_FIELD, placeholder: 'e.g. checks' },
	),
	select(
		'If Issues Are Found',
		'ifFound',
		'What to do with an item that has issues',
		`fail | Fail Item | Fails the item, with the response and the issues in the error details
		keep | Keep Item | Lists the issues in Checks Field`,
		{ default: 'keep' },
	),
	toggle(
		'Add Evidence',
		'addEvidence',
		`Whether to add a field "${EVIDENCE_FIELD}" that shows where each value appears in the text`,
	),
	text(
		'Inferred Fields',
		'inferredFields',
		"Names of fields or columns whose values needn't appear in the text, separated by commas",
		{ placeholder: 'e.g. category, summary' },
	),
	declare('number', 0)(
		'Ask Again',
		'askAgain',
		'Maximum number of follow-up requests for missing or invalid fields. Each request is a separate extraction.',
		{ typeOptions: { minValue: 0, maxValue: 5 } },
	),
];

/** Raw Response ignores these options. */
const notForRaw = { displayOptions: { hide: { '/extractionFormat': ['raw'] } } };

const itemOptions: INodeProperties[] = [
	select(
		'Include Input Fields',
		'inputFields',
		'Whether to include the fields of the input item',
		`none | No
		extractedWin | Yes, Keep Extracted Value | If the input and the extraction have a field of the same name
		inputWin | Yes, Keep Input Value | If the input and the extraction have a field of the same name`,
	),
	rows(
		'Checks',
		'checks',
		"Lists values that are missing, ambiguous or not in the text. Doesn't check sums.",
		{
			placeholder: 'Add checks',
			// Without `multipleValues: false` and a default, n8n drops the group when another option is added.
			typeOptions: { multipleValues: false },
			default: { settings: { checksField: CHECKS_FIELD } },
			options: [{ displayName: 'Checks', name: 'settings', values: checks }],
		},
	),
	select(
		'If Fields Are Missing',
		'ifMissing',
		'What to do if the response lacks a field',
		`failIfMissing | Fail Item if Missing | Null and blank values don't fail the item. The error details contain the response.
		failIfEmpty | Fail Item if Missing or Empty | Blank values fail the item too, and so does null, unless the schema allows it. The error details contain the response.
		leaveOut | Leave Out | Returns the item without the missing fields
		null | Set to Null | Adds the missing fields, with null as the value`,
		{ default: 'null' },
	),
	toggle(
		'Convert Types',
		'convertTypes',
		'Whether to convert values to the types of their fields, such as "1,299.00 EUR" to 1299 and dates to YYYY-MM-DD. A value that is ambiguous or not convertible stays unchanged, and a hint names its field.',
	),
	select(
		'Date Order',
		'dateOrder',
		'What comes first in dates such as 03/04/26, for Convert Types and Checks',
		`dayFirst | Day First | 03/04/26 is April 3, 2026. Two-digit years are 1950 to 2049.
		monthFirst | Month First | 03/04/26 is March 4, 2026. Two-digit years are 1950 to 2049.
		certain | Not Specified | A date that could mean two days stays unchanged
		yearFirst | Year First | 03/04/26 is April 26, 2003. Two-digit years are 1950 to 2049.`,
		{ default: 'certain' },
	),
	select(
		'Number Format',
		'numberFormat',
		'What separates decimals in numbers such as 1.250, for Convert Types and Checks',
		`comma | Decimal Comma | 1.250 is 1250, and 1,250 is 1.25
		point | Decimal Point | 1.250 is 1.25, and 1,250 is 1250
		certain | Not Specified | A number that could be read in two ways stays unchanged`,
		{ default: 'certain' },
	),
	text(
		'Details Field',
		'detailsField',
		'Name of a field to add to each item, with details of the extraction such as model and requestId',
		{ placeholder: 'e.g. extraction' },
	),
].map((each) => ({ ...each, ...notForRaw }));

const modelOptions: INodeProperties[] = [
	text('Model', 'model', 'Identifier of the model, or empty for the default model'),
	json(
		'Model Settings (JSON)',
		'modelSettingsJson',
		'The modelConfiguration and reasoningConfig of the request. Ask your platform administrator for their properties.',
		{ placeholder: 'e.g. {"modelConfiguration": {"NAME": "value"}}' },
	),
	text(
		'Session ID',
		'sessionId',
		'UUID of an existing AI session. To avoid repeated requests in the session, set Max Retries to 0.',
		{ placeholder: 'e.g. 123e4567-e89b-12d3-a456-426614174000' },
	),
	toggle(
		'Send JSON Schema',
		'sendJsonSchema',
		'Whether to also send keywords of JSON Schema, such as items, properties and enum. Your platform may not support them.',
	),
];

const instructions = text('Instructions', 'instructions', 'More instructions for the model', {
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Leave out shipping costs',
});

/** The parameters of AI: Extract, except for its input. */
export const otherParameters: INodeProperties[] = [
	...fieldParameters,
	...outputParameters,
	declare('collection', {})('Options', 'options', '', {
		placeholder: 'Add option',
		options: [instructions, ...itemOptions, ...modelOptions].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	}),
];

import type { INodeProperties } from 'n8n-workflow';
import { declare, json, rows, select, showFor, text, toggle } from '../../../parameters/declare';

/** The field that says where each value is in the text. */
export const EVIDENCE_FIELD = 'evidence';

const CHECKS_FIELD = 'checks';

/** In n8n 2, other parameters of a row appear only on request. */
const alwaysShown = { showEvenWhenOptional: true };

const name = text(
	'Name',
	'name',
	'Name of the field in the output, or several of the same type separated by commas',
	{ typeOptions: alwaysShown, placeholder: 'e.g. invoiceTotal' },
);

const type = select(
	'Type',
	'type',
	'Type of the value. If your platform rejects a type, choose Text.',
	`string | Text | Words, numbers with letters, addresses
	number | Number | With or without decimals, to calculate with
	date | Date | Requested as YYYY-MM-DD
	boolean | Yes/No | True or false
	array | List | Any number of rows with the columns below, such as the lines of an order
	textList | List of Texts | Any number of single texts, such as keywords
	numberList | List of Numbers | Any number of single numbers
	dateList | List of Dates | Any number of single dates
	object | Object | Values that belong together, such as an address
	integer | Whole Number | Without decimals, such as a count`,
	{ typeOptions: alwaysShown },
);

/** In the order of thinking: what is it called, what type is it, how is it recognized. */
const fieldRow: INodeProperties[] = [
	name,
	type,
	rows('Columns', 'columns', 'The columns of the list, or the members of the object', {
		typeOptions: { ...alwaysShown, multipleValues: true, sortable: true },
		placeholder: 'Add Column',
		// Columns without a name don't count.
		default: { column: ['string', 'number'].map((each) => ({ name: '', type: each })) },
		options: [
			{
				displayName: 'Column',
				name: 'column',
				values: [{ ...name, placeholder: 'e.g. article' }, type],
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
		'The only values that are allowed, separated by commas or as a list by expression. The model gets them; Convert Types corrects case, accents and blanks.',
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

/** Which fields to extract (api-spec.md 2.7, outputStructure), in four ways. */
const fieldParameters: INodeProperties[] = [
	select(
		'Specify Fields',
		'specifyStructure',
		'How to specify the fields to extract',
		`fieldList | Field List | Name them one by one
		example | From JSON Example | Show what the result should look like
		schema | From JSON Schema | Use a schema that you already have
		structure | Output Structure (JSON) | As the API takes it, for other types and properties`,
	),
	// A new node begins with one row.
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
		'An example of the result. Names and types matter, values do not; 2026-05-31 is a date.',
		'{\n  "invoiceNumber": "2026-0815",\n  "dueDate": "2026-05-31",\n  "total": 99.5,\n  "lines": [{ "article": "Lamp", "quantity": 2 }]\n}',
	),
	jsonSource(
		'schema',
		'JSON Schema',
		'jsonSchema',
		'A JSON Schema of an object. A hint names the keywords that the node leaves out.',
		'{\n  "type": "object",\n  "properties": {\n    "invoiceNumber": { "type": "string" },\n    "total": { "type": "number" }\n  }\n}',
	),
	jsonSource(
		'structure',
		'Output Structure',
		'structureJson',
		'Sent as it is: each field with "type" and "description"',
		'{\n  "invoiceNumber": { "type": "string", "description": "Number of the invoice" }\n}',
	),
];

/** What comes out of an extraction. */
const outputParameters: INodeProperties[] = [
	select(
		'Output',
		'extractionFormat',
		'What each item contains',
		`perInput | One Item per Input | Each extracted field at the top level of the item
		perElement | One Item per List Element | Such as one per order line, with the other fields repeated. An empty list gives no item, a missing list fails the item.
		perElementOrEmpty | One Item per List Element, at Least One | An empty or missing list gives one item whose columns are null
		raw | Raw Response | The whole response: output, model, requestId, isCustomerModel, modelProviderUsage`,
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
		'Name of the field that lists questionable values, or empty for none',
		{ default: CHECKS_FIELD, placeholder: 'e.g. checks' },
	),
	select(
		'If Checks Find Something',
		'ifFound',
		'',
		`keep | Keep the Item | The Checks Field lists what was found
		fail | Let the Item Fail | The error details contain the response and what was found`,
	),
	toggle(
		'Add Evidence',
		'addEvidence',
		`Whether to add a field "${EVIDENCE_FIELD}" that says where each value is in the text`,
	),
	text(
		'Not From the Text',
		'notFromText',
		'Names of fields or columns that the model concludes, separated by commas. They are not looked up in the text.',
		{ placeholder: 'e.g. category, summary' },
	),
	declare('number', 0)(
		'Ask Again',
		'askAgain',
		'Maximum number of follow-up requests for missing or invalid fields. Each one is a separate extraction.',
		{ typeOptions: { minValue: 0, maxValue: 5 } },
	),
];

/** What the options about the items have in common. */
const notForRaw = { displayOptions: { hide: { '/extractionFormat': ['raw'] } } };

const itemOptions: INodeProperties[] = [
	select(
		'Include Input Fields',
		'inputFields',
		'Whether to include the fields of the input item',
		`none | No
		extractedWin | Yes, Keep Extracted Value | If both have a field of the same name
		inputWin | Yes, Keep Input Value | If both have a field of the same name`,
		{ default: 'extractedWin', builderHint: { propertyHint: 'Left out: none' } },
	),
	rows(
		'Checks',
		'checks',
		'Lists questionable values of each extraction so that the workflow can act on them',
		{
			placeholder: 'Add Checks',
			// Without both, n8n adds a heading with a button, and drops it when another option is added.
			typeOptions: { multipleValues: false },
			default: { settings: { checksField: CHECKS_FIELD } },
			options: [{ displayName: 'Checks', name: 'settings', values: checks }],
		},
	),
	select(
		'If Fields Are Missing',
		'ifMissing',
		'What happens if the response lacks a field',
		`leaveOut | Leave Out
		raise | Let the Item Fail | Also for null and blank, which is what models return for what they do not find. The error details contain the response.
		raiseMissing | Let the Item Fail, Null and Blank Pass | Only if the response does not name the field at all
		null | Set to Null`,
		{ default: 'null' },
	),
	toggle(
		'Convert Types',
		'convertTypes',
		'Whether to convert values to the types of their fields if that is certain, such as "1,299.00 EUR" to 1299 and dates to YYYY-MM-DD. A hint names the fields of other values, which stay as they are.',
		{ default: true, builderHint: { propertyHint: 'Left out: off' } },
	),
	select(
		'Date Order',
		'dateOrder',
		'What comes first in dates like 03/04/26, for Convert Types and Checks',
		`certain | Only What Is Certain | A text that could be two dates stays as it is
		dayFirst | Day First | 03/04/26 is 3 April 2026; two-digit years are 1950 to 2049
		monthFirst | Month First | 03/04/26 is 4 March 2026; two-digit years are 1950 to 2049
		yearFirst | Year First | 03/04/26 is 26 April 2003; two-digit years are 1950 to 2049`,
	),
	select(
		'Number Format',
		'numberFormat',
		'What separates decimals in numbers like 1.250, for Convert Types and Checks',
		`certain | Only What Is Certain | A text that could be two numbers stays as it is
		comma | Decimal Comma | 1.250 is 1250, and 1,250 is 1.25
		point | Decimal Point | 1.250 is 1.25, and 1,250 is 1250`,
	),
	text(
		'Details Field',
		'detailsField',
		'Name of a field for model, requestId, furtherRequests, isCustomerModel and modelProviderUsage',
		{
			default: 'extraction',
			builderHint: { propertyHint: 'Left out: none' },
			placeholder: 'e.g. extraction',
		},
	),
].map((each) => ({ ...each, ...notForRaw }));

/** Which model extracts, and how the request describes the fields. Only what is set is sent. */
const modelOptions: INodeProperties[] = [
	text('Model', 'model', 'Identifier of the model, or empty for the default model'),
	json(
		'Model Settings (JSON)',
		'modelSettingsJson',
		'The modelConfiguration and the reasoningConfig of the request. Ask your platform administrator for their members.',
		{ placeholder: 'e.g. {"modelConfiguration": {"temperature": 0.2}}' },
	),
	text(
		'Session ID',
		'sessionId',
		'UUID of an existing AI session. If a repeated request must not change the session, set Max Retries to 0.',
		{ placeholder: 'e.g. 123e4567-e89b-12d3-a456-426614174000' },
	),
	toggle(
		'Send JSON Schema',
		'sendJsonSchema',
		'Whether to send the keywords of JSON Schema, such as items, properties and enum, next to the description. Your platform may not support them.',
		{ default: true, builderHint: { propertyHint: 'Left out: off' } },
	),
];

const instructions = text('Instructions', 'instructions', 'Further instructions for the model', {
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Amounts are in euros; leave out shipping',
});

/** The parameters of AI: Extract, except for its input. */
export const otherParameters: INodeProperties[] = [
	...fieldParameters,
	...outputParameters,
	declare('collection', {})('Options', 'options', '', {
		placeholder: 'Add option',
		options: [instructions, ...itemOptions, ...modelOptions],
	}),
];

import type { INodeProperties } from 'n8n-workflow';

/** The type that is told by its name in a field of its own. */
export const OTHER_TYPE = 'otherType';

/** A row's type when nobody chose one. */
export const FIRST_TYPE = 'string';

/** In the order of use. */
const SINGLE_VALUES = [
	{ name: 'Text', value: FIRST_TYPE, description: 'Words, numbers with letters, addresses' },
	{ name: 'Number', value: 'number', description: 'With or without decimals, to calculate with' },
	{ name: 'Date', value: 'date', description: 'Asked for as YYYY-MM-DD; it travels as text' },
	{ name: 'Yes/No', value: 'boolean', description: 'True or false' },
];

const LIST = {
	name: 'List',
	value: 'array',
	description: 'Any number of values or of rows, such as the lines of an order',
};
const OBJECT = {
	name: 'Object',
	value: 'object',
	description: 'Values that belong together, such as an address',
};
const WHOLE_NUMBER = {
	name: 'Whole Number',
	value: 'integer',
	description: 'Without decimals, such as a count',
};
const OTHER = {
	name: 'Other (by Name)',
	value: OTHER_TYPE,
	description: 'A type that your instance knows, by its name there',
};

const TYPES = [...SINGLE_VALUES, LIST, OBJECT, WHOLE_NUMBER];

const ELEMENT_TYPES = [
	{
		name: 'By Its Columns',
		value: '',
		description: 'Objects with the columns below; of any type when there are none',
	},
	...SINGLE_VALUES,
	OBJECT,
	WHOLE_NUMBER,
];

/** List elements that have no columns. */
const WITHOUT_COLUMNS = [...SINGLE_VALUES, WHOLE_NUMBER].map(({ value }) => value);

/** n8n 2 shows what else there is in a row only when it is asked for. */
const alwaysShown = { showEvenWhenOptional: true };

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	typeOptions: alwaysShown,
	default: '',
	placeholder: 'e.g. invoiceTotal',
	description: 'Its name in the output; several of the same type separated by commas',
};

const type: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	typeOptions: alwaysShown,
	default: FIRST_TYPE,
	description: 'The API documents "string" alone: where your instance refuses a type, choose Text',
	options: [...TYPES, OTHER],
};

/** What a list of objects, or an object, is made of. */
const columns: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'fixedCollection',
	typeOptions: { ...alwaysShown, multipleValues: true, sortable: true },
	placeholder: 'Add Column',
	// What is left nameless does not count.
	default: { column: [FIRST_TYPE, 'number'].map((each) => ({ name: '', type: each })) },
	description: 'What each element of the list has, or the object',
	displayOptions: {
		show: { type: [LIST.value, OBJECT.value] },
		hide: { elementType: WITHOUT_COLUMNS },
	},
	options: [
		{
			displayName: 'Column',
			name: 'column',
			values: [
				{ ...name, placeholder: 'e.g. article' },
				{ ...type, options: TYPES },
			],
		},
	],
};

const fieldOptions: INodeProperties = {
	displayName: 'Field Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Field Option',
	default: {},
	options: [
		{
			displayName: 'Allowed Values',
			name: 'values',
			type: 'string',
			default: '',
			placeholder: 'e.g. open, paid, overdue',
			description:
				'Separated by commas, or a list by expression; Checks look whether it is one. Empty for any value.',
		},
		{
			displayName: 'Not From the Text',
			name: 'notFromText',
			type: 'boolean',
			default: true,
			builderHint: { propertyHint: 'Left out: off' },
			description: 'Whether the model concludes the value, so that Checks do not look for it',
		},
		{
			displayName: 'Properties (JSON)',
			name: 'furtherPropertiesJson',
			type: 'json',
			default: '{}',
			description:
				'Sent beside type and description. The API documents none: ask those who run your instance.',
		},
	],
};

/** In the order of thinking: what is it called, of which kind is it, how is it recognised. */
const fieldRow: INodeProperties[] = [
	name,
	type,
	{
		displayName: 'Type Name',
		name: OTHER_TYPE,
		type: 'string',
		typeOptions: alwaysShown,
		default: '',
		description: 'The type as your instance calls it',
		displayOptions: { show: { type: [OTHER_TYPE] } },
	},
	{
		displayName: 'Type of Elements',
		name: 'elementType',
		type: 'options',
		default: '',
		description: 'What the list holds',
		displayOptions: { show: { type: [LIST.value] } },
		options: ELEMENT_TYPES,
	},
	columns,
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Total with tax, in euros',
		description: 'What the model should look for',
	},
	fieldOptions,
];

/** The list of fields to extract, one row for each; a new node begins with one. */
export const fieldListField: INodeProperties = {
	displayName: 'Fields to Extract',
	name: 'outputStructure',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Description or Option',
	},
	placeholder: 'Add Field',
	default: { field: [{ name: '', type: FIRST_TYPE }] },
	required: true,
	description: 'The API treats every field as required',
	options: [{ displayName: 'Field', name: 'field', values: fieldRow }],
};

import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../../helpers/values';
import { InvalidParameterError } from '../../../parameters/validators';
import type { ParameterReader } from '../../../parameters/reader';
import { readSeparated } from './fields';
import type { DateOrder, NumberFormat } from './issues';
import type { CheckOptions, ItemOptions } from './items';
import type { FieldSchema } from './schema';
import { propertyOf } from './schema';

/** What comes out of an extraction. */
export const outputParameters: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'extractionFormat',
		type: 'options',
		default: 'perInput',
		description: 'What each item contains',
		options: [
			{
				name: 'One Item per Input',
				value: 'perInput',
				description: 'Each extracted field at the top level of the item',
			},
			{
				name: 'One Item per List Element',
				value: 'perElement',
				description:
					'Such as one per order line, with the other fields repeated. An empty list gives no item, a missing list fails the item.',
			},
			{
				name: 'One Item per List Element, at Least One',
				value: 'perElementOrEmpty',
				description: 'An empty or missing list gives one item whose columns are null',
			},
			{
				name: 'Raw Response',
				value: 'raw',
				description:
					'The whole response: output, model, requestId, isCustomerModel, modelProviderUsage',
			},
		],
	},
	{
		displayName: 'List',
		name: 'list',
		type: 'string',
		default: '',
		placeholder: 'e.g. order.lines',
		description:
			'Path of the list whose elements become items. Leave it empty if there is only one list.',
		displayOptions: { show: { extractionFormat: ['perElement', 'perElementOrEmpty'] } },
	},
];

const notForRaw = { hide: { '/extractionFormat': ['raw'] } };

const CHECKS_FIELD = 'checks';
const EVIDENCE_FIELD = 'evidence';
const MOST_TIMES = 5;

const notFromText: INodeProperties = {
	displayName: 'Not From the Text',
	name: 'notFromText',
	type: 'string',
	default: '',
	placeholder: 'e.g. category, summary',
	description:
		'Names of fields or columns that the model concludes, separated by commas. They are not looked up in the text.',
};

const checks: INodeProperties = {
	displayName: 'Checks',
	name: 'checks',
	type: 'fixedCollection',
	placeholder: 'Add Checks',
	// Without both, n8n adds a heading with a button, and drops it when another option is added.
	typeOptions: { multipleValues: false },
	default: { settings: { checksField: CHECKS_FIELD } },
	description: 'Lists questionable values of each extraction so that the workflow can act on them',
	options: [
		{
			displayName: 'Checks',
			name: 'settings',
			values: [
				{
					displayName: 'Checks Field',
					name: 'checksField',
					type: 'string',
					default: CHECKS_FIELD,
					placeholder: 'e.g. checks',
					description: 'Name of the field that lists questionable values, or empty for none',
				},
				{
					displayName: 'If Checks Find Something',
					name: 'ifFound',
					type: 'options',
					default: 'keep',
					options: [
						{
							name: 'Keep the Item',
							value: 'keep',
							description: 'The Checks Field lists what was found',
						},
						{
							name: 'Let the Item Fail',
							value: 'fail',
							description: 'The error details contain the response and what was found',
						},
					],
				},
				{
					displayName: 'Add Evidence',
					name: 'addEvidence',
					type: 'boolean',
					default: false,
					description: `Whether to add a field "${EVIDENCE_FIELD}" that says where each value is in the text`,
				},
				notFromText,
				{
					displayName: 'Ask Again',
					name: 'askAgain',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: MOST_TIMES },
					default: 0,
					description:
						'Maximum number of follow-up requests for missing or invalid fields. Each one is a separate extraction.',
				},
			],
		},
	],
	displayOptions: notForRaw,
};

/** The options about the items, in the order of use. */
export const itemOptions: INodeProperties[] = [
	{
		displayName: 'Include Input Fields',
		name: 'inputFields',
		type: 'options',
		default: 'extractedWin',
		builderHint: { propertyHint: 'Left out: none' },
		description: 'Whether to include the fields of the input item',
		options: [
			{ name: 'No', value: 'none' },
			{
				name: 'Yes, Keep Extracted Value',
				value: 'extractedWin',
				description: 'If both have a field of the same name',
			},
			{
				name: 'Yes, Keep Input Value',
				value: 'inputWin',
				description: 'If both have a field of the same name',
			},
		],
		displayOptions: notForRaw,
	},
	checks,
	{
		displayName: 'If Fields Are Missing',
		name: 'ifMissing',
		type: 'options',
		default: 'null',
		description: 'What happens if the response lacks a field',
		options: [
			{ name: 'Leave Out', value: 'leaveOut' },
			{
				name: 'Let the Item Fail',
				value: 'raise',
				description:
					'Also for null and blank, which is what models return for what they do not find. The error details contain the response.',
			},
			{
				name: 'Let the Item Fail, Null and Blank Pass',
				value: 'raiseMissing',
				description: 'Only if the response does not name the field at all',
			},
			{ name: 'Set to Null', value: 'null' },
		],
		displayOptions: notForRaw,
	},
	{
		displayName: 'Convert Types',
		name: 'convertTypes',
		type: 'boolean',
		default: true,
		builderHint: { propertyHint: 'Left out: off' },
		description:
			'Whether to convert values to the types of their fields if that is certain, such as "1,299.00 EUR" to 1299 and dates to YYYY-MM-DD. A hint names the fields of other values, which stay as they are.',
		displayOptions: notForRaw,
	},
	{
		displayName: 'Date Order',
		name: 'dateOrder',
		type: 'options',
		default: 'certain',
		description: 'What comes first in dates like 03/04/26, for Convert Types and Checks',
		options: [
			{
				name: 'Only What Is Certain',
				value: 'certain',
				description: 'A text that could be two dates stays as it is',
			},
			{
				name: 'Day First',
				value: 'dayFirst',
				description: '03/04/26 is 3 April 2026; two-digit years are 1950 to 2049',
			},
			{
				name: 'Month First',
				value: 'monthFirst',
				description: '03/04/26 is 4 March 2026; two-digit years are 1950 to 2049',
			},
			{
				name: 'Year First',
				value: 'yearFirst',
				description: '03/04/26 is 26 April 2003; two-digit years are 1950 to 2049',
			},
		],
		displayOptions: notForRaw,
	},
	{
		displayName: 'Number Format',
		name: 'numberFormat',
		type: 'options',
		default: 'certain',
		description: 'What separates decimals in numbers like 1.250, for Convert Types and Checks',
		options: [
			{
				name: 'Only What Is Certain',
				value: 'certain',
				description: 'A text that could be two numbers stays as it is',
			},
			{ name: 'Decimal Comma', value: 'comma', description: '1.250 is 1250, and 1,250 is 1.25' },
			{ name: 'Decimal Point', value: 'point', description: '1.250 is 1.25, and 1,250 is 1250' },
		],
		displayOptions: notForRaw,
	},
	{
		displayName: 'Details Field',
		name: 'detailsField',
		type: 'string',
		default: 'extraction',
		builderHint: { propertyHint: 'Left out: none' },
		placeholder: 'e.g. extraction',
		description:
			'Name of a field for model, requestId, furtherRequests, isCustomerModel and modelProviderUsage',
		displayOptions: notForRaw,
	},
];

/**
 * Reads what becomes of an extraction.
 * @returns undefined for Raw Response
 * @throws InvalidParameterError if names collide: a list that is not extracted, details under the name of a field,
 * or "error", by which n8n recognizes a failed item
 */
export function readItemOptions(
	read: ParameterReader,
	schema: FieldSchema,
): ItemOptions | undefined {
	const format = read.choice('extractionFormat');
	if (format === 'raw') return undefined;
	const collection = read.collection('options');
	const options: ItemOptions = {
		schema,
		ifMissing: collection.choice<ItemOptions['ifMissing']>('ifMissing'),
		convertTypes: collection.boolean('convertTypes'),
		dateOrder: collection.choice<DateOrder>('dateOrder'),
		numberFormat: collection.choice<NumberFormat>('numberFormat'),
		inputFields:
			collection.value('inputFields') === undefined
				? 'none'
				: collection.choice<ItemOptions['inputFields']>('inputFields'),
		list: format === 'perInput' ? undefined : readList(read, schema),
		keepsEmptyList: format === 'perElementOrEmpty',
		detailsField: collection.text('detailsField'),
		checks: readChecks(collection),
	};
	refuseCollisions(read, collection, options);
	return options;
}

function readChecks(collection: ParameterReader): CheckOptions | undefined {
	if (collection.value('checks') === undefined) return undefined;
	const read = collection.group('checks');
	return {
		field: read.text('checksField'),
		failsItem: read.choice('ifFound') === 'fail',
		evidenceField: read.boolean('addEvidence') ? EVIDENCE_FIELD : undefined,
		notFromText: new Set(readSeparated(read, 'notFromText')),
		askAgain: read.integer('askAgain', { min: 0, max: MOST_TIMES }) ?? 0,
	};
}

function refuseCollisions(
	read: ParameterReader,
	collection: ParameterReader,
	{ schema, list, detailsField, checks: checkOptions }: ItemOptions,
): void {
	const found = list?.reduce<FieldSchema | undefined>(propertyOf, schema);
	const columns = Object.keys((found?.items ?? found)?.properties ?? {});
	const names = new Set([...Object.keys(schema.properties ?? {}), ...columns]);
	if (names.has('error')) throw namesError(read.displayName('specifyStructure'));
	const group = collection.group('checks');
	const added: Array<[string, string | undefined]> = [
		[collection.displayName('detailsField'), detailsField],
		[group.displayName('checksField'), checkOptions?.field],
		[group.displayName('addEvidence'), checkOptions?.evidenceField],
	];
	for (const [parameter, name] of added) {
		if (name === 'error') throw namesError(parameter);
		if (name === undefined) continue;
		if (names.has(name)) {
			throw new InvalidParameterError(
				parameter,
				`names "${name}", which is another field of the items`,
				'Choose another name.',
			);
		}
		names.add(name);
	}
}

function namesError(parameter: string): InvalidParameterError {
	return new InvalidParameterError(
		parameter,
		'names a field "error": n8n treats an item with such a field as failed',
		'Give the field another name, or choose Raw Response as Output.',
	);
}

/** Types that are no list. A value of another type may be one. */
const NO_LISTS = new Set<string | undefined>(['boolean', 'integer', 'number', 'object', 'string']);

/** The names that lead to the list whose elements become items. */
function readList(read: ParameterReader, schema: FieldSchema): string[] {
	const given = read.value('list');
	const name = isObject(given) ? given.value : given;
	return name ? namedList(read, String(name), schema) : onlyList(read, schema);
}

function onlyList(read: ParameterReader, schema: FieldSchema): string[] {
	const paths = listPaths(schema);
	if (paths.length === 1) return paths[0];
	const lists = paths.map((path) => path.join('.')).join(', ');
	throw new InvalidParameterError(
		read.displayName('list'),
		lists ? `is empty, and there are several lists: ${lists}` : 'is empty, and no field is a list',
		lists ? 'Enter one of them.' : 'Make a field a list, or choose another Output.',
	);
}

function namedList(read: ParameterReader, name: string, schema: FieldSchema): string[] {
	const isNamed = (path: string[]) => path.join('.') === name;
	const path = propertyOf(schema, name)
		? [name]
		: (listPaths(schema).find(isNamed) ?? name.split('.'));
	const found = schemaAt(schema, path);
	if (found && !NO_LISTS.has(found.type)) return path;
	const names = Object.keys(schema.properties ?? {}).join(', ');
	throw new InvalidParameterError(
		read.displayName('list'),
		found
			? `names "${name}", which is not a list`
			: `names "${name}", which is none of the fields to extract: ${names}`,
		'Enter the name of a list, or the path of a list inside an object, such as order.lines.',
	);
}

/** The schema at a path. Members that nobody described may be there, and have any type. */
function schemaAt(schema: FieldSchema, [name, ...inner]: string[]): FieldSchema | undefined {
	if (name === undefined) return schema;
	if (schema.properties) {
		const property = propertyOf(schema, name);
		return property && schemaAt(property, inner);
	}
	const { type } = schema;
	return type === 'object' || (type !== 'array' && !NO_LISTS.has(type)) ? {} : undefined;
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

import type { INodeProperties } from 'n8n-workflow';
import { number, rows, select, showFor, text, toggle } from '../../../parameters/declare';
import type { ParameterReader } from '../../../parameters/reader';
import type { CheckOptions, ItemList, ItemOptions } from './items';
import { propertyOf, type FieldSchema } from './schema';

/** Name of the field that shows where each value is in the text. */
const EVIDENCE_FIELD = 'evidence';

const CHECKS_FIELD = 'checks';

export const outputParameters: INodeProperties[] = [
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

const checkParameters: INodeProperties[] = [
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
		`Whether to add a field "${EVIDENCE_FIELD}" that shows where values appear in the text`,
	),
	text(
		'Inferred Fields',
		'inferredFields',
		"Comma-separated names of fields or columns whose values needn't appear in the text",
		{ placeholder: 'e.g. category, summary' },
	),
	number(
		'Ask Again',
		'askAgain',
		'Maximum number of follow-up requests for missing or invalid fields. Each request is a separate extraction.',
		{ typeOptions: { minValue: 0, maxValue: 5 } },
	),
];

/** Hides an option if Output is Raw Response, which ignores the option. */
const notForRaw = { displayOptions: { hide: { '/extractionFormat': ['raw'] } } };

/** The options that control how an extraction becomes items. */
export const itemOptions: INodeProperties[] = [
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
			// Without `multipleValues: false` and a default, n8n drops Checks when another option is added.
			typeOptions: { multipleValues: false },
			default: { settings: { checksField: CHECKS_FIELD } },
			options: [{ displayName: 'Checks', name: 'settings', values: checkParameters }],
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
		notSpecified | Not Specified | A date that could mean two days stays unchanged
		yearFirst | Year First | 03/04/26 is April 26, 2003. Two-digit years are 1950 to 2049.`,
		{ default: 'notSpecified' },
	),
	select(
		'Number Format',
		'numberFormat',
		'What separates decimals in numbers such as 1.250, for Convert Types and Checks',
		`comma | Decimal Comma | 1.250 is 1250, and 1,250 is 1.25
		point | Decimal Point | 1.250 is 1.25, and 1,250 is 1250
		notSpecified | Not Specified | A number that could be read in two ways stays unchanged`,
		{ default: 'notSpecified' },
	),
	text(
		'Details Field',
		'detailsField',
		'Name of a field to add to each item, with details of the extraction such as model and requestId',
		{ placeholder: 'e.g. extraction' },
	),
].map((each) => ({ ...each, ...notForRaw }));

/**
 * Reads the parameters that control how an extraction becomes items.
 * @returns undefined if Output is Raw Response
 * @throws InvalidParameterError if List doesn't identify a list, if a field that the node adds has the name
 * of another field, or if a field is named "error", because n8n treats items with an "error" as failed
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
		ifMissing: collection.choice('ifMissing'),
		convertTypes: collection.boolean('convertTypes'),
		dateOrder: collection.choice('dateOrder'),
		numberFormat: collection.choice('numberFormat'),
		inputFields: collection.choice('inputFields'),
		list: format === 'perInput' ? undefined : readList(read, schema, format),
		detailsField: collection.text('detailsField'),
		checks: readChecks(collection),
	};
	throwIfCollides(read, collection, options);
	return options;
}

function readChecks(collection: ParameterReader): CheckOptions | undefined {
	if (collection.value('checks') === undefined) return undefined;
	const read = collection.group('checks');
	return {
		field: read.text('checksField'),
		failsItem: read.choice('ifFound') === 'fail',
		dontLookUp: new Set((read.list('inferredFields') ?? []).map(String)),
	};
}

function throwIfCollides(
	read: ParameterReader,
	collection: ParameterReader,
	{ schema, list, detailsField, checks }: ItemOptions,
): void {
	const names = new Set([...Object.keys(schema.properties ?? {}), ...(list?.columns ?? [])]);
	const group = collection.group('checks');
	const named: Array<[ParameterReader, string, string | undefined]> = [
		[read, 'specifyStructure', names.has('error') ? 'error' : undefined],
		[collection, 'detailsField', detailsField],
		[group, 'checksField', checks?.field],
	];
	for (const [reader, parameter, name] of named) {
		if (name === undefined) continue;
		if (name === 'error' || names.has(name)) {
			throw reader.invalid(
				parameter,
				name === 'error'
					? 'names a field "error": n8n treats an item with such a field as failed'
					: `adds a field "${name}", but the items already have one`,
				'Give the field another name.',
			);
		}
		names.add(name);
	}
}

function readList(read: ParameterReader, schema: FieldSchema, format: string): ItemList {
	const name = read.text('list');
	const lists = listPaths(schema);
	const names = lists.map((path) => path.join('.'));
	// A field name may contain dots, so known lists are compared before the name is split.
	const path = name ? (lists[names.indexOf(name)] ?? name.split('.')) : lists[0];
	const list = path && schemaAt(schema, path);
	if (list && mayBe('array', list) && (name || lists.length === 1)) {
		const columns = Object.keys(list.items?.properties ?? {});
		return { path, columns, keepsEmpty: format === 'perElementOrEmpty' };
	}
	if (lists.length === 0) {
		throw read.invalid(
			'list',
			'needs a field that is a list',
			'Make a field a list, or choose another Output.',
		);
	}
	throw read.invalid(
		'list',
		name
			? `names "${name}", which isn't a list`
			: `is empty, and there are several lists: ${names.join(', ')}`,
		`Enter the path of a list, such as ${names[0]}.`,
	);
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Whether the schema allows a value of this type. A schema without a known type allows any value. */
function mayBe(type: 'array' | 'object', schema: FieldSchema): boolean {
	return schema.type === type || !TYPES.includes(schema.type ?? '');
}

/** Returns the schema of the value at a path; `{}` (any value) if an object's members aren't described. */
function schemaAt(schema: FieldSchema, path: string[]): FieldSchema | undefined {
	return path.reduce<FieldSchema | undefined>((holder, name) => {
		if (!holder || holder.properties) return propertyOf(holder, name);
		return mayBe('object', holder) ? {} : undefined;
	}, schema);
}

function listPaths(schema: FieldSchema): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
		property.type === 'array' ? [[name]] : listPaths(property).map((inner) => [name, ...inner]),
	);
}

import type { INodeProperties } from 'n8n-workflow';
import { checksGroup, readChecks } from './verify/panel';
import type { DateOrder } from './dates';
import type { InputFields, ItemsWanted } from './items';
import { listField, readList, shapeAt } from './list';
import type { IfMissing } from './missing';
import type { Shape } from './shape';
import { InvalidParameterError } from '../../../parameters/validators';
import type { ParameterReader } from '../../../parameters/reader';

/** What comes out of an extraction. */
export const extractOutputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'extractionFormat',
		type: 'options',
		default: 'perInput',
		description: 'What each item holds',
		options: [
			{
				name: 'One Item per Input',
				value: 'perInput',
				description: 'Each extracted field at the top level of the item',
			},
			{
				name: 'One Item per List Element',
				value: 'perElement',
				description: 'Such as one for each line of an order, with the other fields beside it',
			},
			{
				name: 'Raw Response',
				value: 'raw',
				description:
					'The whole answer: output, model, requestId, isCustomerModel, modelProviderUsage',
			},
		],
	},
	listField,
];

const notForRaw = { hide: { '/extractionFormat': ['raw'] } };
const onlyForElements = { show: { '/extractionFormat': ['perElement'] } };

/** The options that shape the items, in the order of use. */
export const extractOutputOptions: INodeProperties[] = [
	{
		displayName: 'Include Input Fields',
		name: 'inputFields',
		type: 'options',
		default: 'extractedWin',
		builderHint: { propertyHint: 'Left out: none' },
		description: 'Whether the fields of the incoming item come along',
		options: [
			{ name: 'No', value: 'none' },
			{
				name: 'Yes, Keep Extracted Value',
				value: 'extractedWin',
				description: 'Where both have a field of the same name',
			},
			{
				name: 'Yes, Keep Input Value',
				value: 'inputWin',
				description: 'Where both have a field of the same name',
			},
		],
		displayOptions: notForRaw,
	},
	checksGroup,
	{
		displayName: 'If Fields Are Missing',
		name: 'ifMissing',
		type: 'options',
		default: 'null',
		description: 'What happens when the answer lacks a field',
		options: [
			{ name: 'Leave Out', value: 'leaveOut' },
			{
				name: 'Let the Item Fail',
				value: 'raise',
				description:
					'Also for null and blank, which is what models answer. Its details keep the answer.',
			},
			{
				name: 'Let the Item Fail, Null and Blank Pass',
				value: 'raiseMissing',
				description: 'Only when the answer does not name the field at all',
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
			'Whether to turn values into the types of their fields and columns where that is safe, such as "1,299.00 EUR" into 1299, dates into ISO 8601. What could mean two things stays and is named in a hint.',
		displayOptions: notForRaw,
	},
	{
		displayName: 'Date Order',
		name: 'dateOrder',
		type: 'options',
		default: 'certain',
		description: 'What stands first in dates like 03/04/26, for Convert Types and Checks',
		options: [
			{
				name: 'Only What Is Certain',
				value: 'certain',
				description: 'What could be two dates stays as it is',
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
		displayName: 'Details Field',
		name: 'detailsField',
		type: 'string',
		default: 'extraction',
		builderHint: { propertyHint: 'Left out: none' },
		placeholder: 'e.g. extraction',
		description:
			'Name of a field that gets model, requestId, isCustomerModel and modelProviderUsage',
		displayOptions: notForRaw,
	},
	{
		displayName: 'Other Fields',
		name: 'otherFields',
		type: 'options',
		default: 'repeat',
		description:
			'What happens to the extracted fields beside the list. Where an element has a property of the same name, the element wins.',
		options: [
			{ name: 'Leave Out', value: 'leaveOut' },
			{ name: 'Repeat in Each Item', value: 'repeat' },
		],
		displayOptions: onlyForElements,
	},
	{
		displayName: 'Name for Single Values',
		name: 'elementName',
		type: 'string',
		default: '',
		placeholder: 'e.g. keyword',
		description: 'The field name of an element that is no object; the name of the list when empty',
		displayOptions: onlyForElements,
	},
];

type Shapes = ReadonlyMap<string, Shape>;

/**
 * What the panel says about the items.
 * @param shapes the fields to extract
 * @throws InvalidParameterError when the names of fields do not go together: a list that is not
 * extracted, details in the place of a field, or "error", by which n8n takes an item for a failed one
 */
export function readItemsWanted(read: ParameterReader, shapes: Shapes): ItemsWanted {
	const options = read.collection('options');
	const dateOrder = options.choice<DateOrder | 'certain'>('dateOrder');
	const wanted: ItemsWanted = {
		shapes,
		ifMissing: options.choice<IfMissing>('ifMissing'),
		convertTypes: options.boolean('convertTypes'),
		dateOrder: dateOrder === 'certain' ? undefined : dateOrder,
		inputFields:
			options.value('inputFields') === undefined
				? 'none'
				: options.choice<InputFields>('inputFields'),
		splitOut: read.choice('extractionFormat') === 'perElement' ? readList(read, shapes) : undefined,
		repeatsOtherFields: options.choice('otherFields') === 'repeat',
		elementName: options.text('elementName'),
		detailsField: options.text('detailsField'),
		checks: readChecks(options),
	};
	const extractedNames = [...shapes.keys(), ...elementMembers(wanted)];
	const checks = options.group('checks');
	const added = {
		[options.displayName('detailsField')]: wanted.detailsField,
		[checks.displayName('checksField')]: wanted.checks?.field,
		[checks.displayName('addEvidence')]: wanted.checks?.evidenceField,
	};
	refuseError(read.displayName('specifyStructure'), extractedNames);
	refuseError(options.displayName('elementName'), [wanted.elementName]);
	const taken = new Set<string | undefined>(extractedNames);
	for (const [parameter, name] of Object.entries(added)) {
		refuseError(parameter, [name]);
		if (taken.has(name)) {
			throw new InvalidParameterError(
				parameter,
				`names "${name}", which is another field of the items`,
				'Choose another name.',
			);
		}
		if (name !== undefined) taken.add(name);
	}
	return wanted;
}

function refuseError(parameter: string, names: Array<string | undefined>): void {
	if (!names.includes('error')) return;
	throw new InvalidParameterError(
		parameter,
		'names a field "error": n8n treats an item with such a field as failed',
		'Give the field another name, or choose Raw Response as Output.',
	);
}

/** The names that split-out elements bring, as far as they are described. */
function elementMembers({ splitOut, shapes }: ItemsWanted): string[] {
	const list = splitOut && shapeAt(splitOut, shapes);
	return [...((list?.items ?? list)?.members?.keys() ?? [])];
}

import type { INodeProperties } from 'n8n-workflow';
import type { IfMissing, InputFields, ItemsWanted } from '../extraction/items';
import type { ParameterReader } from './reader';

/** What comes out of an extraction. */
export const extractOutputField: INodeProperties = {
	displayName: 'Output',
	name: 'extractOutput',
	type: 'options',
	default: 'fields',
	description: 'What each item holds',
	options: [
		{
			name: 'Extracted Fields',
			value: 'fields',
			description: 'Each extracted field at the top level of the item',
		},
		{
			name: 'Raw Response',
			value: 'raw',
			description:
				'The whole answer: output, model, requestId, isCustomerModel, modelProviderUsage',
		},
	],
};

const onlyForFields = { show: { '/extractOutput': ['fields'] } };

/** The options that shape the items; not for Raw Response. */
export const extractOutputOptions: INodeProperties[] = [
	{
		displayName: 'Convert Types',
		name: 'convertTypes',
		type: 'boolean',
		default: true,
		description:
			'Whether to turn values into the types of their fields where that is safe, such as "1,299.00 EUR" into 1299. What could mean two things stays and is named in a hint.',
		displayOptions: onlyForFields,
	},
	{
		displayName: 'Details Field',
		name: 'detailsField',
		type: 'string',
		default: 'extraction',
		description: 'Name of a field that takes model, requestId, isCustomerModel and usage',
		displayOptions: onlyForFields,
	},
	{
		displayName: 'If Fields Are Missing',
		name: 'ifMissing',
		type: 'options',
		default: 'null',
		description: 'What happens when the answer lacks a field; a field with null is not missing',
		options: [
			{ name: 'Leave Out', value: 'leaveOut' },
			{ name: 'Raise', value: 'raise', description: 'The item fails; its details hold the answer' },
			{ name: 'Set to Null', value: 'null' },
		],
		displayOptions: onlyForFields,
	},
	{
		displayName: 'Include Input Fields',
		name: 'inputFields',
		type: 'options',
		default: 'extractedWin',
		description: 'Whether the fields of the incoming item come along',
		options: [
			{ name: 'No', value: 'none' },
			{
				name: 'Yes, Extracted Fields Win',
				value: 'extractedWin',
				description: 'Where both have a name, the extracted value stays',
			},
			{
				name: 'Yes, Input Fields Win',
				value: 'inputWin',
				description: 'Where both have a name, the value of the incoming item stays',
			},
		],
		displayOptions: onlyForFields,
	},
	{
		displayName: 'Split Out Field',
		name: 'splitOut',
		type: 'string',
		default: '',
		placeholder: 'e.g. lines',
		description: 'Name of an extracted list; each of its elements becomes an item',
		displayOptions: onlyForFields,
	},
	{
		displayName: 'Split Out: Name for Single Values',
		name: 'elementName',
		type: 'string',
		default: '',
		placeholder: 'e.g. keyword',
		description: 'The field name of an element that is no object; the name of the list when empty',
		displayOptions: onlyForFields,
	},
	{
		displayName: 'Split Out: Other Fields',
		name: 'otherFields',
		type: 'options',
		default: 'repeat',
		description: 'What happens to the other extracted fields',
		options: [
			{ name: 'Leave Out', value: 'leaveOut' },
			{ name: 'Repeat in Each Item', value: 'repeat' },
		],
		displayOptions: onlyForFields,
	},
];

/**
 * What the panel says about the items.
 * @param options the reader of the operation's options
 */
export function readItemsWanted(options: ParameterReader): Omit<ItemsWanted, 'shapes'> {
	return {
		ifMissing: options.choice<IfMissing>('ifMissing'),
		convertTypes: options.boolean('convertTypes'),
		inputFields:
			options.value('inputFields') === undefined
				? 'none'
				: options.choice<InputFields>('inputFields'),
		splitOut: options.text('splitOut'),
		repeatsOtherFields: options.choice('otherFields') === 'repeat',
		elementName: options.text('elementName'),
		detailsField: options.text('detailsField'),
	};
}

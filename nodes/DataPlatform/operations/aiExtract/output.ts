import type { INodeProperties } from 'n8n-workflow';
import type { IfMissing, InputFields, ItemsWanted } from './items';
import type { Shape } from './shape';
import { RefusedParameter } from '../../parameters/checks';
import type { ParameterReader } from '../../parameters/reader';

/** What comes out of an extraction. */
export const extractOutputField: INodeProperties = {
	displayName: 'Output',
	name: 'extractionFormat',
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

const onlyForFields = { show: { '/extractionFormat': ['fields'] } };

/** The options that shape the items; not for Raw Response. */
export const extractOutputOptions: INodeProperties[] = [
	{
		displayName: 'Convert Types',
		name: 'convertTypes',
		type: 'boolean',
		default: true,
		description:
			'Whether to turn values into the types of their fields where that is safe, such as "1,299.00 EUR" into 1299. What could mean two things stays and is named in a hint. Properties in a list of objects have types when the structure comes from an example or JSON.',
		displayOptions: onlyForFields,
	},
	{
		displayName: 'Details Field',
		name: 'detailsField',
		type: 'string',
		default: 'extraction',
		placeholder: 'e.g. extraction',
		description:
			'Name of a field that gets model, requestId, isCustomerModel and modelProviderUsage',
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
			{
				name: 'Let the Item Fail',
				value: 'raise',
				description: 'Its details keep the answer, so that nothing is extracted a second time',
			},
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
		displayOptions: onlyForFields,
	},
	{
		displayName: 'Split Out Field',
		name: 'splitOut',
		type: 'string',
		default: '',
		placeholder: 'e.g. lines',
		description:
			'Name of an extracted list; each of its elements becomes an item. For a list inside an object, write the path, such as order.lines.',
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
		description:
			'What happens to the other extracted fields. Where an element has a property of the same name, the element wins.',
		options: [
			{ name: 'Leave Out', value: 'leaveOut' },
			{ name: 'Repeat in Each Item', value: 'repeat' },
		],
		displayOptions: onlyForFields,
	},
];

type Shapes = ReadonlyMap<string, Shape>;

/**
 * What the panel says about the items.
 * @param shapes the fields to extract
 * @throws RefusedParameter when the names of fields do not go together: a list to split that is not
 * extracted, details in the place of a field, or "error", by which n8n takes an item for a failed one
 */
export function readItemsWanted(read: ParameterReader, shapes: Shapes): ItemsWanted {
	const options = read.collection('options');
	const wanted: ItemsWanted = {
		shapes,
		ifMissing: options.choice<IfMissing>('ifMissing'),
		convertTypes: options.boolean('convertTypes'),
		inputFields:
			options.value('inputFields') === undefined
				? 'none'
				: options.choice<InputFields>('inputFields'),
		splitOut: readSplitOut(options, shapes),
		repeatsOtherFields: options.choice('otherFields') === 'repeat',
		elementName: options.text('elementName'),
		detailsField: options.text('detailsField'),
	};
	const extractedNames = [...shapes.keys(), ...elementMembers(wanted)];
	const namesBy = {
		[read.displayName('specifyStructure')]: extractedNames,
		[options.displayName('elementName')]: [wanted.elementName],
		[options.displayName('detailsField')]: [wanted.detailsField],
	};
	for (const [parameter, names] of Object.entries(namesBy)) {
		if (!names.includes('error')) continue;
		throw new RefusedParameter(
			parameter,
			'names a field "error": n8n treats an item with such a field as failed',
			'Give the field another name, or choose Raw Response as Output.',
		);
	}
	const { detailsField } = wanted;
	if (detailsField === undefined || !extractedNames.includes(detailsField)) return wanted;
	throw new RefusedParameter(
		options.displayName('detailsField'),
		`names "${detailsField}", which is a field to extract`,
		'Choose another name.',
	);
}

function readSplitOut(options: ParameterReader, shapes: Shapes): string[] | undefined {
	const name = options.text('splitOut');
	if (name === undefined) return undefined;
	const path = shapes.has(name) ? [name] : name.split('.');
	if (mayLeadSomewhere(path, shapes)) return path;
	throw new RefusedParameter(
		options.displayName('splitOut'),
		`names "${name}", which is none of the fields to extract: ${[...shapes.keys()].join(', ')}`,
		'Name one of them, or a list inside one of them by its path, such as order.lines.',
	);
}

/** Members that nobody described may be there. */
function mayLeadSomewhere([name, ...inner]: string[], shapes: Shapes): boolean {
	const shape = shapes.get(name);
	if (shape === undefined || inner.length === 0) return shape !== undefined;
	return shape.members ? mayLeadSomewhere(inner, shape.members) : shape.type !== 'array';
}

/** The names that split-out elements bring, as far as they are described. */
function elementMembers({ splitOut = [], shapes }: ItemsWanted): string[] {
	let shape: Shape | undefined = { type: 'object', members: shapes };
	for (const name of splitOut) shape = shape?.members?.get(name);
	return splitOut.length === 0 ? [] : [...((shape?.items ?? shape)?.members?.keys() ?? [])];
}

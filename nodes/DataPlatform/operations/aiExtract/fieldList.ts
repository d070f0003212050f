import type { INodeProperties } from 'n8n-workflow';
import { shapeOfAll } from './fromExample';
import type { Shape } from './shape';
import { withoutUnset } from '../../values';
import { RefusedParameter, toText } from '../../parameters/checks';
import { recognisedValue, toJsonArray } from '../../parameters/json';
import type { ParameterReader } from '../../parameters/reader';

const OTHER_TYPE = 'otherType';

const TYPES = ['Boolean', 'Date', 'Integer', 'Number', 'Object', 'String'].map((name) => ({
	name,
	value: name.toLowerCase(),
}));

/** Types whose allowed values are typed as text but are none. */
const WRITTEN_OUT = new Set(['boolean', 'integer', 'number']);

/** In the order of thinking: what is it called, of which kind is it, how is it recognised. */
const fieldRow: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. invoiceTotal',
		description: 'The name that the field has in the output',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		default: 'string',
		description:
			'The kind of value. The API documents no list of types, only "string" as an example.',
		options: [
			{ name: 'Array (List)', value: 'array' },
			...TYPES,
			{ name: 'Other (by Name)', value: OTHER_TYPE },
		].sort((a, b) => a.name.localeCompare(b.name)),
	},
	{
		displayName: 'Type Name',
		name: 'otherType',
		type: 'string',
		default: '',
		description: 'The type as your instance calls it',
		displayOptions: { show: { type: [OTHER_TYPE] } },
	},
	{
		displayName: 'Type of Elements',
		name: 'elementType',
		type: 'options',
		default: '',
		description: 'What the list holds; Object for rows, such as the lines of an order',
		displayOptions: { show: { type: ['array'] } },
		options: [{ name: 'Any', value: '' }, ...TYPES],
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		typeOptions: { rows: 2 },
		placeholder:
			'e.g. Total with tax, in euros; for a list: each with article (text) and price (number)',
		description:
			'What the model should look for. For a list of objects or an object, name its properties here, such as: each with article (text) and quantity (number).',
	},
	{
		displayName: 'Field Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add field option',
		default: {},
		options: [
			{
				displayName: 'Allowed Values',
				name: 'values',
				type: 'string',
				default: '',
				placeholder: 'e.g. open, paid, overdue',
				description: 'Separated by commas, or a list by expression; empty for any value',
			},
			{
				displayName: 'More Properties (JSON)',
				name: 'furtherPropertiesJson',
				type: 'json',
				default: '{}',
				description:
					'A JSON object whose properties are sent beside type and description. The API does not document them.',
			},
		],
	},
];

/** The list of fields to extract, one row for each. */
export const fieldListField: INodeProperties = {
	displayName: 'Fields to Extract',
	name: 'outputStructure',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add field',
	default: {},
	required: true,
	description: 'The API treats every field as required',
	options: [{ displayName: 'Field', name: 'field', values: fieldRow }],
};

/**
 * The fields of the list, in order.
 * @throws RefusedParameter for a field without a name, or a name twice
 */
export function readFieldList(read: ParameterReader): Map<string, Shape> {
	const shapes = new Map<string, Shape>();
	for (const row of read.rows('outputStructure')) {
		const name = row.requiredText('name');
		if (shapes.has(name)) {
			throw new RefusedParameter(
				read.displayName('outputStructure'),
				`names the field "${name}" twice`,
				'Give each field a name of its own.',
			);
		}
		shapes.set(name, readShape(row));
	}
	return shapes;
}

function readShape(row: ParameterReader): Shape {
	const type = row.text('type') ?? 'string';
	const options = row.collection('options');
	const values = readValues(options);
	const shape = withoutUnset<Shape>({
		type: type === OTHER_TYPE ? row.requiredText('otherType') : type,
		description: row.text('description'),
		furtherMembers: options.jsonObject('furtherPropertiesJson'),
	});
	if (type !== 'array')
		return withoutUnset<Shape>({ ...shape, values: valuesOfType(type, values) });
	const elementType = row.text('elementType') ?? (values && shapeOfAll(values).type);
	if (elementType === undefined) return shape;
	const items = { type: elementType, values: valuesOfType(elementType, values) };
	return { ...shape, items: withoutUnset<Shape>(items) };
}

function valuesOfType(type: string, values: unknown[] | undefined): unknown[] | undefined {
	return WRITTEN_OUT.has(type) ? values?.map((value) => recognisedValue(value)) : values;
}

function readValues(options: ParameterReader): unknown[] | undefined {
	const value = options.value('values');
	if (value === undefined) return undefined;
	const parameter = options.displayName('values');
	if (Array.isArray(value)) return toJsonArray(parameter, value);
	const text = toText(parameter, value);
	if (text.trimStart().startsWith('[')) return toJsonArray(parameter, text);
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

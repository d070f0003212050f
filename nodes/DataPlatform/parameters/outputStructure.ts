import type { INodeProperties } from 'n8n-workflow';
import type { OutputStructure, ParameterDefinition } from '../api/contract';
import { withoutUnset } from '../values';
import { RefusedParameter } from './checks';
import type { ParameterReader } from './reader';

const OTHER_TYPE = 'otherType';

const TYPES = ['array', 'boolean', 'date', 'integer', 'number', 'object', 'string'];

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
		description: 'The API documents "string" as an example and no list of types',
		options: [
			...TYPES.map((type) => ({
				name: type[0].toUpperCase() + type.slice(1),
				value: type,
			})),
			{ name: 'Other (by Name)', value: OTHER_TYPE },
		].sort((a, b) => a.name.localeCompare(b.name)),
	},
	{
		displayName: 'Type Name',
		name: 'otherType',
		type: 'string',
		default: '',
		displayOptions: { show: { type: [OTHER_TYPE] } },
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Total with tax, in euros',
		description: 'What the model should look for',
	},
	{
		displayName: 'Further Members (JSON)',
		name: 'membersJson',
		type: 'json',
		default: '',
		description:
			'A JSON object whose members are sent beside type and description. The API does not document them.',
	},
];

/** The list of fields to extract (api-spec.md 2.7, outputStructure). */
export const outputStructureFields: INodeProperties[] = [
	{
		displayName: 'Fields to Extract',
		name: 'outputStructure',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add field',
		default: {},
		required: true,
		description: 'Every field counts as required: the model is asked to fill all of them',
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: fieldRow,
			},
		],
	},
];

/**
 * The outputStructure that the panel describes.
 * @throws RefusedParameter when it has no field, a field without a name, or a name twice
 */
export function readOutputStructure(read: ParameterReader): OutputStructure {
	const structure = new Map<string, ParameterDefinition>();
	for (const row of read.rows('outputStructure')) {
		const name = row.requiredText('name');
		if (structure.has(name)) {
			throw new RefusedParameter(
				read.displayName('outputStructure'),
				`names the field "${name}" twice`,
				'Give each field a name of its own.',
			);
		}
		structure.set(name, readDefinition(row));
	}
	if (structure.size === 0) read.required('outputStructure', undefined);
	return Object.fromEntries(structure);
}

function readDefinition(row: ParameterReader): ParameterDefinition {
	const type = row.text('type') ?? 'string';
	return withoutUnset<ParameterDefinition>({
		...row.jsonObject('membersJson'),
		type: type === OTHER_TYPE ? row.requiredText('otherType') : type,
		description: row.text('description'),
	});
}

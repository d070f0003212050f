import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isoDate } from './isoDate';
import { toTitleCase } from './titleCase';
import type { ParameterReader } from './reader';

/** What the Output parameter says: everything, or these members. */
export type Output = { fields: 'all' } | { fields: readonly string[]; datesAsIso: boolean };

/** One kind of result with more than ten members (n8n UX guideline: then offer a simple form). */
export interface ResultShape {
	/** Every member that the API documents. */
	members: readonly string[];
	/** The member that identifies a result; part of every selection. */
	id: string;
	/** The Simplified form: at most ten members, most useful first. */
	simplified: readonly string[];
	/** Members that hold epoch milliseconds; Simplified writes them as ISO 8601. */
	timestamps: readonly string[];
}

const LAST_TIMESTAMP = 8.64e15;

/** The Output parameter with its list of fields (n8n UX guideline: Simplified, Raw, Selected Fields). */
export function outputFields(shape: ResultShape): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			default: 'simplified',
			description: 'What each item holds',
			options: [
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The most useful fields, with dates in ISO 8601',
				},
				{
					name: 'Raw',
					value: 'raw',
					description: 'Every field exactly as the platform sent it',
				},
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'Only the fields that you choose',
				},
			],
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			default: [],
			displayOptions: { show: { output: ['selected'] } },
			description: `The fields to keep, as the platform sent them; "${shape.id}" is always there`,
			options: [...shape.members]
				.sort((a, b) => toTitleCase(a).localeCompare(toTitleCase(b)))
				.map((member) => ({ name: toTitleCase(member), value: member })),
		},
	];
}

/** What the Output parameter says for one item. */
export function readOutput(read: ParameterReader, shape: ResultShape): Output {
	const outputs = {
		raw: (): Output => ({ fields: 'all' }),
		simplified: (): Output => ({ fields: shape.simplified, datesAsIso: true }),
		selected: (): Output => ({
			fields: [...new Set([shape.id, ...read.choices('outputFields')])],
			datesAsIso: false,
		}),
	};
	return outputs[read.choice<keyof typeof outputs>('output')]();
}

/** One result in the wanted form. A member that the platform did not send stays away. */
export function shaped(result: IDataObject, output: Output, shape: ResultShape): IDataObject {
	if (output.fields === 'all') return result;
	const item: IDataObject = {};
	for (const field of output.fields) {
		if (!Object.hasOwn(result, field)) continue;
		const isDate = output.datesAsIso && shape.timestamps.includes(field);
		item[field] = isDate ? dateAsIso(result[field]) : result[field];
	}
	return item;
}

function dateAsIso(value: IDataObject[string]): IDataObject[string] {
	return typeof value === 'number' && Math.abs(value) <= LAST_TIMESTAMP ? isoDate(value) : value;
}

import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { withoutUnset } from '../helpers/values';
import { notOffered } from './validators';
import { toTitleCase } from './titleCase';
import { compact } from './compact';
import type { ParameterReader } from './reader';

/** What the Output parameter says: everything, the Simplified form, or these members. */
export type Output = 'raw' | 'simplified' | readonly string[];

/** One kind of result with more than ten members (n8n UX guideline: then offer a simple form). */
export interface ResultShape {
	/** Every member that the API documents, the ones of most use first. */
	members: readonly string[];
	/** The member that identifies a result; part of every selection. */
	id: string;
	simplify: Simplify;
	/** Members of the Simplified form that are made from others; they can be selected too. */
	made?: readonly string[];
}

/**
 * The Simplified form: at most ten members, most useful first, dates in ISO 8601. It names each member
 * in one object literal, which V8 makes several times as fast as an object that grows member by member.
 */
type Simplify = (result: IDataObject) => Record<string, IDataObject[string]>;

const RAW = {
	name: 'Raw',
	value: 'raw',
	description: 'Every field as the platform sent it; numbers too long for JavaScript as text',
};

const SELECTED = {
	name: 'Selected Fields',
	value: 'selected',
	description: 'Only the fields that you choose',
};

/**
 * The Output parameter (n8n UX guideline: Simplified, Raw, Selected Fields).
 * @param simplified the choice by default
 * @param further choices beside it and Raw
 */
export function outputField(
	simplified: Pick<INodePropertyOptions, 'description'>,
	...further: INodePropertyOptions[]
): INodeProperties {
	return {
		displayName: 'Output',
		name: 'resultFormat',
		type: 'options',
		default: 'simplified',
		description: 'What each item holds',
		options: [{ name: 'Simplified', value: 'simplified', ...simplified }, RAW, ...further],
	};
}

/** The Output parameter of a result with many members, and the list of its fields. */
export function outputFields(shape: ResultShape): INodeProperties[] {
	return [
		outputField(
			{ description: 'The most useful fields; numbers that look like times become ISO 8601' },
			SELECTED,
		),
		compact({
			displayName: 'Fields',
			name: 'selectedFields',
			type: 'multiOptions',
			default: [],
			displayOptions: { show: { resultFormat: ['selected'] } },
			description: `The fields to keep; "${shape.id}" is always there`,
			options: selectable(shape)
				.sort((a, b) => toTitleCase(a).localeCompare(toTitleCase(b)))
				.map((member) => ({ name: toTitleCase(member), value: member })),
		}),
	];
}

function selectable({ members, made = [] }: ResultShape): string[] {
	return [...members, ...made];
}

/** What the Output parameter says for one item. */
export function readOutput(read: ParameterReader, shape: ResultShape): Output {
	const output = read.choice<'raw' | 'simplified' | 'selected'>('resultFormat');
	return output === 'selected' ? [...new Set([shape.id, ...knownChoices(read, shape)])] : output;
}

/** The chosen fields; an expression may name some that are not documented, but not nothing else. */
function knownChoices(read: ParameterReader, shape: ResultShape): string[] {
	const chosen = read.choices('selectedFields');
	const offered = selectable(shape);
	if (chosen.some((name) => offered.includes(name))) return chosen;
	throw notOffered(read.displayName('selectedFields'), offered, chosen.join(', '));
}

/** One result in the wanted form. A member that the platform did not send stays away. */
export function selectFields(
	result: IDataObject,
	output: Output,
	{ simplify, made = [] }: ResultShape,
): IDataObject {
	if (output === 'raw') return result;
	if (output === 'simplified') return withoutUnset(simplify(result));
	const all = made.some((field) => output.includes(field))
		? { ...withoutUnset(simplify(result)), ...result }
		: result;
	const item: IDataObject = {};
	for (const field of output) if (Object.hasOwn(all, field)) item[field] = all[field];
	return item;
}

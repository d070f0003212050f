import type { INodeProperties } from 'n8n-workflow';
import type { Function as StoredFunction } from '../../../transport/contract';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import { toEpochMilliseconds } from '../../../helpers/isoDate';
import type { ParameterReader } from '../../../parameters/reader';
import { hasBrokenLinks } from './functionResult';

/** Whether to return a function. */
export type Keep = (result: StoredFunction) => boolean;

/** Conditions that the node checks itself, because the API doesn't document what filters mean. */
export const keepOnlyProperty: INodeProperties = shortenForAssistants({
	displayName: 'Keep Only',
	name: 'keepOnly',
	type: 'collection',
	placeholder: 'Add condition',
	default: {},
	description:
		'Conditions that each returned function must meet. The node may have to read the whole list to reach Limit.',
	options: [
		{
			displayName: 'Archived',
			name: 'archived',
			type: 'options',
			default: 'any',
			description: 'Which functions to return, by whether they are archived',
			options: [
				{ name: 'Any', value: 'any' },
				{ name: 'Only Archived', value: 'only' },
				{ name: 'Without Archived', value: 'without' },
			],
		},
		{
			displayName: 'Broken Links',
			name: 'brokenLinks',
			type: 'options',
			default: 'any',
			description:
				'Which functions to return, by whether they have a link whose "valid" isn\'t VALID',
			options: [
				{ name: 'Any', value: 'any' },
				{ name: 'Only With Broken Links', value: 'only' },
				{ name: 'Without Broken Links', value: 'without' },
			],
		},
		{
			displayName: 'Changed After',
			name: 'changedAfter',
			type: 'dateTime',
			default: '',
			builderHint: { propertyHint: 'ISO 8601' },
			description: "Returns functions changed after this time, in the workflow's time zone",
		},
		{
			displayName: 'Created After',
			name: 'createdAfter',
			type: 'dateTime',
			default: '',
			builderHint: { propertyHint: 'ISO 8601' },
			description: "Returns functions created after this time, in the workflow's time zone",
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'string',
			default: '',
			placeholder: 'e.g. VALID',
			description: 'Returns functions with exactly this status',
		},
	],
});

/**
 * Reads the conditions of Keep Only; undefined if there are none. A function whose date can't be read is
 * kept, so that none is lost.
 * @param timezone for times without one
 * @throws InvalidParameterError
 */
export function readKeepOnly(read: ParameterReader, timezone: string): Keep | undefined {
	const status = read.text('status');
	const conditions: Keep[] = [
		...createChoiceConditions(read.choice('archived'), (result) => result.archived === true),
		...createChoiceConditions(read.choice('brokenLinks'), hasBrokenLinks),
		...(status === undefined ? [] : [(result: StoredFunction) => result.status === status]),
		...createTimeConditions(read.time('changedAfter', timezone), 'lastModified'),
		...createTimeConditions(read.time('createdAfter', timezone), 'created'),
	];
	if (conditions.length === 0) return undefined;
	return (result) => conditions.every((isMet) => isMet(result));
}

function createChoiceConditions(choice: string, has: (result: StoredFunction) => boolean): Keep[] {
	return choice === 'any' ? [] : [(result) => has(result) === (choice === 'only')];
}

function createTimeConditions(
	time: number | undefined,
	member: 'lastModified' | 'created',
): Keep[] {
	if (time === undefined) return [];
	return [(result) => (toEpochMilliseconds(result[member]) ?? Infinity) > time];
}

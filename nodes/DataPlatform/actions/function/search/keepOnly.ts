import type { INodeProperties } from 'n8n-workflow';
import type { Function as StoredFunction } from '../../../transport/contract';
import { compact } from '../../../parameters/compact';
import { epochMilliseconds } from '../../../helpers/isoDate';
import type { ParameterReader } from '../../../parameters/reader';
import { hasBrokenLinks } from './functionResult';

/** Whether to return a function; undefined if a date that decides can't be read. */
export type Keep = (result: StoredFunction) => boolean | undefined;

/** n8n compares it as a whole; its types know single values only. */
const NO_CONDITION = {} as unknown as string;

/** Conditions that the node checks itself, since the API documents no filter's meaning. */
export const keepOnlyFields: INodeProperties[] = [
	compact({
		displayName: 'Keep Only',
		name: 'keepOnly',
		type: 'collection',
		placeholder: 'Add condition',
		default: {},
		description: 'Conditions that each returned function must meet',
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
	}),
	{
		displayName: 'Keep Only filters in n8n, so the node may read the whole list to reach Limit',
		name: 'keepOnlyNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { keepOnly: [{ _cnd: { not: NO_CONDITION } }], returnAll: [false] } },
	},
];

/**
 * Reads the conditions of Keep Only; undefined if there are none. Each added condition must have a value:
 * if its expression gave nothing and the condition were skipped, every function would be kept.
 * @param timezone for times that name no time zone
 * @throws InvalidParameterError
 */
export function readKeepOnly(read: ParameterReader, timezone: string): Keep | undefined {
	const given = <Value>(name: string, value: Value | undefined) =>
		read.isGiven(name) ? read.required(name, value) : undefined;
	const choiceOf = (name: string) =>
		given(name, read.value(name) === undefined ? undefined : read.choice(name));
	const timeOf = (name: string) => given(name, read.time(name, timezone));
	const status = given('status', read.text('status'));
	const conditions = [
		...choice(choiceOf('archived'), (each) => each.archived === true),
		...choice(choiceOf('brokenLinks'), hasBrokenLinks),
		...(status === undefined ? [] : [(each: StoredFunction) => each.status === status]),
		...isAfter(timeOf('changedAfter'), 'lastModified'),
		...isAfter(timeOf('createdAfter'), 'created'),
	];
	if (conditions.length === 0) return undefined;
	return (result) => {
		let isKept: boolean | undefined = true;
		for (const isMet of conditions) {
			const met = isMet(result);
			if (met === false) return false;
			isKept &&= met;
		}
		return isKept;
	};
}

function choice(chosen: string | undefined, has: (result: StoredFunction) => boolean): Keep[] {
	if (chosen === undefined || chosen === 'any') return [];
	return [(result) => has(result) === (chosen === 'only')];
}

function isAfter(time: number | undefined, member: 'lastModified' | 'created'): Keep[] {
	if (time === undefined) return [];
	return [
		(result) => {
			const date = epochMilliseconds(result[member]);
			return date === undefined ? undefined : date > time;
		},
	];
}

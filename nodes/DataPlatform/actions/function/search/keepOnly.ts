import type { INodeProperties } from 'n8n-workflow';
import type { Function as StoredFunction } from '../../../transport/contract';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import { inferEpochMilliseconds } from '../../../helpers/isoDate';
import type { ParameterReader } from '../../../parameters/reader';
import { hasBrokenLinks } from './functionResult';

/** Returns whether to keep a function; undefined if that depends on a date that can't be read. */
export type Keep = (result: StoredFunction) => boolean | undefined;

/** An empty Keep Only. n8n compares objects as a whole, although its types allow only single values. */
const NO_CONDITION = {} as unknown as string;

/** Conditions that the node checks itself, because the API doesn't document what filters mean. */
export const keepOnlyProperties: INodeProperties[] = [
	shortenForAssistants({
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
				description: 'Whether to return archived functions, the others, or both',
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
					'Which functions to return. A link is broken if its field "valid" isn\'t VALID.',
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
				description:
					"Returns functions that changed after this time. A time without a zone is in the workflow's time zone.",
			},
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				default: '',
				builderHint: { propertyHint: 'ISO 8601' },
				description:
					"Returns functions that were created after this time. A time without a zone is in the workflow's time zone.",
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
		displayName:
			'The node checks the conditions of <b>Keep Only</b> itself, so it may read the whole list to reach <b>Limit</b>',
		name: 'keepOnlyNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { keepOnly: [{ _cnd: { not: NO_CONDITION } }], returnAll: [false] } },
	},
];

/**
 * Returns a function that checks the conditions of Keep Only; undefined if there are none. Each added
 * condition must have a value. Otherwise an empty expression would keep every function.
 * @param timezone for times without a time zone
 * @throws InvalidParameterError
 */
export function readKeepOnly(read: ParameterReader, timezone: string): Keep | undefined {
	const requireGiven = <Value>(name: string, value: Value | undefined) =>
		read.isGiven(name) ? read.required(name, value) : undefined;
	const readChoice = (name: string) =>
		requireGiven(name, read.value(name) === undefined ? undefined : read.choice(name));
	const readTime = (name: string) => requireGiven(name, read.time(name, timezone));
	const status = requireGiven('status', read.text('status'));
	const conditions = [
		...createChoiceConditions(readChoice('archived'), (each) => each.archived === true),
		...createChoiceConditions(readChoice('brokenLinks'), hasBrokenLinks),
		...(status === undefined ? [] : [(each: StoredFunction) => each.status === status]),
		...createTimeConditions(readTime('changedAfter'), 'lastModified'),
		...createTimeConditions(readTime('createdAfter'), 'created'),
	];
	if (conditions.length === 0) return undefined;
	return (result) => {
		const met = conditions.map((isMet) => isMet(result));
		if (met.includes(false)) return false;
		return met.includes(undefined) ? undefined : true;
	};
}

function createChoiceConditions(
	chosen: string | undefined,
	has: (result: StoredFunction) => boolean,
): Keep[] {
	if (chosen === undefined || chosen === 'any') return [];
	return [(result) => has(result) === (chosen === 'only')];
}

function createTimeConditions(
	time: number | undefined,
	member: 'lastModified' | 'created',
): Keep[] {
	if (time === undefined) return [];
	return [
		(result) => {
			const date = inferEpochMilliseconds(result[member]);
			return date === undefined ? undefined : date > time;
		},
	];
}

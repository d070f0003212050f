import type { INodeProperties } from 'n8n-workflow';
import type { StoredFunction } from '../../../transport/contract';
import { collection, dateTime, notice, select, text } from '../../../parameters/declare';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import { inferEpochMilliseconds } from '../../../helpers/isoDate';
import type { ParameterReader } from '../../../parameters/reader';
import { hasBrokenLinks } from './functionResult';

/** Returns whether to keep a function; undefined if that depends on a date that can't be read. */
export type Keep = (result: StoredFunction) => boolean | undefined;

/**
 * The value of Keep Only without conditions, for `_cnd: { not: … }` in displayOptions. n8n's type forbids
 * an object there, but n8n compares objects by content.
 */
const NO_CONDITION = {} as unknown as string;

const conditionOptions: INodeProperties[] = [
	select(
		'Archived',
		'archived',
		'Whether to return archived functions, the others, or both',
		`any | Any
		only | Only Archived
		without | Without Archived`,
	),
	select(
		'Broken Links',
		'brokenLinks',
		'Which functions to return. A link is broken if its field "valid" has a value other than VALID.',
		`any | Any
		only | Only With Broken Links
		without | Without Broken Links`,
	),
	dateTime(
		'Changed After',
		'changedAfter',
		"Returns functions that changed after this time. A time without a zone is in the workflow's time zone.",
		{ builderHint: { propertyHint: 'ISO 8601' } },
	),
	dateTime(
		'Created After',
		'createdAfter',
		"Returns functions that were created after this time. A time without a zone is in the workflow's time zone.",
		{ builderHint: { propertyHint: 'ISO 8601' } },
	),
	text('Status', 'status', 'Returns functions with exactly this status', {
		placeholder: 'e.g. VALID',
	}),
];

/** Conditions that the node checks itself, because the API doesn't document what filters mean. */
export const keepOnlyProperties: INodeProperties[] = [
	shortenForAssistants(
		collection('Keep Only', 'keepOnly', 'Conditions that each returned function must meet', {
			placeholder: 'Add condition',
			options: conditionOptions,
		}),
	),
	notice(
		'The node checks the conditions of <b>Keep Only</b> itself, so it may read the whole list to reach <b>Limit</b>',
		'keepOnlyNotice',
		'',
		{
			displayOptions: { show: { keepOnly: [{ _cnd: { not: NO_CONDITION } }], returnAll: [false] } },
		},
	),
];

/**
 * Returns a function that checks the conditions of Keep Only; undefined if there are no conditions.
 * @param timezone for times without a time zone
 * @throws InvalidParameterError if a condition's value is invalid or empty. If empty values were ignored,
 * an expression that returns nothing would keep every function.
 */
export function readKeepOnly(read: ParameterReader, timezone: string): Keep | undefined {
	const requireGiven = <Value>(name: string, value: Value | undefined) =>
		read.isGiven(name) ? read.required(name, value) : undefined;

	function readChoice(name: string, has: (result: StoredFunction) => boolean): Keep | undefined {
		const chosen = requireGiven(name, read.text(name));
		if (chosen === undefined || chosen === 'any') return undefined;
		return (result) => has(result) === (chosen === 'only');
	}

	function readTime(name: string, member: 'lastModified' | 'created'): Keep | undefined {
		const time = requireGiven(name, read.time(name, timezone));
		if (time === undefined) return undefined;
		return (result) => {
			const date = inferEpochMilliseconds(result[member]);
			return date === undefined ? undefined : date > time;
		};
	}

	const status = requireGiven('status', read.text('status'));
	const conditions = [
		readChoice('archived', ({ archived }) => archived === true),
		readChoice('brokenLinks', hasBrokenLinks),
		status === undefined ? undefined : (result: StoredFunction) => result.status === status,
		readTime('changedAfter', 'lastModified'),
		readTime('createdAfter', 'created'),
	].filter((condition) => condition !== undefined);
	if (conditions.length === 0) return undefined;
	return (result) => {
		const met = conditions.map((isMet) => isMet(result));
		if (met.includes(false)) return false;
		return met.includes(undefined) ? undefined : true;
	};
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SearchRequest } from '../../contract/types.ts';
import { BIG_ID } from '../../simulator/faults/invalid-responses.ts';
import { createFunctions } from '../../simulator/functions.ts';
import type { Ending, Sent, Trace } from './run.ts';

const MAY_BE_INCOMPLETE = /may be incomplete/;

/** Claims about the end of a list that the node believes: an end, or an empty page, at the given totalHits. */
const END_OF_LIST = [
	['has-more-never', 'total-hits-wrong'],
	['has-more-never', 'total-hits-missing'],
	['empty-page', 'total-hits-wrong'],
];

/** Ids as the platform sent them, with all digits. */
export function idsOf({ faults }: Sent, ids: number[]): string[] {
	const first = faults.includes('big-ids') ? BIG_ID : 0n;
	return ids.map((id) => String(first + BigInt(id)));
}

/**
 * Checks the outputs of one search that succeeded: it returns each function once, and each that existed all the time,
 * or says that some may be missing. Returns what is wrong.
 */
export function checkList(
	trace: Trace,
	ending: Ending,
	found: INodeExecutionData[],
	pages: Sent[],
): string[] {
	const { scenario } = trace;
	const isHinted = ending.hints.some((hint) => MAY_BE_INCOMPLETE.test(hint));
	const details = found.map(({ json }) => json.search as IDataObject | undefined);
	const says = (incomplete: boolean) => details.some((each) => each?.incomplete === incomplete);
	if (scenario.hasDetails && says(true) === says(false))
		return ["doesn't say whether it's complete"];
	if ((isHinted || says(true)) && scenario.whenIncomplete === 'fail')
		return ["may be incomplete, but didn't fail"];
	const last = pages.at(-1);
	if (last === undefined) return ["wasn't sent"];
	// A function with two ids counts as two functions.
	if (new Set(pages.map(({ faults }) => faults.includes('big-ids'))).size > 1) return [];

	const search = { ...(last.body as SearchRequest), offset: 0, limit: 5000 };
	const { results } = createFunctions(scenario.functions).search(search);
	const there = idsOf(
		last,
		results.map(({ id }) => Number(id)),
	);
	// With Add Search Details, an empty list is an item without a function.
	const ids = found.filter(({ json }) => json.id !== undefined).map(({ json }) => String(json.id));
	const isEndClaimed = pages.some(({ faults }) =>
		END_OF_LIST.some((claims) => claims.every((claim) => faults.includes(claim))),
	);
	// A tool has no hints.
	const saysNothing =
		scenario.way === 'tool' && scenario.whenIncomplete === 'hint' && !scenario.hasDetails;
	const mayMiss = isEndClaimed || saysNothing || isHinted || says(true);
	const wrong = {
		'has twice': ids.filter((each, index) => ids.indexOf(each) !== index),
		'should not have': ids.filter((each) => !there.includes(each)),
		'lacks without saying so': mayMiss
			? []
			: there.slice(countRemoved(trace, last)).filter((each) => !ids.includes(each)),
	};
	return Object.entries(wrong)
		.filter(([, list]) => list.length > 0)
		.map(([how, list]) => `${how} the functions ${list.join(', ')}`);
}

/** Checks the failure of a search: without faults, no list is incomplete. */
export function checkFailedList({ error }: IDataObject, pages: Sent[]): string[] {
	const isIncomplete = MAY_BE_INCOMPLETE.test(String(error));
	return isIncomplete && pages.every(({ faults }) => faults.length === 0)
		? [`was complete, but failed: ${String(error)}`]
		: [];
}

/** The most functions that were removed from the start of the list before a request. */
function countRemoved({ scenario: { faultSchedule }, sent }: Trace, until: Sent): number {
	const times = sent.filter(
		({ number, faults }) => number <= until.number && faults.includes('shrinking-list'),
	).length;
	return faultSchedule
		.filter(({ fault }) => fault === 'shrinking-list')
		.reduce((sum, { records }) => sum + Number(records) * times, 0);
}

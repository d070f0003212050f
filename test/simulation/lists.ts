import assert from 'node:assert/strict';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Ending, Sent, Trace } from './run.ts';
import type { SearchRequest } from '../../contract/types.ts';
import { BIG_ID } from '../../simulator/faults/invalid-responses.ts';
import { createFunctions } from '../../simulator/functions.ts';

const MAY_BE_INCOMPLETE = /may be incomplete/;

/** Claims about the end of a list that the node believes: an end, or an empty page, at the given totalHits. */
const END_OF_LIST = [
	['has-more-never', 'total-hits-wrong'],
	['has-more-never', 'total-hits-missing'],
	['empty-page', 'total-hits-wrong'],
];

/** An id as the platform sent it, with all digits. */
export function idIn({ faults }: Sent, id: number | string): string {
	return String((faults.includes('big-ids') ? BIG_ID : 0n) + BigInt(id));
}

/**
 * Checks the outputs of one search that succeeded: it returns each function once, and each that existed all the time,
 * or says that some may be missing.
 */
export function checkList(
	trace: Trace,
	{ hints }: Ending,
	found: INodeExecutionData[],
	pages: Sent[],
) {
	const { functions, hasDetails, way, whenIncomplete } = trace.scenario;
	const details = found.map(({ json }) => json.search as IDataObject | undefined);
	const says = (incomplete: boolean) => details.some((each) => each?.incomplete === incomplete);
	if (hasDetails) assert(says(true) !== says(false), "it doesn't say whether it's complete");
	const isIncomplete = hints.some((hint) => MAY_BE_INCOMPLETE.test(hint)) || says(true);
	assert(!isIncomplete || whenIncomplete === 'hint', "may be incomplete, but didn't fail");
	const last = pages.at(-1);
	assert(last, "a search wasn't sent");
	// A function with two ids counts as two functions.
	if (new Set(pages.map(({ faults }) => faults.includes('big-ids'))).size > 1) return;

	const search = { ...(last.body as SearchRequest), offset: 0, limit: 5000 };
	const { results } = createFunctions(functions).search(search);
	const there = results.map(({ id }) => idIn(last, id!));
	// With Add Search Details, an empty list is an item without a function.
	const ids = found.filter(({ json }) => json.id !== undefined).map(({ json }) => String(json.id));
	assert.equal(new Set(ids).size, ids.length, `functions appear twice: ${ids}`);
	assert(new Set(ids).isSubsetOf(new Set(there)), `other functions appear: ${ids}`);
	const isEndClaimed = pages.some(({ faults }) =>
		END_OF_LIST.some((claims) => claims.every((claim) => faults.includes(claim))),
	);
	// A tool has no hints.
	const saysNothing = way === 'tool' && whenIncomplete === 'hint' && !hasDetails;
	if (isEndClaimed || saysNothing || isIncomplete) return;
	const missing = there.slice(countRemoved(trace, last)).filter((id) => !ids.includes(id));
	assert.deepEqual(missing, [], 'functions are missing without saying so');
}

/** Checks the failure of a search: without faults, no list is incomplete. */
export function checkFailedList(error: string, pages: Sent[]) {
	const isExpected = pages.some(({ faults }) => faults.length > 0);
	assert(isExpected || !MAY_BE_INCOMPLETE.test(error), `was complete, but failed: ${error}`);
}

/** The most functions that were removed from the start of the list before a request. */
function countRemoved({ scenario: { faults: rules }, sent }: Trace, until: Sent): number {
	const times = sent.filter(
		({ number, faults }) => number <= until.number && faults.includes('shrinking-list'),
	).length;
	return rules
		.filter(({ fault }) => fault === 'shrinking-list')
		.reduce((sum, { records }) => sum + Number(records) * times, 0);
}

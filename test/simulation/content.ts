import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SearchRequest } from '../../contract/types.ts';
import { BIG_ID } from '../../simulator/faults/invalid-responses.ts';
import { createFunctions } from '../../simulator/functions.ts';
import type { Violation } from './invariants.ts';
import { isFailure, isPreview, pairOf } from './invariants.ts';
import type { Scenario, OperationName } from './scenario.ts';
import type { Ending, Sent, Trace } from './run.ts';

const MAY_BE_INCOMPLETE = /may be incomplete/;

/** The id of the item that an output belongs to; undefined if the output doesn't show it. */
const OUTPUT_IDS: Record<
	Exclude<OperationName, 'Search'>,
	(json: IDataObject, sent: Sent[]) => string | undefined
> = {
	Run: ({ streamId, executionId }, sent) => {
		const isOwn = sent.some(
			(each) => each.executionId && idsOf(each, [each.executionId])[0] === String(executionId),
		);
		return isOwn ? String(streamId) : `execution ${String(executionId)}`;
	},
	// The message has the number of the item that named the job.
	Update: ({ message }) => /^Job (\d+) of/.exec(String(message))?.[1],
	Extract: ({ orderNumber, output }) => {
		const extracted = orderNumber ?? (output as IDataObject | undefined)?.orderNumber;
		return extracted === undefined || extracted === null ? undefined : String(extracted);
	},
};

/** Each output belongs to the item that it's paired with. */
export function checkContent({ scenario, sent }: Trace, ending: Ending): Violation[] {
	const { operation } = scenario;
	return (ending.outputs ?? []).flat().flatMap((each) => {
		const item = pairOf(each) ?? -1;
		if (isFailure(each) || !ending.items[item]) return [];
		const id = String(ending.items[item].json.id);
		const shown = isPreview(ending, item)
			? shownId(each)
			: operation === 'Search'
				? undefined
				: OUTPUT_IDS[operation](
						each.json,
						sent.filter((each) => each.id === id),
					);
		const isForged = sent.some((each) => each.id === id && each.faults.includes('wrong-shape'));
		return shown === undefined || shown === id || isForged
			? []
			: [`turn ${ending.turn}: the output of ${id} is from ${shown}`];
	});
}

function shownId({ json }: INodeExecutionData): string | undefined {
	return /\b1\d{4}\b/.exec(JSON.stringify(json))?.[0] ?? 'none';
}

/** Claims about the end of a list that the node believes: an end, or an empty page, at the given totalHits. */
const END_OF_LIST = [
	['has-more-never', 'total-hits-wrong'],
	['has-more-never', 'total-hits-missing'],
	['empty-page', 'total-hits-wrong'],
];

/** Ids as the platform sent them, with all digits. */
function idsOf({ faults }: Sent, ids: number[]): string[] {
	const first = faults.includes('big-ids') ? BIG_ID : 0n;
	return ids.map((id) => String(first + BigInt(id)));
}

/** A search returns each function once, and each that existed all the time, or says that some may be missing. */
export function checkLists({ scenario, sent }: Trace, ending: Ending): Violation[] {
	if (scenario.operation !== 'Search' || !ending.outputs) return [];
	const isHinted = ending.hints.some((hint) => MAY_BE_INCOMPLETE.test(hint));
	const hasNoHints = scenario.way === 'tool' && scenario.whenIncomplete === 'hint';
	const functions = createFunctions(scenario.functions);
	const outputs = ending.outputs.flat();

	function checkList(id: string, item: number): Violation[] {
		const found = outputs.filter((each) => pairOf(each) === item);
		if (isPreview(ending, item)) return [];
		const pages = ending.sent.filter((each) => each.id === id);
		if (found.some(isFailure)) return checkIncomplete(id, found, pages);
		const details = found.map(({ json }) => json.search as { incomplete?: boolean } | undefined);
		const says = (incomplete: boolean) => details.some((each) => each?.incomplete === incomplete);
		if (scenario.hasDetails && says(true) === says(false))
			return [`turn ${ending.turn}: the items of ${id} don't say whether their list is complete`];
		if ((isHinted || says(true)) && scenario.whenIncomplete === 'fail')
			return [`turn ${ending.turn}: the search of ${id} may be incomplete, but didn't fail`];
		const last = pages.at(-1);
		if (last === undefined) return [`turn ${ending.turn}: ${id} wasn't searched for`];
		// A function with two ids counts as two functions.
		if (new Set(pages.map(({ faults }) => faults.includes('big-ids'))).size > 1) return [];

		const search = { ...(last.body as SearchRequest), offset: 0, limit: 5000 };
		const { results } = functions.search(search);
		const there = idsOf(
			last,
			results.map((each) => Number(each.id)),
		);
		// With the details, an empty list gives one item without an id.
		const ids = found.flatMap(({ json }) => (json.id === undefined ? [] : [String(json.id)]));
		const isEndClaimed = pages.some(({ faults }) =>
			END_OF_LIST.some((claims) => claims.every((claim) => faults.includes(claim))),
		);
		const saysNothing = hasNoHints && !scenario.hasDetails;
		const mayMiss = isEndClaimed || saysNothing || isHinted || says(true);
		const removed = maxRemoved(scenario, sent, last);
		const wrong: Record<string, string[]> = {
			'has functions twice:': ids.filter((each, index) => ids.indexOf(each) !== index),
			'has functions that it should not have:': ids.filter((each) => !there.includes(each)),
			'lacks functions, without saying so:': mayMiss
				? []
				: there.slice(removed).filter((each) => !ids.includes(each)),
		};
		return Object.entries(wrong)
			.filter(([, list]) => list.length > 0)
			.map(([how, list]) => `turn ${ending.turn}: the search of ${id} ${how} ${list.join(', ')}`);
	}
	const whole = ending.items.flatMap(({ json }, item) => checkList(String(json.id), item));
	return [...whole, ...checkDetails(ending, isHinted && scenario.hasDetails)];
}

/** If a hint says that a list may be incomplete, so do the details of an item. */
function checkDetails({ turn, outputs = [] }: Ending, expectsDetails: boolean): Violation[] {
	const isSaid = outputs.flat().some(({ json }) => {
		const search = json.search as { incomplete?: boolean } | undefined;
		return search?.incomplete === true;
	});
	return expectsDetails && !isSaid
		? [`turn ${turn}: a hint says that a list may be incomplete, but no item does`]
		: [];
}

/** Without faults, a list is complete. */
function checkIncomplete(id: string, found: INodeExecutionData[], pages: Sent[]): Violation[] {
	const [{ json }] = found;
	const isIncomplete = MAY_BE_INCOMPLETE.test(String(json.error));
	if (!isIncomplete || pages.some(({ faults }) => faults.length > 0)) return [];
	return [`the list of ${id} was complete, but failed: ${String(json.error)}`];
}

/** The most functions that were removed from the start of the list before a request. */
function maxRemoved({ faultSchedule }: Scenario, sent: Sent[], until: Sent): number {
	const times = sent.filter(
		({ number, faults }) => number <= until.number && faults.includes('shrinking-list'),
	).length;
	return faultSchedule
		.filter(({ fault }) => fault === 'shrinking-list')
		.reduce((sum, { records }) => sum + Number(records) * times, 0);
}

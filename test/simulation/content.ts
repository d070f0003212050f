import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SearchRequest } from '../../contract/types.ts';
import { BIG_ID } from '../../simulator/faults/invalid-responses.ts';
import { createFunctions } from '../../simulator/functions.ts';
import type { Violation } from './invariants.ts';
import { isFailure, isShown, pairOf } from './invariants.ts';
import type { Night, NightOperation } from './night.ts';
import { KEEP_ONLY } from './night.ts';
import type { Ending, Sent, Story } from './run.ts';

const MAY_BE_INCOMPLETE = /may be incomplete/;

/** What an output tells of the item that it belongs to; undefined where that cannot be told. */
const TELLS: Record<
	Exclude<NightOperation, 'Search'>,
	(json: IDataObject, sent: Sent[]) => string | undefined
> = {
	Run: ({ streamId, executionId }, sent) => {
		const isOwn = sent.some((each) => {
			const started = each.items as { executionId?: number } | undefined;
			return started && idsOf(each, [started.executionId!])[0] === String(executionId);
		});
		return isOwn ? String(streamId) : `execution ${String(executionId)}`;
	},
	// Where items share a job, its name tells of none.
	Update: ({ message }) => /^Job (\d+) of/.exec(String(message))?.[1],
	Extract: ({ orderNumber, output }) => {
		const extracted = orderNumber ?? (output as IDataObject | undefined)?.orderNumber;
		return extracted === undefined || extracted === null ? undefined : String(extracted);
	},
};

/** Outputs belong to the item that they are paired with. */
export function checkContent({ night, sent }: Story, ending: Ending): Violation[] {
	const { operation } = night;
	return (ending.outputs ?? []).flat().flatMap((each) => {
		const item = pairOf(each) ?? -1;
		if (isFailure(each) || !ending.items[item]) return [];
		const id = String(ending.items[item].json.id);
		const told = isShown(ending, item)
			? shownId(each)
			: operation === 'Search'
				? undefined
				: TELLS[operation](
						each.json,
						sent.filter((each) => each.id === id),
					);
		const isForged = sent.some((each) => each.id === id && each.faults.includes('wrong-shape'));
		return told === undefined || told === id || isForged
			? []
			: [`turn ${ending.turn}: the output of ${id} is that of ${told}`];
	});
}

function shownId({ json }: INodeExecutionData): string | undefined {
	return /\b1\d{4}\b/.exec(JSON.stringify(json))?.[0] ?? 'nobody';
}

/** What the platform says of the end of a list, and is believed: an end or an empty page at the totalHits that it gives. */
const END_OF_LIST = [
	['has-more-never', 'total-hits-wrong'],
	['has-more-never', 'total-hits-missing'],
	['empty-page', 'total-hits-wrong'],
];

/** Ids as the platform said them, to the last digit. */
function idsOf({ faults }: Sent, ids: number[]): string[] {
	const first = faults.includes('big-ids') ? BIG_ID : 0n;
	return ids.map((id) => String(first + BigInt(id)));
}

/** A search holds each function once, and each that was there all the time, or says that some can be missing. */
export function checkLists({ night, sent }: Story, ending: Ending): Violation[] {
	if (night.operation !== 'Search' || !ending.outputs) return [];
	const isHinted = ending.hints.some((hint) => MAY_BE_INCOMPLETE.test(hint));
	const isUnhinted = night.way === 'tool' && night.whenIncomplete === 'hint';
	const functions = createFunctions(night.functions);
	const outputs = ending.outputs.flat();

	function findings(id: string, item: number): Violation[] {
		const found = outputs.filter((each) => pairOf(each) === item);
		if (isShown(ending, item)) return [];
		const pages = ending.sent.filter((each) => each.id === id);
		if (found.some(isFailure)) return failedForNothing(id, found, pages);
		const details = found.map(({ json }) => json.search as { incomplete?: boolean } | undefined);
		const tells = (incomplete: boolean) => details.some((each) => each?.incomplete === incomplete);
		if (night.hasDetails && found.length > 0 && tells(true) === tells(false))
			return [`turn ${ending.turn}: the items of ${id} do not tell whether their list is complete`];
		if ((isHinted || tells(true)) && night.whenIncomplete === 'fail')
			return [`turn ${ending.turn}: the search of ${id} may be incomplete, and did not fail`];
		const last = pages.at(-1);
		if (last === undefined) return [`turn ${ending.turn}: ${id} was not searched for`];
		// The same function under two ids is two functions.
		if (new Set(pages.map(({ faults }) => faults.includes('big-ids'))).size > 1) return [];

		const search = { ...(last.body as SearchRequest), offset: 0, limit: 5000 };
		const { results } = functions.search(search);
		const there = idsOf(
			last,
			results.map((each) => Number(each.id)),
		);
		const isKept = results.map(KEEP_ONLY[night.keepOnly].keeps);
		const kept = there.filter((_, index) => isKept[index]);
		const ids = found.map(({ json }) => String(json.id));
		const isToldToEnd = pages.some(({ faults }) =>
			END_OF_LIST.some((lies) => lies.every((lie) => faults.includes(lie))),
		);
		// Where no function came, no item holds the details.
		const isUntold = isUnhinted && (!night.hasDetails || found.length === 0);
		const mayMiss = isToldToEnd || isUntold || isHinted || tells(true);
		const gone = removedAtMost(night, sent, last);
		const wrong: Record<string, string[]> = {
			'has twice': ids.filter((each, index) => ids.indexOf(each) !== index),
			'has of others': ids.filter((each) => !kept.includes(each)),
			'lacks, and does not say so,': mayMiss
				? []
				: there.slice(gone).filter((each) => kept.includes(each) && !ids.includes(each)),
		};
		return Object.entries(wrong)
			.filter(([, list]) => list.length > 0)
			.map(([how, list]) => `turn ${ending.turn}: the search of ${id} ${how} ${list.join(', ')}`);
	}
	const whole = ending.items.flatMap(({ json }, item) => findings(String(json.id), item));
	return [...whole, ...untold(ending, isHinted && night.hasDetails)];
}

/** What a hint says of some item stands in the details of one, where each has functions that hold them. */
function untold({ turn, items, outputs = [] }: Ending, isToldByItems: boolean): Violation[] {
	const found = [...items.keys()].map((item) =>
		outputs.flat().filter((each) => pairOf(each) === item && !isFailure(each)),
	);
	const tells = ({ json }: INodeExecutionData) =>
		(json.search as { incomplete?: boolean } | undefined)?.incomplete === true;
	const isUntold = found.every((each) => each.length > 0) && !found.flat().some(tells);
	return isToldByItems && isUntold ? [`turn ${turn}: a hint says what no item tells`] : [];
}

/** A list about which the platform says the truth, and which stays as it is, is complete. */
function failedForNothing(id: string, found: INodeExecutionData[], pages: Sent[]): Violation[] {
	const [{ json }] = found;
	const isIncomplete = MAY_BE_INCOMPLETE.test(String(json.error));
	if (!isIncomplete || pages.some(({ faults }) => faults.length > 0)) return [];
	return [`the list of ${id} was whole, and failed: ${String(json.error)}`];
}

/** How many functions were removed at the front until a request, at most. */
function removedAtMost({ moods }: Night, sent: Sent[], until: Sent): number {
	const times = sent.filter(
		({ number, faults }) => number <= until.number && faults.includes('shrinking-list'),
	).length;
	return moods
		.filter(({ fault }) => fault === 'shrinking-list')
		.reduce((sum, { records }) => sum + Number(records) * times, 0);
}

import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../operation';
import type { Idempotency } from '../../transport/idempotency';
import { IDEMPOTENCY } from '../../transport/idempotency';
import { escapeHtml, groupBy, truncate, withoutUnset } from '../../helpers/values';
import { textOfReason } from './reasons';

/** How many items a sentence names one by one. */
const MOST_NAMED = 10;

/** Limits for reports of many items that differ: n8n saves and shows them whole. */
const MAX_REASONS = 20;
const MAX_RANGES = 100;
const MAX_FAILED = 100;
const MAX_HINTS = 20;
const MAX_HINT = 500;

/** What a run has come to. */
export interface Report {
	idempotency: Idempotency;
	/** By which fields each input item is known; unset for those whose panel was not read. */
	identities: ReadonlyMap<number, IDataObject>;
	/** Number of input items. */
	items: number;
	outcomes: ReadonlyMap<number, Outcome>;
	failures: ReadonlyMap<number, unknown>;
	/** The failures for which nothing was sent at all: the panel of these items is refused. */
	refused: ReadonlyMap<number, unknown>;
	/** Whether somebody pressed Stop. */
	isStopped: boolean;
}

/** What had been done, what failed, and what was not sent, each item with what it is known by. */
export function reportDetails(report: Report): IDataObject {
	const { failures, refused, identities } = report;
	const failedItems = [...failures].filter(([itemIndex]) => isFailed(itemIndex, report));
	const failed = failedItems.slice(0, MAX_FAILED).map(([itemIndex, reason]) => {
		const { message, httpCode, details } = textOfReason(reason);
		const identity = identities.get(itemIndex);
		return withoutUnset<IDataObject>({ itemIndex, ...identity, message, httpCode, ...details });
	});
	return withoutUnset<IDataObject>({
		done: listOrNothing(doneItems(report)),
		failed: listOrNothing(failed),
		moreFailed: failedItems.slice(MAX_FAILED).length || undefined,
		refused: listOrNothing(refusedByReason(refused)),
		notSent: inShort(notSentItems(report)) || undefined,
	});
}

/** What was done in one sentence, and how to send the rest. Both may be empty. */
export function reportInWords(report: Report): { done: string; howToGoOn: string } {
	const { refused, failures, outcomes, isStopped, idempotency } = report;
	const isNothingSent = outcomes.size === 0 && failures.size === refused.size;
	if (refused.size > 0 && isNothingSent) {
		const invalid = [...refused.keys()];
		return {
			done: invalid.length === 1 ? '' : `${capitalize(itemsAre(invalid))} invalid.`,
			howToGoOn: '',
		};
	}
	const done = doneItems(report).map(({ itemIndex }) => itemIndex as number);
	const others = describeOthers(report);
	if (done.length === 0 && others.length === 0) return { done: '', howToGoOn: '' };
	const sentence = `${capitalize([describeDone(report, done), ...others].join('; '))}.`;
	if (done.length === 0) return { done: sentence, howToGoOn: '' };

	const again = `running the workflow again ${IDEMPOTENCY[idempotency].again} ${itemsInWords(done)} again.`;
	// n8n offers no Retry for an execution that was stopped.
	const howToGoOn = isStopped
		? capitalize(again)
		: `To send only the rest, retry this execution, because ${again}`;
	return { done: sentence, howToGoOn };
}

function describeDone({ idempotency, outcomes }: Report, done: number[]): string {
	if (done.length > 0) return `${itemsAre(done)} done`;
	const answered = [...outcomes].filter(([, { isOnlyShown }]) => !isOnlyShown).length;
	if (idempotency !== 'safe' || answered === 0) return 'no item is done';
	return answered === 1
		? '1 search finished, but its result is lost'
		: `${answered} searches finished, but their results are lost`;
}

/** The other items by what happened to them. The message already names the only failure. */
function describeOthers(report: Report): string[] {
	const { refused, failures, isStopped } = report;
	const sent = [...failures.keys()].filter((itemIndex) => isFailed(itemIndex, report));
	const isUncertain = (itemIndex: number) =>
		textOfReason(failures.get(itemIndex)).details?.kind === 'unknownOutcome';
	const uncertain = sent.filter(isUncertain);
	const failed = sent.filter((itemIndex) => !isUncertain(itemIndex));
	const isListed = failed.length > (isStopped || uncertain.length > 0 ? 0 : 1);
	const notSent = notSentItems(report).length;
	return [
		...(isListed ? [`${itemsInWords(failed)} failed`] : []),
		...(uncertain.length > 0 ? [`${itemsInWords(uncertain)} may have started`] : []),
		...(refused.size > 0 ? [`${itemsAre([...refused.keys()])} invalid`] : []),
		...(notSent > 0
			? [notSent === 1 ? "1 item wasn't sent" : `${notSent} items weren't sent`]
			: []),
	];
}

function itemsAre(indices: number[]): string {
	return `${itemsInWords(indices)} ${indices.length === 1 ? 'is' : 'are'}`;
}

function itemsInWords(indices: number[]): string {
	return `${indices.length === 1 ? 'item' : 'items'} ${inWords(indices)}`;
}

function capitalize(text: string): string {
	return text[0].toUpperCase() + text.slice(1);
}

/** A hint for a run that went on after failures; none when nothing failed. */
export function failuresInWords(report: Report): string[] {
	const { failures, items } = report;
	if (failures.size === 0) return [];
	const of = items === 1 ? '1 item' : `${items} items`;
	return [`${failures.size} of ${of} failed: ${namesOf(failures.keys(), report)}`];
}

/** The hints of the outcomes, each with the items that it concerns. */
export function hintsOfOutcomes(outcomes: Report['outcomes']): Map<string, number[]> {
	const sorted = [...outcomes].sort(([a], [b]) => a - b);
	const collect = (of: (outcome: Outcome) => string[] | undefined) =>
		groupBy(
			sorted.flatMap(([index, outcome]) => [...new Set(of(outcome))].map((hint) => [hint, index])),
		);
	const ofAll = collect(({ hintsIfAll }) => hintsIfAll);
	return new Map([
		...collect(({ hints }) => hints),
		...[...ofAll].filter(([, concerned]) => concerned.length === outcomes.size),
	]);
}

/** A hint with the items that it concerns. */
export function hintInWords(hint: string, concerned: number[], report: Report): string {
	const { items } = report;
	const escaped = toHint(hint);
	if (items === 1) return escaped;
	if (concerned.length === items) return `${escaped} [all ${items} items]`;
	return `${escaped} [${concerned.length} of ${items} items: ${namesOf(concerned, report)}]`;
}

/** A text that may quote an item or a response, as n8n shows it: as HTML. */
function toHint(text: string): string {
	return escapeHtml(truncate(text, MAX_HINT));
}

/** Each hint once, and not more than a person reads. */
export function limitHints(hints: string[]): string[] {
	const different = [...new Set(hints)];
	const more = different.length - MAX_HINTS;
	if (more <= 0) return different;
	return [...different.slice(0, MAX_HINTS), `${more} more hints aren't shown.`];
}

/** A hint for items that an earlier try finished with another token; none if there are none. */
export function otherTokenInWords(indices: ReadonlySet<number>, report: Report): string[] {
	if (indices.size === 0) return [];
	const items = indices.size === 1 ? '1 item was' : `${indices.size} items were`;
	return [
		`${items} finished with another token in an earlier try and not sent again: ${namesOf(indices, report)}`,
	];
}

/** What the first of these items are known by. */
function namesOf(indices: Iterable<number>, { identities }: Report): string {
	const sorted = [...indices].sort((a, b) => a - b);
	const names = sorted.slice(0, MOST_NAMED).map((itemIndex) => {
		const { itemIndex: index, ...fields } = { itemIndex, ...identities.get(itemIndex) };
		return (
			Object.values(fields)
				.map((field) => truncate(String(field)))
				.join(' / ') || `item ${index}`
		);
	});
	const more = sorted.length > MOST_NAMED ? ` and ${sorted.length - MOST_NAMED} more` : '';
	return `${escapeHtml(names.join(', '))}${more}`;
}

/** A hint for a run with Show Request Only; none when it was off for all items. */
export function shownInWords({ outcomes, items }: Report): string[] {
	const shown = [...outcomes.values()].filter(({ isOnlyShown }) => isOnlyShown).length;
	if (shown === 0) return [];
	const why = 'Show Request Only is on under Request Options';
	if (shown === items) return [`Nothing was sent: ${why}`];
	return [`${shown} of ${items} items weren't sent: ${why}`];
}

/** Many items may be refused for the same reason: it stands there once. */
function refusedByReason(refused: Report['refused']): IDataObject[] {
	const byMessage = groupBy(
		[...refused].map(([itemIndex, reason]) => [textOfReason(reason).message, itemIndex] as const),
	);
	const reasons = [...byMessage];
	const listed = reasons.slice(0, MAX_REASONS).map(([message, indices]) => ({
		items: inShort(indices),
		message,
		...textOfReason(refused.get(indices[0])).details,
	}));
	const others = reasons.slice(MAX_REASONS).flatMap(([, indices]) => indices);
	if (others.length === 0) return listed;
	const message = `${reasons.length - MAX_REASONS} other reasons`;
	return [...listed, { items: inShort(others.sort((a, b) => a - b)), message }];
}

function doneItems({ outcomes, identities }: Report): IDataObject[] {
	return [...outcomes]
		.sort(([a], [b]) => a - b)
		.flatMap(([itemIndex, { done }]) =>
			done ? [{ itemIndex, ...identities.get(itemIndex), ...done }] : [],
		);
}

/** Whether an item was sent and failed: neither invalid nor left out because of an outage. */
function isFailed(itemIndex: number, { failures, refused }: Report): boolean {
	if (refused.has(itemIndex)) return false;
	return textOfReason(failures.get(itemIndex)).details?.kind !== 'notSent';
}

function notSentItems(report: Report): number[] {
	const { items, outcomes, failures, refused } = report;
	return [...Array(items).keys()].filter(
		(index) =>
			!outcomes.has(index) &&
			!refused.has(index) &&
			!(failures.has(index) && isFailed(index, report)),
	);
}

function listOrNothing<Item>(list: Item[]): Item[] | undefined {
	return list.length === 0 ? undefined : list;
}

function inWords(indices: Iterable<number>): string {
	return listRanges(
		[...indices].sort((a, b) => a - b),
		MOST_NAMED,
		' to ',
	);
}

/** `3, 7-499`: as many items as there may be, the text stays small. */
function inShort(indices: number[]): string {
	return listRanges(indices, MAX_RANGES, '-');
}

function listRanges(indices: number[], most: number, to: string): string {
	const ranges = rangesOf(indices);
	const hidden = ranges.slice(most).reduce((sum, [first, last]) => sum + last - first + 1, 0);
	const listed = written(ranges.slice(0, most), to);
	return hidden === 0 ? listed : `${listed} and ${hidden} more`;
}

type Range = [from: number, to: number];

function rangesOf(indices: number[]): Range[] {
	const ranges: Range[] = [];
	for (const index of indices) {
		const last = ranges.at(-1);
		if (last && last[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	return ranges;
}

function written(ranges: Range[], to: string): string {
	return ranges
		.map(([first, last]) => (first === last ? `${first}` : first + to + last))
		.join(', ');
}

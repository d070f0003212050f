import type { IDataObject } from 'n8n-workflow';
import { groupBy, omitEmpty, withoutUndefined } from '../../helpers/values';
import type { Item } from './item';

/** The most ranges of item indices, such as `7-499`, in the error's description and in its data. */
const MAX_RANGES_IN_SENTENCE = 10;
const MAX_RANGES = 100;
/** The most different messages about invalid items, and the most failed items, in the error's data. */
const MAX_REASONS = 20;
const MAX_FAILED = 100;

export interface Report {
	items: Item[];
	/** Whether the user pressed Stop. */
	isStopped: boolean;
}

/** Returns which items are done, failed, invalid and not sent, as data for the error. */
export function createReportDetails({ items }: Report): IDataObject {
	const completed = items.filter(({ state }) => state === 'completed');
	const failed = items.filter(({ state }) => state === 'failed' || state === 'unknownOutcome');
	const invalid = items.filter(({ state }) => state === 'invalid');
	const reasons = [...groupBy(invalid.map((item) => [item.error!.message, item])).values()];
	return withoutUndefined<IDataObject>({
		done: omitEmpty(
			completed.map(({ itemIndex, ids, result }) => ({ itemIndex, ...ids, ...result?.completed })),
		),
		failed: omitEmpty(
			failed.slice(0, MAX_FAILED).map(({ itemIndex, ids, error }) => {
				const { message, httpCode, details } = error!;
				return withoutUndefined<IDataObject>({ itemIndex, ...ids, message, httpCode, ...details });
			}),
		),
		moreFailed: failed.slice(MAX_FAILED).length || undefined,
		invalid: omitEmpty(reasons.slice(0, MAX_REASONS).map(toReason)),
		moreInvalid: reasons.slice(MAX_REASONS).flat().length || undefined,
		notSent: formatRanges(findIndices(items, 'notSent'), MAX_RANGES, '-') || undefined,
	});
}

/** Returns one entry for all items that are invalid for the same reason. */
function toReason(items: Item[]): IDataObject {
	const { message, details } = items[0].error!;
	const indices = items.map(({ itemIndex }) => itemIndex);
	return { items: formatRanges(indices, MAX_RANGES, '-'), message, ...details };
}

/**
 * Returns two sentences: `done` says which items are done, failed and so on, and `advice` says how to
 * continue. Either may be empty.
 */
export function describeProgress({ items, isStopped }: Report) {
	const find = (state: Item['state']) => findIndices(items, state);
	const [completed, invalid] = [find('completed'), find('invalid')];
	const notSent = find('notSent').length;
	// The message already reports a single invalid item. Nothing was sent, so there's nothing to advise.
	if (invalid.length > 0 && !isStopped) {
		const isPlural = invalid.length > 1;
		return { done: isPlural ? toSentence(describeItems(invalid, 'are invalid')) : '', advice: '' };
	}
	const errors = [
		describeItems(find('failed'), 'failed'),
		describeItems(find('unknownOutcome'), 'may have started'),
		describeItems(invalid, 'is invalid', 'are invalid'),
	];
	// If only one item has an error, the message already contains it.
	const isInMessage = !isStopped && items.filter(({ error }) => error).length === 1;
	const others = [
		...(isInMessage ? [] : errors),
		notSent > 0 && (notSent === 1 ? "1 item wasn't sent" : `${notSent} items weren't sent`),
	].filter(Boolean);
	if (completed.length + others.length === 0) return { done: '', advice: '' };
	// A finished search or preview isn't in `completed`, but "no item is done" would be wrong.
	const none = items.some(({ result }) => result) ? '' : 'no item is done';
	const first = describeItems(completed, 'is done', 'are done') || none;
	const done = toSentence([first, ...others].filter(Boolean).join('; '));
	if (completed.length === 0) return { done, advice: '' };
	const names = describeItems(completed, '').trim();
	const again = `running the workflow again sends ${names} again`;
	// n8n offers no Retry for an execution that was stopped.
	const advice = isStopped
		? again
		: `to send only the rest, retry this execution, because ${again}`;
	return { done, advice: toSentence(advice) };
}

function findIndices(items: Item[], expected: Item['state']): number[] {
	return items.flatMap(({ itemIndex, state }) => (state === expected ? [itemIndex] : []));
}

/** Returns, for example, `items 0 to 2, 7 are done`, or '' without indices. */
function describeItems(indices: number[], singular: string, plural = singular): string {
	const ranges = formatRanges(indices, MAX_RANGES_IN_SENTENCE, ' to ');
	if (indices.length === 1) return `item ${ranges} ${singular}`;
	return indices.length === 0 ? '' : `items ${ranges} ${plural}`;
}

const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Formats ascending numbers as at most `maxRanges` ranges and a count: `3, 7-499 and 12 more`. */
function formatRanges(indices: number[], maxRanges: number, separator: string): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of indices) {
		const range = ranges.at(-1);
		if (range?.last === index - 1) range.last = index;
		else ranges.push({ first: index, last: index });
	}
	const hidden = ranges
		.slice(maxRanges)
		.reduce((sum, { first, last }) => sum + last - first + 1, 0);
	const shown = ranges
		.slice(0, maxRanges)
		.map(({ first, last }) => (first === last ? `${first}` : `${first}${separator}${last}`));
	return shown.join(', ') + (hidden === 0 ? '' : ` and ${hidden} more`);
}

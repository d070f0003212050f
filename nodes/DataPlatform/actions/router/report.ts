import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { escapeHtml, groupBy, isTool, omitEmpty, withoutUndefined } from '../../helpers/values';
import type { Item } from './item';

/** The most failed items, and different messages about invalid items, in the error's data. */
const MAX_FAILED = 100;
const MAX_REASONS = 20;
/** The most ranges of item indices, such as `7-499`. */
const MAX_RANGES = 100;

/**
 * Creates the error that ends an execution, because of its first failed item or Stop. Its data lists which
 * items are done, failed, invalid and not sent. Outside tools, an ApiError becomes a NodeApiError.
 */
export function createExecutionError(
	node: INode,
	items: Item[],
	isStopped: boolean,
): NodeApiError | NodeOperationError {
	const failed = isStopped ? undefined : items.find(({ error }) => error);
	const { message, description, details, isApiError } = failed?.error ?? STOPPED;
	const kind = failed && isTool(node) ? `Kind: ${details.kind}.` : '';
	const which = failed && items.length > 1 ? ` [item ${failed.itemIndex}]` : '';
	const text =
		failed?.state === 'invalid'
			? `${removePeriod(message + which)}. Nothing was sent.`
			: message + which;
	const sentences = [description, describeProgress(items, isStopped), kind].filter(Boolean);
	const itemIndex = failed?.itemIndex;
	const httpCode = details.httpCode === undefined ? {} : { httpCode: String(details.httpCode) };
	// n8n would wrap a tool's NodeApiError, and replace the message if it contains a code like ECONNRESET.
	const error =
		isApiError && !isTool(node)
			? new NodeApiError(node, {}, { message, itemIndex, ...httpCode })
			: new NodeOperationError(node, message, { itemIndex });
	// An AI agent sees only the message of its tool.
	const isAllInMessage = isTool(node) && sentences.length > 0;
	// Set here, because n8n's constructor replaces a message that contains a code like EPERM.
	error.message = isAllInMessage ? `${removePeriod(text)}. ${sentences.join(' ')}` : text;
	error.messages = [];
	error.description = isAllInMessage ? '' : escapeHtml(sentences.join(' '));
	error.context['data'] = createReport(items);
	return error;
}

const STOPPED = {
	message: 'The execution was stopped',
	description: '',
	details: { httpCode: undefined, kind: '' },
	isApiError: false,
};

const removePeriod = (text: string) => text.replace(/\.$/, '');

/** Returns a sentence with the number of items in each state, and how to send only the rest. */
function describeProgress(items: Item[], isStopped: boolean): string {
	const count = (state: Item['state']) => items.filter((item) => item.state === state).length;
	const [completed, invalid, notSent] = [count('completed'), count('invalid'), count('notSent')];
	if (items.length === 1 || (invalid === 1 && completed === 0)) return '';
	const counts = [
		completed > 0 && `${completed} ${completed === 1 ? 'is' : 'are'} done`,
		count('failed') > 0 && `${count('failed')} failed`,
		count('unknownOutcome') > 0 && `${count('unknownOutcome')} may have started`,
		invalid > 0 && `${invalid} ${invalid === 1 ? 'is' : 'are'} invalid`,
		notSent > 0 && `${notSent} ${notSent === 1 ? "wasn't" : "weren't"} sent`,
	].filter((each) => each !== false);
	const last = counts.pop()!;
	const sentence = `Of ${items.length} items, ${[counts.join(', '), last].filter(Boolean).join(' and ')}`;
	if (completed === 0) return `${sentence}.`;
	// n8n offers no Retry for an execution that was stopped.
	return isStopped
		? `${sentence}; running the workflow again sends them all again.`
		: `${sentence}; to send only the rest, retry this execution instead of running the workflow again.`;
}

/** Returns which items are done, failed, invalid and not sent, as data for the error. */
function createReport(items: Item[]): IDataObject {
	const find = (...states: Array<Item['state']>) =>
		items.filter(({ state }) => states.includes(state));
	const failed = find('failed', 'unknownOutcome');
	const reasons = groupBy(find('invalid').map((item) => [item.error!.message, item]));
	const invalid = [...reasons].map(([message, group]) => ({
		...{ items: formatRanges(group), message },
		...group[0].error!.details,
	}));
	return withoutUndefined<IDataObject>({
		done: omitEmpty(
			find('completed').map(({ itemIndex, ids, result }) => ({
				...{ itemIndex, ...ids },
				...result?.completed,
			})),
		),
		failed: omitEmpty(
			failed.slice(0, MAX_FAILED).map(({ itemIndex, ids, error }) => ({
				...{ itemIndex, ...ids },
				...{ message: error!.message, ...withoutUndefined(error!.details) },
			})),
		),
		moreFailed: failed.slice(MAX_FAILED).length || undefined,
		invalid: omitEmpty(invalid.slice(0, MAX_REASONS)),
		moreInvalid: invalid.slice(MAX_REASONS).length || undefined,
		notSent: formatRanges(find('notSent')) || undefined,
	});
}

/** Formats the indices of items as ranges and a count: `3, 7-499 and 12 more`. */
function formatRanges(items: Item[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const { itemIndex } of items) {
		const range = ranges.at(-1);
		if (range?.last === itemIndex - 1) range.last = itemIndex;
		else ranges.push({ first: itemIndex, last: itemIndex });
	}
	const shown = ranges
		.slice(0, MAX_RANGES)
		.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
	const hidden = ranges
		.slice(MAX_RANGES)
		.reduce((sum, { first, last }) => sum + last - first + 1, 0);
	return shown.join(', ') + (hidden === 0 ? '' : ` and ${hidden} more`);
}

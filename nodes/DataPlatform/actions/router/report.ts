import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { escapeHtml, isTool, omitEmpty, withoutUndefined } from '../../helpers/values';
import type { Item } from './item';

/** The most failed items, and the most ranges of items that weren't sent, in the error's data. */
const MAX_FAILED = 100;
const MAX_RANGES = 100;
const MAX_RANGES_IN_SENTENCE = 10;

/**
 * Creates the error that ends an execution, because of its first failed item or Stop. Its data lists which
 * items are done, failed and not sent. Outside tools, an ApiError becomes a NodeApiError.
 */
export function createExecutionError(
	node: INode,
	items: Item[],
	isStopped: boolean,
): NodeApiError | NodeOperationError {
	const failed = isStopped ? undefined : items.find(({ error }) => error);
	const { itemIndex } = failed ?? {};
	const { message = 'The execution was stopped', description = '', details } = failed?.error ?? {};
	const httpCode = details?.httpCode === undefined ? {} : { httpCode: String(details.httpCode) };
	// n8n would wrap a tool's NodeApiError, and replace the message if it contains a code like ECONNRESET.
	const error =
		failed?.error?.isApiError && !isTool(node)
			? new NodeApiError(node, {}, { message, itemIndex, ...httpCode })
			: new NodeOperationError(node, message, { itemIndex });
	const where = failed && items.length > 1 ? ` [item ${itemIndex}]` : '';
	const isUnsent = failed?.state === 'invalid' && items.every(({ result }) => !result);
	const text = isUnsent ? `${removePeriod(message + where)}. Nothing was sent.` : message + where;
	const kind = failed && isTool(node) ? `Kind: ${details!.kind}.` : '';
	const advice = [description, describeProgress(items, isStopped), kind].filter(Boolean).join(' ');
	// An AI agent sees only the message of its tool.
	const isInMessage = isTool(node) && advice !== '';
	// Set here, because n8n's constructor replaces a message that contains a code like EPERM.
	error.message = isInMessage ? `${removePeriod(text)}. ${advice}` : text;
	error.messages = [];
	error.description = isInMessage ? '' : escapeHtml(advice);
	error.context['data'] = createReport(items);
	return error;
}

const removePeriod = (text: string) => text.replace(/\.$/, '');

/** Returns which items are done, how many weren't sent, and how to send only the rest. */
function describeProgress(items: Item[], isStopped: boolean): string {
	const find = (state: Item['state']) => items.filter((item) => item.state === state);
	const done = find('completed').map(({ itemIndex }) => itemIndex);
	const [notSent, invalid] = [find('notSent').length, find('invalid').length];
	if (items.length === 1 || (invalid > 0 && done.length === 0)) return '';
	const parts = [
		done.length > 0 && `${describeItems(done)} done`,
		notSent > 0 && (notSent === 1 ? "1 item wasn't sent" : `${notSent} items weren't sent`),
	].filter(Boolean);
	if (parts.length === 0) return '';
	// n8n offers no Retry for an execution that was stopped.
	const advice =
		done.length > 0 && !isStopped ? ' To send only the rest, retry this execution.' : '';
	return `${parts.join('; ')}.${advice}`;
}

/** Returns text such as `Items 0 to 2, 7 are`. */
function describeItems(indices: number[]): string {
	const ranges = formatRanges(indices, MAX_RANGES_IN_SENTENCE).replaceAll('-', ' to ');
	return indices.length === 1 ? `Item ${ranges} is` : `Items ${ranges} are`;
}

/** Returns which items are done, failed and not sent, as data for the error. */
function createReport(items: Item[]): IDataObject {
	const done = items.filter(({ state }) => state === 'completed');
	const failed = items.filter(({ error, state }) => error && state !== 'notSent');
	const notSent = items.filter(({ state }) => state === 'notSent');
	return withoutUndefined<IDataObject>({
		done: omitEmpty(
			done.map(({ itemIndex, ids, result }) => ({ itemIndex, ...ids, ...result!.completed })),
		),
		failed: omitEmpty(
			failed.slice(0, MAX_FAILED).map(({ itemIndex, ids, error }) => {
				const { message, details } = error!;
				return withoutUndefined<IDataObject>({ itemIndex, ...ids, message, ...details });
			}),
		),
		moreFailed: failed.slice(MAX_FAILED).length || undefined,
		notSent:
			formatRanges(
				notSent.map(({ itemIndex }) => itemIndex),
				MAX_RANGES,
			) || undefined,
	});
}

/** Formats ascending numbers as ranges and a count: `3, 7-499 and 12 more`. */
function formatRanges(indices: number[], most: number): string {
	const isFirst = (index: number, at: number) => indices[at - 1] !== index - 1;
	const isLast = (index: number, at: number) => indices[at + 1] !== index + 1;
	const [firsts, lasts] = [indices.filter(isFirst), indices.filter(isLast)];
	const ranges = firsts
		.slice(0, most)
		.map((first, at) => (first === lasts[at] ? `${first}` : `${first}-${lasts[at]}`));
	const hidden = indices.filter((index) => index > lasts[ranges.length - 1]).length;
	return ranges.join(', ') + (hidden === 0 ? '' : ` and ${hidden} more`);
}

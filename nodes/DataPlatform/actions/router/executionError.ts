import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { escapeHtml, isTool, omitEmpty, withoutUndefined } from '../../helpers/values';
import type { Item } from './validateItems';

/** The most failed items in the error's data, and the most ranges of item indices. */
const MAX_FAILED = 100;
const MAX_RANGES = 20;

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
	// n8n would wrap a tool's NodeApiError, and replace the message if it contains a code like ECONNRESET.
	const error =
		failed?.error?.isApiError && !isTool(node)
			? new NodeApiError(node, {}, { message, itemIndex, httpCode: details?.httpCode?.toString() })
			: new NodeOperationError(node, message, { itemIndex });
	const isUnsent = failed?.state === 'invalid' && items.every(({ result }) => !result);
	const done = items.filter(({ state }) => state === 'completed');
	const notSent = items.filter(({ state }) => state === 'notSent');
	const counts = `Done: ${done.length} of ${items.length} items. Not sent: ${notSent.length}.`;
	const isValid = items.every(({ state }) => state !== 'invalid');
	const hasProgress = items.length > 1 && (done.length > 0 || (isValid && notSent.length > 0));
	// n8n offers no Retry for an execution that was stopped.
	const canRetry = hasProgress && done.length > 0 && !isStopped;
	const kind = isTool(node) && details && `Kind: ${details.kind}.`;
	const retry = canRetry && 'To send only the rest, retry this execution.';
	const advice = [description, hasProgress && counts, retry, kind].filter(Boolean).join(' ');
	const what = failed && items.length > 1 ? `${message} [item ${itemIndex}]` : message;
	const rest = [isUnsent && 'Nothing was sent.', isTool(node) && advice].filter(Boolean).join(' ');
	// Set here, because n8n's constructor replaces a message that contains a code like EPERM. An AI agent
	// sees only the message of its tool.
	error.message = rest === '' ? what : `${what}. ${rest}`;
	error.messages = [];
	error.description = isTool(node) ? '' : escapeHtml(advice);
	error.context['data'] = createReport(items, done, notSent);
	return error;
}

/** Returns which items are done, failed and not sent, as data for the error. */
function createReport(items: Item[], done: Item[], notSent: Item[]): IDataObject {
	const ofDone = done.map(({ itemIndex, ids, result }) => {
		return { itemIndex, ...ids, ...result!.completed };
	});
	const failed = items.filter(({ error, state }) => error && state !== 'notSent');
	const shown = failed.slice(0, MAX_FAILED).map(({ itemIndex, ids, error }) => {
		return { itemIndex, ...ids, message: error!.message, ...error!.details };
	});
	return withoutUndefined<IDataObject>({
		done: omitEmpty(ofDone),
		failed: omitEmpty(shown),
		moreFailed: failed.length - shown.length || undefined,
		notSent: formatRanges(notSent.map(({ itemIndex }) => itemIndex)) || undefined,
	});
}

/** Formats ascending numbers as ranges and a count: `3, 7-499 and 12 more`. */
function formatRanges(indices: number[]): string {
	const firsts = indices.filter((index, at) => indices[at - 1] !== index - 1);
	const lasts = indices.filter((index, at) => indices[at + 1] !== index + 1);
	const ranges = firsts.map((first, at) => (first === lasts[at] ? first : `${first}-${lasts[at]}`));
	const hidden = indices.filter((index) => index > lasts[MAX_RANGES - 1]).length;
	return ranges.slice(0, MAX_RANGES).join(', ') + (hidden === 0 ? '' : ` and ${hidden} more`);
}

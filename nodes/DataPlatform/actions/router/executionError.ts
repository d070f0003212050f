import { type IDataObject, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isDone, isNotSent, type Item, type ItemError } from './item';
import { escapeHtml, isTool } from '../../helpers/n8n';
import { omitEmpty, withoutUndefined } from '../../helpers/values';
import { ApiError, NotSentAgain } from '../../transport/apiError';

/** The most done and the most failed items in the error's data, and the most ranges of item indices. */
const MAX_ITEMS = 100;
const MAX_RANGES = 20;

type Failure = Pick<ItemError, 'message' | 'description'> & Partial<ItemError>;

/** What an error says. Each is '' if there is nothing to say. */
type Parts = Record<'headline' | 'unsent' | 'advice' | 'progress' | 'kind', string>;

/**
 * Creates the error that ends an execution, because of its first failed item or Stop. Its data lists which
 * items are done, failed and not sent. Outside tools, an ApiError becomes a NodeApiError.
 */
export function createExecutionError(
	node: INode,
	items: Item[],
	isStopped: boolean,
): NodeApiError | NodeOperationError {
	const failed = isStopped ? undefined : items.find((item) => item.error);
	const failure = failed?.error ?? { message: 'The execution was stopped', description: '' };
	const mayHaveRun = items.some(({ error }) => error?.details.mayHaveRun);
	// In a later try, other items may have kept responses.
	const hasResponses = items.some(({ result, hasResponse }) => result || hasResponse);
	const isNothingSent = failed?.isInvalid === true && !mayHaveRun && !hasResponses;
	const parts = {
		headline: join(failure.message, failed && items.length > 1 ? `[item ${failed.itemIndex}]` : ''),
		unsent: isNothingSent ? 'Nothing was sent.' : '',
		advice: failure.description,
		progress: describeProgress(items, isStopped),
		kind: failed?.error ? `Kind: ${failed.error.details.kind}.` : '',
	};
	const error = createNodeError(node, failure, failed?.itemIndex);
	// Set here, because n8n's constructor replaces a message that contains a code like EPERM.
	Object.assign(error, isTool(node) ? toToolText(parts) : toPanelText(parts), { messages: [] });
	error.context['data'] = createReport(items);
	return error;
}

function createNodeError(node: INode, { message, details, cause }: Failure, itemIndex?: number) {
	// n8n would wrap a tool's NodeApiError, and replace the message if it contains a code like ECONNRESET.
	const error =
		cause instanceof ApiError && !isTool(node)
			? new NodeApiError(node, {}, { message, itemIndex, httpCode: details?.httpCode?.toString() })
			: new NodeOperationError(node, message, { itemIndex });
	// As the constructor of Error would define it.
	Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
	// Shows where the error in our code is.
	if (details?.kind === 'internal') error.stack = cause?.stack;
	return error;
}

/** Says how many items are done and not sent, if that isn't obvious, and how to send the rest. */
function describeProgress(items: Item[], isStopped: boolean): string {
	const succeeded = items.filter(({ result, isPreview }) => result && !isPreview).length;
	const notSent = items.filter(isNotSent).length;
	// The error of an invalid item says "Nothing was sent." instead. After Stop, no item's error is shown.
	const hasRest = notSent > 0 && (isStopped || !items.some(({ isInvalid }) => isInvalid));
	if (items.length === 1 || (succeeded === 0 && !hasRest)) return '';
	const counts = `Done: ${succeeded} of ${items.length} items. Not sent: ${notSent}.`;
	// n8n offers no Retry for an execution that was stopped. A retry sends all searches again.
	const canRetry = !isStopped && items.some(isDone) && items.some(wouldBeSent);
	return join(counts, canRetry ? 'To send only the rest, retry this execution.' : '');
}

/** Whether a retry sends something for an item: not if its response was kept, or if it may not be sent again. */
function wouldBeSent({ result, error, hasResponse }: Item): boolean {
	const { kind } = error?.details ?? {};
	const isFinal = kind === 'unknownOutcome' || kind === 'internal';
	return !result && !hasResponse && !isFinal && !(error?.cause instanceof NotSentAgain);
}

/** n8n shows the description as HTML. */
function toPanelText({ headline, unsent, advice, progress }: Parts) {
	const message = unsent === '' ? headline : `${headline}. ${unsent}`;
	return { message, description: escapeHtml(join(advice, progress)) };
}

/** An agent sees only the message of its tool. */
function toToolText({ headline, unsent, advice, progress, kind }: Parts) {
	const rest = join(unsent, advice, progress, kind);
	return { message: rest === '' ? headline : `${headline}. ${rest}`, description: '' };
}

function join(...texts: string[]): string {
	return texts.filter((text) => text !== '').join(' ');
}

/**
 * Returns which items are done, failed and not sent, as data for the error. Searches that succeeded aren't listed,
 * because repeating them is harmless.
 */
function createReport(items: Item[]): IDataObject {
	const done = items.filter(isDone);
	const failed = items.filter((item) => item.error && !isNotSent(item));
	const notSent = items.filter(isNotSent);
	const shownDone = done.slice(0, MAX_ITEMS).map(({ itemIndex, ids, result }) => {
		return { itemIndex, ...ids, ...result!.completed };
	});
	const shownFailed = failed.slice(0, MAX_ITEMS).map(({ itemIndex, ids, error }) => {
		return { itemIndex, ...ids, message: error!.message, ...error!.details };
	});
	return withoutUndefined<IDataObject>({
		done: omitEmpty(shownDone),
		moreDone: done.length - shownDone.length || undefined,
		failed: omitEmpty(shownFailed),
		moreFailed: failed.length - shownFailed.length || undefined,
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

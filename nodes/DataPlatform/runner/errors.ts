import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiFailure } from '../api/failures';
import type { Outcome } from '../operations/operation';
import { RefusedParameter } from '../parameters/checks';
import { isTool, withoutUnset } from '../values';

const HTML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** How many done items the description lists; the details list all. */
const MOST_LISTED = 10;

/** What a run had come to when it ended early. */
export interface Report {
	/** Number of input items. */
	items: number;
	outcomes: ReadonlyMap<number, Outcome>;
	failures: ReadonlyMap<number, unknown>;
	/** Whether somebody pressed Stop. */
	isStopped: boolean;
}

/**
 * The error that ends a run: the first failed item's, with its index, and a report of what had been
 * done, what may have been, and what was not sent. A refused parameter becomes a NodeOperationError, a
 * failed request a NodeApiError, built once and not by wrapping n8n's own.
 */
export function stopError(node: INode, report: Report): NodeApiError | NodeOperationError {
	const itemIndex = Math.min(...report.failures.keys());
	const reason = report.failures.get(itemIndex);
	if (report.isStopped) {
		const message = 'The execution was stopped';
		const told = textFor(node, message, doneSoFar(report));
		return complete(new NodeOperationError(node, message), told, report);
	}
	const { message, description, httpCode } = textOfReason(reason);
	// A tool's NodeApiError n8n wraps anew, and gives the model words of its own for a network code.
	const error =
		reason instanceof ApiFailure && !isTool(node)
			? new NodeApiError(node, {}, { message, itemIndex, ...(httpCode && { httpCode }) })
			: new NodeOperationError(node, message, { itemIndex });
	const told = textFor(
		node,
		report.items > 1 ? `${message} [item ${itemIndex}]` : message,
		[description, doneSoFar(report)].filter(Boolean).join(' '),
	);
	return complete(error, told, report);
}

/** An AI agent that uses the node as a tool is told the message and nothing else: there it says it all. */
function textFor(node: INode, message: string, description: string): ErrorText {
	if (!isTool(node) || description === '') return { message, description };
	return { message: `${message.replace(/\.$/, '')}. ${description}`, description: '' };
}

function complete<NodeError extends NodeApiError | NodeOperationError>(
	error: NodeError,
	{ message, description }: ErrorText,
	report: Report,
): NodeError {
	// Set afterwards: n8n replaces a message that holds "EPERM" or the like, even inside a word.
	error.message = message;
	error.messages = [];
	error.description = escapedHtml(description);
	error.context.data = reportDetails(report);
	return error;
}

/** One item for n8n's error output: only `error` and `details` beside it find their way there. */
export function errorItem(node: INode, reason: unknown, itemIndex: number): INodeExecutionData {
	const { message, description, httpCode, details } = textOfReason(reason);
	const item = {
		json: {
			error: message,
			details: withoutUnset<IDataObject>({ description, httpCode, itemIndex, ...details }),
		},
		pairedItem: { item: itemIndex },
	};
	return node.onError === 'continueErrorOutput' ? markedFailed(item, message) : item;
}

/**
 * n8n 1 does not know `details`: it sends an item to the error output by its `error` beside the json.
 * Hidden, it does not come along in n8n's copy, where it would take the place of the json.
 */
function markedFailed(item: INodeExecutionData, message: string): INodeExecutionData {
	return Object.defineProperty(item, 'error', { value: new Error(message) });
}

interface ErrorText {
	message: string;
	description: string;
	httpCode?: string;
	details?: IDataObject;
}

function textOfReason(reason: unknown): ErrorText {
	if (reason instanceof RefusedParameter) {
		return {
			message: reason.message,
			description: reason.howToGoOn,
			details: { parameter: reason.parameter },
		};
	}
	if (reason instanceof ApiFailure) {
		const { httpCode, retryAfter, ...facts } = reason.facts;
		return {
			message: reason.message,
			description: reason.howToGoOn,
			...(httpCode !== undefined && { httpCode: String(httpCode) }),
			details: { ...(retryAfter !== undefined && { retryAfter }), ...facts },
		};
	}
	const { message, description } = reason as { message?: string; description?: unknown };
	return {
		message: message ?? String(reason),
		description: typeof description === 'string' ? description : '',
	};
}

function reportDetails({ items, outcomes, failures }: Report): IDataObject {
	const notSent = [...Array(items).keys()].filter(
		(index) => !outcomes.has(index) && !failures.has(index),
	);
	return withoutUnset<IDataObject>({
		done: listOrNothing(doneItems(outcomes)),
		failed: listOrNothing([...failures].map(([itemIndex, reason]) => failed(itemIndex, reason))),
		notSent: notSent.length === 0 ? undefined : ranges(notSent),
	});
}

function failed(itemIndex: number, reason: unknown): IDataObject {
	const { message, httpCode, details } = textOfReason(reason);
	return withoutUnset<IDataObject>({ itemIndex, message, httpCode, ...details });
}

function doneItems(outcomes: Report['outcomes']): IDataObject[] {
	return [...outcomes]
		.sort(([a], [b]) => a - b)
		.flatMap(([itemIndex, { done }]) => (done ? [{ itemIndex, ...done }] : []));
}

function doneSoFar({ outcomes }: Report): string {
	const done = doneItems(outcomes);
	if (done.length === 0) return '';
	const listed = done.slice(0, MOST_LISTED).map(({ itemIndex, ...ids }) => {
		const words = Object.entries(ids).map(([name, value]) => `${name} ${String(value)}`);
		return `item ${String(itemIndex)} (${words.join(', ')})`;
	});
	const more = done.length > MOST_LISTED ? `, and ${done.length - MOST_LISTED} more` : '';
	return `Already done: ${listed.join('; ')}${more}.`;
}

function listOrNothing<Item>(list: Item[]): Item[] | undefined {
	return list.length === 0 ? undefined : list;
}

function escapedHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => HTML[character as keyof typeof HTML]);
}

/** `3, 7-499`: as many items as there may be, the error stays small. */
function ranges(indices: number[]): string {
	const bounds: Array<[number, number]> = [];
	for (const index of indices) {
		const last = bounds.at(-1);
		if (last && last[1] === index - 1) last[1] = index;
		else bounds.push([index, index]);
	}
	return bounds.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError } from '../../transport/failures';
import { escapeHtml, isTool, withoutUnset } from '../../helpers/values';
import { textOfReason } from './reasons';
import type { Report } from './report';
import { reportDetails, reportInWords } from './report';

/**
 * The error that ends a run: the first failed item's, with its index, and a report of what had been
 * done, what may have been, and what was not sent. A refused parameter becomes a NodeOperationError, a
 * failed request a NodeApiError, built once and not by wrapping n8n's own.
 */
export function stopError(node: INode, report: Report): NodeApiError | NodeOperationError {
	const { done, howToGoOn } = reportInWords(report);
	if (report.isStopped) {
		const message = 'The execution was stopped';
		const error = new NodeOperationError(node, message);
		return complete(error, message, join(done, howToGoOn), report);
	}
	const itemIndex = [...report.failures.keys()].reduce((a, b) => Math.min(a, b), Infinity);
	const reason = report.failures.get(itemIndex);
	const { message, description, httpCode, details } = textOfReason(reason);
	// A tool's NodeApiError n8n wraps anew, and gives the model words of its own for a network code.
	const error =
		reason instanceof ApiError && !isTool(node)
			? new NodeApiError(
					node,
					{},
					{ message, itemIndex, ...(httpCode && { httpCode: String(httpCode) }) },
				)
			: new NodeOperationError(node, message, { itemIndex });
	const where = report.items > 1 ? `${message} [item ${itemIndex}]` : message;
	return complete(
		error,
		report.refused.size > 0 ? `${where.replace(/\.$/, '')}. Nothing was sent.` : where,
		join(done, description, howToGoOn, isTool(node) && `Kind: ${String(details?.kind)}.`),
		report,
	);
}

function join(...sentences: Array<string | false>): string {
	return sentences.filter(Boolean).join(' ');
}

/** An AI agent that uses the node as a tool gets only the message, so the message contains everything. */
function complete(
	error: NodeApiError | NodeOperationError,
	message: string,
	description: string,
	report: Report,
): NodeApiError | NodeOperationError {
	const isAllInMessage = isTool(error.node) && description !== '';
	// Set afterwards: n8n replaces a message that holds "EPERM" or the like, even inside a word.
	error.message = isAllInMessage ? `${message.replace(/\.$/, '')}. ${description}` : message;
	error.messages = [];
	error.description = isAllInMessage ? '' : escapeHtml(description);
	error.context.data = reportDetails(report);
	return error;
}

/** What a failed item becomes: the fields by which it is known, `error` and `details`. */
export function errorItem(
	node: INode,
	{ failures, identities }: Report,
	itemIndex: number,
): INodeExecutionData {
	const { message, description, httpCode, details } = textOfReason(failures.get(itemIndex));
	const identity = identities.get(itemIndex);
	const known = { ...identity, ...details };
	const item = {
		json: {
			...identity,
			error: message,
			details: withoutUnset<IDataObject>({ description, httpCode, itemIndex, ...known }),
		},
		pairedItem: { item: itemIndex },
	};
	return node.onError === 'continueErrorOutput' ? markedFailed(item, message) : item;
}

/**
 * Sends an item to the error output: of itself n8n does that with one whose json has nothing but `error`,
 * and n8n 2 with `details` beside it. Hidden, the error does not come along in n8n's copy, where it would
 * take the place of the json.
 */
function markedFailed(item: INodeExecutionData, message: string): INodeExecutionData {
	return Object.defineProperty(item, 'error', { value: new Error(message) });
}

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { escapeHtml, isTool, withoutUndefined } from '../../helpers/values';
import type { Report, ReportedItem } from './report';
import { describeProgress, createReportDetails } from './report';

/**
 * Creates the error that ends an execution: the first failed item's, with a report. An invalid parameter
 * becomes a NodeOperationError, a failed request a NodeApiError, built once instead of wrapping n8n's own.
 */
export function createStopError(node: INode, report: Report): NodeApiError | NodeOperationError {
	const { done, advice } = describeProgress(report);
	const failed = report.items.find(({ error }) => error);
	if (report.isStopped || !failed?.error) {
		const message = 'The execution was stopped';
		const error = new NodeOperationError(node, message);
		return completeError(error, message, [done, advice], report);
	}
	const { itemIndex, state } = failed;
	const { message, description, httpCode, details, isApiError } = failed.error;
	const kind = isTool(node) ? `Kind: ${String(details['kind'])}.` : '';
	// n8n wraps a tool's NodeApiError again, with texts of its own for a network code.
	const error =
		isApiError && !isTool(node)
			? new NodeApiError(
					node,
					{},
					{ message, itemIndex, ...(httpCode && { httpCode: String(httpCode) }) },
				)
			: new NodeOperationError(node, message, { itemIndex });
	const located = report.items.length > 1 ? `${message} [item ${itemIndex}]` : message;
	return completeError(
		error,
		state === 'invalid' ? `${located.replace(/\.$/, '')}. Nothing was sent.` : located,
		[done, description, advice, kind],
		report,
	);
}

/** An AI agent that uses the node as a tool gets only the message, so then it contains everything. */
function completeError(
	error: NodeApiError | NodeOperationError,
	message: string,
	sentences: string[],
	report: Report,
): NodeApiError | NodeOperationError {
	const description = sentences.filter(Boolean).join(' ');
	const isAllInMessage = isTool(error.node) && description !== '';
	// Set afterwards: n8n replaces a message that contains "EPERM" or the like, even inside a word.
	error.message = isAllInMessage ? `${message.replace(/\.$/, '')}. ${description}` : message;
	error.messages = [];
	error.description = isAllInMessage ? '' : escapeHtml(description);
	error.context['data'] = createReportDetails(report);
	return error;
}

/** What a failed item becomes: its identifiers, `error` and `details`. */
export function createErrorItem(
	node: INode,
	{ itemIndex, ids, error }: ReportedItem,
): INodeExecutionData {
	const { message, description, httpCode, details } = error!;
	const item = {
		json: {
			...ids,
			error: message,
			details: withoutUndefined<IDataObject>({
				description,
				httpCode,
				itemIndex,
				...ids,
				...details,
			}),
		},
		pairedItem: { item: itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return item;
	// Sends it to the error output. Not enumerable: in n8n's copy, the error would replace the json.
	return Object.defineProperty(item, 'error', { value: new Error(message) });
}

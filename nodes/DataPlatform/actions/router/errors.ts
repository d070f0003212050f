import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { escapeHtml, isTool, withoutUndefined } from '../../helpers/values';
import type { Item } from './item';
import { createReportDetails, describeProgress, type Report } from './report';

/**
 * Creates the error that ends an execution, with a report: the error of the first failed item, or of Stop. An
 * ApiError becomes a NodeApiError. Anything else, and any error of a tool, becomes a NodeOperationError.
 */
export function createStopError(node: INode, report: Report): NodeApiError | NodeOperationError {
	const { done, advice } = describeProgress(report);
	const failed = report.items.find(({ error }) => error);
	if (report.isStopped || !failed?.error) {
		const message = 'The execution was stopped';
		return completeError(new NodeOperationError(node, message), message, [done, advice], report);
	}
	const { itemIndex, state } = failed;
	const { message, description, httpCode, details, isApiError } = failed.error;
	const kind = isTool(node) ? `Kind: ${String(details['kind'])}.` : '';
	// n8n would wrap a tool's NodeApiError, and then replace a message that contains a network code.
	const error =
		isApiError && !isTool(node)
			? new NodeApiError(
					node,
					{},
					{ message, itemIndex, ...(httpCode && { httpCode: String(httpCode) }) },
				)
			: new NodeOperationError(node, message, { itemIndex });
	const messageWithItem = report.items.length > 1 ? `${message} [item ${itemIndex}]` : message;
	return completeError(
		error,
		state === 'invalid'
			? `${messageWithItem.replace(/\.$/, '')}. Nothing was sent.`
			: messageWithItem,
		[done, description, advice, kind],
		report,
	);
}

/** Sets the texts of an error. A tool's message has all of them, because the AI agent sees nothing else. */
function completeError(
	error: NodeApiError | NodeOperationError,
	message: string,
	sentences: string[],
	report: Report,
): NodeApiError | NodeOperationError {
	const description = sentences.filter(Boolean).join(' ');
	const isAllInMessage = isTool(error.node) && description !== '';
	// Set here, because n8n's constructor replaces a message that contains "EPERM" or the like.
	error.message = isAllInMessage ? `${message.replace(/\.$/, '')}. ${description}` : message;
	error.messages = [];
	error.description = isAllInMessage ? '' : escapeHtml(description);
	error.context['data'] = createReportDetails(report);
	return error;
}

/** Creates the output item of a failed item: its identifiers, `error` and `details`. */
export function createErrorItem(node: INode, { itemIndex, ids, error }: Item): INodeExecutionData {
	const { message, description, httpCode } = error!;
	const known = { description, httpCode, itemIndex, ...ids, ...error!.details };
	const details = withoutUndefined<IDataObject>(known);
	const json = { ...ids, error: message, details };
	const item = { json, pairedItem: { item: itemIndex } };
	if (node.onError !== 'continueErrorOutput') return item;
	// `error` sends the item to the error output. If it were enumerable, n8n would replace the json with it.
	return Object.defineProperty(item, 'error', { value: new Error(message) });
}

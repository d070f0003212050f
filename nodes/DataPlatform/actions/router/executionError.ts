import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { escapeHtml, isTool } from '../../helpers/values';
import { createReportDetails, describeProgress, type Report } from './report';

/**
 * Creates the error that ends an execution, because of its first failed item or Stop. Outside tools, an
 * ApiError becomes a NodeApiError. All other errors become a NodeOperationError.
 */
export function createExecutionError(
	node: INode,
	report: Report,
): NodeApiError | NodeOperationError {
	const { done, advice } = describeProgress(report);
	const failed = report.items.find(({ error }) => error);
	if (report.isStopped || !failed?.error) {
		const message = 'The execution was stopped';
		return completeError(new NodeOperationError(node, message), message, [done, advice], report);
	}
	const { itemIndex, state } = failed;
	const { message, description, httpCode, details, isApiError } = failed.error;
	const kind = isTool(node) ? `Kind: ${String(details['kind'])}.` : '';
	// n8n would wrap a tool's NodeApiError, and replace the message if it contains a code like ECONNRESET.
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

/**
 * Sets the texts of an error, and the report as its data. In a tool, the message includes the description,
 * because the AI agent sees only the message.
 */
function completeError(
	error: NodeApiError | NodeOperationError,
	message: string,
	sentences: string[],
	report: Report,
): NodeApiError | NodeOperationError {
	const description = sentences.filter(Boolean).join(' ');
	const isAllInMessage = isTool(error.node) && description !== '';
	// Set here, because n8n's constructor replaces a message that contains a code like EPERM.
	error.message = isAllInMessage ? `${message.replace(/\.$/, '')}. ${description}` : message;
	error.messages = [];
	error.description = isAllInMessage ? '' : escapeHtml(description);
	error.context['data'] = createReportDetails(report);
	return error;
}

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiFailure } from '../api/failures';
import { RefusedParameter } from '../parameters/checks';
import { withoutUnset } from '../values';

const HTML = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Turns whatever ended one item into n8n's error, with the item's index.
 * A refused parameter becomes a NodeOperationError, a failed request a NodeApiError.
 */
export function nodeError(
	node: INode,
	reason: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	const { message, description, httpCode } = wordsOf(reason);
	const options = { message, description: escapedHtml(description), itemIndex };
	const error =
		reason instanceof ApiFailure
			? new NodeApiError(node, {}, { ...options, ...(httpCode && { httpCode }) })
			: new NodeOperationError(node, message, options);
	// n8n replaces a message that holds "EPERM" or the like, even inside a word, by a text of its own.
	error.message = message;
	error.messages = [];
	return error;
}

/** One item for n8n's error output: only `error` and `details` beside it find their way there. */
export function errorItem(reason: unknown, itemIndex: number): INodeExecutionData {
	const { message, description, httpCode, details } = wordsOf(reason);
	return {
		json: {
			error: message,
			details: withoutUnset<IDataObject>({ description, httpCode, itemIndex, ...details }),
		},
		pairedItem: { item: itemIndex },
	};
}

interface Words {
	message: string;
	description: string;
	httpCode?: string;
	details?: IDataObject;
}

function wordsOf(reason: unknown): Words {
	if (reason instanceof RefusedParameter) {
		return {
			message: reason.message,
			description: reason.howToGoOn,
			details: { parameter: reason.parameter },
		};
	}
	if (reason instanceof ApiFailure) {
		const { httpCode, networkCode, body } = reason.facts;
		return {
			message: reason.message,
			description: reason.howToGoOn,
			...(httpCode !== undefined && { httpCode: String(httpCode) }),
			details: withoutUnset<IDataObject>({ networkCode, body }),
		};
	}
	const message = reason instanceof Error ? reason.message : String(reason);
	return {
		message,
		description: 'This comes from n8n or from the node itself; nothing is known of the request.',
	};
}

function escapedHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => HTML[character as keyof typeof HTML]);
}

import type { IDataObject } from 'n8n-workflow';
import { ApiError } from '../../transport/failures';
import { InvalidParameterError } from '../../parameters/validators';

/** Why an item failed, in words and in details. */
export interface ErrorText {
	message: string;
	description: string;
	httpCode?: number;
	details?: IDataObject;
}

/** What is known of a reason, whatever was thrown. */
export function textOfReason(reason: unknown): ErrorText {
	if (reason instanceof InvalidParameterError) {
		return {
			message: reason.message,
			description: reason.description,
			details: { kind: 'invalid', parameter: reason.parameter },
		};
	}
	if (reason instanceof ApiError) {
		const { httpCode, ...details } = reason.details;
		return {
			message: reason.message,
			description: reason.description,
			httpCode,
			details,
		};
	}
	const { message, description } = reason as { message?: string; description?: unknown };
	// n8n's own: an expression or a credential that it can't resolve, a file that it can't read.
	return {
		message: message ?? String(reason),
		description: typeof description === 'string' ? description : '',
		details: { kind: 'invalid' },
	};
}

import type { IDataObject } from 'n8n-workflow';
import { ApiError } from '../../transport/failures';
import { InvalidParameterError } from '../../parameters/validators';

/** Why an item failed, in words and in details. */
export interface ErrorText {
	message: string;
	description: string;
	httpCode?: string;
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
			httpCode: httpCode?.toString(),
			details,
		};
	}
	const { message, description } = reason as { message?: string; description?: unknown };
	return {
		message: message ?? String(reason),
		description: typeof description === 'string' ? description : '',
	};
}

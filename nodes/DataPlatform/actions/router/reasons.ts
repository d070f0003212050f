import type { IDataObject } from 'n8n-workflow';
import { ApiFailure } from '../../transport/failures';
import { InvalidParameterError } from '../../parameters/validators';

/** Why an item failed, in words and in facts. */
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
			description: reason.howToGoOn,
			details: { parameter: reason.parameter },
		};
	}
	if (reason instanceof ApiFailure) {
		const { httpCode, ...details } = reason.facts;
		return {
			message: reason.message,
			description: reason.howToGoOn,
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

import type { IDataObject } from 'n8n-workflow';
import type { RequestOptions } from '../../parameters/requestOptions';
import { withoutUndefined } from '../../helpers/values';
import { InvalidParameterError } from '../../parameters/validators';
import { ApiError } from '../../transport/failures';
import type { ItemParameters, Result } from '../operation';

/** The result of an item, or its preview. */
export type ItemResult = Result & { isPreview?: boolean };

/** An input item, and what became of it. */
export interface Item {
	itemIndex: number;
	/** Identifies the item in reports: its IDs such as `jobId`, as far as they can be read, or its index. */
	ids: IDataObject;
	/** Items with the same key are executed one after another. */
	key?: string;
	/**
	 * Set if the parameters are valid. They aren't read again, because an expression could return another value.
	 * Removed when the item is executed, to free memory.
	 */
	valid?: { parameters: ItemParameters; requestOptions: RequestOptions };
	/**
	 * `completed`: the result has `completed`. `returned`: it doesn't (a search or a preview). `invalid`:
	 * its parameters are, so it was never sent. `notSent` without an error: not read, not sent or canceled.
	 */
	state: 'completed' | 'returned' | 'failed' | 'unknownOutcome' | 'invalid' | 'notSent';
	result?: ItemResult;
	error?: ItemError;
}

export interface ItemError {
	message: string;
	description: string;
	httpCode?: number;
	details: IDataObject;
	/** Whether the reason was an ApiError. */
	isApiError: boolean;
}

/** Sets why an item failed. `reason` may be n8n's error about an expression, a credential or a file. */
export function failItem(item: Item, reason: unknown): void {
	item.error = describeError(reason);
	const { kind } = item.error.details;
	item.state = kind === 'notSent' || kind === 'unknownOutcome' ? kind : 'failed';
}

function describeError(reason: unknown): ItemError {
	if (reason instanceof ApiError) {
		const { httpCode, ...details } = reason.details;
		const { message, description } = reason;
		return { message, description, httpCode, details: details as IDataObject, isApiError: true };
	}
	const { message, description } = reason as { message?: string; description?: unknown };
	const parameter = reason instanceof InvalidParameterError ? reason.parameter : undefined;
	return {
		message: message ?? String(reason),
		description: typeof description === 'string' ? description : '',
		details: withoutUndefined<IDataObject>({ kind: 'invalid', parameter }),
		isApiError: false,
	};
}

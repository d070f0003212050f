import type { IDataObject } from 'n8n-workflow';
import type { RequestOptions } from '../../parameters/requestOptions';
import { withoutUndefined } from '../../helpers/values';
import { InvalidParameterError } from '../../parameters/validators';
import { ApiError } from '../../transport/apiError';
import type { ItemParameters, Result } from '../operation';

/** The result of an item. With Show Request Only, it's the unsent request, and `isPreview` is true. */
export type ItemResult = Result & { isPreview?: boolean };

/** An input item: at first with its parameters, later with its result or error. */
export interface Item {
	itemIndex: number;
	/** The item's IDs, such as `jobId`, for errors and hints; its index if the operation has no IDs. */
	ids: IDataObject;
	/** The `orderKey` of the parameters. Items with the same key are executed one after another. */
	key?: string;
	/**
	 * The parameters, if they are valid. They are read only once, because an expression could return
	 * another value the next time. Removed when the item's execution starts, to free memory.
	 */
	valid?: { parameters: ItemParameters; requestOptions: RequestOptions };
	/**
	 * `completed`: succeeded. `returned`: a search or a preview succeeded. `unknownOutcome`: failed, but
	 * the platform may have executed the request. `invalid`: a parameter is invalid, so nothing was sent.
	 * `notSent`: the initial state, which remains if the item isn't sent or Stop cancels it.
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
	/** Whether an ApiError was thrown. Outside tools, `createExecutionError` makes it a NodeApiError. */
	isApiError: boolean;
}

/** Sets error and state. `reason` may be n8n's error about an expression, a credential or a file. */
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

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
	/** The `orderKey` of the parameters. */
	key?: string;
	/** The parameters, if they are valid. They are read once, because an expression could change its value. */
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

interface ItemError {
	message: string;
	description: string;
	details: IDataObject & { kind: string; httpCode?: number };
	isApiError: boolean;
}

/** Errors that JavaScript throws for mistakes in code. n8n's errors about parameters have other names. */
const BUGS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError'];

const REPORT_BUG =
	'Please report this message at https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/issues.';

/** Sets error and state. `reason` may be n8n's error about an expression, a credential or a file. */
export function failItem(item: Item, reason: unknown): void {
	item.error = describeError(reason);
	const { kind } = item.error.details;
	item.state = kind === 'notSent' || kind === 'unknownOutcome' ? kind : 'failed';
}

function describeError(reason: unknown): ItemError {
	const isApiError = reason instanceof ApiError;
	const { name, message = String(reason), description } = reason as Partial<ApiError>;
	if (BUGS.includes(String(name))) {
		const details = { kind: 'internal' };
		return { message: `Internal error: ${message}`, description: REPORT_BUG, details, isApiError };
	}
	const parameter = reason instanceof InvalidParameterError ? reason.parameter : undefined;
	const invalid = withoutUndefined<ItemError['details']>({ kind: 'invalid', parameter });
	return {
		message,
		description: typeof description === 'string' ? description : '',
		details: isApiError ? { ...reason.details } : invalid,
		isApiError,
	};
}

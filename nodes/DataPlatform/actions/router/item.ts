import type { IDataObject } from 'n8n-workflow';
import type { RequestOptions } from '../../parameters/requestOptions';
import { withoutUndefined } from '../../helpers/values';
import { InvalidParameterError } from '../../parameters/validators';
import { ApiError } from '../../transport/apiError';
import type { ItemParameters, Result } from '../operation';

/** An input item: at first with its parameters, later with its result or error. */
export interface Item {
	itemIndex: number;
	/** The item's IDs, such as `jobId`, for errors and hints; its index if the operation has no IDs. */
	ids: IDataObject;
	/** Hints about the parameters. */
	hints?: string[];
	/** The parameters, if they are valid. They are read once, because an expression could change its value. */
	valid?: { parameters: ItemParameters; requestOptions: RequestOptions };
	/**
	 * `returned`: a search or a preview succeeded. `invalid`: a parameter is invalid, so nothing was sent.
	 * `notSent`: the initial state, which remains if the item isn't sent or Stop cancels it.
	 */
	state: 'completed' | 'returned' | 'failed' | 'unknownOutcome' | 'invalid' | 'notSent';
	/** With Show Request Only, the unsent request, and `isPreview` is true. */
	result?: Result & { isPreview?: boolean };
	error?: {
		message: string;
		description: string;
		details: IDataObject & { kind: string; httpCode?: number };
		isApiError: boolean;
	};
}

/** Errors that JavaScript throws for mistakes in code. n8n's errors about parameters have other names. */
const BUGS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError'];
const REPORT_BUG =
	'Please report this message at https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/issues.';

/** Sets error and state. `reason` may be n8n's error about an expression, a credential or a file. */
export function failItem(item: Item, reason: unknown): void {
	const { name = '', message = String(reason), description = '' } = reason as Partial<ApiError>;
	const isApiError = reason instanceof ApiError;
	const isBug = BUGS.includes(name);
	const parameter = reason instanceof InvalidParameterError ? reason.parameter : undefined;
	const details = isApiError
		? { ...reason.details }
		: { kind: isBug ? 'internal' : 'invalid', parameter };
	item.error = {
		message: isBug ? `Internal error: ${message}` : message.replace(/(?<!\.)\.$/, ''),
		description: isBug ? REPORT_BUG : description,
		details: withoutUndefined<IDataObject & { kind: string }>(details),
		isApiError,
	};
	const isKept = details.kind === 'notSent' || details.kind === 'unknownOutcome';
	item.state = isKept ? (details.kind as Item['state']) : 'failed';
}

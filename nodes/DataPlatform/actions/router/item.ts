import { type IDataObject, UserError } from 'n8n-workflow';
import { isObject, quote, withoutUndefined } from '../../helpers/values';
import { InvalidParameterError } from '../../parameters/invalidParameter';
import type { RequestOptions } from '../../parameters/requestOptions';
import { ApiError, type ApiErrorDetails } from '../../transport/apiError';
import type { Access } from '../../transport/credentials';
import { describeBug, REPORT_BUG } from '../../transport/failures';
import type { ItemParameters, Result } from '../operation';

/** An input item: at first with its parameters, later with its result or error, if it was tried. */
export interface Item {
	itemIndex: number;
	/** The item's IDs, such as `jobId`, for errors and hints, or its index if there are none. Empty until they are read. */
	ids: IDataObject;
	/** Hints about the parameters. */
	hints?: string[];
	/**
	 * The parameters, if they are valid, and the credential, which Show Request Only doesn't need. They are read
	 * once, because an expression could change its value. Removed when the item is executed.
	 */
	prepared?: { parameters: ItemParameters; requestOptions: RequestOptions; access?: Access };
	/** Whether reading a parameter or the credential failed because it's invalid, so that nothing was sent. */
	isInvalid?: boolean;
	result?: Result;
	/** Whether the result is the unsent request, because of Show Request Only. */
	isPreview?: boolean;
	error?: ItemError;
	/** Whether the item failed after its response, which is kept for later tries, had arrived. */
	hasResponse?: boolean;
}

/** Why an item failed. */
export interface ItemError {
	message: string;
	/** What the user can do. */
	description: string;
	/** With the parameter that is invalid, or the first lines of the stack of an error in our own code. */
	details: ApiErrorDetails & { parameter?: string; stack?: string };
	/** What was thrown. */
	cause: Error;
}

const STACK_LINES = 5;

/** Whether an item has started, changed or paid for something, so that executing it again would repeat that. */
export function isDone({ result }: Item): boolean {
	return result?.completed !== undefined;
}

/**
 * Whether an item counts as not sent: it wasn't its turn, the platform is down, or Stop canceled a read, even one that
 * was sent.
 */
export function isNotSent({ result, error }: Item): boolean {
	return !result && (!error || error.details.kind === 'notSent');
}

/**
 * Converts what was thrown. What n8n throws about expressions, credentials and files is converted where n8n is
 * called. So any other error is one in our own code.
 */
export function toItemError(reason: unknown): ItemError {
	const cause = toError(reason);
	const message = cause.message.replace(/(?<!\.)\.$/, '');
	if (cause instanceof ApiError) {
		const { description, details } = cause;
		// A copy, because the router adds to it.
		return { message, description, details: { ...withoutUndefined(details) }, cause };
	}
	if (cause instanceof InvalidParameterError) {
		const { description, parameter } = cause;
		return { message, description, details: { kind: 'invalid', parameter }, cause };
	}
	if (cause instanceof UserError) {
		return { message, description: cause.description ?? '', details: { kind: 'invalid' }, cause };
	}
	const stack = cause.stack?.split('\n', STACK_LINES).join('\n');
	const details = withoutUndefined<ItemError['details']>({ kind: 'internal', stack });
	return { message: describeBug(cause.message), description: REPORT_BUG, details, cause };
}

/** Says in the error of an invalid item that an earlier try, in which it was valid, may have been executed. */
export function addEarlierTry({ error }: Item, earlier?: { message: string }): void {
	if (!error || !earlier) return;
	error.message += `. In an earlier try: ${earlier.message}`;
	error.details.mayHaveRun = true;
}

/** Anything can be thrown, even undefined. */
function toError(reason: unknown): Error {
	const isError = isObject(reason) && typeof reason['message'] === 'string';
	return isError ? (reason as unknown as Error) : new Error(`${quote(reason)} was thrown`);
}

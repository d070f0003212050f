import type { IDataObject } from 'n8n-workflow';
import { Aborted } from '../helpers/abort';

/** The `details.kind` of a failed item. */
export type FailureKind =
	| 'invalid'
	| 'notSent'
	| 'rejected'
	| 'throttled'
	| 'unavailable'
	| 'unexpectedResponse'
	| 'unknownOutcome'
	| 'incomplete'
	| 'issues'
	| 'internal';

/** What a failure means, and how the node reacts to it. */
export interface FailureMeaning {
	kind: FailureKind;
	/** Whether to send the request again, unless it may have run and must not run twice. */
	mayRetry?: boolean;
	/** Whether the platform may have executed the request. */
	mayHaveRun?: boolean;
	/** Whether all requests wait for a while. */
	throttles?: boolean;
	/** Whether the platform may be down. */
	isOutage?: boolean;
	/** Whether the response took too long. Fewer parallel requests may help. */
	isTimeout?: boolean;
	/** What happened. Only for network errors: for an HTTP status, the message describes the response. */
	message?: string;
	/** What the user can do. */
	advice: string;
}

/** What is known about a failed item, apart from the message. */
export interface ApiErrorDetails {
	kind?: FailureKind;
	/** The HTTP status, or the `code` of 400 to 599 in the body of a job update's 2xx response. */
	httpCode?: number;
	/**
	 * A network error's code such as ECONNRESET, or UNKNOWN. BLOCKED_BY_N8N: n8n blocked the request.
	 * INCOMPLETE_RESPONSE: the JSON of a search is cut off.
	 */
	networkCode?: string;
	/** False after an error before anything of the request was sent, such as ENOTFOUND. */
	sent?: false;
	/** Whether the platform may have executed one of the tries. Only set if that matters, unlike for a search. */
	mayHaveRun?: boolean;
	/** Milliseconds that the platform asks to wait (Retry-After). */
	retryAfter?: number;
	/** The beginning of the response body. */
	body?: string;
	/** What the node received although the item failed. */
	received?: IDataObject;
	/** What is questionable about the received data. */
	issues?: IDataObject[];
	/** How often the request was sent, if more than once. */
	tries?: number;
}

/**
 * Why a request failed, or why its response can't be used. No text, detail or cause contains the token, as it is
 * or as JSON may write it. Only what an operation adds from a successful response may contain a short one.
 */
export class ApiError extends Error {
	/** What the user can do. */
	readonly description: string;
	readonly details: ApiErrorDetails & { kind: FailureKind };
	/** When the failed try was sent, in milliseconds of `performance.now()`; undefined if it wasn't. */
	sentAt?: number;

	constructor(
		message: string,
		description: string,
		details: ApiError['details'] = { kind: 'unexpectedResponse' },
		/** The error that led to it, without the token. */
		cause?: Error,
	) {
		super(message, cause && { cause });
		this.description = description;
		this.details = details;
	}
}

/** Thrown instead of sending a request, because of what happened in an earlier try or to an equal request. */
export class NotSentAgain extends ApiError {
	constructor(earlier: Pick<ApiError, 'message' | 'description' | 'details'>) {
		super(earlier.message, earlier.description, earlier.details);
	}
}

/** Whether a failure is about a response of the platform, complete or not. */
export function isAboutResponse({ kind, httpCode, networkCode }: ApiErrorDetails): boolean {
	// JSON that the API doesn't describe has no code.
	const isUnexpectedJson = networkCode === undefined && kind === 'unexpectedResponse';
	return httpCode !== undefined || isUnexpectedJson;
}

/** Whether a try ended without being sent, or was canceled. The failure of an earlier try then says more. */
export function isUnsentOrCanceled(error: unknown): boolean {
	return error instanceof ApiError ? error.details.kind === 'notSent' : error instanceof Aborted;
}

import type { IDataObject } from 'n8n-workflow';
import { findFailureRow } from './retryPolicy';

/** Every `details.kind` of a failed item, with its explanation for AI assistants (`builderHint`). */
export const FAILURE_KINDS = {
	invalid: 'a parameter or the credential; nothing was changed',
	notSent: 'such as in an outage',
	rejected: 'a 4xx such as 401 or 409',
	throttled: '429, or 503 with Retry-After',
	unavailable: '408, 5xx, timeout or network',
	unexpectedResponse: 'such as a login page or a redirect',
	unknownOutcome: 'the run may have started',
	incomplete: 'functions may be missing',
	issues: 'extracted values are missing or questionable',
};

export type FailureKind = keyof typeof FAILURE_KINDS;

/** What is known about a failed item, apart from the message. */
export interface ApiErrorDetails {
	kind?: FailureKind;
	/** The HTTP status, or the `code` of 400 to 599 in the body of a job update's 2xx response. */
	httpCode?: number;
	/** A network error's code such as ECONNRESET, or UNKNOWN. BLOCKED_BY_N8N: n8n blocked the request. */
	networkCode?: string;
	/** False after a network error before anything of the request was sent, such as ENOTFOUND. */
	sent?: false;
	/** Milliseconds that the platform asks to wait (Retry-After). */
	retryAfter?: number;
	/** The beginning of the response body. */
	body?: string;
	/** What the node received although the item failed: an extraction, or functions of a search. */
	received?: IDataObject;
	/** The issues of the extraction. Set if they failed the item (If Issues Are Found: Fail Item). */
	issues?: IDataObject[];
	/** How often the request was tried, if more than once. */
	attempts?: number;
}

/** Why a request failed, or why its response can't be used. No text or detail contains the token. */
export class ApiError extends Error {
	/** What the user can do. */
	readonly description: string;
	readonly details: ApiErrorDetails & { kind: FailureKind };

	/** @param details if they have no `kind`, FAILURES determines it from the HTTP or network code */
	constructor(message: string, description: string, details: ApiErrorDetails = {}) {
		super(message);
		this.description = description;
		this.details = { ...details, kind: details.kind ?? findFailureRow(details).kind };
	}
}

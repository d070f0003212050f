import { UserError } from 'n8n-workflow';
import { ApiError, type ApiErrorDetails } from './apiError';
import { createFailure, describeBug, findMeaning } from './failures';
import { isCertificateError } from './networkErrorTable';
import type { Hide } from './redactToken';
import { isObject } from '../helpers/values';

/** n8n's error, the HTTP client's error, or the network error. `cause` leads from each to the next. */
interface ThrownError extends Partial<NodeJS.ErrnoException> {
	/** Of an AggregateError: one error for each address of the host. */
	errors?: ThrownError[];
	request?: { socket?: { secureConnecting?: boolean } | null };
}

/** Errors that JavaScript throws for mistakes in code. */
const BUGS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError', 'EvalError'];

/** How far a request had come when the error was thrown. */
interface Stage {
	/** Whether the request was canceled because its Timeout had passed. */
	isLate: boolean;
	/** Whether the headers of the response had arrived. */
	hasResponse: boolean;
}

/**
 * Converts an error of sending the request or reading the response. An exception in code is `internal`. Nothing was
 * sent if it precedes the HTTP client's request, such as `Invalid URL` for the address of a proxy.
 */
export function createNetworkError(
	error: unknown,
	{ isLate, hasResponse }: Stage,
	hide: Hide,
): ApiError {
	if (error instanceof ApiError) return error;
	const causes = listCauses(error);
	const isBug = BUGS.includes(String(causes.at(-1)?.name));
	if (isBug && !isLate) {
		const hasRequest = hasResponse || causes.some(({ request }) => request);
		return createInternalError(error, hide, hasRequest ? {} : { sent: false });
	}
	const blocked = causes.find((cause) => cause instanceof UserError);
	// The Timeout comes first, because it may have broken the connection.
	const codes = [isLate && 'ECONNABORTED', ...causes.map((cause) => cause.code)];
	const code = codes.find((each) => typeof each === 'string');
	const isBeforeRequest = blocked !== undefined || causes.some((cause) => precedesRequest(cause));
	const details: ApiErrorDetails = {
		networkCode: blocked ? 'BLOCKED_BY_N8N' : (code ?? 'UNKNOWN'),
		...(isBeforeRequest && { sent: false }),
	};
	// n8n's own error, and an error without a code, say what happened in words.
	const shown =
		code === undefined || blocked ? `: ${hide(messageOf(blocked ?? error))}` : ` (${code})`;
	const { message } = findMeaning(details);
	return createFailure(`${message}${shown}`, details, copyErrors(causes, hide));
}

/** Returns an ApiError unchanged. Any other error is an exception while the response was read. */
export function toApiError(error: unknown, hide: Hide): ApiError {
	return error instanceof ApiError ? error : createInternalError(error, hide);
}

/**
 * Creates the error of an exception in code. It's no failure of the platform, so the request isn't sent again, and it
 * isn't an outage. An equal run isn't started either, unless nothing was sent.
 */
function createInternalError(error: unknown, hide: Hide, details?: { sent?: false }): ApiError {
	const message = describeBug(hide(messageOf(error)));
	const cause = copyErrors(listCauses(error), hide);
	return createFailure(message, { kind: 'internal', ...details }, cause);
}

/** Returns the error and its causes, each once. Anything can be thrown, and causes can be circular. */
function listCauses(error: unknown): ThrownError[] {
	const causes = new Set<ThrownError>();
	for (let each: unknown = error; isObject(each) && !causes.has(each); each = each['cause']) {
		causes.add(each);
	}
	return [...causes];
}

function messageOf(error: unknown): string {
	const message = isObject(error) ? error['message'] : error;
	return typeof message === 'string' && message !== '' ? message : 'unknown reason';
}

/**
 * Copies an error and its causes, with what helps to find a mistake. The HTTP client's error also has the header
 * with the token.
 */
function copyErrors(errors: ThrownError[], hide: Hide): Error | undefined {
	let copy: Error | undefined;
	for (const error of errors.toReversed()) {
		const { name, stack, code } = error;
		const outer = new Error(hide(messageOf(error)), copy && { cause: copy });
		copy = Object.assign(outer, hide({ name, stack, code }));
	}
	return copy;
}

const NAME_NOT_RESOLVED = ['ENOTFOUND', 'EAI_AGAIN'];

/** Whether the error occurred before the request: resolving the name, connecting, or the TLS handshake. */
function precedesRequest(error: ThrownError): boolean {
	const { request, errors, code = '' } = error;
	if (request && (!request.socket || request.socket.secureConnecting === true)) return true;
	if (Array.isArray(errors) && errors.length > 0) return errors.every(precedesConnection);
	return precedesConnection(error) || NAME_NOT_RESOLVED.includes(code) || isCertificateError(code);
}

function precedesConnection(error: ThrownError | undefined): boolean {
	return /^(connect|getaddrinfo|query\w+)$/.test(error?.syscall ?? '');
}

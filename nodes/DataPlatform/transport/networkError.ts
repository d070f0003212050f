import { UserError } from 'n8n-workflow';
import { ApiError, type ApiErrorDetails } from './apiError';
import { createFailure, findFailure } from './failures';
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

/**
 * Converts an error of sending the request or reading the response. An exception in code is `internal`.
 * @param isLate whether the request was canceled because its Timeout had passed
 */
export function createNetworkError(error: unknown, isLate: boolean, hide: Hide): ApiError {
	const causes = listCauses(error);
	const isBug = BUGS.includes(String(causes.at(-1)?.name));
	if (error instanceof ApiError || (isBug && !isLate)) return toApiError(error, hide);
	const blocked = causes.find((cause) => cause instanceof UserError);
	const codes = [isLate && 'ECONNABORTED', ...causes.map((cause) => cause.code)];
	const code = codes.find((each) => typeof each === 'string');
	const isUnsent = blocked !== undefined || causes.some((cause) => precedesRequest(cause));
	const details: ApiErrorDetails = {
		networkCode: blocked ? 'BLOCKED_BY_N8N' : (code ?? 'UNKNOWN'),
		...(isUnsent && { sent: false }),
	};
	const shown =
		code === undefined || blocked ? `: ${hide(describe(blocked ?? error))}` : ` (${code})`;
	const { message } = findFailure(details);
	return createFailure(`${message}${shown}`, details, copyErrors(causes, hide));
}

/**
 * Returns an ApiError unchanged. Any other error is an exception in the node's own code. It's no failure of the
 * platform, so it's neither sent again nor an outage nor an unknown outcome.
 */
export function toApiError(error: unknown, hide: Hide): ApiError {
	if (error instanceof ApiError) return error;
	const message = `Internal error: ${hide(describe(error))}`;
	return createFailure(message, { kind: 'internal' }, copyErrors(listCauses(error), hide));
}

/** Returns the error and its causes, each once. Anything can be thrown, and causes can be circular. */
function listCauses(error: unknown): ThrownError[] {
	const causes = new Set<ThrownError>();
	for (let each: unknown = error; isObject(each) && !causes.has(each); each = each['cause']) {
		causes.add(each);
	}
	return [...causes];
}

function describe(error: unknown): string {
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
		const outer = new Error(hide(describe(error)), copy && { cause: copy });
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

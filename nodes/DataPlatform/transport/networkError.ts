import { UserError } from 'n8n-workflow';
import { ApiError } from './apiError';
import { findFailure } from './failures';
import { isCertificateError } from './networkErrorTable';
import type { Hide } from './redactToken';
import { isObject } from '../helpers/values';

/** n8n's error, the HTTP client's error, or the network error. `cause` leads from each to the next. */
interface ThrownError {
	name?: string;
	message?: string;
	stack?: string;
	code?: string;
	syscall?: string;
	/** Of an AggregateError: one error for each address of the host. */
	errors?: ThrownError[];
	request?: { socket?: { secureConnecting?: boolean } | null };
	cause?: ThrownError;
}

/** Errors that JavaScript throws for mistakes in code. */
const BUGS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'URIError', 'EvalError'];

/**
 * Converts an error of sending the request or reading the response. An exception in code is `internal`.
 * @param isLate whether the request was canceled because its Timeout had passed
 */
export function createNetworkError(error: unknown, isLate: boolean, hide: Hide): ApiError {
	const causes = listCauses(error);
	if (BUGS.includes(String(causes.at(-1)?.name)) && !isLate)
		return createInternalError(error, hide);
	const codes = [isLate && 'ECONNABORTED', ...causes.map(({ code }) => code)];
	const code = codes.find((each) => typeof each === 'string');
	const blocked = causes.find((cause) => cause instanceof UserError);
	const details = {
		networkCode: blocked ? 'BLOCKED_BY_N8N' : (code ?? 'UNKNOWN'),
		...((blocked || causes.some((cause) => precedesRequest(cause))) && { sent: false as const }),
	};
	const { kind, message, advice } = findFailure(details);
	const reason = hide(describe(blocked ?? error));
	const text = code === undefined || blocked ? `${message}: ${reason}` : `${message} (${code})`;
	return new ApiError(text, advice, { kind, ...details }, copyError(error, hide));
}

/**
 * Converts an exception in the node's own code. It's no failure of the platform, so it's neither sent again nor
 * an outage nor an unknown outcome.
 */
export function createInternalError(error: unknown, hide: Hide = (value) => value): ApiError {
	const details = { kind: 'internal' as const };
	const message = `Internal error: ${hide(describe(error))}`;
	return new ApiError(message, findFailure(details).advice, details, copyError(error, hide));
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

/** Copies what helps to find a mistake. The HTTP client's error also has the header with the token. */
function copyError(error: unknown, hide: Hide): Error | undefined {
	const [copy] = listCauses(error).reduceRight<Error[]>(([cause], each) => {
		const { name, stack, code } = each;
		const copied = new Error(hide(describe(each)), cause && { cause });
		return [Object.assign(copied, hide({ name, stack, code }))];
	}, []);
	return copy;
}

const BEFORE_CONNECTION = /^(connect|getaddrinfo|query\w+)$/;
const NAME_NOT_RESOLVED = ['ENOTFOUND', 'EAI_AGAIN'];
/** How deep lists of errors are nested at most. They could be circular. */
const MAX_DEPTH = 3;

/** Whether the error occurred before the request: resolving the name, connecting, or the TLS handshake. */
function precedesRequest(error: ThrownError | undefined, depth = 0): boolean {
	const { request, syscall = '', errors, code = '' } = error ?? {};
	if (depth > MAX_DEPTH) return false;
	if (request && (!request.socket || request.socket.secureConnecting === true)) return true;
	if (Array.isArray(errors) && errors.length > 0) {
		return errors.every((each) => precedesRequest(each, depth + 1));
	}
	return (
		BEFORE_CONNECTION.test(syscall) || NAME_NOT_RESOLVED.includes(code) || isCertificateError(code)
	);
}

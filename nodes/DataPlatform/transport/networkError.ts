import { UserError } from 'n8n-workflow';
import { ApiError } from './apiError';
import { findFailure } from './failures';
import { isCertificateError } from './networkErrorTable';
import type { Hide } from './redactToken';

/** n8n's error, the HTTP client's error, or the network error. `cause` leads from each to the next. */
interface ThrownError {
	message?: string;
	code?: string;
	syscall?: string;
	/** Of an AggregateError: one error for each address of the host. */
	errors?: ThrownError[];
	request?: { socket?: { secureConnecting?: boolean } | null };
	cause?: ThrownError;
}

/**
 * Converts an error of sending the request or reading the response.
 * @param isLate whether the request was canceled because its Timeout had passed
 */
export function createNetworkError(error: unknown, isLate: boolean, hideToken: Hide): ApiError {
	const causes = listCauses(error as ThrownError);
	const codes = [isLate && 'ECONNABORTED', ...causes.map(({ code }) => code)];
	const code = codes.find((each) => typeof each === 'string');
	const blocked = causes.find((cause) => cause instanceof UserError);
	const details = {
		networkCode: blocked ? 'BLOCKED_BY_N8N' : (code ?? 'UNKNOWN'),
		...((blocked || causes.some(precedesRequest)) && { sent: false as const }),
	};
	const { kind, message, advice } = findFailure(details);
	const reason = hideToken((blocked ?? causes[0]).message ?? 'unknown reason');
	const text = code === undefined || blocked ? `${message}: ${reason}` : `${message} (${code})`;
	return new ApiError(text, advice, { kind, ...details });
}

function listCauses(error: ThrownError): ThrownError[] {
	return error.cause ? [error, ...listCauses(error.cause)] : [error];
}

const BEFORE_CONNECTION = /^(connect|getaddrinfo|query\w+)$/;
const NAME_NOT_RESOLVED = /^(ENOTFOUND|EAI_AGAIN)$/;

/** Whether the error occurred before the request: resolving the name, connecting, or the TLS handshake. */
function precedesRequest({ request, syscall = '', errors, code = '' }: ThrownError): boolean {
	if (request && (!request.socket || request.socket.secureConnecting === true)) return true;
	if (errors && errors.length > 0) return errors.every(precedesRequest);
	if (BEFORE_CONNECTION.test(syscall)) return true;
	return NAME_NOT_RESOLVED.test(code) || isCertificateError(code);
}

import { UserError } from 'n8n-workflow';
import { ApiError } from './apiError';
import { CERTIFICATE_ERRORS, findFailure } from './failures';

/** n8n's error, the HTTP client's error, or the network error. `cause` leads from each to the next. */
interface ThrownError {
	message?: string;
	code?: unknown;
	syscall?: unknown;
	/** Of an AggregateError: one error for each address of the host. */
	errors?: ThrownError[];
	request?: { socket?: { secureConnecting?: unknown } | null };
	cause?: ThrownError;
}

/**
 * Converts an error of sending the request or reading the response.
 * @param hideToken replaces the token in a text
 * @param isLate whether the request was canceled because its Timeout had passed
 * @param sentAt when the request was sent, in milliseconds of `performance.now()`
 */
export function createNetworkError(
	error: unknown,
	hideToken: (text: string) => string,
	isLate: boolean,
	sentAt: number,
): ApiError {
	const causes = listCauses(error as ThrownError);
	const blocked = causes.find((cause) => cause instanceof UserError);
	const known = [blocked && 'BLOCKED_BY_N8N', isLate && 'ECONNABORTED'];
	const codes = [...known, ...causes.map(({ code }) => code)];
	const networkCode = codes.find((code): code is string => typeof code === 'string') ?? 'UNKNOWN';
	const sent = !blocked && !causes.some(isUnsent);
	const details = { networkCode, ...(!sent && { sent: false as const }) };
	const { kind, message, advice } = findFailure(details);
	const hasCode = !blocked && networkCode !== 'UNKNOWN';
	const words = hideToken((blocked ?? causes[0]).message ?? 'unknown reason');
	const text = message + (hasCode ? ` (${networkCode})` : `: ${words}`);
	return new ApiError(text, advice, { kind, ...details }, sentAt);
}

function listCauses(error: ThrownError): ThrownError[] {
	return error.cause ? [error, ...listCauses(error.cause)] : [error];
}

const NAME_NOT_RESOLVED = /^(ENOTFOUND|EAI_AGAIN)$/;
/** System calls before a connection exists: name resolution and connecting. */
const BEFORE_CONNECTION = /^(connect|getaddrinfo|query\w+)$/;

/**
 * Whether the error occurred before anything of the request was sent: during name resolution, connecting,
 * or the TLS handshake, which includes the check of the certificate.
 */
function isUnsent({ request, syscall, errors, code }: ThrownError): boolean {
	if (request && (!request.socket || request.socket.secureConnecting === true)) return true;
	if (errors && errors.length > 0) return errors.every(isUnsent);
	if (BEFORE_CONNECTION.test(String(syscall))) return true;
	return NAME_NOT_RESOLVED.test(String(code)) || CERTIFICATE_ERRORS.test(String(code));
}

import { UserError } from 'n8n-workflow';
import { ApiError, CERTIFICATE_ERRORS, networkError } from './failures';
import type { Redaction } from './redaction';

/** What n8n's helper throws, and its causes: an error of the HTTP client, then one of the network. */
export interface ThrownError {
	message?: string;
	code?: unknown;
	/** The system call that failed. */
	syscall?: unknown;
	/** Of an AggregateError: one error for each address of the host. */
	errors?: ThrownError[];
	/** The HTTP client's request. */
	request?: { socket?: { secureConnecting?: unknown } | null };
	cause?: ThrownError;
}

/**
 * Reads what n8n's helper threw. There was no complete response, since every status is a response.
 * @param networkCode the code to use instead of the error's own
 */
export function readNetworkError(
	error: unknown,
	redaction: Redaction,
	networkCode?: string,
): ApiError {
	if (error instanceof ApiError) return error;
	const causes = causesOf(error as ThrownError);
	const blocked = causes.find((cause) => cause instanceof UserError);
	if (blocked) {
		return networkError('BLOCKED_BY_N8N', { sent: false, reason: redaction.text(blocked.message) });
	}
	const unsent = causes.some(isUnsent) && { sent: false as const };
	const code =
		networkCode ?? causes.map((cause) => cause.code).find((each) => typeof each === 'string');
	if (code !== undefined) return networkError(code, { ...unsent });
	const words = redaction.text(causes[0].message ?? 'unknown reason');
	return new ApiError(
		`The request failed: ${words}`,
		'Check the credential, then the network between n8n and the platform.',
		{ networkCode: 'UNKNOWN', ...unsent },
	);
}

function causesOf(error: ThrownError): ThrownError[] {
	return error.cause ? [error, ...causesOf(error.cause)] : [error];
}

const NAME_NOT_RESOLVED = /^(ENOTFOUND|EAI_AGAIN)$/;
/** System calls before a connection exists: name resolution and connecting. */
const BEFORE_CONNECTION = /^(connect|getaddrinfo|query\w+)$/;

/**
 * Whether nothing of the request can have been sent: it never got a socket, no address could be
 * connected to, the TLS handshake didn't finish, or Node rejected the certificate.
 */
function isUnsent({ request, syscall, errors, code }: ThrownError): boolean {
	if (request && (!request.socket || request.socket.secureConnecting === true)) return true;
	if (errors && errors.length > 0) return errors.every(isUnsent);
	if (BEFORE_CONNECTION.test(String(syscall))) return true;
	return NAME_NOT_RESOLVED.test(String(code)) || CERTIFICATE_ERRORS.test(String(code));
}

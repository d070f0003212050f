import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import type { Redaction } from './redaction';

/**
 * `details.kind` of a failed item. `unavailable`: the network, a timeout or a server error.
 * `unexpectedResponse`: not what the API describes. `unknownOutcome`: a run may have been started.
 */
export type FailureKind =
	| 'invalid'
	| 'notSent'
	| 'rejected'
	| 'throttled'
	| 'unavailable'
	| 'unexpectedResponse'
	| 'unknownOutcome'
	| 'incomplete'
	| 'issues';

/** What is known about a failed item, apart from the message. */
export interface ApiErrorDetails {
	kind?: FailureKind;
	/** The HTTP status, or the `code` of the response envelope. */
	httpCode?: number;
	/** The code of a network error, such as ECONNRESET. */
	networkCode?: string;
	/** False if nothing of the request left n8n. */
	sent?: false;
	/** Milliseconds that the platform asks to wait (Retry-After). */
	retryAfter?: number;
	/** The beginning of the response body. */
	body?: string;
	/** A response that can't be used, and what is questionable about it. */
	received?: IDataObject;
	checks?: IDataObject[];
	/** How often the request was sent, if more than once. */
	attempts?: number;
}

/** An item that failed at the platform or on the way there. Its texts and details don't contain the token. */
export class ApiError extends Error {
	/** What to do, in one or two sentences. */
	readonly description: string;
	readonly details: ApiErrorDetails & { kind: FailureKind };

	/** @param details without a `kind`, the table below gives it */
	constructor(message: string, description: string, details: ApiErrorDetails = {}) {
		super(message);
		this.description = description;
		this.details = { ...details, kind: details.kind ?? rowFor(details).kind };
	}
}

/** A failure and what follows from it. */
export interface Failure {
	kind: FailureKind;
	/** Which requests may be sent again. */
	retry: 'always' | 'repeatable' | 'never';
	/** Whether the platform may have executed the request. */
	mayHaveRun?: boolean;
	/** Whether the platform asks for fewer requests: nothing else is sent for a while. */
	throttles?: boolean;
	/** Whether a retry counts against Max Retries: it does unless this is false. */
	counts?: boolean;
	/** Whether it suggests that the platform is down. */
	outage?: boolean;
	/** Whether it took too long: fewer parallel requests may help. */
	late?: boolean;
}

/** Applies if everything it names matches. The code is an HTTP status or that of a network error. */
interface FailureRow extends Failure {
	code: RegExp;
	sent?: false;
	retryAfter?: true;
	/** Of network errors only: for a status the message is the platform's. */
	message?: string;
	advice: string;
}

/** Codes of certificates that Node rejects, which it does before it sends anything. */
const CERTIFICATE_ERRORS = /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

const TRY_LATER = 'Try again later, and ask your platform administrator if it keeps failing.';
const RAISE_TIMEOUT = 'Try again later, or raise Timeout under Request Options.';
const LOWER_CONCURRENCY = 'Try again later, or lower Max Concurrency under Request Options.';
const CHECK_BASE_URL = 'Check whether the Base URL in the credential leads to the API.';
const CHECK_CREDENTIAL = 'Check Developer Token and Token Header in the credential';
const CHECK_PERMISSION = `${CHECK_CREDENTIAL}, and whether the token has the permission.`;
const CHECK_IDS = 'Check the Base URL in the credential, and the identifiers of this item.';
const CORRECT_VALUES =
	'Correct what the platform rejects. To see the request, use Show Request Only under Request Options.';
const ENTER_REDIRECT =
	"Enter the new address, without the path of the API, as Base URL in the credential. The node doesn't follow redirects.";

const DOWN = { kind: 'unavailable', retry: 'repeatable', mayHaveRun: true, outage: true } as const;
const UNAVAILABLE = { ...DOWN, advice: TRY_LATER };
const NETWORK_ERROR = { ...DOWN, code: /^(\D|$)/ };
const NOT_CONNECTED = { ...NETWORK_ERROR, sent: false } as const;
const NOT_SECURE = { ...NOT_CONNECTED, retry: 'never' } as const;
const REJECTED = { kind: 'rejected', retry: 'never' } as const;
const THROTTLED = { kind: 'throttled', retry: 'always', throttles: true, counts: false } as const;
const UNEXPECTED = { kind: 'unexpectedResponse', retry: 'never', mayHaveRun: true } as const;
const UNEXPECTED_RESPONSE = { ...UNEXPECTED, code: /^2/, advice: CHECK_BASE_URL };

/** Every failure and what follows from it. The first row that matches applies. */
const FAILURES: FailureRow[] = [
	{
		...{ kind: 'invalid', retry: 'never', code: /^BLOCKED_BY_N8N$/, sent: false },
		message: 'n8n blocked the request',
		advice:
			'Check the Base URL and Allowed HTTP Request Domains in the credential, or ask your n8n administrator to allow the host.',
	},
	{
		...NETWORK_ERROR,
		code: /^UNKNOWN$/,
		message: 'The request failed',
		advice: 'Check the credential, then the network between n8n and the platform.',
	},
	{
		...NOT_SECURE,
		code: /^(EPROTO|ERR_SSL_.*)$/,
		message: "The base URL can't be reached over https",
		advice: 'Check in the credential whether the Base URL needs http:// instead of https://.',
	},
	{
		...NOT_SECURE,
		code: CERTIFICATE_ERRORS,
		message: "The platform's certificate isn't trusted",
		advice:
			'Check the Base URL in the credential, and the certificate authorities that n8n trusts.',
	},
	{
		...NETWORK_ERROR,
		code: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		late: true,
		message: "The platform didn't respond in time",
		advice: RAISE_TIMEOUT,
	},
	{
		...NOT_CONNECTED,
		message: "The platform can't be reached",
		advice: 'Check the Base URL in the credential, and whether n8n can reach it.',
	},
	{
		...NETWORK_ERROR,
		message: 'The connection broke before the response was complete',
		advice:
			'Try again later, and check the network between n8n and the platform if it keeps failing.',
	},
	UNEXPECTED_RESPONSE,
	{ ...UNEXPECTED, code: /^[13]/, advice: ENTER_REDIRECT },
	{ ...THROTTLED, code: /^429$/, advice: LOWER_CONCURRENCY },
	{ ...THROTTLED, code: /^503$/, retryAfter: true, advice: LOWER_CONCURRENCY },
	{ ...UNAVAILABLE, code: /^503$/, throttles: true },
	{ ...UNAVAILABLE, code: /^50[02]$/ },
	{ ...UNAVAILABLE, code: /^504$/, late: true },
	{ ...UNAVAILABLE, code: /^5/, retry: 'never' },
	{ ...UNAVAILABLE, code: /^408$/, late: true, advice: RAISE_TIMEOUT },
	{ ...REJECTED, code: /^400$/, advice: CORRECT_VALUES },
	{ ...REJECTED, code: /^401$/, advice: `${CHECK_CREDENTIAL}.` },
	{ ...REJECTED, code: /^403$/, advice: CHECK_PERMISSION },
	{ ...REJECTED, code: /^40[45]$/, advice: CHECK_IDS },
	{ ...REJECTED, code: /^413$/, advice: 'Send less data in one item.' },
	{ ...REJECTED, code: /^/, advice: 'Compare the parameters with what the platform expects.' },
];

/** The row of the table that applies. */
export function rowFor(details: ApiErrorDetails): FailureRow {
	return FAILURES.find((row) => matches(row, details)) ?? UNEXPECTED_RESPONSE;
}

function matches(row: FailureRow, details: ApiErrorDetails): boolean {
	const { networkCode, httpCode, sent, retryAfter } = details;
	const code = networkCode ?? httpCode;
	if (code === undefined || !row.code.test(String(code))) return false;
	return (
		(row.sent === undefined || sent === false) && (!row.retryAfter || retryAfter !== undefined)
	);
}

/** What follows from a failure. A throttled request may have run unless throttling is trusted. */
export function failureOf({ details }: ApiError, trustsThrottling = true): Failure {
	const { kind, sent, retryAfter } = details;
	const row = rowFor(details);
	const failure = { ...row, kind, outage: row.outage === true && retryAfter === undefined };
	if (sent === false || kind === 'invalid' || kind === 'notSent') {
		const retry = row.retry === 'repeatable' ? 'always' : row.retry;
		return { ...failure, retry, mayHaveRun: false };
	}
	if (row.kind !== 'throttled' || trustsThrottling) return failure;
	return { ...failure, retry: 'repeatable', mayHaveRun: true, counts: true };
}

/** Whether the platform, or something in its place, gave a response that doesn't suggest an outage. */
export function isResponse(error: ApiError): boolean {
	return error.details.httpCode !== undefined && !failureOf(error).outage;
}

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

/** Reads what n8n's helper threw. There was no complete response, since every status is a response. */
export function readNetworkError(error: unknown, redaction: Redaction, isLate = false): ApiError {
	if (error instanceof ApiError) return error;
	const causes = causesOf(error as ThrownError);
	const blocked = causes.find((cause) => cause instanceof UserError);
	const known = [blocked && 'BLOCKED_BY_N8N', isLate && 'ECONNABORTED'];
	const codes = [...known, ...causes.map(({ code }) => code)];
	const networkCode = codes.find((code): code is string => typeof code === 'string') ?? 'UNKNOWN';
	const sent = !blocked && !causes.some(isUnsent);
	const details = { networkCode, ...(!sent && { sent: false as const }) };
	const { message, advice } = rowFor(details);
	const hasCode = !blocked && networkCode !== 'UNKNOWN';
	const words = redaction.text((blocked ?? causes[0]).message ?? 'unknown reason');
	return new ApiError(message + (hasCode ? ` (${networkCode})` : `: ${words}`), advice, details);
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

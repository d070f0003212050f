import type { ApiError, ApiErrorDetails, FailureKind } from './apiError';

/** What a failure means, and how the node reacts to it. */
export interface Failure {
	kind: FailureKind;
	/** Whether to send the request again. `ifRepeatable`: only if it may be executed twice (see IDEMPOTENCY). */
	retry: 'always' | 'ifRepeatable' | 'never';
	/** Whether the platform may have executed the request. */
	mayHaveRun?: boolean;
	/** Whether the platform wants fewer requests. If so, all requests wait for a while. */
	throttles?: boolean;
	/** Whether the failure suggests that the platform is down. */
	isOutage?: boolean;
	/** Whether the response took too long. Fewer parallel requests may help. */
	isTimeout?: boolean;
	/** Only for network errors. For an HTTP status, the message describes the response. */
	message?: string;
	/** What the user can do. */
	advice: string;
}

interface FailureRow extends Failure {
	/** Must match the network code or, after a response, the HTTP status. */
	code: RegExp;
	/** If false, the row applies only to requests that weren't sent. */
	sent?: false;
	/** If true, the row applies only to responses with Retry-After. */
	retryAfter?: true;
}

/** Codes of Node's certificate check, which precedes the request. ERR_SSL alerts may come later. */
export const CERTIFICATE_ERRORS = /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

const TRY_LATER = 'Try again later, and ask your platform administrator if it keeps failing.';
const RAISE_TIMEOUT = 'Try again later, or raise Timeout.';
export const LIMIT_RATE = 'Try again later, or set Max Requests per Second.';
const CHECK_BASE_URL = 'Check whether the Base URL in the credential leads to the API.';
const CHECK_ADDRESS = 'Check the Base URL in the credential, and whether n8n can reach it.';
const CHECK_IDS = 'Check the Base URL in the credential, and any IDs in the parameters.';
const CORRECT = 'Correct what the platform rejects. To see the request, use Show Request Only.';
const WAIT_FOR_OTHERS = 'Another run or change may be in progress. Try again later.';
const CHECK_CREDENTIAL = 'Check Developer Token and Token Header in the credential';

const DOWN = {
	kind: 'unavailable',
	retry: 'ifRepeatable',
	mayHaveRun: true,
	isOutage: true,
} as const;
const NETWORK_ERROR = { ...DOWN, code: /^\D/ };
const NOT_SECURE = { ...NETWORK_ERROR, retry: 'never', sent: false } as const;
const THROTTLED = { kind: 'throttled', retry: 'always', throttles: true } as const;
const UNEXPECTED = { kind: 'unexpectedResponse', retry: 'never', mayHaveRun: true } as const;
const UNEXPECTED_SUCCESS = { ...UNEXPECTED, code: /^2/, advice: CHECK_BASE_URL };
const REJECTED = { kind: 'rejected', retry: 'never' } as const;

/** What each failure means, and how the node reacts to it. The first row that matches applies. */
const FAILURES: FailureRow[] = [
	{
		kind: 'invalid',
		retry: 'never',
		code: /^BLOCKED_BY_N8N$/,
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
		kind: 'invalid',
		isOutage: false,
		message: "The platform's certificate isn't trusted",
		advice:
			'Check the Base URL in the credential, or ask your n8n administrator about the certificate.',
	},
	{
		...NETWORK_ERROR,
		code: /^ENOTFOUND$/,
		kind: 'invalid',
		message: "The host of the Base URL can't be found",
		advice: CHECK_ADDRESS,
	},
	{
		...NETWORK_ERROR,
		code: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		isTimeout: true,
		message: "The platform didn't respond in time",
		advice: RAISE_TIMEOUT,
	},
	{
		...NETWORK_ERROR,
		sent: false,
		message: "The platform can't be reached",
		advice: CHECK_ADDRESS,
	},
	{
		...NETWORK_ERROR,
		message: 'The connection broke before the response was complete',
		advice:
			'Try again later, and check the network between n8n and the platform if it keeps failing.',
	},
	UNEXPECTED_SUCCESS,
	{
		...UNEXPECTED,
		code: /^[13]/,
		advice:
			"If the new address is your platform's, enter it as Base URL in the credential, without the path of the API.",
	},
	{ ...THROTTLED, code: /^429$/, advice: LIMIT_RATE },
	{ ...THROTTLED, code: /^503$/, retryAfter: true, advice: LIMIT_RATE },
	{ ...DOWN, code: /^50[023]$/, advice: TRY_LATER },
	{ ...DOWN, code: /^504$/, isTimeout: true, advice: TRY_LATER },
	{ ...DOWN, code: /^5/, retry: 'never', advice: TRY_LATER },
	{ ...DOWN, code: /^408$/, isTimeout: true, advice: RAISE_TIMEOUT },
	{ ...REJECTED, code: /^400$/, advice: CORRECT },
	{ ...REJECTED, code: /^401$/, advice: `${CHECK_CREDENTIAL}.` },
	{ ...REJECTED, code: /^403$/, advice: `${CHECK_CREDENTIAL}, and the permissions of the token.` },
	{ ...REJECTED, code: /^40[45]$/, advice: CHECK_IDS },
	{ ...REJECTED, code: /^409$/, advice: WAIT_FOR_OTHERS },
	{ ...REJECTED, code: /^413$/, advice: 'Send less data in one item.' },
	{ ...REJECTED, code: /^425$/, advice: TRY_LATER },
	{ ...REJECTED, code: /^/, advice: 'Compare the parameters with what the platform expects.' },
];

/** Returns the first row that matches. Details without a code get the row for an unexpected response. */
export function findFailure(details: ApiErrorDetails): Failure {
	return FAILURES.find((row) => matches(row, details)) ?? UNEXPECTED_SUCCESS;
}

function matches(row: FailureRow, details: ApiErrorDetails): boolean {
	const { networkCode, httpCode, sent, retryAfter } = details;
	const code = networkCode ?? httpCode;
	if (code === undefined || !row.code.test(String(code))) return false;
	if (row.retryAfter && retryAfter === undefined) return false;
	return row.sent === undefined || sent === false;
}

/** Returns how to react to an error of a request. If nothing was sent, any request may be sent again. */
export function classify({ details }: ApiError): Failure {
	const failure = findFailure(details);
	if (details.kind === 'notSent') return { ...failure, retry: 'never', mayHaveRun: false };
	if (details.sent !== false) return failure;
	const retry = failure.retry === 'ifRepeatable' ? 'always' : failure.retry;
	return { ...failure, retry, mayHaveRun: false };
}

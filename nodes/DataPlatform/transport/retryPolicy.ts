import type { ApiError, ApiErrorDetails, FailureKind } from './apiError';

/** What a failure means, and how the node reacts to it. */
export interface Failure {
	kind: FailureKind;
	/** Whether to retry. `ifRepeatable`: only if the request may be executed twice (see IDEMPOTENCY). */
	retry: 'always' | 'ifRepeatable' | 'never';
	/** Whether the platform may have executed the request. */
	mayHaveRun?: boolean;
	/** Whether the platform wants fewer requests. If so, all requests wait for a while. */
	throttles?: boolean;
	/** Whether a retry counts against Max Retries. The default is true. */
	countsAsRetry?: boolean;
	/** Whether the failure suggests that the platform is down. */
	isOutage?: boolean;
	/** Whether the response took too long. Fewer parallel requests may help. */
	tookTooLong?: boolean;
}

interface FailureRow extends Failure {
	/** Must match the network code or, after a response, the HTTP status. */
	code: RegExp;
	/** If false, the row applies only to requests that weren't sent. */
	sent?: false;
	/** If true, the row applies only to responses with Retry-After. */
	retryAfter?: true;
	/** Only for network errors. For an HTTP status, the message describes the response. */
	message?: string;
	advice: string;
}

/** Codes of Node's certificate check, which precedes the request. ERR_SSL alerts may come later. */
export const CERTIFICATE_ERRORS = /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

const TRY_LATER = 'Try again later, and ask your platform administrator if it keeps failing.';
const RAISE_TIMEOUT = 'Try again later, or raise Timeout under Request Options.';
const LIMIT_RATE = 'Try again later, or set Max Requests per Second under Request Options.';
export const CHECK_BASE_URL = 'Check whether the Base URL in the credential leads to the API.';
const CHECK_CREDENTIAL = 'Check Developer Token and Token Header in the credential';
const CHECK_PERMISSION = `${CHECK_CREDENTIAL}, and the permissions of the token.`;
const CHECK_IDS = 'Check the Base URL in the credential, and any IDs in the parameters.';
const CORRECT_VALUES =
	'Correct what the platform rejects. To see the request, use Show Request Only under Request Options.';
const ENTER_REDIRECT =
	"If the new address is your platform's, enter it as Base URL in the credential, without the path of the API.";

const DOWN = {
	kind: 'unavailable',
	retry: 'ifRepeatable',
	mayHaveRun: true,
	isOutage: true,
} as const;
const UNAVAILABLE = { ...DOWN, advice: TRY_LATER };
const NETWORK_ERROR = { ...DOWN, code: /^(\D|$)/ };
const NOT_CONNECTED = { ...NETWORK_ERROR, sent: false } as const;
const NOT_SECURE = { ...NOT_CONNECTED, retry: 'never' } as const;
const REJECTED = { kind: 'rejected', retry: 'never' } as const;
const THROTTLED = {
	kind: 'throttled',
	retry: 'always',
	throttles: true,
	countsAsRetry: false,
} as const;
const UNEXPECTED = { kind: 'unexpectedResponse', retry: 'never', mayHaveRun: true } as const;
const UNEXPECTED_SUCCESS = { ...UNEXPECTED, code: /^2/, advice: CHECK_BASE_URL };

/** What each failure means, and how the node reacts to it. The first row that matches applies. */
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
			'Check the Base URL in the credential, or ask your n8n administrator about the certificate.',
	},
	{
		...NETWORK_ERROR,
		code: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/,
		tookTooLong: true,
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
	UNEXPECTED_SUCCESS,
	{ ...UNEXPECTED, code: /^[13]/, advice: ENTER_REDIRECT },
	{ ...THROTTLED, code: /^429$/, advice: LIMIT_RATE },
	{ ...THROTTLED, code: /^503$/, retryAfter: true, advice: LIMIT_RATE },
	{ ...UNAVAILABLE, code: /^503$/, throttles: true },
	{ ...UNAVAILABLE, code: /^50[02]$/ },
	{ ...UNAVAILABLE, code: /^504$/, tookTooLong: true },
	{ ...UNAVAILABLE, code: /^5/, retry: 'never' },
	{ ...UNAVAILABLE, code: /^408$/, tookTooLong: true, advice: RAISE_TIMEOUT },
	{ ...REJECTED, code: /^400$/, advice: CORRECT_VALUES },
	{ ...REJECTED, code: /^401$/, advice: `${CHECK_CREDENTIAL}.` },
	{ ...REJECTED, code: /^403$/, advice: CHECK_PERMISSION },
	{ ...REJECTED, code: /^40[45]$/, advice: CHECK_IDS },
	{ ...REJECTED, code: /^413$/, advice: 'Send less data in one item.' },
	{ ...REJECTED, code: /^/, advice: 'Compare the parameters with what the platform expects.' },
];

/** Returns the first row that matches. Details without a code get the row for an unexpected response. */
export function findFailureRow(details: ApiErrorDetails): FailureRow {
	return FAILURES.find((row) => matches(row, details)) ?? UNEXPECTED_SUCCESS;
}

function matches(row: FailureRow, details: ApiErrorDetails): boolean {
	const { networkCode, httpCode, sent, retryAfter } = details;
	const code = networkCode ?? httpCode;
	if (code === undefined || !row.code.test(String(code))) return false;
	return (
		(row.sent === undefined || sent === false) && (!row.retryAfter || retryAfter !== undefined)
	);
}

/** Returns how to react. `trustsThrottling` assumes that throttled requests weren't executed. */
export function classifyFailure({ details }: ApiError, trustsThrottling = true): Failure {
	const { kind, sent, retryAfter } = details;
	const row = findFailureRow(details);
	const failure = { ...row, kind, isOutage: row.isOutage === true && retryAfter === undefined };
	if (sent === false || kind === 'invalid' || kind === 'notSent') {
		const retry = row.retry === 'ifRepeatable' ? 'always' : row.retry;
		return { ...failure, retry, mayHaveRun: false };
	}
	if (row.kind !== 'throttled' || trustsThrottling) return failure;
	return { ...failure, retry: 'ifRepeatable', mayHaveRun: true, countsAsRetry: true };
}

/** Whether a response, such as a 404, shows that the platform is up. A broken connection doesn't. */
export function showsPlatformIsUp(error: ApiError): boolean {
	return error.details.httpCode !== undefined && !classifyFailure(error).isOutage;
}

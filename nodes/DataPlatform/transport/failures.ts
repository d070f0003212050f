import type { ApiErrorDetails, FailureKind } from './apiError';

/** What a failure means, and how the node reacts to it. */
export interface Failure {
	kind: FailureKind;
	/** Whether to send the request again, unless it may have run and must not run twice. */
	mayRetry?: boolean;
	/** Whether the platform may have executed the request. */
	mayHaveRun?: boolean;
	/** Whether all requests wait for a while. */
	throttles?: boolean;
	/** Whether the platform may be down. */
	isOutage?: boolean;
	/** Whether the response took too long. Fewer parallel requests may help. */
	isTimeout?: boolean;
	/** Only for network errors. For an HTTP status, the message describes the response. */
	message?: string;
	/** What the user can do. */
	advice: string;
	/** Must match the network code or, after a response, the HTTP status. */
	code: RegExp;
	/** The row applies only to requests that weren't sent. */
	sent?: false;
	/** The row applies only to responses with Retry-After. */
	retryAfter?: true;
}

/** Codes of Node's certificate check, which precedes the request. ERR_SSL alerts may come later. */
export const CERTIFICATE_ERRORS = /^(?!ERR_SSL).*(CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;
const TIMEOUT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;

const TRY_LATER = 'Try again later, and ask your platform administrator if it keeps failing.';
const RAISE_TIMEOUT = "Try again later, or raise 'Timeout'.";
export const LIMIT_RATE = "Try again later, or set 'Max Requests per Second'.";
const CHECK_BASE_URL = "Check whether 'Base URL' in the credential leads to the API.";
const CHECK_ADDRESS = "Check 'Base URL' in the credential, and whether n8n can reach it.";
const CHECK_NETWORK =
	'Try again later. If it keeps failing, check the network from n8n to the platform.';
const CHECK_CERTIFICATE =
	"Check 'Base URL' in the credential, or ask your n8n administrator about the certificate.";
const CHECK_SCHEME =
	"Check whether 'Base URL' in the credential needs http:// instead of https://.";
const ALLOW_HOST =
	"Check 'Base URL' and 'Allowed HTTP Request Domains' in the credential, or ask your n8n administrator to allow the host.";
const ENTER_ADDRESS =
	"If the new address is your platform's, enter it as 'Base URL' in the credential, without the path of the API.";
const CHECK_TOKEN =
	"Check 'Developer Token' in the credential. In 'Token Header', replace SERVICE with your platform's word.";

const DOWN = { kind: 'unavailable', mayRetry: true, mayHaveRun: true, isOutage: true } as const;
const THROTTLED = { kind: 'throttled', mayRetry: true, throttles: true } as const;
const UNEXPECTED = { kind: 'unexpectedResponse', mayHaveRun: true } as const;
const NO_TLS = { sent: false, mayRetry: false } as const;
const NO_TRUST = { ...NO_TLS, kind: 'invalid', isOutage: false } as const;

function network(code: RegExp, message: string, advice: string, more?: Partial<Failure>) {
	return { ...DOWN, code, message, advice, ...more };
}

function rejected(code: RegExp, advice: string): Failure {
	return { kind: 'rejected', code, advice };
}

/** What each failure means, and how the node reacts to it. The first row that matches applies. */
const FAILURES: Failure[] = [
	{ kind: 'invalid', code: /^BLOCKED/, message: 'n8n blocked the request', advice: ALLOW_HOST },
	network(/^UNKNOWN$/, 'The request failed', CHECK_ADDRESS),
	network(/^(EPROTO|ERR_SSL)/, "'Base URL' can't be reached over https", CHECK_SCHEME, NO_TLS),
	network(CERTIFICATE_ERRORS, "The certificate isn't trusted", CHECK_CERTIFICATE, NO_TRUST),
	network(/^ENOTFOUND$/, "The host of 'Base URL' can't be found", CHECK_ADDRESS, {
		kind: 'invalid',
	}),
	network(TIMEOUT, "The platform didn't respond in time", RAISE_TIMEOUT, { isTimeout: true }),
	network(/^\D/, "The platform can't be reached", CHECK_ADDRESS, { sent: false }),
	network(/^\D/, 'The connection broke before the response was complete', CHECK_NETWORK),
	{ ...UNEXPECTED, code: /^2/, advice: CHECK_BASE_URL },
	{ ...UNEXPECTED, code: /^[13]/, advice: ENTER_ADDRESS },
	{ ...THROTTLED, code: /^429$/, advice: LIMIT_RATE },
	{ ...THROTTLED, code: /^503$/, retryAfter: true, advice: LIMIT_RATE },
	{ ...DOWN, code: /^50[023]$/, advice: TRY_LATER },
	{ ...DOWN, code: /^504$/, isTimeout: true, advice: TRY_LATER },
	{ ...DOWN, code: /^5/, mayRetry: false, advice: TRY_LATER },
	{ ...DOWN, code: /^408$/, isTimeout: true, advice: RAISE_TIMEOUT },
	rejected(
		/^400$/,
		"Correct what the platform rejects. To see the request, use 'Show Request Only'.",
	),
	rejected(/^401$/, CHECK_TOKEN),
	rejected(/^403$/, `${CHECK_TOKEN} Check the permissions of the token in the platform, too.`),
	rejected(/^40[45]$/, "Check 'Base URL' in the credential, and any IDs in the parameters."),
	rejected(/^409$/, 'Another run or change may be in progress. Try again later.'),
	rejected(/^413$/, 'Send less data in one item.'),
	rejected(/^425$/, TRY_LATER),
	rejected(/^/, 'Compare the parameters with what the platform expects.'),
];

/**
 * Returns the first row that matches. Details without a code get the row for an unexpected response. If
 * nothing was sent, the request can't have run.
 */
export function findFailure(details: ApiErrorDetails): Failure {
	const { kind, networkCode, httpCode, sent, retryAfter } = details;
	const code = String(networkCode ?? httpCode ?? 200);
	const matches = (row: Failure) =>
		row.code.test(code) &&
		(row.sent === undefined || sent === false) &&
		(row.retryAfter === undefined || retryAfter !== undefined);
	const failure = FAILURES.find(matches)!;
	const isUnsent = sent === false || kind === 'notSent';
	return isUnsent ? { ...failure, mayHaveRun: false } : failure;
}

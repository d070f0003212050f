import type { FailureMeaning } from './apiError';

const TRY_LATER = 'Try again later, and ask your platform administrator if it keeps failing.';
export const LIMIT_RATE = "Try again later, or set 'Max Requests per Second'.";
export const RAISE_TIMEOUT = "Try again later, or raise 'Timeout'.";
const CHECK_BASE_URL = "Check whether 'Base URL' in the credential leads to the API.";
const CHECK_IDS = "Check 'Base URL' in the credential, and any IDs in the parameters.";
const CHECK_PLATFORM =
	'The platform reports success, but without the response that the API describes. Check there what it has done.';
export const ENTER_ADDRESS =
	"If the new address is your platform's, enter it as 'Base URL' in the credential, without the path of the API.";
export const CHECK_TOKEN =
	"Check whether 'Developer Token' in the credential has expired, and whether 'Token Header' has your platform's word instead of SERVICE.";
export const CHECK_PERMISSIONS = `Check the permissions of the token in the platform. ${CHECK_TOKEN}`;

const THROTTLED: FailureMeaning = { kind: 'throttled', advice: LIMIT_RATE };
const TEMPORARY: FailureMeaning = { kind: 'unavailable', advice: TRY_LATER };
const PERMANENT: FailureMeaning = { ...TEMPORARY, mayRetry: false };

function rejected(advice: string): FailureMeaning {
	return { kind: 'rejected', advice };
}

function unexpected(advice: string): FailureMeaning {
	return { kind: 'unexpectedResponse', advice };
}

/** The statuses that name another address. Another 3xx, 304, is about a copy of an earlier response. The node has none. */
export const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * What each status means, where it differs from the other statuses of its hundred. With 444, 460 and 499, a
 * gateway says that it gave up: the platform may be down.
 */
const STATUSES: Partial<Record<number, FailureMeaning>> = {
	204: unexpected(CHECK_PLATFORM),
	400: rejected("Correct what the platform rejects. To see the request, use 'Show Request Only'."),
	401: rejected(CHECK_TOKEN),
	402: rejected('Ask your platform administrator about quotas and payment.'),
	403: rejected(CHECK_PERMISSIONS),
	404: rejected(CHECK_IDS),
	405: rejected(CHECK_IDS),
	408: { kind: 'unavailable', isTimeout: true, advice: RAISE_TIMEOUT },
	409: rejected('Another run or change may be in progress. Try again later.'),
	413: rejected('Send less data in one item.'),
	425: rejected(TRY_LATER),
	429: THROTTLED,
	444: TEMPORARY,
	460: TEMPORARY,
	499: TEMPORARY,
	501: PERMANENT,
	504: { ...TEMPORARY, isTimeout: true },
	505: PERMANENT,
	506: PERMANENT,
	507: PERMANENT,
	508: PERMANENT,
	509: PERMANENT,
	510: PERMANENT,
	511: PERMANENT,
};

/** What the other statuses mean, by their hundred. An unknown 5xx counts as 500 (RFC 9110, section 15). */
const HUNDREDS: Partial<Record<number, FailureMeaning>> = {
	4: rejected('Compare the parameters with what the platform expects.'),
	5: TEMPORARY,
};

/** Statuses that mean "later" in a response with Retry-After. */
const THROTTLED_WITH_RETRY_AFTER = [403, 503];

/**
 * Returns what an HTTP status means. One that no list has, such as 999, is no status of the API.
 * @param retryAfter the milliseconds of Retry-After, if the response has it
 */
export function findStatusMeaning(status: number, retryAfter?: number): FailureMeaning {
	const isThrottled = retryAfter !== undefined && THROTTLED_WITH_RETRY_AFTER.includes(status);
	if (isThrottled) return THROTTLED;
	if (REDIRECTS.includes(status)) return unexpected(ENTER_ADDRESS);
	return STATUSES[status] ?? HUNDREDS[Math.floor(status / 100)] ?? unexpected(CHECK_BASE_URL);
}

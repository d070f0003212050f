import type { ApiError } from './failures';
import { networkFault, TIMED_OUT } from './network';
import type { Effect } from './idempotency';
import { EFFECTS } from './idempotency';

interface Fault {
	/** Which requests are sent again after it; what is repeatable, effects.ts says. */
	sentAgain: 'all' | 'repeatable' | 'none';
	/** Whether the platform may have carried the request out all the same. */
	mayBeDone: boolean;
	/** Whether the platform asks for less: then nothing else of this run is sent meanwhile. */
	slowsDown: boolean;
	/** Whether sending it again counts against Max Retries; a mere "not now" does not. */
	counts: boolean;
}

/** Every kind of fault, and what follows from it. */
const FAULTS = {
	notConnected: { sentAgain: 'all', mayBeDone: false, slowsDown: false, counts: true },
	tooManyRequests: { sentAgain: 'all', mayBeDone: false, slowsDown: true, counts: false },
	unavailableUntil: { sentAgain: 'all', mayBeDone: false, slowsDown: true, counts: false },
	unavailable: { sentAgain: 'repeatable', mayBeDone: true, slowsDown: true, counts: true },
	serverFault: { sentAgain: 'repeatable', mayBeDone: true, slowsDown: false, counts: true },
	requestTimeout: { sentAgain: 'repeatable', mayBeDone: true, slowsDown: false, counts: true },
	brokenOff: { sentAgain: 'repeatable', mayBeDone: true, slowsDown: false, counts: true },
	otherServerFault: { sentAgain: 'none', mayBeDone: true, slowsDown: false, counts: true },
	unreadable: { sentAgain: 'none', mayBeDone: true, slowsDown: false, counts: true },
	notTrusted: { sentAgain: 'none', mayBeDone: false, slowsDown: false, counts: true },
	refused: { sentAgain: 'none', mayBeDone: false, slowsDown: false, counts: true },
} satisfies Record<string, Fault>;

const BY_STATUS: Record<number, keyof typeof FAULTS> = {
	408: 'requestTimeout',
	429: 'tooManyRequests',
	500: 'serverFault',
	502: 'serverFault',
	503: 'unavailable',
	504: 'serverFault',
};

/** Whether a request of this effect may be sent again after a fault. */
export function maySendAgain({ sentAgain }: Fault, effect: Effect): boolean {
	return sentAgain === 'all' || (sentAgain === 'repeatable' && EFFECTS[effect].isRepeatable);
}

/**
 * What follows from a failed request.
 * @param trustsNotNow false when a "not now" leaves as much in doubt as a bare 503
 */
export function faultOf({ details }: ApiError, trustsNotNow = true): Fault {
	const fault: Fault = FAULTS[kindOf(details)];
	const isNotNow = !fault.counts;
	return isNotNow && !trustsNotNow ? FAULTS.unavailable : fault;
}

/**
 * Whether a request ended without a usable response: that counts towards the circuit breaker. Throttling is
 * not an outage.
 */
export function isOutage({ details }: ApiError): boolean {
	const { httpCode = 0, networkCode, retryAfter, unreadable } = details;
	if (networkCode !== undefined) return true;
	if (unreadable || retryAfter !== undefined) return false;
	return httpCode === 408 || httpCode >= 500;
}

/** Whether the platform, or something in its place, responded. */
export function isResponse({ details: { httpCode, unreadable } }: ApiError): boolean {
	return httpCode !== undefined || unreadable === true;
}

/** Whether no answer came in time, here or to a proxy before the platform. */
export function isLate({ details: { httpCode, networkCode } }: ApiError): boolean {
	return networkCode === TIMED_OUT || httpCode === 408 || httpCode === 504;
}

function kindOf(details: ApiError['details']): keyof typeof FAULTS {
	const { httpCode, networkCode, inHandshake = false, retryAfter, unreadable } = details;
	if (networkCode !== undefined) return networkFault(networkCode, inHandshake).fault;
	if (unreadable) return 'unreadable';
	if (httpCode === undefined) return 'refused';
	if (httpCode === 503 && retryAfter !== undefined) return 'unavailableUntil';
	return BY_STATUS[httpCode] ?? (httpCode >= 500 ? 'otherServerFault' : 'refused');
}

/** The longest first wait: a server that is down takes longer to come back than one that takes fewer at a time. */
const FIRST_BACKOFF = 1000;
const FIRST_BACKOFF_AFTER_429 = 200;
const LONGEST_BACKOFF = 30_000;

/**
 * Milliseconds to wait before a request is sent again: what the platform asks, else (or when it asks
 * for no time at all) exponential backoff with full jitter.
 * @param attempts how often it was sent so far, at least 1
 * @param closedFor for how long the platform has answered nothing but refusals
 */
export function waitBefore({ details }: ApiError, attempts: number, closedFor: number): number {
	const first = details.httpCode === 429 ? FIRST_BACKOFF_AFTER_429 : FIRST_BACKOFF;
	const longest = Math.max(first * 2 ** (attempts - 1), closedFor);
	return details.retryAfter || Math.random() * Math.min(LONGEST_BACKOFF, longest);
}

import type { ApiFailure } from './failures';

/**
 * What may be sent again. `idempotent`: the same twice is the same as once (Search, Update).
 * `repeatable`: twice costs twice, but does no harm (Extract). `once`: a second one would start
 * something a second time (Run).
 */
export type RetryClass = 'idempotent' | 'repeatable' | 'once';

interface Fault {
	/** Which classes are sent again after it. */
	sentAgain: readonly RetryClass[];
	/** Whether the platform may have carried the request out all the same. */
	mayBeDone: boolean;
	/** Whether the platform asks for less: then nothing else of this run is sent meanwhile. */
	slowsDown: boolean;
}

const ALL = ['idempotent', 'repeatable', 'once'] as const;
const HARMLESS = ['idempotent', 'repeatable'] as const;
const NONE = [] as const;

/** Every kind of fault, and what follows from it. */
const FAULTS = {
	notConnected: { sentAgain: ALL, mayBeDone: false, slowsDown: false },
	tooManyRequests: { sentAgain: ALL, mayBeDone: false, slowsDown: true },
	unavailableUntil: { sentAgain: ALL, mayBeDone: false, slowsDown: true },
	unavailable: { sentAgain: HARMLESS, mayBeDone: true, slowsDown: true },
	serverFault: { sentAgain: HARMLESS, mayBeDone: true, slowsDown: false },
	requestTimeout: { sentAgain: HARMLESS, mayBeDone: true, slowsDown: false },
	brokenOff: { sentAgain: HARMLESS, mayBeDone: true, slowsDown: false },
	otherServerFault: { sentAgain: NONE, mayBeDone: true, slowsDown: false },
	unreadable: { sentAgain: NONE, mayBeDone: true, slowsDown: false },
	refused: { sentAgain: NONE, mayBeDone: false, slowsDown: false },
} satisfies Record<string, Fault>;

const BY_STATUS: Record<number, keyof typeof FAULTS> = {
	408: 'requestTimeout',
	429: 'tooManyRequests',
	500: 'serverFault',
	502: 'serverFault',
	503: 'unavailable',
	504: 'serverFault',
};

const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const NOT_TRUSTED = /CERT|SELF_SIGNED|SSL|TLS|UNABLE_TO/;

/** What follows from a failed request. */
export function faultOf({ facts }: ApiFailure): Fault {
	return FAULTS[kindOf(facts)];
}

function kindOf(facts: ApiFailure['facts']): keyof typeof FAULTS {
	const { httpCode, networkCode, retryAfter, unreadable } = facts;
	if (networkCode !== undefined) return kindOfNetworkFault(networkCode);
	if (unreadable) return 'unreadable';
	if (httpCode === undefined) return 'refused';
	if (httpCode === 503 && retryAfter !== undefined) return 'unavailableUntil';
	return BY_STATUS[httpCode] ?? (httpCode >= 500 ? 'otherServerFault' : 'refused');
}

function kindOfNetworkFault(code: string): keyof typeof FAULTS {
	if (NOT_CONNECTED.test(code)) return 'notConnected';
	return NOT_TRUSTED.test(code) ? 'refused' : 'brokenOff';
}

const FIRST_BACKOFF = 1000;
const LONGEST_BACKOFF = 30_000;

/**
 * Milliseconds to wait before a request is sent again: what Retry-After says, in seconds or as an
 * HTTP date; else exponential backoff with full jitter.
 * @param attempts how often it was sent so far, at least 1
 */
export function waitBefore(failure: ApiFailure, attempts: number, now = Date.now()): number {
	const asked = retryAfterMilliseconds(failure.facts.retryAfter, now);
	return asked ?? Math.random() * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (attempts - 1));
}

function retryAfterMilliseconds(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

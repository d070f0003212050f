import type { FailureKind } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';

/**
 * How the node reacts to a fault. `retry`: it sends the request again. `fail`: the item fails. `unknown`: the item
 * fails with an unknown outcome.
 */
export type Reaction = 'retry' | 'fail' | 'unknown';

/** A fault and the expected results. */
export interface FaultCase {
	/** `details.kind`, unless the outcome is unknown. */
	kind: FailureKind;
	name: string;
	/** The fault of the simulator, unless nothing responds at the address. */
	rule?: FaultRule;
	address?: 'refused' | 'unknown';
	/** The reactions of Run and of the other operations. */
	others: Reaction;
	run: Reaction;
	/** Part of the message. */
	message: RegExp;
	/** Part of the description. */
	advice: RegExp;
	/** `success` means the operation's success status. */
	httpCode?: number | 'success';
	/** Whether the request is throttled, so that only the Retry Budget limits retries. */
	isThrottling?: boolean;
	/** Minimum milliseconds between two requests. */
	gap?: number;
	/** Whether the platform executes the request. */
	executed?: boolean;
	/** Whether later items aren't sent, because the requested wait is too long. */
	stopsItems?: boolean;
	/** Differences for Update, which has an envelope. */
	forUpdate?: Pick<FaultCase, 'kind' | 'others' | 'message' | 'advice' | 'httpCode'>;
}

const MESSAGE = 'Not like this';
const LATER = /Try again later/;

const ADVICE: Record<number, RegExp> = {
	400: /Correct what the platform rejects/,
	401: /Check Developer Token/,
	403: /the permissions of the token/,
	404: /Check .+ of this item|Check the Base URL/,
	413: /Send less data/,
};

const rejected = Object.entries(ADVICE).flatMap(([status, advice]) =>
	['json', 'text', 'html'].map((format): FaultCase => ({
		name: `${status}, body format ${format}`,
		rule: { fault: 'status', status: Number(status), format, message: MESSAGE },
		kind: 'rejected',
		others: 'fail',
		run: 'fail',
		message: new RegExp(`The platform returned ${status}: ${MESSAGE}`),
		advice,
		httpCode: Number(status),
	})),
);

const unavailable = [408, 500, 502, 503, 504].map((status): FaultCase => ({
	name: status === 503 ? '503 without Retry-After' : String(status),
	rule: { fault: 'status', status, message: MESSAGE },
	kind: 'unavailable',
	others: 'retry',
	run: 'unknown',
	message: new RegExp(`The platform returned ${status}: ${MESSAGE}`),
	advice: LATER,
	httpCode: status,
}));

const notReached = {
	kind: 'unavailable',
	others: 'retry',
	run: 'retry',
	message: /The platform can't be reached/,
} as const;
const disconnected = {
	kind: 'unavailable',
	others: 'retry',
	run: 'unknown',
	message: /The connection broke before the response was complete \(ECONNRESET\)/,
	advice: LATER,
} as const;
const timedOut = {
	kind: 'unavailable',
	others: 'retry',
	run: 'unknown',
	message: /The platform didn't respond in time \(ECONNABORTED\)/,
	advice: /raise Timeout/,
} as const;
const throttled = {
	kind: 'throttled',
	others: 'retry',
	run: 'retry',
	advice: /later/,
	isThrottling: true,
} as const;
const notTheApi = {
	kind: 'unexpectedResponse',
	others: 'fail',
	run: 'unknown',
	advice: /Base URL in the credential leads to the API/,
} as const;

/** A successful response that isn't what the API describes. */
const notDescribed = (
	name: string,
	rule: FaultRule,
	message: RegExp,
	differences: Partial<FaultCase> = {},
): FaultCase => ({ name, rule, message, executed: true, ...notTheApi, ...differences });

/** A throttled request with Retry-After. */
const askedToWait = (name: string, status: 429 | 503, rule: FaultRule): FaultCase => ({
	name,
	rule: { ...rule, status },
	message: new RegExp(`returned ${status}: Too many requests`),
	httpCode: status,
	// A date has no milliseconds.
	gap: 1000,
	...throttled,
});

const beyondBudget = (status: 429 | 503): FaultCase => ({
	name: `${status} with Retry-After beyond the budget`,
	kind: 'throttled',
	rule: { fault: 'retry-after', status, seconds: 86_400 },
	...{ others: 'fail', run: 'fail' },
	message: /The next try would be in 86400 s, but the Retry Budget of \d+ s ends earlier/,
	advice: /raise Retry Budget/,
	httpCode: status,
	stopsItems: true,
});

const ofTheUpdate = (code: number, advice: RegExp, reaction: Pick<FaultCase, 'kind' | 'others'>) =>
	notDescribed(
		`Success with code ${code} in the body`,
		{ fault: 'envelope-error', code, message: MESSAGE },
		/The response has no /,
		{
			executed: undefined,
			forUpdate: {
				...reaction,
				message: new RegExp(`returned ${code}: Not like this`),
				advice,
				httpCode: code,
			},
		},
	);

/** Every fault of the matrix. */
export const faultCases: FaultCase[] = [
	{ name: 'Connection refused', address: 'refused', advice: /Check the Base URL/, ...notReached },
	{ name: 'Name not found', address: 'unknown', advice: /Check the Base URL/, ...notReached },
	{ name: 'Reset before execution', rule: { fault: 'reset' }, ...disconnected },
	{
		name: 'Reset after execution',
		...{ rule: { fault: 'reset-after' }, executed: true, ...disconnected },
	},
	{
		name: 'Connection closed during the response',
		...{ rule: { fault: 'broken-off' }, executed: true, ...disconnected },
		message: /The connection broke before the response was complete/,
	},
	{ name: 'No response, not executed', rule: { fault: 'hang' }, ...timedOut },
	{ name: 'No response, executed', rule: { fault: 'hang-after' }, executed: true, ...timedOut },
	{ name: 'Response stops in the middle', rule: { fault: 'stall' }, executed: true, ...timedOut },
	{ name: 'Response byte by byte', rule: { fault: 'drip' }, executed: true, ...timedOut },
	askedToWait('429 with Retry-After in seconds', 429, { fault: 'retry-after', seconds: 1 }),
	askedToWait('429 with Retry-After as a date', 429, { fault: 'retry-after-date', seconds: 2 }),
	{
		name: '429 without Retry-After',
		rule: { fault: 'status', status: 429, message: MESSAGE },
		message: /returned 429: Not like this/,
		httpCode: 429,
		...throttled,
	},
	beyondBudget(429),
	askedToWait('503 with Retry-After', 503, { fault: 'retry-after', seconds: 1 }),
	beyondBudget(503),
	...unavailable,
	{
		name: '501',
		...{ kind: 'unavailable', others: 'fail', run: 'unknown' },
		rule: { fault: 'status', status: 501, message: MESSAGE },
		message: /returned 501: Not like this/,
		advice: LATER,
		httpCode: 501,
	},
	...rejected,
	{
		name: 'Error that echoes the token',
		...{ kind: 'rejected', others: 'fail', run: 'fail' },
		rule: { fault: 'echo-token', status: 401 },
		message: /returned 401: The token \[token\] is not welcome/,
		advice: /Check Developer Token/,
		httpCode: 401,
	},
	{
		name: 'Redirect to another host',
		...{ kind: 'unexpectedResponse', others: 'fail', run: 'unknown' },
		rule: { fault: 'redirect', location: 'http://elsewhere.invalid/api' },
		message: /The base URL redirects \(302\) to http:\/\/elsewhere.invalid\/api/,
		advice: /new address .+ as Base URL/,
		httpCode: 302,
	},
	notDescribed(
		'Success with an HTML page',
		{ fault: 'html-200', handled: true },
		/The response is a web page \("Sign in"\)/,
		{ httpCode: 200 },
	),
	notDescribed(
		'Success with an empty body',
		{ fault: 'empty-200', handled: true },
		/The response is empty/,
		{ httpCode: 200 },
	),
	notDescribed(
		'Success with half of the JSON',
		{ fault: 'truncated-json' },
		/isn't valid JSON and may be incomplete/,
		{ httpCode: 'success' },
	),
	notDescribed(
		'Success with other JSON',
		{ fault: 'wrong-shape', body: { data: [] }, handled: true },
		/The response has (no|neither)/,
	),
	notDescribed(
		"Success with JSON that isn't an object",
		{ fault: 'wrong-shape', body: [1], handled: true },
		/The response isn't a JSON object/,
	),
	ofTheUpdate(400, ADVICE[400], { kind: 'rejected', others: 'fail' }),
	ofTheUpdate(503, LATER, { kind: 'unavailable', others: 'retry' }),
];

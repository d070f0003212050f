import type { FailureKind } from '../../../nodes/DataPlatform/transport/failures.ts';
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
	403: /whether the token has the permission/,
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

const otherShape = {
	...notTheApi,
	message: /The response has no /,
} as const;

/** Every fault of the matrix. */
export const faultCases: FaultCase[] = [
	{ name: 'Connection refused', address: 'refused', advice: /Check the Base URL/, ...notReached },
	{ name: 'Name not found', address: 'unknown', advice: /Check the Base URL/, ...notReached },
	{ name: 'Reset before execution', rule: { fault: 'reset' }, ...disconnected },
	{
		name: 'Reset after execution',
		rule: { fault: 'reset-after' },
		executed: true,
		...disconnected,
	},
	{
		name: 'Connection closed during the response',
		rule: { fault: 'broken-off' },
		executed: true,
		...disconnected,
		message: /The connection broke before the response was complete/,
	},
	{ name: 'No response, not executed', rule: { fault: 'hang' }, ...timedOut },
	{ name: 'No response, executed', rule: { fault: 'hang-after' }, executed: true, ...timedOut },
	{
		name: 'Response stops in the middle',
		rule: { fault: 'stall' },
		executed: true,
		...timedOut,
	},
	{
		name: 'Response byte by byte',
		rule: { fault: 'drip' },
		executed: true,
		...timedOut,
	},
	{
		name: '429 with Retry-After in seconds',
		rule: { fault: 'retry-after', seconds: 1 },
		message: /returned 429: Too many requests/,
		httpCode: 429,
		gap: 1000,
		...throttled,
	},
	{
		name: '429 with Retry-After as a date',
		rule: { fault: 'retry-after-date', seconds: 2 },
		message: /returned 429: Too many requests/,
		httpCode: 429,
		// The date has no milliseconds.
		gap: 1000,
		...throttled,
	},
	{
		name: '429 without Retry-After',
		rule: { fault: 'status', status: 429, message: MESSAGE },
		message: /returned 429: Not like this/,
		httpCode: 429,
		...throttled,
	},
	{
		name: '429 with Retry-After beyond the budget',
		kind: 'throttled',
		rule: { fault: 'retry-after', seconds: 86_400 },
		others: 'fail',
		run: 'fail',
		message:
			/The next retry would be in 86400 seconds, longer than the Retry Budget of \d+ seconds/,
		advice: /raise Retry Budget/,
		httpCode: 429,
		stopsItems: true,
	},
	{
		name: '503 with Retry-After',
		rule: { fault: 'retry-after', status: 503, seconds: 1 },
		message: /returned 503: Too many requests/,
		httpCode: 503,
		gap: 1000,
		...throttled,
	},
	{
		name: '503 with Retry-After beyond the budget',
		kind: 'throttled',
		rule: { fault: 'retry-after', status: 503, seconds: 86_400 },
		others: 'fail',
		run: 'fail',
		message:
			/The next retry would be in 86400 seconds, longer than the Retry Budget of \d+ seconds/,
		advice: /raise Retry Budget/,
		httpCode: 503,
		stopsItems: true,
	},
	...unavailable,
	{
		name: '501',
		kind: 'unavailable',
		rule: { fault: 'status', status: 501, message: MESSAGE },
		others: 'fail',
		run: 'unknown',
		message: /returned 501: Not like this/,
		advice: LATER,
		httpCode: 501,
	},
	...rejected,
	{
		name: 'Error that echoes the token',
		kind: 'rejected',
		rule: { fault: 'echo-token', status: 401 },
		others: 'fail',
		run: 'fail',
		message: /returned 401: The token \[token\] is not welcome/,
		advice: /Check Developer Token/,
		httpCode: 401,
	},
	{
		name: 'Redirect to another host',
		kind: 'unexpectedResponse',
		rule: { fault: 'redirect', location: 'http://elsewhere.invalid/api' },
		others: 'fail',
		run: 'unknown',
		message: /The base URL redirects \(302\) to http:\/\/elsewhere.invalid\/api/,
		advice: /follow redirects/,
		httpCode: 302,
	},
	{
		name: 'Success with an HTML page',
		rule: { fault: 'html-200', handled: true },
		message: /The response is a web page \("Sign in"\)/,
		httpCode: 200,
		executed: true,
		...notTheApi,
	},
	{
		name: 'Success with an empty body',
		rule: { fault: 'empty-200', handled: true },
		message: /The response is empty/,
		httpCode: 200,
		executed: true,
		...notTheApi,
	},
	{
		name: 'Success with half of the JSON',
		rule: { fault: 'truncated-json' },
		...notTheApi,
		message: /isn't valid JSON and may be incomplete/,
		httpCode: 'success',
		executed: true,
	},
	{
		name: 'Success with other JSON',
		rule: { fault: 'wrong-shape', body: { data: [] }, handled: true },
		message: /The response has no/,
		executed: true,
		...notTheApi,
	},
	{
		name: "Success with JSON that isn't an object",
		rule: { fault: 'wrong-shape', body: [1], handled: true },
		message: /The response isn't a JSON object/,
		executed: true,
		...notTheApi,
	},
	{
		name: 'Success with code 400 in the body',
		rule: { fault: 'envelope-error', code: 400, message: MESSAGE },
		...otherShape,
		forUpdate: {
			kind: 'rejected',
			others: 'fail',
			message: /returned 400: Not like this/,
			advice: ADVICE[400],
			httpCode: 400,
		},
	},
	{
		name: 'Success with code 503 in the body',
		rule: { fault: 'envelope-error', code: 503, message: MESSAGE },
		...otherShape,
		forUpdate: {
			kind: 'unavailable',
			others: 'retry',
			message: /returned 503: Not like this/,
			advice: LATER,
			httpCode: 503,
		},
	},
];

import type { FailureKind } from '../../../nodes/DataPlatform/transport/failures.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';

/**
 * What the node does about a fault. `again`: sends the request again. `ends`: does not, and nothing was
 * done. `doubt`: does not, and says that it may have been done.
 */
export type Reaction = 'again' | 'ends' | 'doubt';

/** A fault, and what must follow from it. */
export interface FaultCase {
	/** What `details.kind` says, unless the outcome of a run is unknown. */
	kind: FailureKind;
	name: string;
	/** What the simulator does; the others are an address at which nothing answers. */
	rule?: FaultRule;
	address?: 'refused' | 'unknown';
	/** The reaction of Run, and that of all others. */
	others: Reaction;
	run: Reaction;
	/** Part of the message; without it the status stands in it, with the simulator's words. */
	message: RegExp;
	/** Part of the description: how to go on. */
	advice: RegExp;
	/** `success` stands for the operation's own success status. */
	httpCode?: number | 'success';
	/** Whether the platform only says "not now": that counts against the Retry Budget alone. */
	isThrottling?: boolean;
	/** Milliseconds that must lie between two requests. */
	gap?: number;
	/** Whether the request was carried out, and only its answer was lost. */
	executed?: boolean;
	/** Whether the items behind are not sent either, because the platform asked for a long wait. */
	stopsItems?: boolean;
	/** What is different for Update, the only one that answers by an envelope. */
	forUpdate?: Pick<FaultCase, 'kind' | 'others' | 'message' | 'advice' | 'httpCode'>;
}

const MESSAGE = 'Not like this';
const LATER = /Try again later/;

const ADVICE: Record<number, RegExp> = {
	400: /Correct what the message names/,
	401: /Check Developer Token/,
	403: /whether the token has the permission/,
	404: /Check .+ of this item|Check the Base URL/,
	413: /Send less data/,
};

const rejected = Object.entries(ADVICE).flatMap(([status, advice]) =>
	['json', 'text', 'html'].map((format): FaultCase => ({
		name: `${status} with a body of the kind ${format}`,
		rule: { fault: 'status', status: Number(status), format, message: MESSAGE },
		kind: 'rejected',
		others: 'ends',
		run: 'ends',
		message: new RegExp(`The platform returned ${status}: ${MESSAGE}`),
		advice,
		httpCode: Number(status),
	})),
);

const unavailable = [408, 500, 502, 503, 504].map((status): FaultCase => ({
	name: status === 503 ? '503 without Retry-After' : String(status),
	rule: { fault: 'status', status, message: MESSAGE },
	kind: 'unavailable',
	others: 'again',
	run: 'doubt',
	message: new RegExp(`The platform returned ${status}: ${MESSAGE}`),
	advice: LATER,
	httpCode: status,
}));

const notReached = {
	kind: 'unavailable',
	others: 'again',
	run: 'again',
	message: /The platform can't be reached/,
} as const;
const disconnected = {
	kind: 'unavailable',
	others: 'again',
	run: 'doubt',
	message: /The connection broke before the response was complete \(ECONNRESET\)/,
	advice: LATER,
} as const;
const timedOut = {
	kind: 'unavailable',
	others: 'again',
	run: 'doubt',
	message: /The platform didn't respond in time \(ECONNABORTED\)/,
	advice: /raise Timeout/,
} as const;
const throttled = {
	kind: 'throttled',
	others: 'again',
	run: 'again',
	advice: /later/,
	isThrottling: true,
} as const;
const notTheApi = {
	kind: 'unexpectedResponse',
	others: 'ends',
	run: 'doubt',
	advice: /Base URL in the credential leads to the API/,
} as const;

const otherShape = {
	...notTheApi,
	message: /The response has no /,
} as const;

/** Every fault of the matrix. A new one is an entry here. */
export const faultCases: FaultCase[] = [
	{ name: 'Connection refused', address: 'refused', advice: /Check the Base URL/, ...notReached },
	{ name: 'Name not found', address: 'unknown', advice: /Check the Base URL/, ...notReached },
	{ name: 'Reset before handling', rule: { fault: 'reset' }, ...disconnected },
	{ name: 'Reset after handling', rule: { fault: 'reset-after' }, executed: true, ...disconnected },
	{
		name: 'Connection closed within the answer',
		rule: { fault: 'broken-off' },
		executed: true,
		...disconnected,
		message: /The connection broke before the response was complete/,
	},
	{ name: 'No answer, not handled', rule: { fault: 'hang' }, ...timedOut },
	{ name: 'No answer, handled', rule: { fault: 'hang-after' }, executed: true, ...timedOut },
	{
		name: 'Silence within the answer',
		rule: { fault: 'stall' },
		executed: true,
		...timedOut,
	},
	{
		name: 'An answer byte by byte',
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
		// The date is cut to a full second.
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
		others: 'ends',
		run: 'ends',
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
		others: 'ends',
		run: 'ends',
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
		others: 'ends',
		run: 'doubt',
		message: /returned 501: Not like this/,
		advice: LATER,
		httpCode: 501,
	},
	...rejected,
	{
		name: 'Error that echoes the token',
		kind: 'rejected',
		rule: { fault: 'echo-token', status: 401 },
		others: 'ends',
		run: 'ends',
		message: /returned 401: The token \[token\] is not welcome/,
		advice: /Check Developer Token/,
		httpCode: 401,
	},
	{
		name: 'Redirect to another host',
		kind: 'unexpectedResponse',
		rule: { fault: 'redirect', location: 'http://elsewhere.invalid/api' },
		others: 'ends',
		run: 'doubt',
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
		name: 'Success with JSON of another shape',
		rule: { fault: 'wrong-shape', body: { data: [] }, handled: true },
		message: /The response has no/,
		executed: true,
		...notTheApi,
	},
	{
		name: 'Success with JSON that is no object',
		rule: { fault: 'wrong-shape', body: [1], handled: true },
		message: /The response isn't a JSON object/,
		executed: true,
		...notTheApi,
	},
	{
		name: 'Success whose body says code 400',
		rule: { fault: 'envelope-error', code: 400, message: MESSAGE },
		...otherShape,
		forUpdate: {
			kind: 'rejected',
			others: 'ends',
			message: /returned 400: Not like this/,
			advice: ADVICE[400],
			httpCode: 400,
		},
	},
	{
		name: 'Success whose body says code 503',
		rule: { fault: 'envelope-error', code: 503, message: MESSAGE },
		...otherShape,
		forUpdate: {
			kind: 'unavailable',
			others: 'again',
			message: /returned 503: Not like this/,
			advice: LATER,
			httpCode: 503,
		},
	},
];

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
	harmless: Reaction;
	run: Reaction;
	/** Part of the message; without it the status stands in it, with the simulator's words. */
	says: RegExp;
	/** Part of the description: how to go on. */
	advises: RegExp;
	/** `success` stands for the operation's own success status. */
	httpCode?: number | 'success';
	/** Whether the platform only says "not now": that counts against the Retry Budget alone. */
	notNow?: boolean;
	/** Milliseconds that must lie between two requests. */
	gap?: number;
	/** Whether the request was carried out, and only its answer was lost. */
	carriedOut?: boolean;
	/** Whether the items behind are not sent either, because the platform asked for a long wait. */
	closes?: boolean;
	/** What is different for Update, the only one that answers by an envelope. */
	ofUpdate?: Pick<FaultCase, 'kind' | 'harmless' | 'says' | 'advises' | 'httpCode'>;
}

const WORDS = 'Not like this';
const LATER = /Try again later/;

const ADVICE: Record<number, RegExp> = {
	400: /Correct what the message names/,
	401: /Check Developer Token/,
	403: /whether the token has the permission/,
	404: /Check .+ of this item|Check the Base URL/,
	413: /Send less data/,
};

const refused = Object.entries(ADVICE).flatMap(([status, advises]) =>
	['json', 'text', 'html'].map((format): FaultCase => ({
		name: `${status} with a body of the kind ${format}`,
		rule: { fault: 'status', status: Number(status), format, message: WORDS },
		kind: 'rejected',
		harmless: 'ends',
		run: 'ends',
		says: new RegExp(`The platform returned ${status}: ${WORDS}`),
		advises,
		httpCode: Number(status),
	})),
);

const unavailable = [408, 500, 502, 503, 504].map((status): FaultCase => ({
	name: status === 503 ? '503 without Retry-After' : String(status),
	rule: { fault: 'status', status, message: WORDS },
	kind: 'unavailable',
	harmless: 'again',
	run: 'doubt',
	says: new RegExp(`The platform returned ${status}: ${WORDS}`),
	advises: LATER,
	httpCode: status,
}));

const notReached = {
	kind: 'unavailable',
	harmless: 'again',
	run: 'again',
	says: /The platform can't be reached/,
} as const;
const brokenOff = {
	kind: 'unavailable',
	harmless: 'again',
	run: 'doubt',
	says: /The connection broke before the response was complete \(ECONNRESET\)/,
	advises: LATER,
} as const;
const tooLate = {
	kind: 'unavailable',
	harmless: 'again',
	run: 'doubt',
	says: /The platform didn't respond in time \(ECONNABORTED\)/,
	advises: /raise Timeout/,
} as const;
const slowDown = {
	kind: 'throttled',
	harmless: 'again',
	run: 'again',
	advises: /later/,
	notNow: true,
} as const;
const notTheApi = {
	kind: 'unexpectedResponse',
	harmless: 'ends',
	run: 'doubt',
	advises: /Base URL in the credential leads to the API/,
} as const;

const otherShape = {
	...notTheApi,
	says: /The response has no /,
} as const;

/** Every fault of the matrix. A new one is an entry here. */
export const faultCases: FaultCase[] = [
	{ name: 'Connection refused', address: 'refused', advises: /Check the Base URL/, ...notReached },
	{ name: 'Name not found', address: 'unknown', advises: /Check the Base URL/, ...notReached },
	{ name: 'Reset before handling', rule: { fault: 'reset' }, ...brokenOff },
	{ name: 'Reset after handling', rule: { fault: 'reset-after' }, carriedOut: true, ...brokenOff },
	{
		name: 'Connection closed within the answer',
		rule: { fault: 'broken-off' },
		carriedOut: true,
		...brokenOff,
		says: /The connection broke before the response was complete/,
	},
	{ name: 'No answer, not handled', rule: { fault: 'hang' }, ...tooLate },
	{ name: 'No answer, handled', rule: { fault: 'hang-after' }, carriedOut: true, ...tooLate },
	{
		name: 'Silence within the answer',
		rule: { fault: 'stall' },
		carriedOut: true,
		...tooLate,
	},
	{
		name: 'An answer byte by byte',
		rule: { fault: 'drip' },
		carriedOut: true,
		...tooLate,
	},
	{
		name: '429 with Retry-After in seconds',
		rule: { fault: 'retry-after', seconds: 1 },
		says: /returned 429: Too many requests/,
		httpCode: 429,
		gap: 1000,
		...slowDown,
	},
	{
		name: '429 with Retry-After as a date',
		rule: { fault: 'retry-after-date', seconds: 2 },
		says: /returned 429: Too many requests/,
		httpCode: 429,
		// The date is cut to a full second.
		gap: 1000,
		...slowDown,
	},
	{
		name: '429 without Retry-After',
		rule: { fault: 'status', status: 429, message: WORDS },
		says: /returned 429: Not like this/,
		httpCode: 429,
		...slowDown,
	},
	{
		name: '429 with Retry-After beyond the budget',
		kind: 'throttled',
		rule: { fault: 'retry-after', seconds: 86_400 },
		harmless: 'ends',
		run: 'ends',
		says: /The next retry would be in 86400 seconds, longer than the Retry Budget of \d+ seconds/,
		advises: /raise Retry Budget/,
		httpCode: 429,
		closes: true,
	},
	{
		name: '503 with Retry-After',
		rule: { fault: 'retry-after', status: 503, seconds: 1 },
		says: /returned 503: Too many requests/,
		httpCode: 503,
		gap: 1000,
		...slowDown,
	},
	{
		name: '503 with Retry-After beyond the budget',
		kind: 'throttled',
		rule: { fault: 'retry-after', status: 503, seconds: 86_400 },
		harmless: 'ends',
		run: 'ends',
		says: /The next retry would be in 86400 seconds, longer than the Retry Budget of \d+ seconds/,
		advises: /raise Retry Budget/,
		httpCode: 503,
		closes: true,
	},
	...unavailable,
	{
		name: '501',
		kind: 'unavailable',
		rule: { fault: 'status', status: 501, message: WORDS },
		harmless: 'ends',
		run: 'doubt',
		says: /returned 501: Not like this/,
		advises: LATER,
		httpCode: 501,
	},
	...refused,
	{
		name: 'Error that echoes the token',
		kind: 'rejected',
		rule: { fault: 'echo-token', status: 401 },
		harmless: 'ends',
		run: 'ends',
		says: /returned 401: The token \[token\] is not welcome/,
		advises: /Check Developer Token/,
		httpCode: 401,
	},
	{
		name: 'Redirect to another host',
		kind: 'unexpectedResponse',
		rule: { fault: 'redirect', location: 'http://elsewhere.invalid/api' },
		harmless: 'ends',
		run: 'doubt',
		says: /The base URL redirects \(302\) to http:\/\/elsewhere.invalid\/api/,
		advises: /follow redirects/,
		httpCode: 302,
	},
	{
		name: 'Success with an HTML page',
		rule: { fault: 'html-200', handled: true },
		says: /The response is a web page \("Sign in"\)/,
		httpCode: 200,
		carriedOut: true,
		...notTheApi,
	},
	{
		name: 'Success with an empty body',
		rule: { fault: 'empty-200', handled: true },
		says: /The response is empty/,
		httpCode: 200,
		carriedOut: true,
		...notTheApi,
	},
	{
		name: 'Success with half of the JSON',
		rule: { fault: 'truncated-json' },
		...notTheApi,
		says: /isn't valid JSON and may be incomplete/,
		httpCode: 'success',
		carriedOut: true,
	},
	{
		name: 'Success with JSON of another shape',
		rule: { fault: 'wrong-shape', body: { data: [] }, handled: true },
		says: /The response has no/,
		carriedOut: true,
		...notTheApi,
	},
	{
		name: 'Success with JSON that is no object',
		rule: { fault: 'wrong-shape', body: [1], handled: true },
		says: /The response isn't a JSON object/,
		carriedOut: true,
		...notTheApi,
	},
	{
		name: 'Success whose body says code 400',
		rule: { fault: 'envelope-error', code: 400, message: WORDS },
		...otherShape,
		ofUpdate: {
			kind: 'rejected',
			harmless: 'ends',
			says: /returned 400: Not like this/,
			advises: ADVICE[400],
			httpCode: 400,
		},
	},
	{
		name: 'Success whose body says code 503',
		rule: { fault: 'envelope-error', code: 503, message: WORDS },
		...otherShape,
		ofUpdate: {
			kind: 'unavailable',
			harmless: 'again',
			says: /returned 503: Not like this/,
			advises: LATER,
			httpCode: 503,
		},
	},
];

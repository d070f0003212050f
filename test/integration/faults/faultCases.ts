import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { DeadAddressKind } from '../../simulation/addresses.ts';

/**
 * How the node reacts to a fault. `retry`: it sends the request again. `fail`: the item fails. `unknown`: the item
 * fails with an unknown outcome.
 */
type Reaction = 'retry' | 'fail' | 'unknown';

/** A fault and the expected results. */
export interface FaultCase {
	name: string;
	/** The fault of the simulator, unless nothing responds at the address. */
	rule?: FaultRule;
	address?: DeadAddressKind;
	/** The reactions of Run and of the other operations. */
	run: Reaction;
	others: Reaction;
	/** `details.kind`, unless the outcome is unknown. */
	kind: string;
	/** Part of the message. */
	message: RegExp;
	/** Part of the description. */
	advice: RegExp;
	/** `success` means the operation's success status. */
	httpCode?: number | 'success';
	/** Whether the platform executes the request. */
	isExecuted?: boolean;
	/** Whether it's throttled, so that Max Retries doesn't limit the tries. */
	isThrottled?: boolean;
	/** Minimum milliseconds between two tries. */
	gap?: number;
	/** Whether later items aren't sent, because the platform asks for a wait that is too long. */
	stopsItems?: boolean;
	/** Differences for Search, of which incomplete responses are requested again. */
	forSearch?: Pick<FaultCase, 'others' | 'advice'>;
	/** Differences for Update, which has an envelope. */
	forUpdate?: Pick<FaultCase, 'kind' | 'others' | 'message' | 'advice' | 'httpCode'>;
}

const MESSAGE = 'Not like this';
const RETRIED = { run: 'retry', others: 'retry' } as const;
const RETRIED_UNLESS_RUN = { run: 'unknown', others: 'retry' } as const;
const FAILED = { run: 'fail', others: 'fail' } as const;
const FAILED_OR_UNKNOWN = { run: 'unknown', others: 'fail' } as const;

const LATER = /again later/;
const BASE_URL = /Base URL/;

const status = (code: number) => ({
	name: String(code),
	rule: { fault: 'status', status: code, message: MESSAGE },
	message: new RegExp(`returned ${code}: ${MESSAGE}`),
	httpCode: code,
});

const rejected = (code: number, advice: RegExp): FaultCase => {
	return { ...status(code), ...FAILED, kind: 'rejected', advice };
};

const unavailable = (code: number, advice: RegExp): FaultCase => {
	return { ...status(code), ...RETRIED_UNLESS_RUN, kind: 'unavailable', advice };
};

const unreachable = (address: DeadAddressKind, kind: string, message: RegExp): FaultCase => {
	return { name: address, address, ...RETRIED, kind, message, advice: BASE_URL };
};

/** No whole response arrives, because the connection breaks, or because it takes too long. */
const lost = (fault: string, isExecuted: boolean, message: RegExp, advice: RegExp): FaultCase => {
	const kind = 'unavailable';
	return { name: fault, rule: { fault }, ...RETRIED_UNLESS_RUN, kind, isExecuted, message, advice };
};

const broken = (fault: string, isExecuted = true) =>
	lost(fault, isExecuted, /connection broke before the response was complete/, LATER);

const timedOut = (fault: string, isExecuted = true) =>
	lost(fault, isExecuted, /didn't respond in time/, /Timeout/);

const throttled = (name: string, code: number, rule: FaultRule, gap = 59_000): FaultCase => ({
	name: `${code} ${name}`,
	rule: { status: code, ...rule },
	...RETRIED,
	kind: 'throttled',
	message: new RegExp(`returned ${code}`),
	advice: /Max Requests per Second/,
	httpCode: code,
	isThrottled: true,
	gap,
});

const throttledTooLong = (code: number): FaultCase => {
	const rule = { fault: 'retry-after', seconds: 86_400 };
	const throttledOnce = throttled('with a Retry-After of a day', code, rule);
	return { ...throttledOnce, ...FAILED, isThrottled: false, stopsItems: true };
};

/** A successful response that isn't what the API describes. */
const unexpected = (
	name: string,
	rule: FaultRule,
	message: RegExp,
	httpCode?: FaultCase['httpCode'],
): FaultCase => ({
	name,
	rule: { handled: true, ...rule },
	...FAILED_OR_UNKNOWN,
	isExecuted: true,
	kind: 'unexpectedResponse',
	message,
	advice: BASE_URL,
	httpCode,
});

/** A successful response that is cut off. */
const cutOff = (name: string, rule: FaultRule, message: RegExp): FaultCase => ({
	...unexpected(name, rule, message, 'success'),
	forSearch: { others: 'retry', advice: LATER },
});

/** Success, with a failure in the body. Only the response to an update has such a body. */
const inEnvelope = (code: number, forUpdate: Pick<FaultCase, 'kind' | 'others' | 'advice'>) => ({
	...unexpected(
		`200 with code ${code} in the body`,
		{ fault: 'envelope-error', code, message: MESSAGE, handled: false },
		/The response has no /,
	),
	isExecuted: false,
	forUpdate: { ...forUpdate, httpCode: code, message: new RegExp(`returned ${code}: ${MESSAGE}`) },
});

/** Every fault of the matrix. */
export const faultCases: FaultCase[] = [
	unreachable('refused', 'unavailable', /can't be reached/),
	unreachable('unknown host', 'invalid', /ENOTFOUND/),
	unreachable('no name server', 'unavailable', /EAI_AGAIN/),
	broken('reset', false),
	broken('reset-after'),
	broken('broken-off'),
	timedOut('hang', false),
	timedOut('hang-after'),
	timedOut('stall'),
	timedOut('drip'),
	throttled('with Retry-After', 429, { fault: 'retry-after', seconds: 60 }),
	throttled('with Retry-After as a date', 429, { fault: 'retry-after-date', seconds: 60 }),
	throttled('without Retry-After', 429, { fault: 'status', message: MESSAGE }, 0),
	throttled('with Retry-After', 503, { fault: 'retry-after', seconds: 60 }),
	throttled('with Retry-After', 403, { fault: 'retry-after', seconds: 60 }),
	...[429, 503].map(throttledTooLong),
	unavailable(408, /raise 'Timeout'/),
	// statuses.test.ts has every status.
	...[500, 503].map((code) => unavailable(code, /administrator/)),
	{ ...unavailable(501, /administrator/), others: 'fail' },
	...[499, 529].map((code) => unavailable(code, /administrator/)),
	rejected(400, /Correct what/),
	rejected(401, /Developer Token/),
	rejected(403, /permissions/),
	rejected(404, /Check/),
	rejected(409, /Another run or change may be in progress/),
	rejected(413, /less data/),
	rejected(418, /Compare the parameters/),
	rejected(425, /later/),
	{
		...rejected(401, /Developer Token/),
		name: '401 that echoes the token',
		rule: { fault: 'echo-token', status: 401 },
		message: /returned 401: The token \[token\] is not welcome/,
	},
	unexpected(
		'redirect to another host',
		{ fault: 'redirect', location: 'http://elsewhere.invalid/api' },
		/redirects \(302\) to http:\/\/elsewhere.invalid\/api/,
		302,
	),
	unexpected('200 with a page', { fault: 'html-200' }, /web page \("Sign in"\)/, 200),
	unexpected('200 without a body', { fault: 'empty-200' }, /is empty/, 200),
	{
		...unexpected('204', { fault: 'status', status: 204, format: 'empty' }, /is empty/, 204),
		advice: /Check there what it has done/,
	},
	cutOff('half of the JSON', { fault: 'truncated-json' }, /isn't valid JSON/),
	unexpected('600', { fault: 'status', status: 600 }, /returned/, 600),
	unexpected('other JSON', { fault: 'wrong-shape', body: { a: 1 } }, /response has (no|neither)/),
	unexpected('a JSON list', { fault: 'wrong-shape', body: [1] }, /isn't a JSON object/),
	inEnvelope(400, { kind: 'rejected', others: 'fail', advice: /Correct what/ }),
	inEnvelope(503, { kind: 'unavailable', others: 'retry', advice: LATER }),
];

import { z } from 'zod';
import { type SimulatedResponse, errorResponse, errorBody } from '../response.ts';
import type { AnyFaultKind, IncomingRequest, Settings } from './fault.ts';
import { kind, positiveCount, wholeNumber } from './fault.ts';

const text = (fallback: string) => z.string().default(fallback);
const status = (fallback: number) => z.number().int().min(200).max(599).default(fallback);
const handled = z
	.boolean()
	.default(false)
	.describe('whether the request is executed although its response is replaced');

const replaced = <Shape extends z.ZodRawShape>(
	description: string,
	settings: Shape,
	respond: (settings: Settings<Shape>, incoming: IncomingRequest) => SimulatedResponse,
) =>
	kind<z.ZodRawShape>({
		description,
		settings: { ...settings, handled },
		async effect({ settings, incoming, handle }) {
			if (settings.handled) await handle();
			return respond(settings as Settings<Shape>, incoming);
		},
	});

const MESSAGE = 'Simulated failure';

const textResponse = (status: number, type: string, text: string): SimulatedResponse => ({
	status,
	headers: { 'content-type': `${type}; charset=utf-8` },
	text,
});

const FORMATS = {
	json: errorResponse,
	text: (code: number, message: string) => textResponse(code, 'text/plain', message),
	html(code: number, message: string) {
		const page = `<!DOCTYPE html><title>${message}</title><h1>${message}</h1>`;
		return textResponse(code, 'text/html', page);
	},
	empty: (code: number): SimulatedResponse => ({ status: code, text: '' }),
};

const milliseconds = wholeNumber.describe('milliseconds');

const notExecuted = (connection: SimulatedResponse['connection'], what: string) =>
	kind({
		description: `${what}, the request isn't executed`,
		effect: () => ({ status: 0, connection }),
	});

/** Keeps the failure of another fault that also breaks the connection. */
const brokenResponse = (connection: SimulatedResponse['connection'], what: string) =>
	kind({
		description: `executes the request${what}`,
		effect: async ({ handle }) => ({ connection, ...(await handle()) }),
	});

/** Error responses, successful responses that aren't valid, and responses that are lost, late, or throttled. */
export const failures: Record<string, AnyFaultKind> = {
	status: replaced(
		'returns a status of your choice',
		{
			status: status(500),
			format: z.enum(['json', 'text', 'html', 'empty']).default('json').describe('of the body'),
			message: text(MESSAGE),
			body: z.unknown().describe('any JSON instead of the usual body'),
			headers: z.record(z.string()).default({}).describe('additional headers'),
		},
		({ status, format, message, body, headers }) => {
			const response = body === undefined ? FORMATS[format](status, message) : { status, body };
			return { ...response, headers: { ...response.headers, ...headers } };
		},
	),
	'retry-after': replaced(
		'returns 429 (or another status) with Retry-After in seconds',
		{ status: status(429), seconds: wholeNumber.default(1) },
		({ status, seconds }) => errorResponse(status, 'Too many requests', seconds),
	),
	'retry-after-date': replaced(
		'returns 429 (or another status) with Retry-After as an HTTP date',
		{
			status: status(429),
			seconds: wholeNumber.default(2).describe('seconds from now, rounded down to a full second'),
		},
		({ status, seconds }) => {
			// Node's own date doesn't follow the simulated clock of tests.
			const date = new Date().toUTCString();
			const later = new Date(Date.now() + seconds * 1000).toUTCString();
			const response = errorResponse(status, 'Too many requests', later);
			return { ...response, headers: { ...response.headers, date } };
		},
	),
	'echo-token': replaced(
		'returns an error that repeats the token in its message, body, and header',
		{ status: status(401) },
		({ status }, { receivedToken: token }) => ({
			status,
			headers: { 'x-rejected-token': token },
			body: { ...errorBody(status, `The token ${token} is not welcome`), headers: { token } },
		}),
	),
	redirect: replaced(
		'returns a redirect',
		{ location: z.string().describe('target'), status: status(302) },
		({ status, location }) => ({ status, headers: { location }, text: '' }),
	),

	'html-200': replaced(
		'returns 200 with an HTML page, as a login page or a proxy does',
		{ message: text('Sign in') },
		({ message }) => FORMATS.html(200, message),
	),
	'empty-200': replaced('returns 200 with an empty body', {}, () => FORMATS.empty(200)),
	'truncated-json': kind({
		description: 'executes the request and returns half of the JSON, with a matching length',
		async effect({ handle }) {
			const { status, body, text } = await handle();
			const json = text ?? JSON.stringify(body);
			return textResponse(status, 'application/json', json.slice(0, json.length / 2));
		},
	}),
	'wrong-shape': replaced(
		'returns the usual success status with other JSON',
		{ body: z.unknown().default({ data: [] }).describe('any JSON') },
		({ body }, { record }) => ({
			status: record.operation === 'runConnector' ? 201 : 200,
			body,
		}),
	),
	'envelope-error': replaced(
		'returns 200 with a body that reports a failure: status, code, message',
		{ code: status(500), message: text(MESSAGE) },
		({ code, message }) => ({ status: 200, body: errorBody(code, message) }),
	),

	reset: notExecuted('reset', 'resets the connection'),
	'reset-after': brokenResponse('reset', ', then resets the connection without a response'),
	'broken-off': brokenResponse('cut', ', then closes the connection in the middle of the response'),
	stall: brokenResponse('stall', ', sends half of the response and then nothing'),
	drip: brokenResponse('drip', ', sends the response byte by byte, with a pause before each'),
	hang: notExecuted('silence', 'never responds'),
	'hang-after': brokenResponse('silence', ', never responds'),
	delay: kind({
		description: 'executes the request immediately and delays the response',
		settings: { ms: milliseconds },
		async effect({ handle, wait, settings }) {
			const response = await handle();
			await wait(settings.ms);
			return response;
		},
	}),
	'delay-before': kind({
		description: 'waits, then executes the request',
		settings: { ms: milliseconds },
		effect: ({ handle, wait, settings }) => wait(settings.ms).then(() => handle()),
	}),

	capacity: kind({
		description:
			'executes a limited number of requests in parallel; the others wait in a queue or are throttled',
		settings: {
			capacity: positiveCount.describe('requests in parallel'),
			ms: milliseconds.default(0).describe('milliseconds per request'),
			queue: wholeNumber.default(0).describe('maximum length of the queue'),
			status: wholeNumber.default(429).describe('of a throttled request'),
			retryAfter: wholeNumber.optional().describe('seconds, for a throttled request'),
			changes: z
				.array(z.object({ after: milliseconds, capacity: positiveCount }).strict())
				.default([])
				.describe('other capacities, each from a number of milliseconds after the first request'),
		},
		async effect({ state, settings, handle, wait }) {
			const { ms, queue, status, retryAfter, changes } = settings;
			const began = (state.acceptedAt[0] ??= Date.now());
			const capacity = () =>
				changes.findLast(({ after }) => Date.now() - began >= after)?.capacity ?? settings.capacity;
			if (state.active < capacity() && state.waiting.length === 0) state.active++;
			else if (state.waiting.length < queue) {
				await new Promise<void>((resolve) => state.waiting.push(resolve));
			} else return errorResponse(status, `More than ${capacity()} in parallel`, retryAfter);
			try {
				const response = await handle();
				await wait(ms);
				return response;
			} finally {
				state.active--;
				for (; state.active < capacity() && state.waiting.length > 0; state.active++) {
					state.waiting.shift()!();
				}
			}
		},
	}),
	'rate-limit': kind({
		description: 'accepts a limited number of requests per second and returns 429 for the others',
		settings: {
			limit: positiveCount.describe('requests per second'),
			retryAfter: wholeNumber.default(1).describe('seconds'),
		},
		effect({ state, settings: { limit, retryAfter }, handle }) {
			state.acceptedAt = state.acceptedAt.filter((at) => Date.now() - at < 1000);
			if (state.acceptedAt.length >= limit) return errorResponse(429, 'Too many', retryAfter);
			state.acceptedAt.push(Date.now());
			return handle();
		},
	}),
};

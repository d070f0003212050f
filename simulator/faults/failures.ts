import { z } from 'zod';
import { type SimulatedResponse, errorResponse, errorBody } from '../response.ts';
import { type FaultKind, type IncomingRequest, type Settings, kind } from './fault.ts';
import { positiveCount, wholeNumber } from './fault.ts';

const MESSAGE = 'Simulated failure';
const text = (fallback: string) => z.string().default(fallback);
const status = (fallback: number) => z.number().int().min(200).max(599).default(fallback);

/** A response instead of the usual one. With `handled`, the request is executed nevertheless. */
const replaced = <Shape extends z.ZodRawShape>(
	settings: Shape,
	respond: (settings: Settings<Shape>, incoming: IncomingRequest) => SimulatedResponse,
) =>
	kind<z.ZodRawShape>(
		{ ...settings, handled: z.boolean().default(false) },
		async ({ settings, incoming, handle }) => {
			if (settings.handled) await handle();
			return respond(settings as Settings<Shape>, incoming);
		},
	);

const notExecuted = (connection: SimulatedResponse['connection']) =>
	kind({}, () => ({ status: 0, connection }));

/** Keeps the failure of another fault that also breaks the connection. */
const brokenResponse = (connection: SimulatedResponse['connection']) =>
	kind({}, async ({ handle }) => ({ connection, ...(await handle()) }));

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

/** Error responses, successful responses that aren't valid, and responses that are lost, late, or throttled. */
export const failures: Record<string, FaultKind> = {
	status: replaced(
		{
			status: status(500),
			format: z.enum(['json', 'text', 'html', 'empty']).default('json'),
			message: text(MESSAGE),
			body: z.unknown(),
			headers: z.record(z.string()).default({}),
		},
		({ status, format, message, body, headers }) => {
			const response = body === undefined ? FORMATS[format](status, message) : { status, body };
			return { ...response, headers: { ...response.headers, ...headers } };
		},
	),
	'retry-after': replaced(
		{ status: status(429), seconds: wholeNumber.default(1) },
		({ status, seconds }) => errorResponse(status, 'Too many requests', seconds),
	),
	'retry-after-date': replaced(
		{ status: status(429), seconds: wholeNumber.default(2) },
		({ status, seconds }) => {
			// Node's own date doesn't follow the simulated clock of tests.
			const date = new Date().toUTCString();
			const later = new Date(Date.now() + seconds * 1000).toUTCString();
			const response = errorResponse(status, 'Too many requests', later);
			return { ...response, headers: { ...response.headers, date } };
		},
	),
	'echo-token': replaced({ status: status(401) }, ({ status }, { receivedToken: token }) => ({
		status,
		headers: { 'x-rejected-token': token },
		body: { ...errorBody(status, `The token ${token} is not welcome`), headers: { token } },
	})),
	redirect: replaced({ location: z.string(), status: status(302) }, ({ status, location }) => ({
		status,
		headers: { location },
		text: '',
	})),

	'html-200': replaced({ message: text('Sign in') }, ({ message }) => FORMATS.html(200, message)),
	'empty-200': replaced({}, () => FORMATS.empty(200)),
	'truncated-json': kind({}, async ({ handle }) => {
		const { status, body, text } = await handle();
		const json = text ?? JSON.stringify(body);
		return textResponse(status, 'application/json', json.slice(0, json.length / 2));
	}),
	'wrong-shape': replaced({ body: z.unknown().default({ data: [] }) }, ({ body }, { record }) => ({
		status: record.operation === 'runConnector' ? 201 : 200,
		body,
	})),
	'envelope-error': replaced(
		{ code: status(500), message: text(MESSAGE) },
		({ code, message }) => ({ status: 200, body: errorBody(code, message) }),
	),

	reset: notExecuted('reset'),
	hang: notExecuted('silence'),
	'reset-after': brokenResponse('reset'),
	'broken-off': brokenResponse('cut'),
	stall: brokenResponse('stall'),
	drip: brokenResponse('drip'),
	'hang-after': brokenResponse('silence'),
	delay: kind({ ms: wholeNumber }, async ({ handle, wait, settings }) => {
		const response = await handle();
		await wait(settings.ms);
		return response;
	}),
	'delay-before': kind({ ms: wholeNumber }, async ({ handle, wait, settings }) => {
		await wait(settings.ms);
		return await handle();
	}),

	capacity: kind(
		{
			capacity: positiveCount,
			ms: wholeNumber.default(0),
			queue: wholeNumber.default(0),
			status: wholeNumber.default(429),
			retryAfter: wholeNumber.optional(),
			changes: z.array(z.object({ after: wholeNumber, capacity: positiveCount })).default([]),
		},
		async ({ state, settings, handle, wait }) => {
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
	),
	'rate-limit': kind(
		{ limit: positiveCount, retryAfter: wholeNumber.default(1) },
		({ state, settings: { limit, retryAfter }, handle }) => {
			state.acceptedAt = state.acceptedAt.filter((at) => Date.now() - at < 1000);
			if (state.acceptedAt.length >= limit) return errorResponse(429, 'Too many', retryAfter);
			state.acceptedAt.push(Date.now());
			return handle();
		},
	),
};

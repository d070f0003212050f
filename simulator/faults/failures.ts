import { z } from 'zod';
import type { RequestRecord } from '../journal.ts';
import { errorBody, errorResponse, type SimulatedResponse } from '../response.ts';

export const positiveCount = z.number().int().positive();
const wholeNumber = z.number().int().min(0);

/** The settings of all faults. maintainers/simulator.md describes which fault has which, and its defaults. */
export const settings = z
	.object({
		status: z.number().int().min(200).max(999),
		format: z.enum(['json', 'text', 'html', 'empty']),
		message: z.string(),
		body: z.unknown(),
		headers: z.record(z.string()),
		handled: z.boolean(),
		seconds: wholeNumber,
		location: z.string(),
		code: wholeNumber,
		ms: wholeNumber,
		capacity: positiveCount,
		queue: wholeNumber,
		retryAfter: wholeNumber,
		changes: z.array(z.object({ after: wholeNumber, capacity: positiveCount })),
		limit: positiveCount,
		after: wholeNumber,
		totalHits: z.number().int(),
		missing: positiveCount,
		records: positiveCount,
		errors: z.array(z.unknown()),
		fields: z.array(z.string()),
	})
	.partial();

/** A request before the faults change it. */
export interface IncomingRequest {
	record: RequestRecord;
	text: string;
	/** The received token, for the fault that echoes it. Never saved. */
	receivedToken: string;
}

/** Executes a request, with another body if there is one. */
export type Handle = (body?: unknown) => Promise<SimulatedResponse>;

export interface Fault {
	incoming: IncomingRequest;
	settings: z.infer<typeof settings>;
	/** The state of the rule: accepted requests without a response, when it accepted the last ones, and the queue. */
	state: { active: number; acceptedAt: number[]; waiting: Array<() => void> };
	handle: Handle;
	/** Rejects when the simulator stops. */
	wait: (ms: number) => Promise<unknown>;
}

export type Effect = (fault: Fault) => SimulatedResponse | Promise<SimulatedResponse>;

type Connection = SimulatedResponse['connection'];

const MESSAGE = 'Simulated failure';

/** A response instead of the usual one. With `handled`, the request is executed nevertheless. */
const replaced =
	(
		respond: (settings: Fault['settings'], incoming: IncomingRequest) => SimulatedResponse,
	): Effect =>
	async ({ settings, incoming, handle }) => {
		if (settings.handled) await handle();
		return respond(settings, incoming);
	};

const notExecuted = (connection: Connection) => () => ({ status: 0, connection });

/** Keeps the failure of another fault that also breaks the connection. */
const brokenResponse =
	(connection: Connection): Effect =>
	async ({ handle }) => ({ connection, ...(await handle()) });

function textResponse(status: number, type: string, text: string): SimulatedResponse {
	return { status, headers: { 'content-type': `${type}; charset=utf-8` }, text };
}

function throttled(status: number, retryAfter?: number | string): SimulatedResponse {
	const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
	return errorResponse(status, 'Too many requests', headers);
}

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
export const failures: Record<string, Effect> = {
	status: replaced(({ status = 500, format = 'json', message = MESSAGE, body, headers }) => {
		const response = body === undefined ? FORMATS[format](status, message) : { status, body };
		return { ...response, headers: { ...response.headers, ...headers } };
	}),
	'retry-after': replaced(({ status = 429, seconds = 1 }) => throttled(status, seconds)),
	'retry-after-date': replaced(({ status = 429, seconds = 2 }) => {
		// Node's own date doesn't follow the simulated clock of tests.
		const date = new Date().toUTCString();
		const response = throttled(status, new Date(Date.now() + seconds * 1000).toUTCString());
		return { ...response, headers: { ...response.headers, date } };
	}),
	'echo-token': replaced(({ status = 401 }, { receivedToken: token }) => ({
		status,
		headers: { 'x-rejected-token': token },
		body: { ...errorBody(status, `The token ${token} is not welcome`), headers: { token } },
	})),
	redirect: replaced(({ status = 302, location = '/' }) => {
		return { status, headers: { location }, text: '' };
	}),

	'html-200': replaced(({ message = 'Sign in' }) => FORMATS.html(200, message)),
	'empty-200': replaced(() => FORMATS.empty(200)),
	async 'truncated-json'({ handle }) {
		const { status, body, text } = await handle();
		const json = text ?? JSON.stringify(body);
		return textResponse(status, 'application/json', json.slice(0, json.length / 2));
	},
	'wrong-shape': replaced(({ body = { data: [] } }, { record }) => {
		return { status: record.operation === 'runConnector' ? 201 : 200, body };
	}),
	'envelope-error': replaced(({ code = 500, message = MESSAGE }) => {
		return { status: 200, body: errorBody(code, message) };
	}),

	reset: notExecuted('reset'),
	hang: notExecuted('silence'),
	'reset-after': brokenResponse('reset'),
	'broken-off': brokenResponse('cut'),
	stall: brokenResponse('stall'),
	drip: brokenResponse('drip'),
	'hang-after': brokenResponse('silence'),
	async delay({ handle, wait, settings: { ms = 0 } }) {
		const response = await handle();
		await wait(ms);
		return response;
	},
	async 'delay-before'({ handle, wait, settings: { ms = 0 } }) {
		await wait(ms);
		return await handle();
	},

	async capacity({ state, settings, handle, wait }) {
		const { ms = 0, queue = 0, status = 429, retryAfter, changes = [] } = settings;
		const began = (state.acceptedAt[0] ??= Date.now());
		function capacity(): number {
			const change = changes.findLast(({ after }) => Date.now() - began >= after);
			return change?.capacity ?? settings.capacity ?? 1;
		}
		if (state.active < capacity() && state.waiting.length === 0) state.active++;
		else if (state.waiting.length < queue) {
			await new Promise<void>((resolve) => state.waiting.push(resolve));
		} else return throttled(status, retryAfter);
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
	/** Also breaks what is in progress when it begins. Other requests don't have this fault. */
	async blip({ state, settings, handle, wait, incoming }) {
		const { after = 0, ms = 1000, status } = settings;
		const begins = (state.acceptedAt[0] ??= Date.now()) + after;
		const broken: SimulatedResponse =
			status === undefined ? { status: 0, connection: 'reset' } : errorResponse(status, MESSAGE);
		const now = Date.now();
		if (now >= begins && now < begins + ms) return broken;
		const later = now < begins ? [wait(begins - now).then(() => broken)] : [];
		const response = await Promise.race([handle(), ...later]);
		const { faults } = incoming.record;
		// Another blip may have applied.
		if (response !== broken) faults.splice(faults.indexOf('blip'), 1);
		return response;
	},
	'rate-limit'({ state, settings: { limit = 1, retryAfter = 1 }, handle }) {
		state.acceptedAt = state.acceptedAt.filter((at) => Date.now() - at < 1000);
		if (state.acceptedAt.length >= limit) return throttled(429, retryAfter);
		state.acceptedAt.push(Date.now());
		return handle();
	},
};

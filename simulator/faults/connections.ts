import { z } from 'zod';
import type { SimulatedResponse } from '../response.ts';
import { errorResponse } from '../response.ts';
import type { AnyFaultKind } from './fault.ts';
import { kind, positiveCount, seconds, tooMany } from './fault.ts';

const milliseconds = z.number().int().min(0).describe('milliseconds');

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

/** Responses that are lost, late, or throttled. */
export const connections: Record<string, AnyFaultKind> = {
	// Connections

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

	// Limits

	capacity: kind({
		description:
			'executes a limited number of requests in parallel; the others wait in a queue or are throttled',
		settings: {
			capacity: positiveCount.describe('requests in parallel'),
			ms: milliseconds.default(0).describe('milliseconds per request'),
			queue: z.number().int().min(0).default(0).describe('maximum length of the queue'),
			status: z.number().int().default(429).describe('of a throttled request'),
			retryAfter: z.number().int().min(0).optional().describe('seconds, for a throttled request'),
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
			} else {
				const headers =
					retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
				return errorResponse(status, `More than ${capacity()} requests in parallel`, headers);
			}
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
		settings: { limit: positiveCount.describe('requests per second'), retryAfter: seconds(1) },
		effect({ state, settings, handle }) {
			const now = Date.now();
			state.acceptedAt = state.acceptedAt.filter((at) => now - at < 1000);
			if (state.acceptedAt.length >= settings.limit) {
				return tooMany(429, settings.retryAfter, `More than ${settings.limit} requests per second`);
			}
			state.acceptedAt.push(now);
			return handle();
		},
	}),
};

import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { AnyFaultKind } from './fault.ts';
import { kind, seconds, tooMany } from './fault.ts';

const milliseconds = z.number().int().min(0).describe('milliseconds');

const brokenAfter = (connection: Answer['connection'], description: string) =>
	kind({
		description,
		effect: async ({ handle }) => ({ ...(await handle()), connection }),
	});

/** Answers that do not arrive, come late, or are refused because too many are asked for. */
export const connections: Record<string, AnyFaultKind> = {
	// Connections

	reset: kind({
		description: 'resets the connection, the request is not carried out',
		effect: () => ({ status: 0, connection: 'reset' }),
	}),
	'reset-after': brokenAfter(
		'reset',
		'carries the request out, then resets the connection without an answer',
	),
	'broken-off': brokenAfter(
		'cut',
		'carries the request out and closes the connection in the middle of the answer',
	),
	stall: brokenAfter(
		'stall',
		'carries the request out, sends half of the answer and then nothing more',
	),
	drip: brokenAfter(
		'drip',
		'carries the request out and sends the answer byte by byte, with a pause before each',
	),
	hang: kind({
		description: 'never answers, the request is not carried out',
		effect: () => ({ status: 0, connection: 'silence' }),
	}),
	'hang-after': brokenAfter('silence', 'carries the request out and never answers'),
	delay: kind({
		description: 'carries the request out at once and holds the answer back',
		settings: { ms: milliseconds },
		async effect({ handle, wait, settings }) {
			const answer = await handle();
			await wait(settings.ms);
			return answer;
		},
	}),
	'delay-before': kind({
		description: 'waits, then carries the request out',
		settings: { ms: milliseconds },
		async effect({ handle, wait, settings }) {
			await wait(settings.ms);
			return await handle();
		},
	}),

	// Limits

	'concurrency-limit': kind({
		description: 'lets so many requests in at once and answers 429 to the others',
		settings: {
			limit: z.number().int().positive().describe('requests at once'),
			retryAfter: seconds(1),
		},
		async effect({ memory, settings, handle }) {
			if (memory.active >= settings.limit) {
				return tooMany(429, settings.retryAfter, `More than ${settings.limit} requests at once`);
			}
			memory.active++;
			try {
				return await handle();
			} finally {
				memory.active--;
			}
		},
	}),
	'rate-limit': kind({
		description: 'lets so many requests in within any second and answers 429 to the others',
		settings: {
			limit: z.number().int().positive().describe('requests per second'),
			retryAfter: seconds(1),
		},
		effect({ memory, settings, handle }) {
			const now = Date.now();
			memory.times = memory.times.filter((time) => now - time < 1000);
			if (memory.times.length >= settings.limit) {
				return tooMany(429, settings.retryAfter, `More than ${settings.limit} requests per second`);
			}
			memory.times.push(now);
			return handle();
		},
	}),
};

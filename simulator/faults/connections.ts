import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { errorAnswer } from '../answer.ts';
import type { AnyFaultKind } from './fault.ts';
import { kind, positiveCount, seconds, tooMany } from './fault.ts';

const milliseconds = z.number().int().min(0).describe('milliseconds');

/** Does not carry the request out. */
const ignored = (connection: Answer['connection'], what: string) =>
	kind({
		description: `${what}, the request is not carried out`,
		effect: () => ({ status: 0, connection }),
	});

/** Breaks an answer that there is: another fault may have left none. */
const brokenAfter = (connection: Answer['connection'], what: string) =>
	kind({
		description: `carries the request out${what}`,
		effect: async ({ handle }) => ({ connection, ...(await handle()) }),
	});

/** Answers that do not arrive, come late, or are refused because too many are asked for. */
export const connections: Record<string, AnyFaultKind> = {
	// Connections

	reset: ignored('reset', 'resets the connection'),
	'reset-after': brokenAfter('reset', ', then resets the connection without an answer'),
	'broken-off': brokenAfter('cut', ' and closes the connection in the middle of the answer'),
	stall: brokenAfter('stall', ', sends half of the answer and then nothing more'),
	drip: brokenAfter('drip', ' and sends the answer byte by byte, with a pause before each'),
	hang: ignored('silence', 'never answers'),
	'hang-after': brokenAfter('silence', ' and never answers'),
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
		effect: ({ handle, wait, settings }) => wait(settings.ms).then(() => handle()),
	}),

	// Limits

	capacity: kind({
		description:
			'carries out so many requests at once, each for a while; some others wait in line, the rest is refused',
		settings: {
			capacity: positiveCount.describe('requests at once'),
			ms: milliseconds.default(0).describe('milliseconds that each takes'),
			queue: z.number().int().min(0).default(0).describe('how many may wait in line'),
			status: z.number().int().default(429).describe('of a refusal'),
			retryAfter: z.number().int().min(0).optional().describe('seconds, with a refusal'),
			changes: z
				.array(z.object({ after: milliseconds, capacity: positiveCount }).strict())
				.default([])
				.describe('other capacities, from so many milliseconds after the first request on'),
		},
		async effect({ memory, settings, handle, wait }) {
			const { ms, queue, status, retryAfter, changes } = settings;
			const began = (memory.times[0] ??= Date.now());
			const capacity = () =>
				changes.findLast(({ after }) => Date.now() - began >= after)?.capacity ?? settings.capacity;
			if (memory.active < capacity() && memory.line.length === 0) memory.active++;
			else if (memory.line.length < queue) {
				await new Promise<void>((resolve) => memory.line.push(resolve));
			} else {
				const told = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
				return errorAnswer(status, `More than ${capacity()} requests at once`, told);
			}
			try {
				const answer = await handle();
				await wait(ms);
				return answer;
			} finally {
				memory.active--;
				for (; memory.active < capacity() && memory.line.length > 0; memory.active++) {
					memory.line.shift()!();
				}
			}
		},
	}),
	'rate-limit': kind({
		description: 'lets so many requests in within any second and answers 429 to the others',
		settings: { limit: positiveCount.describe('requests per second'), retryAfter: seconds(1) },
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

import { Aborted, LONGEST_SLEEP } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createSlots } from '../../../nodes/DataPlatform/transport/requestQueue.ts';
import { createSlotCount } from '../../../nodes/DataPlatform/transport/concurrencyLimit.ts';
import { NEVER, pass, platformThat, requestOf, settle, useClock } from './platform.ts';

useClock();

const LIMITS = {
	startConcurrency: 4,
	maxConcurrency: 100,
	maxRequestsPerSecond: Infinity,
	timeout: 60,
};
const THROTTLED: ApiErrorDetails = { httpCode: 429, retryAfter: 5000 };

/** Requests in slots, to a platform that fails as told. */
function slotsFor(
	respond: (number: number) => ApiErrorDetails | undefined = () => undefined,
	limits: Partial<typeof LIMITS> = {},
	milliseconds = 10,
) {
	const platform = platformThat(respond, milliseconds);
	const slots = createSlots({ ...LIMITS, ...limits });
	const send = slots.withSlot(platform);
	const sendMany = (count: number, signal = NEVER) =>
		Array.from({ length: count }, async () => await send(requestOf(), signal));
	return { slots, sendMany, state: platform.state };
}

const settleAll = async (work: Array<Promise<unknown>>) => {
	const settled = work.map(async (each) => await each.catch((error: unknown) => error));
	return (await settle(Promise.all(settled))) as unknown[];
};

/** How many milliseconds after the first request each one was sent. */
const delaysOf = ({ sentAt }: { sentAt: number[] }) => sentAt.map((at) => at - sentAt[0]);

describe('the number of slots', () => {
	test.each<[string, number, ApiErrorDetails | undefined, Partial<typeof LIMITS>]>([
		['grows by one per success', 54, undefined, {}],
		['grows up to Max Concurrency', 6, undefined, { maxConcurrency: 6 }],
		['does not change after a 500', 4, { httpCode: 500 }, {}],
		['does not change after a broken connection', 4, { networkCode: 'ECONNRESET' }, {}],
		['falls after timeouts', 1, { networkCode: 'ECONNABORTED' }, {}],
	])('%s', async (_, expected, details, limits) => {
		const { slots, sendMany, state } = slotsFor(() => details, limits);
		await settleAll(sendMany(50));
		expect(delaysOf(state).filter((delay) => delay === 0)).toHaveLength(4);
		expect(state.most).toBeLessThanOrEqual(Math.max(4, expected));
		expect(slots.getCurrent()).toBe(expected);
	});

	test('falls to the requests that were not throttled, and grows by one per round after a rest', async () => {
		// The first three are accepted.
		const { slots, sendMany } = slotsFor((number) => (number === 4 ? THROTTLED : undefined));
		await settleAll(sendMany(4));
		expect(slots.getCurrent()).toBe(3);
		await settleAll(sendMany(30));
		expect(slots.getCurrent()).toBe(3);
		await pass(20_000);
		await settleAll(sendMany(4));
		expect(slots.getCurrent()).toBe(4);
	});

	test('rests for four times the wait, and for eight times if throttling comes back', () => {
		const count = createSlotCount({ ...LIMITS, startConcurrency: 8 });
		const growsAt = (now: number) => {
			const before = count.getCurrent();
			for (let index = 0; index < 8; index++) count.onSuccess(now);
			return count.getCurrent() > before;
		};
		count.onThrottled(0, 4, 1000, 100);
		count.onThrottled(50, 5, 1000, 101);
		expect(count.getCurrent()).toBe(4);
		expect([growsAt(4000), growsAt(4200)]).toEqual([false, true]);
		count.onThrottled(4300, 4, 1000, 5000);
		expect([growsAt(12_900), growsAt(13_100)]).toEqual([false, true]);
	});

	test('halves once after timeouts at the same time', () => {
		const count = createSlotCount({ ...LIMITS, startConcurrency: 16 });
		count.onTimeout(0, 1000);
		count.onTimeout(10, 1001);
		expect(count.getCurrent()).toBe(8);
		count.onTimeout(1000, 2000);
		expect(count.getCurrent()).toBe(4);
	});

	test('is at most what the platform completes within half a Timeout', () => {
		const count = createSlotCount({ ...LIMITS, startConcurrency: 16 });
		count.onSuccess(10_000);
		expect(count.getCurrent()).toBe(3);
	});
});

test.each([
	[THROTTLED, 5000],
	[{ httpCode: 429 }, 2000],
])('after %j, all requests wait for %d ms', async (details, wait) => {
	const { slots, sendMany, state } = slotsFor((number) => (number === 1 ? details : undefined));
	await settleAll(sendMany(10));
	expect(delaysOf(state)[4]).toBeGreaterThanOrEqual(wait);
	expect(slots.getCurrent()).toBe(1);
});

test('if every request is throttled for ten minutes, no more are sent', async () => {
	const { sendMany, state } = slotsFor(() => THROTTLED);
	const results = await settleAll(sendMany(1000));
	expect(results.at(-1)).toMatchObject({ details: { kind: 'notSent' } });
	expect(delaysOf(state).at(-1)).toBeLessThanOrEqual(601_000);
});

test('the ten minutes start again after each response', async () => {
	const respond = (number: number) => {
		if (number % 2 === 1) return { httpCode: 429, retryAfter: 400_000 };
		return number === 4 ? { httpCode: 500 } : undefined;
	};
	const { sendMany, state } = slotsFor(respond, { startConcurrency: 1 });
	await settleAll(sendMany(6));
	expect(state.sentAt).toHaveLength(6);
});

test('a request that was not sent does not count for Max Requests per Second', async () => {
	const { sendMany, state } = slotsFor(() => ({ kind: 'notSent' }), { maxRequestsPerSecond: 1 });
	await settleAll(sendMany(100));
	expect(delaysOf(state).at(-1)).toBeLessThan(5000);
});

test('requests are sent in order, and Stop ends all waits at once', async () => {
	const stop = new AbortController();
	const { sendMany, state } = slotsFor(() => undefined, { startConcurrency: 1 }, 1000);
	const [first] = sendMany(1);
	const waiting = sendMany(200, stop.signal);
	const [last] = sendMany(1);
	await pass(10);
	const began = performance.now();
	stop.abort();
	expect(await settleAll(waiting)).toEqual(Array(200).fill(expect.any(Aborted)));
	expect(performance.now() - began).toBeLessThanOrEqual(LONGEST_SLEEP);
	expect(await settleAll([first, last])).toEqual(['done', 'done']);
	expect(delaysOf(state)).toEqual([0, 1000]);
});

test('a slot is free again if its request is aborted at the moment it gets it', async () => {
	const { sendMany } = slotsFor(() => undefined, { startConcurrency: 1 });
	for (let turns = 0; turns < 10; turns++) {
		const stop = new AbortController();
		const sent = sendMany(1, stop.signal);
		for (let turn = 0; turn < turns; turn++) await Promise.resolve();
		stop.abort();
		await settleAll(sent);
	}
	expect(await settleAll(sendMany(1))).toEqual(['done']);
});

import { failure, NEVER, pass, platformThat, requestOf, settle, useClock } from './platform.ts';
import { Aborted, LONGEST_SLEEP } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createConcurrencyLimit } from '../../../nodes/DataPlatform/transport/concurrencyLimit.ts';
import { createSlots } from '../../../nodes/DataPlatform/transport/requestQueue.ts';
import { withRetry } from '../../../nodes/DataPlatform/transport/retry.ts';

useClock();

const BOUNDS = { startConcurrency: 4, maxConcurrency: 100, timeout: 60_000 };
const LIMITS = { ...BOUNDS, maxRequestsPerSecond: Infinity };
const THROTTLED: ApiErrorDetails = { httpCode: 429, retryAfter: 5000 };

/** Requests in slots, to a platform that fails as told. */
function slotsFor(
	respond: (number: number) => ApiErrorDetails | undefined = () => undefined,
	limits: Partial<typeof LIMITS> = {},
	milliseconds = 10,
	maxRetries?: number,
) {
	const platform = platformThat(respond, milliseconds);
	const slots = createSlots({ ...LIMITS, ...limits });
	const send = withRetry({ maxRetries, timeout: 60_000 }, slots.withSlot(platform));
	const sendMany = (count: number, signal = NEVER) =>
		Array.from({ length: count }, async () => await send(requestOf('nonIdempotent'), signal));
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

	/** A number of slots, without requests. Waits after throttling are a second. */
	function startWith(startConcurrency: number) {
		const count = createConcurrencyLimit({ ...LIMITS, startConcurrency });
		const afterThrottling = (sentAt: number, accepted: number, now: number) => {
			count.onThrottled(sentAt, accepted, 1000, now);
			return count.getCurrent();
		};
		const afterTimeout = (sentAt: number, now: number) => {
			count.onTimeout(sentAt, now);
			return count.getCurrent();
		};
		const growsAt = (now: number) => {
			const before = count.getCurrent();
			count.noteUse(before);
			for (let index = 0; index < 8; index++) count.onSuccess(now);
			return count.getCurrent() > before;
		};
		return { count, afterThrottling, afterTimeout, growsAt };
	}

	test('rests for two times the wait after a stray 429', () => {
		const { afterThrottling, growsAt } = startWith(2);
		expect(afterThrottling(0, 1, 0)).toBe(1);
		expect([growsAt(1900), growsAt(2100)]).toEqual([false, true]);
	});

	test('rests for four times the wait, and for eight times if throttling comes back', () => {
		const { afterThrottling, growsAt } = startWith(8);
		expect([afterThrottling(0, 4, 100), afterThrottling(50, 5, 101)]).toEqual([4, 4]);
		expect([growsAt(4000), growsAt(4200)]).toEqual([false, true]);
		afterThrottling(4300, 4, 5000);
		expect([growsAt(12_900), growsAt(13_100)]).toEqual([false, true]);
	});

	test('a stray 429 halves it, and a second one of the burst lets it fall to what was accepted', () => {
		const { afterThrottling } = startWith(16);
		expect([afterThrottling(0, 0, 100), afterThrottling(50, 3, 101)]).toEqual([8, 3]);
		expect(afterThrottling(3000, 2, 3100)).toBe(2);
	});

	test.each<ApiErrorDetails>([
		{ httpCode: 404 },
		// JSON that the API doesn't describe.
		{ kind: 'unexpectedResponse' },
	])('falls to the requests that got a response, even %j', async (details) => {
		const respond = (number: number) => (number === 4 ? THROTTLED : details);
		const { slots, sendMany } = slotsFor(respond);
		await settleAll(sendMany(4));
		expect(slots.getCurrent()).toBe(3);
	});

	test('halves once after timeouts at the same time', () => {
		const { afterTimeout } = startWith(16);
		expect([afterTimeout(0, 1000), afterTimeout(10, 1001)]).toEqual([8, 8]);
		expect(afterTimeout(1000, 2000)).toBe(4);
	});

	// Timeout 60 s, one success after so many seconds.
	test.each([
		[1, 16, 30],
		[10, 16, 16],
		[59, 16, 16],
		[10, 2, 3],
		[59, 1, 1],
	])('success after %d s, start with %d: grows up to %d', (seconds, startConcurrency, most) => {
		const { count } = startWith(startConcurrency);
		count.noteUse(100);
		for (let successes = 0; successes < 100; successes++) count.onSuccess(100_000 * seconds);
		expect(count.getCurrent()).toBe(most);
	});

	test('does not grow while it is unused', async () => {
		const { slots, sendMany } = slotsFor();
		for (let sent = 0; sent < 100; sent++) await settleAll(sendMany(1));
		expect(slots.getCurrent()).toBe(4);
	});

	test('a listener hears of growth', async () => {
		const { slots, sendMany } = slotsFor();
		const heard: number[] = [];
		slots.onChange(() => heard.push(slots.getCurrent()));
		await settleAll(sendMany(4));
		expect(heard).toEqual([5, 6, 7, 8]);
	});
});

test.each([
	[THROTTLED, 5000],
	[{ httpCode: 429 }, 2000],
])('after %j, all requests wait for %d ms', async (details, wait) => {
	const { slots, sendMany, state } = slotsFor((number) => (number === 1 ? details : undefined));
	await settleAll(sendMany(10));
	expect(delaysOf(state)[4]).toBeGreaterThanOrEqual(wait);
	expect(slots.getCurrent()).toBe(2);
});

/** Sends one request to a platform that responds with these failures, and then successfully. */
async function sendOne(failures: ApiErrorDetails[], maxRetries?: number) {
	const { sendMany, state } = slotsFor((number) => failures[number - 1], {}, 0, maxRetries);
	const [result] = await settleAll(sendMany(1));
	const seconds = delaysOf(state).map((delay) => Math.round(delay / 1000));
	return { result, seconds };
}

const times = (count: number, details: ApiErrorDetails) => Array(count).fill(details) as never[];

describe('a throttled request', () => {
	test.each<[ApiErrorDetails[], number | undefined, seconds: number[]]>([
		[times(3, { httpCode: 429, retryAfter: 3000 }), 1, [0, 3, 6, 9]],
		[times(3, { httpCode: 503, retryAfter: 3000 }), undefined, [0, 3, 6, 9]],
		[times(5, { httpCode: 429 }), undefined, [0, 2, 6, 14, 30, 60]],
		[times(1, { httpCode: 429, retryAfter: 600_000 }), undefined, [0, 600]],
		[times(1, { httpCode: 429, retryAfter: 601_000 }), undefined, [0]],
		[times(3, { httpCode: 429, retryAfter: 3000 }), 0, [0]],
		[times(3, { httpCode: 503 }), undefined, [0]],
	])('%j, Max Retries %p: is sent at %j', async (failures, maxRetries, expected) => {
		const { result, seconds } = await sendOne(failures, maxRetries);
		expect(seconds).toEqual(expected);
		if (expected.length > failures.length) expect(result).toBe('done');
		else expect(result).toMatchObject({ details: failures[0] });
	});

	test('fails if only throttling is heard for ten minutes', async () => {
		const { result, seconds } = await sendOne(times(100, { httpCode: 429, retryAfter: 60_000 }));
		expect(seconds).toEqual(seconds.map((_, index) => 60 * index));
		expect(seconds.at(-1)).toBe(540);
		expect(result).toMatchObject({ details: { kind: 'throttled', tries: 10 } });
	});

	test('fails after waits of twenty minutes, although others succeed', async () => {
		const inSlot = createSlots(LIMITS).withSlot(async ({ path }) => {
			await Promise.resolve();
			if (path !== '/poison') return 'done';
			throw failure({ httpCode: 429, retryAfter: 50_000 });
		});
		const send = withRetry({ timeout: 60_000 }, inSlot);
		const poisoned = send(requestOf('repeatable', { path: '/poison' }), NEVER);
		const others = Array.from({ length: 300 }, async (_, index) => {
			await new Promise((resolve) => setTimeout(resolve, 10_000 * index));
			return await send(requestOf(), NEVER);
		});
		expect(await settle(poisoned)).toMatchObject({ details: { tries: 25 } });
		expect(await settleAll(others)).toEqual(Array(300).fill('done'));
	});
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
	const results = await settleAll(sendMany(4));
	expect(results.filter((result) => result === 'done')).toHaveLength(3);
	expect(state.sentAt).toHaveLength(8);
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

import { Aborted, LONGEST_SLEEP } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createSlots } from '../../../nodes/DataPlatform/transport/concurrency.ts';
import { createSlotCount } from '../../../nodes/DataPlatform/transport/slotCount.ts';
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
	return { slots, sendMany, ...platform.state, state: platform.state };
}

const settleAll = async (work: Array<Promise<unknown>>) =>
	(await settle(
		Promise.all(work.map(async (each) => await each.catch((error) => error))),
	)) as Array<{
		details?: ApiErrorDetails;
	}>;

describe('the number of slots', () => {
	test('grows by one per success', async () => {
		const { slots, sendMany, state } = slotsFor();
		await settleAll(sendMany(50));
		expect(state.sentAt.filter((at) => at === state.sentAt[0])).toHaveLength(4);
		expect(slots.getCurrent()).toBe(54);
	});

	test('never exceeds Max Concurrency', async () => {
		const { slots, sendMany, state } = slotsFor(() => undefined, { maxConcurrency: 6 });
		await settleAll(sendMany(50));
		expect(state.most).toBe(6);
		expect(slots.getCurrent()).toBe(6);
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

	test.each([{ httpCode: 500 }, { httpCode: 503 }, { networkCode: 'ECONNRESET' }])(
		'does not change after %j',
		async (details) => {
			const { slots, sendMany } = slotsFor(() => details);
			await settleAll(sendMany(20));
			expect(slots.getCurrent()).toBe(4);
		},
	);
});

test('after throttling, all requests wait', async () => {
	const { sendMany, state } = slotsFor((number) => (number === 1 ? THROTTLED : undefined));
	await settleAll(sendMany(10));
	expect(state.sentAt[4] - state.sentAt[0]).toBeGreaterThanOrEqual(5000);
});

test('without Retry-After, they wait for two seconds', async () => {
	const { sendMany, state } = slotsFor((number) => (number === 1 ? { httpCode: 429 } : undefined));
	await settleAll(sendMany(10));
	expect(state.sentAt[4] - state.sentAt[0]).toBeGreaterThanOrEqual(2000);
});

test.each([
	[601_000, 'notSent'],
	[599_000, undefined],
])('if all must wait for %d ms, other requests end with %p', async (retryAfter, kind) => {
	const respond = (number: number) => (number === 1 ? { httpCode: 429, retryAfter } : undefined);
	const { sendMany } = slotsFor(respond, { startConcurrency: 1 });
	const [, second] = await settleAll(sendMany(2));
	expect(second.details?.kind).toBe(kind);
});

test('if every request is throttled for ten minutes, no more are sent', async () => {
	const { sendMany, state } = slotsFor(() => THROTTLED);
	const results = await settleAll(sendMany(1000));
	expect(results.at(-1)).toMatchObject({ details: { kind: 'notSent' } });
	expect(state.sentAt.at(-1)! - state.sentAt[0]).toBeLessThanOrEqual(601_000);
});

test('Max Requests per Second spreads the requests', async () => {
	const { sendMany, state } = slotsFor(() => undefined, { maxRequestsPerSecond: 2 });
	await settleAll(sendMany(5));
	const gaps = state.sentAt.slice(1).map((at, index) => at - state.sentAt[index]);
	for (const gap of gaps) expect(Math.round(gap / 10)).toBe(50);
});

test('a request that was not sent does not count for Max Requests per Second', async () => {
	const { sendMany, state } = slotsFor(() => ({ kind: 'notSent' }), { maxRequestsPerSecond: 1 });
	await settleAll(sendMany(100));
	expect(state.sentAt.at(-1)! - state.sentAt[0]).toBeLessThan(5000);
});

test('Stop ends all waits at once, even if no request in flight ends', async () => {
	const stop = new AbortController();
	const { sendMany, state } = slotsFor(() => undefined, {}, 1_000_000_000);
	const [inFlight, waiting] = [sendMany(4, stop.signal), sendMany(200, stop.signal)];
	await pass(1000);
	const began = performance.now();
	stop.abort();
	expect(await settleAll(waiting)).toEqual(Array(200).fill(expect.any(Aborted)));
	expect(performance.now() - began).toBeLessThanOrEqual(LONGEST_SLEEP);
	expect(state.sentAt).toHaveLength(inFlight.length);
});

test('requests are sent in order, and one that is aborted leaves the queue', async () => {
	const stop = new AbortController();
	const { sendMany, state } = slotsFor(() => undefined, { startConcurrency: 1 }, 1000);
	const [first] = sendMany(1);
	const waiting = sendMany(2, stop.signal);
	const [last] = sendMany(1);
	stop.abort();
	expect(await settleAll(waiting)).toEqual([expect.any(Aborted), expect.any(Aborted)]);
	expect(await settleAll([first, last])).toEqual(['done', 'done']);
	expect(state.sentAt).toHaveLength(2);
	expect(await settleAll(sendMany(1, stop.signal))).toEqual([expect.any(Aborted)]);
});

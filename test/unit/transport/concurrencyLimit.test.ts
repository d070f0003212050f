import { ConcurrencyLimit } from '../../../nodes/DataPlatform/transport/concurrencyLimit.ts';

const SECOND = 1000;
/** The default of Max Concurrency. */
const MAX = 100;

const limitOf = (start?: number) => new ConcurrencyLimit(MAX, start);
/** Responses to requests that were sent at the same time. */
function respond(limit: ConcurrencyLimit, count: number, sentAt: number, now: number): void {
	for (let left = count; left > 0; left--) limit.onSuccess(sentAt, now);
}

/** Simulates rounds with these round-trip times. */
function rounds(limit: ConcurrencyLimit, rtts: number[], began: number): void {
	rtts.reduce((now, rtt) => {
		respond(limit, Math.max(6, limit.current), now, now + rtt);
		return now + rtt;
	}, began);
}

describe('increase', () => {
	test('a first round without queuing multiplies the limit by seven, later steps double', () => {
		const limit = new ConcurrencyLimit(1000);
		expect(limit.current).toBe(12);
		rounds(limit, [100], 1);
		expect(limit.current).toBe(84);
		rounds(limit, [100], 101);
		expect(limit.current).toBe(84 + 144);
	});

	test('a lower start grows from there', () => {
		const limit = limitOf(4);
		respond(limit, 4, 1, 101);

		expect(limit.current).toBe(28);
	});

	test('a first round in which some requests queued only doubles the limit', () => {
		const limit = limitOf();
		respond(limit, 11, 1, 101);
		limit.onSuccess(1, 150);

		expect(limit.current).toBe(24);
	});

	test('never exceeds the maximum', () => {
		const limit = new ConcurrencyLimit(5);
		expect(limit.current).toBe(5);
		rounds(limit, Array(10).fill(5), 10);

		expect(limit.current).toBe(5);
	});

	test('slightly longer response times do not stop it', () => {
		const limit = limitOf(8);
		rounds(limit, [500], 1);
		const { current } = limit;
		rounds(limit, [640], 501);

		expect(limit.current).toBeGreaterThan(current);
	});

	test("requests from before a change don't count after it", () => {
		const limit = limitOf(64);
		rounds(limit, [100], 1);
		const { current } = limit;
		respond(limit, 100, 50, 100_000);

		expect(limit.current).toBe(current);
	});
});

describe('queuing', () => {
	test('sets the limit to what the platform completes within the minimum RTT, plus a quarter', () => {
		const limit = new ConcurrencyLimit(20, 20);
		rounds(limit, [100], 1);
		rounds(limit, [400], 101);

		// 20 responses in 400 milliseconds are 5 in 100.
		expect(limit.current).toBe(6);
	});

	test("restores the limit if fewer requests aren't faster", () => {
		const limit = new ConcurrencyLimit(20, 20);
		rounds(limit, [100, 400, 390], 1);
		expect(limit.current).toBe(20);

		rounds(limit, [400], 891);
		expect(limit.current).toBe(20);
	});

	test('a restored limit grows as at the start', () => {
		const limit = new ConcurrencyLimit(1000, 20);
		rounds(limit, [100, 400, 390], 1);

		expect(limit.current).toBe(2 * 140);
	});

	test('a limit that was faster with fewer requests is not restored later', () => {
		const limit = new ConcurrencyLimit(20, 20);
		rounds(limit, [100, 400, 110, 400], 1);

		expect(limit.current).toBe(2);
	});

	test("a limit that queuing didn't lower is not restored", () => {
		const limit = new ConcurrencyLimit(4, 4);
		respond(limit, 4, 1, 101);
		rounds(limit, [140, 140, 300], 101);

		expect(limit.current).toBe(3);
	});

	test('a round has at least six responses', () => {
		const limit = new ConcurrencyLimit(4, 4);
		respond(limit, 4, 1, 101);
		respond(limit, 5, 101, 501);
		expect(limit.current).toBe(4);

		respond(limit, 1, 101, 501);
		expect(limit.current).toBe(2);
	});

	test('responses to requests from before a round count as completed in it', () => {
		const limit = new ConcurrencyLimit(20, 20);
		respond(limit, 20, 1, 101);
		respond(limit, 10, 50, 300);
		respond(limit, 20, 101, 501);

		// 30 responses in 400 milliseconds are 7.5 in 100.
		expect(limit.current).toBe(9);
	});

	test("n8n's own work doesn't count as queuing", () => {
		const limit = new ConcurrencyLimit(20, 10);
		rounds(limit, [10, 20], 1);
		expect(limit.current).toBe(20);

		rounds(limit, [21], 31);
		expect(limit.current).toBeLessThan(20);
	});

	test("n8n's own work doesn't count when fewer requests are compared", () => {
		const limit = new ConcurrencyLimit(20, 20);
		rounds(limit, [50, 93, 79], 1);

		expect(limit.current).toBeLessThan(20);
	});

	test("a single request doesn't queue", () => {
		const limit = new ConcurrencyLimit(2, 1);
		rounds(limit, [100], 1);
		limit.onThrottled(0, 10, 110);
		rounds(limit, [200, 200], 10 * SECOND);

		expect(limit.current).toBe(2);
	});
});

describe('throttling', () => {
	test("reduces the limit to the requests that weren't throttled, at least one", () => {
		const limit = limitOf(64);
		for (let others = 11; others >= 8; others--) limit.onThrottled(others, SECOND, 10);
		expect(limit.current).toBe(8);

		limit.onThrottled(0, SECOND, 20);
		expect(limit.current).toBe(1);
	});

	test('keeps the limit for four waits, and then adds one, then two', () => {
		const limit = limitOf();
		limit.onThrottled(8, SECOND, 1);
		limit.onThrottled(8, SECOND, 2);
		rounds(limit, [SECOND, 999], 1 + SECOND);
		expect(limit.current).toBe(8);

		rounds(limit, [SECOND], 3 * SECOND + 3);
		expect(limit.current).toBe(9);
		rounds(limit, [SECOND], 5 * SECOND + 3);
		expect(limit.current).toBe(11);
	});

	test('keeps the limit four waits longer each time', () => {
		const limit = limitOf();
		limit.onThrottled(8, SECOND, 1);
		limit.onThrottled(8, SECOND, 10 * SECOND);
		rounds(limit, Array(6).fill(SECOND), 11 * SECOND);
		expect(limit.current).toBe(8);

		rounds(limit, [SECOND], 17 * SECOND);
		expect(limit.current).toBe(9);
	});

	test('a short wait counts as a round trip', () => {
		const limit = limitOf(8);
		rounds(limit, [SECOND], 1);
		limit.onThrottled(8, 1, 2 * SECOND);
		rounds(limit, [SECOND, SECOND], 2 * SECOND + 1);
		expect(limit.current).toBe(8);
	});

	test("a pause of the machine meanwhile doesn't lower the limit for long", () => {
		const limit = new ConcurrencyLimit(64, 8);
		rounds(limit, [50], 1);
		limit.onThrottled(8, 100 * SECOND, 60);
		rounds(limit, [200, 50, 50, 50, 50], 101 * SECOND);

		expect(limit.current).toBe(8);
	});

	test('lowers the limit meanwhile if the platform has less capacity', () => {
		const limit = new ConcurrencyLimit(64, 8);
		rounds(limit, [50], 1);
		limit.onThrottled(8, 100 * SECOND, 60);
		rounds(limit, [200, 55], 101 * SECOND);

		expect(limit.current).toBeLessThanOrEqual(4);
	});
});

describe('timeouts', () => {
	test('halve the limit once, and keep it for four timeouts', () => {
		const limit = limitOf();
		limit.onTimeout(1, 10 * SECOND);
		limit.onTimeout(1, 10 * SECOND);
		expect(limit.current).toBe(6);

		rounds(limit, Array(39).fill(SECOND), 10 * SECOND);
		expect(limit.current).toBe(6);
		rounds(limit, [SECOND], 50 * SECOND);
		expect(limit.current).toBe(7);
	});

	test('the round trips before the first one are the minimum RTT', () => {
		const limit = limitOf();
		limit.onSuccess(1, 1001);
		limit.onSuccess(1, 2001);
		limit.onTimeout(1, 10 * SECOND);
		expect(limit.current).toBe(6);

		rounds(limit, [6 * SECOND], 10 * SECOND);
		expect(limit.current).toBe(1);
	});
});

describe('spacing', () => {
	test('spreads requests over a quarter of a round trip', () => {
		const limit = new ConcurrencyLimit(10);
		expect(limit.spacing).toBe(2.5);
		rounds(limit, [400], 1);

		expect(limit.spacing).toBe(10);
	});

	test("a single request doesn't wait", () => {
		expect(new ConcurrencyLimit(1).spacing).toBe(0);
	});
});

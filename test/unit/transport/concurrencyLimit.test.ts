import { ConcurrencyLimit } from '../../../nodes/DataPlatform/transport/concurrencyLimit.ts';
import { compare, LIMIT_ROWS } from './limitRows.ts';
import { MAX } from './platformModel.ts';

const SECOND = 1000;

const limitOf = (start?: number) => new ConcurrencyLimit(MAX, start);
const rowsNamed = (pattern: RegExp) =>
	LIMIT_ROWS.filter(({ name }) => pattern.test(name)).map((row) => [row.name, row] as const);

describe.each(rowsNamed(/./))('on a simulated platform, %s', (_, row) => {
	const result = compare(row, limitOf);

	test('takes at most 15% longer than the rule before it', () => {
		expect(result.time).toBeLessThanOrEqual(1.15 * row.earlier);
	});

	test('has at most three times the right number of requests in flight', () => {
		expect(result.inFlight).toBeLessThanOrEqual(3);
	});

	test('throttles at most 6% of the requests', () => {
		expect(result.throttled).toBeLessThanOrEqual(0.06);
	});
});

test.each(rowsNamed(/× 300 ms.*others queue|start 4: one by one|lognormal|1 to 9 s/))(
	'at most as many requests queue as the platform executes: %s',
	(_, row) => {
		expect(compare(row, limitOf).inFlight).toBeLessThanOrEqual(2);
	},
);

test.each(rowsNamed(/, start 4: one by one/))('no request times out: %s', (_, row) => {
	expect(compare(row, limitOf).worstTimeouts).toBe(0);
});

test.each(rowsNamed(/, start 12: one by one/))(
	'after timeouts, fewer requests queue: %s',
	(_, row) => {
		expect(compare(row, limitOf).worstTimeouts).toBeLessThanOrEqual(12);
	},
);

test.each(rowsNamed(/× 300 ms: any number/))('reaches the maximum: %s', (_, row) => {
	const { worstInFlight, time } = compare(row, limitOf);

	expect(worstInFlight).toBeGreaterThan(0.9);
	// It needs three rounds, and the right pool two.
	expect(time).toBeLessThanOrEqual(1.8);
});

/** Simulates rounds with these round-trip times. */
function rounds(limit: ConcurrencyLimit, rtts: number[], began: number): void {
	rtts.reduce((now, rtt) => {
		for (let left = Math.max(6, limit.current); left > 0; left--) limit.onSuccess(now, now + rtt);
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
		for (let count = 0; count < 4; count++) limit.onSuccess(1, 101);

		expect(limit.current).toBe(28);
	});

	test('a first round in which some requests queued only doubles the limit', () => {
		const limit = limitOf();
		for (let count = 0; count < 11; count++) limit.onSuccess(1, 101);
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
		for (let count = 0; count < 200; count++) limit.onSuccess(50, 100_000);

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

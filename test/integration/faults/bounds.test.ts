// What must hold when the platform is down, slow, throttles or fails at random: 200 items in n8n's engine, over
// real connections, on a simulated clock. What depends on the machine's speed is in benchmarks/.
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { DeadAddressKind } from '../../simulation/addresses.ts';
import type { PlatformBehavior, Result } from '../../simulation/platform.ts';
import { OPERATIONS, runItems, runPool, TIMEOUT } from '../../simulation/platform.ts';
import { testOperations } from '../../support/operations.ts';
import { useSimulatedClock, useSystemClock } from '../../support/simulatedClock.ts';

beforeAll(useSimulatedClock);
afterAll(useSystemClock);

const REPEATABLE = ['Search', 'Extract', 'Update'] as const;
const ITEMS = 200;

/** Ways in which the platform can be down. */
const OUTAGES: Record<string, { faults: FaultRule[] } | { address: DeadAddressKind }> = {
	'refuses connections': { address: 'refused' },
	'has an unknown host': { address: 'unknown host' },
	'never responds': { faults: [{ fault: 'hang' }] },
	'resets connections': { faults: [{ fault: 'reset' }] },
	'returns 500': { faults: [{ fault: 'status', status: 500 }] },
	'returns 503 without Retry-After': { faults: [{ fault: 'status', status: 503 }] },
};

const every = <First, Second>(first: readonly First[], second: readonly Second[]) =>
	first.flatMap((one) => second.map((two): [First, Second] => [one, two]));

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

const throttled = ({ requests }: Result) =>
	requests.filter(({ status }) => status === 429).length / requests.length;

function expectHonest(result: Result) {
	expect(result.sentAgain).toEqual([]);
	expect(result.wronglyNotSent).toEqual([]);
}

describe('a platform that is down for good', () => {
	const lasting = every(Object.keys(OUTAGES), OPERATIONS);

	test.each(lasting)('%s, %s: ends soon, and other items are not sent', async (name, operation) => {
		const result = await runItems(OUTAGES[name], { operation });

		expect(result.seconds).toBeLessThanOrEqual(3 * TIMEOUT[operation] + 45);
		expect(result.ends.done).toBeUndefined();
		expect(result.ends.unknownOutcome ?? 0).toBeLessThanOrEqual(operation === 'Run' ? 3 : 0);
		expect(result.ends.notSent).toBeGreaterThan(ITEMS / 2);
		expect(result.outputs.at(-1)).toMatchObject({
			error: expect.stringMatching(/^Not sent: .*(down|outage|unavailable)/),
			details: { kind: 'notSent' },
		});
		expectHonest(result);
	});

	test.each(lasting)('%s, %s: a loop ends like one execution', async (name, operation) => {
		const result = await runItems(OUTAGES[name], { operation, isLoop: true });

		// With one item at a time, two items have two tries each.
		expect(result.seconds).toBeLessThanOrEqual(5 * TIMEOUT[operation] + 45);
		expect(result.ends.notSent).toBeGreaterThan(ITEMS / 2);
		expectHonest(result);
	});
});

describe('a platform that is down for 10 seconds', () => {
	test.each(every(Object.keys(OUTAGES), REPEATABLE))(
		'%s, %s: every item succeeds',
		async (name, operation) => {
			const result = await runItems({ ...OUTAGES[name], recoversAt: 10 }, { operation });
			expect(result.ends).toEqual({ done: ITEMS });
		},
	);

	const later = Object.keys(OUTAGES).filter((name) => 'faults' in OUTAGES[name]);
	test.each(every(later, REPEATABLE))(
		'%s after some items, %s: every item succeeds',
		async (name, operation) => {
			const begins = { at: 0.25, ...(OUTAGES[name] as { faults: FaultRule[] }) };
			const behavior = { latency: 100, begins, recoversAt: 10.25 };
			const result = await runItems(behavior, { operation });
			expect(result.ends).toEqual({ done: ITEMS });
		},
	);
});

describe('failures that are no outage', () => {
	test.each(every(['status', 'hang'], OPERATIONS))(
		'one item always fails (%s), %s: the others succeed',
		async (fault, operation) => {
			const faults = [{ fault, when: testOperations[operation].when('10070') }];
			const result = await runItems({ faults, latency: 100 }, { operation });
			expect(result.ends.done).toBe(ITEMS - 1);
			expectHonest(result);
		},
	);

	test.each(every([1, 2, 3], REPEATABLE))(
		'every second request fails at random (seed %d), %s: only items without retries left fail',
		async (seed, operation) => {
			const faults = [{ fault: 'status', when: { probability: 0.5 }, seed }];
			const { ends } = await runItems({ faults, latency: 100 }, { operation, seed });
			// One of 16 items needs more than its four tries.
			expect(ends).toEqual({ done: expect.any(Number), unavailable: expect.any(Number) });
			expect(ends.unavailable).toBeLessThanOrEqual(ITEMS / 8);
		},
	);

	test('every fourth request fails during two minutes: every item succeeds', async () => {
		const faults = [
			{ fault: 'delay', ms: 1000 },
			{ fault: 'status', when: { every: 4 } },
		];
		const requestOptions = { maxConcurrency: 2 };
		const result = await runItems({ faults }, { operation: 'Search', requestOptions });
		expect(result.seconds).toBeGreaterThan(60);
		expect(result.ends).toEqual({ done: ITEMS });
	});

	test('a single item fails for more than a minute: it is tried until it succeeds', async () => {
		const behavior = { faults: [{ fault: 'status' }], recoversAt: 70 };
		const work = { items: 1, requestOptions: { maxRetries: 10 } };
		const { ends } = await runItems(behavior, { operation: 'Search', ...work });
		expect(ends).toEqual({ done: 1 });
	});

	test('every second run fails at random: none is sent twice', async () => {
		const faults = [{ fault: 'status', handled: true, when: { probability: 0.5 } }];
		expectHonest(await runItems({ faults, latency: 100 }, { operation: 'Run' }));
	});

	test('one of twenty runs fails at random: every run is sent', async () => {
		const faults = [{ fault: 'status', when: { probability: 0.05 } }];
		const { ends } = await runItems({ faults, latency: 100 }, { operation: 'Run' });
		expect(ends.notSent).toBeUndefined();
		expect(ends.unknownOutcome).toBeGreaterThan(3);
	});
});

/** Ways in which the platform can throttle. */
const THROTTLING: Record<string, PlatformBehavior> = {
	'the first try of each item (429)': {
		faults: [{ fault: 'retry-after', seconds: 1, when: { attempt: 1 } }],
	},
	'the first try of each item (503)': {
		faults: [{ fault: 'retry-after', status: 503, seconds: 1, when: { attempt: 1 } }],
	},
	'everything for five minutes (429)': {
		...{ faults: [{ fault: 'retry-after', seconds: 300 }], recoversAt: 299 },
	},
	'everything for five minutes (503)': {
		...{ faults: [{ fault: 'retry-after', status: 503, seconds: 300 }], recoversAt: 299 },
	},
	'one request, for eight minutes': {
		faults: [{ fault: 'retry-after', seconds: 480, when: { request: 3 } }],
	},
	'more than two in parallel': {
		faults: [{ fault: 'capacity', capacity: 2, ms: 40, retryAfter: 1 }],
	},
	'more than one in parallel, without Retry-After': {
		faults: [{ fault: 'capacity', capacity: 1, ms: 40 }],
	},
	'more than five per second': { faults: [{ fault: 'rate-limit', limit: 5 }] },
};

describe('a platform that throttles', () => {
	test.each(every(Object.keys(THROTTLING), OPERATIONS))(
		'%s, %s: every item succeeds',
		async (name, operation) => {
			const result = await runItems({ latency: 50, ...THROTTLING[name] }, { operation });
			expect(result.ends).toEqual({ done: ITEMS });
			expectHonest(result);
		},
	);

	test.each(REPEATABLE)(
		'one request for eight minutes, %s: waiting retries of other items succeed too',
		async (operation) => {
			const faults = [
				{ fault: 'status', when: { request: '1-3' } },
				{ fault: 'retry-after', seconds: 480, when: { request: 4 } },
			];
			const { ends } = await runItems({ faults, latency: 50 }, { operation });
			expect(ends).toEqual({ done: ITEMS });
		},
	);
});

describe('a platform that serves one request at a time and queues the others', () => {
	test.each([
		['Update', 2000],
		['Extract', 14_000],
	] as const)('60 × %s of %d ms: all succeed, with hardly any retries', async (operation, ms) => {
		const faults = [{ fault: 'capacity', capacity: 1, ms, queue: 1000 }];
		const { ends, requests } = await runItems({ faults }, { operation, items: 60 });
		expect(ends).toEqual({ done: 60 });
		expect(requests.length).toBeLessThanOrEqual(66);
	});
});

describe('200 extractions', () => {
	const extract = async (faults: FaultRule[], seed = 1) =>
		await runItems({ faults }, { operation: 'Extract', seed });

	test('8 in parallel, otherwise 429 with Retry-After: nearly as fast as a pool of 8', async () => {
		const faults = [{ fault: 'capacity', capacity: 8, ms: 300, retryAfter: 1 }];
		const result = await extract(faults);
		const pool = await runPool({ faults }, { concurrency: 8 });

		expect(result.ends).toEqual({ done: ITEMS });
		expect(result.seconds).toBeLessThanOrEqual(1.3 * pool);
		expect(throttled(result)).toBeLessThanOrEqual(0.05);
	});

	test('5 % are answered 500 at random: hardly slower', async () => {
		const slow: FaultRule = { fault: 'delay', ms: 5000 };
		const { seconds } = await extract([slow]);
		const times: number[] = [];
		for (const seed of [1, 2, 3, 4, 5]) {
			const failing = { fault: 'status', when: { probability: 0.05 }, seed };
			const result = await extract([slow, failing], seed);
			expect(result.ends).toEqual({ done: ITEMS });
			times.push(result.seconds);
		}
		expect(median(times)).toBeLessThanOrEqual(1.4 * seconds);
	});

	test('any number in parallel: takes a few rounds', async () => {
		const { seconds, ends } = await extract([{ fault: 'delay', ms: 300 }]);
		expect(ends).toEqual({ done: ITEMS });
		expect(seconds).toBeLessThanOrEqual(1.6);
	});
});

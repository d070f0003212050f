// What must hold when the platform is down, slow, throttles or fails at random: 200 items in n8n's engine, on a
// simulated clock. Each execution also keeps the invariants of the simulation. Speed is measured in benchmarks/.
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { countThrottled, median, slowResponses } from '../../simulation/capacity.ts';
import { OPERATIONS, runItems, type Work } from '../../simulation/platform.ts';
import { TIMEOUT } from '../../simulation/run.ts';
import { testOperations } from '../../support/operations.ts';
import { useSimulatedClock, useSystemClock } from '../../support/simulatedClock.ts';

beforeAll(useSimulatedClock);
afterAll(useSystemClock);

const REPEATABLE = ['Search', 'Extract', 'Update'] as const;
const ITEMS = 200;

type Platform = Partial<Work>;

/** Ways in which the platform can be down. */
const OUTAGES: Record<string, Platform> = {
	'refuses connections': { address: 'refused' },
	'has an unknown host': { address: 'unknown host' },
	'never responds': { faults: [{ fault: 'hang' }] },
	'resets connections': { faults: [{ fault: 'reset' }] },
	'returns 500': { faults: [{ fault: 'status', status: 500 }] },
	'returns 503 without Retry-After': { faults: [{ fault: 'status', status: 503 }] },
};

const every = <First, Second>(first: readonly First[], second: readonly Second[]) =>
	first.flatMap((one) => second.map((two): [First, Second] => [one, two]));

async function expectAllDone(work: Work) {
	const result = await runItems(work);
	expect(result.ends).toEqual({ done: work.items ?? ITEMS });
	return result;
}

describe.each([
	['one execution', 3, false],
	// With one item at a time, two items have two tries each.
	['a loop', 5, true],
])('%s, on a platform that is down for good, ends after %d timeouts', (_, timeouts, isLoop) => {
	test.each(every(Object.keys(OUTAGES), OPERATIONS))('%s, %s', async (name, operation) => {
		const { seconds, ends, outputs } = await runItems({ ...OUTAGES[name], operation, isLoop });

		expect(seconds).toBeLessThanOrEqual(timeouts * TIMEOUT[operation] + 45);
		expect(ends.done).toBeUndefined();
		expect(ends.unknownOutcome ?? 0).toBeLessThanOrEqual(operation === 'Run' ? 3 : 0);
		expect(ends.notSent).toBeGreaterThan(ITEMS / 2);
		expect(outputs.at(-1)).toMatchObject({
			error: expect.stringMatching(/^Not sent: the platform seems to be unavailable/),
			details: { kind: 'notSent' },
		});
	});
});

describe('a platform that is down for 10 seconds: every item succeeds', () => {
	test.each(every(Object.keys(OUTAGES), REPEATABLE))('%s, %s', async (name, operation) => {
		await expectAllDone({ ...OUTAGES[name], operation, faultsEnd: 10_000 });
	});

	const later = Object.keys(OUTAGES).filter((name) => OUTAGES[name].faults);
	test.each(every(later, REPEATABLE))('%s after some items, %s', async (name, operation) => {
		const times = { faultsBegin: 250, faultsEnd: 10_250, latency: 100 };
		await expectAllDone({ ...OUTAGES[name], operation, ...times });
	});
});

describe('a platform that is down for longer: only items that were tried before fail', () => {
	test.each(every([15, 25], REPEATABLE))('%d seconds, %s', async (seconds, operation) => {
		const times = { faultsEnd: 1000 * seconds, latency: 100 };
		const { ends } = await runItems({ ...OUTAGES['returns 500'], operation, ...times });
		const { done = 0, unavailable = 0, ...others } = ends;
		expect(others).toEqual({});
		expect(done + unavailable).toBe(ITEMS);
		// Four tries of each take 14 seconds.
		expect(unavailable).toBeLessThanOrEqual(seconds < 20 ? 16 : 32);
	});
});

describe('for a short time, everything fails that arrives or is in progress: every item succeeds', () => {
	test.each(every([1000, 3000], [502, undefined]))('%d ms, status %p', async (ms, status) => {
		const faults = [{ fault: 'blip', after: 60_000, ms, status }, ...slowResponses];
		await expectAllDone({ operation: 'Extract', faults });
	});
});

test('runs that all end at a sign-in page: three outcomes are unknown', async () => {
	const { ends } = await runItems({ operation: 'Run', items: 50, faults: [{ fault: 'html-200' }] });
	expect(ends).toEqual({ unknownOutcome: 3, notSent: 47 });
});

describe('failures that are no outage', () => {
	test.each(every(['status', 'hang'], OPERATIONS))(
		'one item always fails (%s), %s: the others succeed',
		async (fault, operation) => {
			const faults = [{ fault, when: testOperations[operation].when('10070') }];
			const { ends } = await runItems({ operation, faults, latency: 100 });
			expect(ends.done).toBe(ITEMS - 1);
		},
	);

	test.each(every([1, 2, 3], REPEATABLE))(
		'every second request fails at random (seed %d), %s: only items without retries left fail',
		async (seed, operation) => {
			const faults = [{ fault: 'status', when: { probability: 0.5 }, seed }];
			const { ends } = await runItems({ operation, faults, latency: 100, randomSeed: seed });
			// One of 16 items needs more than its four tries.
			expect(ends).toEqual({ done: expect.any(Number), unavailable: expect.any(Number) });
			expect(ends.unavailable).toBeLessThanOrEqual(ITEMS / 8);
		},
	);

	test.each(REPEATABLE)(
		'with Max Retries 0, 30 %% fail at random, %s: all are sent',
		async (operation) => {
			const faults = [{ fault: 'status', when: { probability: 0.3 } }];
			const requestOptions = { maxRetries: 0 };
			const { ends } = await runItems({ operation, faults, latency: 2000, requestOptions });
			expect(ends.notSent).toBeUndefined();
		},
	);

	test('a single item fails for more than a minute: it is tried until it succeeds', async () => {
		const platform = { faults: [{ fault: 'status' }], faultsEnd: 70_000 };
		const requestOptions = { maxRetries: 10 };
		await expectAllDone({ operation: 'Search', ...platform, items: 1, requestOptions });
	});

	test.each([0.5, 0.05])('a share of %d of all runs fails at random', async (probability) => {
		const faults = [{ fault: 'status', handled: true, when: { probability } }];
		const { ends } = await runItems({ operation: 'Run', faults, latency: 100 });
		expect(ends.unknownOutcome).toBeGreaterThanOrEqual(3);
		if (probability === 0.05) expect(ends.notSent).toBeUndefined();
	});
});

const retryAfter = (seconds: number, more: Partial<FaultRule> = {}): FaultRule => ({
	...{ fault: 'retry-after', seconds, ...more },
});

/** Ways in which the platform can throttle. */
const THROTTLING: Record<string, Platform> = {
	'the first try of each item (429)': { faults: [retryAfter(1, { when: { attempt: 1 } })] },
	'the first try of each item (503)': {
		faults: [retryAfter(1, { status: 503, when: { attempt: 1 } })],
	},
	'everything for five minutes': { faults: [retryAfter(300)], faultsEnd: 299_000 },
	'one request, for eight minutes': { faults: [retryAfter(480, { when: { request: 3 } })] },
	'more than two in parallel': {
		faults: [{ fault: 'capacity', capacity: 2, ms: 40, retryAfter: 1 }],
	},
	'more than one in parallel, without Retry-After': {
		faults: [{ fault: 'capacity', capacity: 1, ms: 40 }],
	},
	'more than two per second, with a long Retry-After': {
		faults: [{ fault: 'rate-limit', limit: 2, retryAfter: 60 }],
	},
	'more than five per second': { faults: [{ fault: 'rate-limit', limit: 5 }] },
};

describe('a platform that throttles: every item succeeds', () => {
	test.each(every(Object.keys(THROTTLING), OPERATIONS))('%s, %s', async (name, operation) => {
		await expectAllDone({ latency: 50, ...THROTTLING[name], operation });
	});

	test.each(REPEATABLE)(
		'one request for eight minutes, while an item fails twice, %s',
		async (operation) => {
			const when = { attempt: '1-2', ...testOperations[operation].when('10000') };
			const faults = [retryAfter(480, { when: { request: 4 } }), { fault: 'status', when }];
			await expectAllDone({ operation, faults, latency: 50 });
		},
	);
});

test.each([
	['Update', 2000],
	['Extract', 14_000],
] as const)(
	'60 × %s of %d ms, one at a time, while others are queued: all succeed, with hardly any retries',
	async (operation, ms) => {
		const faults = [{ fault: 'capacity', capacity: 1, ms, queue: 1000 }];
		const { requests } = await expectAllDone({ operation, faults, items: 60 });
		expect(requests.length).toBeLessThanOrEqual(66);
	},
);

describe('200 extractions', () => {
	const extract = async (faults: FaultRule[], randomSeed = 1) =>
		await expectAllDone({ operation: 'Extract', faults, randomSeed });

	test('8 in parallel, otherwise 429 with Retry-After: nearly as fast as a pool of 8', async () => {
		const result = await extract([{ fault: 'capacity', capacity: 8, ms: 300, retryAfter: 1 }]);

		expect(result.seconds).toBeLessThanOrEqual((1.3 * 0.3 * ITEMS) / 8);
		expect(countThrottled(result) / result.requests.length).toBeLessThanOrEqual(0.05);
	});

	test('one is throttled, although the platform serves any number: hardly slower', async () => {
		const work = { operation: 'Extract', items: 1000, latency: 500 } as const;
		const { seconds } = await expectAllDone(work);
		for (const retryAfter of [1, 30]) {
			const faults = [{ fault: 'retry-after', seconds: retryAfter, when: { request: 1 } }];
			const throttled = await expectAllDone({ ...work, faults });
			expect(throttled.seconds).toBeLessThanOrEqual(4 * seconds + 3 * retryAfter);
		}
	});

	test('each takes nearly the Timeout: as fast as a pool of 16', async () => {
		const ms = 0.97 * 1000 * TIMEOUT.Extract;
		const { seconds } = await extract([{ fault: 'delay', ms }]);
		expect(seconds).toBeLessThanOrEqual((1.2 * Math.ceil(ITEMS / 16) * ms) / 1000);
	});

	test('5 % are answered 500 at random: hardly slower', async () => {
		const slow: FaultRule = { fault: 'delay', ms: 5000 };
		const { seconds } = await extract([slow]);
		const times: number[] = [];
		for (const seed of [1, 2, 3, 4, 5]) {
			const failing = { fault: 'status', when: { probability: 0.05 }, seed };
			times.push((await extract([slow, failing], seed)).seconds);
		}
		expect(median(times)).toBeLessThanOrEqual(1.4 * seconds);
	});

	test('any number in parallel: takes a few rounds', async () => {
		expect((await extract([{ fault: 'delay', ms: 300 }])).seconds).toBeLessThanOrEqual(1.6);
	});
});

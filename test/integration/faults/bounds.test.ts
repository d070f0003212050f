// What must hold when the platform is down, slow, throttles or fails at random: 200 items in n8n's engine, on a
// simulated clock. Each execution also keeps the invariants of the simulation. Speed is measured in benchmarks/.
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { countThrottled, delays, median } from '../../simulation/capacity.ts';
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
const REFUSED: Platform = { address: 'refused' };
const UNKNOWN_HOST: Platform = { address: 'unknown host' };
const HANGS: Platform = { faults: [{ fault: 'hang' }] };
const RESETS: Platform = { faults: [{ fault: 'reset' }] };
const RETURNS_500: Platform = { faults: [{ fault: 'status', status: 500 }] };
const RETURNS_503: Platform = { faults: [{ fault: 'status', status: 503 }] };

const every = <First, Second>(first: readonly First[], second: readonly Second[]) =>
	first.flatMap((one) => second.map((two): [First, Second] => [one, two]));

async function expectAllDone(work: Work) {
	const result = await runItems(work);
	expect(result.ends).toEqual({ done: work.items ?? ITEMS });
	return result;
}

describe('a platform that is down for good: the execution ends, and few runs are unknown', () => {
	async function expectEnd(work: Work, timeouts: number) {
		const { operation } = work;
		const { seconds, ends, outputs } = await runItems(work);
		expect(seconds).toBeLessThanOrEqual(timeouts * TIMEOUT[operation] + 45);
		expect(ends.done).toBeUndefined();
		expect(ends.unknownOutcome ?? 0).toBeLessThanOrEqual(operation === 'Run' ? 3 : 0);
		expect(ends.notSent).toBeGreaterThan(ITEMS / 2);
		expect(outputs.at(-1)).toMatchObject({
			error: expect.stringMatching(/^Not sent: the platform seems to be unavailable/),
			details: { kind: 'notSent' },
		});
	}

	test.each(every([REFUSED, UNKNOWN_HOST, HANGS, RETURNS_500, RETURNS_503], OPERATIONS))(
		'%j, %s: after three timeouts',
		async (platform, operation) => await expectEnd({ ...platform, operation }, 3),
	);

	// With one item at a time, two items have two tries each.
	test.each(OPERATIONS)('a loop, %s: after five timeouts', async (operation) => {
		await expectEnd({ ...RETURNS_500, operation, isLoop: true }, 5);
	});
});

// The simulation has these with each operation, and other times: test/simulation/outages.ts.
test.each<[Platform, Work['operation']]>([
	[REFUSED, 'Search'],
	[UNKNOWN_HOST, 'Update'],
	[HANGS, 'Extract'],
	[RESETS, 'Search'],
	[RETURNS_503, 'Extract'],
	[{ ...HANGS, faultsBegin: 250 }, 'Update'],
	[{ ...RESETS, faultsBegin: 250 }, 'Extract'],
	[{ ...RETURNS_500, faultsBegin: 250 }, 'Search'],
	[{ ...RETURNS_503, faultsBegin: 250 }, 'Update'],
])('%j for 10 seconds, %s: every item succeeds', async (platform, operation) => {
	const { faultsBegin = 0 } = platform;
	await expectAllDone({ ...platform, operation, faultsEnd: faultsBegin + 10_000, latency: 100 });
});

test.each(every([10, 15, 20, 25], REPEATABLE))(
	'down for %d seconds, %s: only items that were tried before fail',
	async (seconds, operation) => {
		const times = { faultsEnd: 1000 * seconds, latency: 100 };
		const { ends } = await runItems({ ...RETURNS_500, operation, ...times });
		const { done = 0, unavailable = 0, ...others } = ends;
		expect(others).toEqual({});
		expect(done + unavailable).toBe(ITEMS);
		// Four tries of each take 14 seconds, and three 6.
		const most = { 10: 0, 15: 16 }[seconds] ?? 32;
		expect(unavailable).toBeLessThanOrEqual(most);
	},
);

test.each([
	[1000, 502, 5, 45],
	[3000, undefined, 5, 45],
	[1000, undefined, 25, 55],
	[3000, 502, 25, 55],
])(
	'for %d ms, all that arrives or is in progress fails (%p), responses take %d to %d s: every item succeeds',
	async (ms, status, fastest, slowest) => {
		const blip = { fault: 'blip', after: 60_000, ms, status };
		await expectAllDone({ operation: 'Extract', faults: [blip, ...delays(fastest, slowest)] });
	},
);

test('runs that all end at a sign-in page: three outcomes are unknown', async () => {
	const { ends } = await runItems({ operation: 'Run', items: 50, faults: [{ fault: 'html-200' }] });
	expect(ends).toEqual({ unknownOutcome: 3, notSent: 47 });
});

describe('failures that are no outage', () => {
	test.each([
		['status', 'Search'],
		['status', 'Run'],
		['hang', 'Extract'],
		['hang', 'Update'],
		['hang', 'Run'],
	] as const)('one item always fails (%s), %s: the others succeed', async (fault, operation) => {
		const faults = [{ fault, when: testOperations[operation].when('10070') }];
		const { ends } = await runItems({ operation, faults, latency: 100 });
		expect(ends.done).toBe(ITEMS - 1);
	});

	test.each(REPEATABLE)(
		'every second request fails at random, %s: only items without retries left fail',
		async (operation) => {
			const faults = [{ fault: 'status', when: { probability: 0.5 } }];
			const { ends } = await runItems({ operation, faults, latency: 100 });
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

const throttling = (seconds: number, more: Partial<FaultRule>): Platform => ({
	faults: [{ fault: 'retry-after', seconds, ...more }],
});

const limited = (fault: string, settings: object): Platform => ({
	faults: [{ fault, ...settings }],
});

/** Ways in which the platform can throttle, with operations. */
// prettier-ignore
const THROTTLING: Array<[name: string, Platform, ...Array<Work['operation']>]> = [
	['first tries (429)', throttling(1, { when: { attempt: 1 } }), 'Search', 'Run'],
	['first tries (503)', throttling(1, { when: { attempt: 1 }, status: 503 }), 'Extract', 'Run'],
	['all for five minutes', { ...throttling(300, {}), faultsEnd: 299_000 }, 'Search', 'Update'],
	['one, for eight minutes', throttling(480, { when: { request: 3 } }), 'Extract', 'Run'],
	['more than two in parallel', limited('capacity', { capacity: 2, ms: 40, retryAfter: 1 }), 'Search', 'Update'],
	['more than one, without Retry-After', limited('capacity', { capacity: 1, ms: 40 }), 'Extract', 'Run'],
	['more than two per second, for a minute', limited('rate-limit', { limit: 2, retryAfter: 60 }), 'Update'],
	['more than ten per second', limited('rate-limit', { limit: 10 }), 'Search', 'Extract'],
];

describe('a platform that throttles: every item succeeds', () => {
	const cases = THROTTLING.flatMap(([name, platform, ...operations]) =>
		operations.map((operation) => ({ name, operation, platform })),
	);
	test.each(cases)('$name, $operation', async ({ operation, platform }) => {
		await expectAllDone({ latency: 50, ...platform, operation });
	});

	test('one request for eight minutes, while an item fails twice', async () => {
		const when = { attempt: '1-2', ...testOperations.Extract.when('10000') };
		const faults = [
			{ fault: 'retry-after', seconds: 480, when: { request: 4 } },
			{ fault: 'status', when },
		];
		await expectAllDone({ operation: 'Extract', faults, latency: 50 });
	});
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

	// Four times as long as without it, and three times Retry-After.
	test.each([
		['none', {}, 6.1],
		['the first for a second', throttling(1, { when: { request: 1 } }), 4 * 6 + 3],
		['the first for 30 seconds', throttling(30, { when: { request: 1 } }), 4 * 6 + 90],
	])('1,000 are sent, throttled: %s', async (_, platform, longest) => {
		const work = { operation: 'Extract', items: 1000, latency: 500 } as const;
		expect((await expectAllDone({ ...work, ...platform })).seconds).toBeLessThanOrEqual(longest);
	});

	test.each([0.5, 0.9, 0.97])('each takes %d of the Timeout: a pool of 16', async (share) => {
		const ms = share * 1000 * TIMEOUT.Extract;
		const { seconds } = await extract([{ fault: 'delay', ms }]);
		expect(seconds).toBeLessThanOrEqual((1.2 * Math.ceil(ITEMS / 16) * ms) / 1000);
	});

	test('5 % are answered 500 at random: hardly slower', async () => {
		const slow: FaultRule = { fault: 'delay', ms: 5000 };
		const { seconds } = await extract([slow]);
		const times: number[] = [];
		for (const seed of [1, 2, 3]) {
			const failing = { fault: 'status', when: { probability: 0.05 }, seed };
			times.push((await extract([slow, failing], seed)).seconds);
		}
		expect(median(times)).toBeLessThanOrEqual(1.4 * seconds);
	});

	test('any number in parallel: takes a few rounds', async () => {
		expect((await extract([{ fault: 'delay', ms: 300 }])).seconds).toBeLessThanOrEqual(1.6);
	});
});

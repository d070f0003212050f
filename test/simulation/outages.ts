import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OPERATIONS, runItems, type Work } from './platform.ts';

/** Seconds. The shortest retries of a request last longer, so every item survives such an outage. */
const SHORT = 10;

/** Seconds, longer than any execution. */
const FOR_GOOD = 100_000;

/** What the platform does during an outage. */
const OUTAGES: Record<string, Pick<Work, 'faults' | 'address'>> = {
	hang: { faults: [{ fault: 'hang' }] },
	'no response': { faults: [{ fault: 'hang-after' }] },
	reset: { faults: [{ fault: 'reset' }] },
	'status 500': { faults: [{ fault: 'status', status: 500 }] },
	'status 503': { faults: [{ fault: 'status', status: 503 }] },
	'status 502 also for what is in progress': { faults: [{ fault: 'blip', status: 502 }] },
	'reset also of what is in progress': { faults: [{ fault: 'blip' }] },
	refused: { address: 'refused' },
	'unknown host': { address: 'unknown host' },
};

/** Any outage. At a dead address, it begins at the start. */
export const outages = fc.record({
	operation: fc.constantFrom(...OPERATIONS, 'Run' as const),
	kind: fc.constantFrom(...Object.keys(OUTAGES)),
	/** Milliseconds. */
	begins: fc.nat(1500),
	/** Seconds. Without it, the outage never ends. */
	lasts: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
	items: fc.integer({ min: 1, max: 40 }),
	/** How long the platform takes for a request when it is up, in that of the Timeout. */
	latency: fc.constantFrom(0.002, 0.002, 0.3, 0.8),
	requestOptions: fc.record(
		{
			timeout: fc.constantFrom(1, 5, 60),
			maxConcurrency: fc.constantFrom(1, 3, 10, 100),
			maxRetries: fc.constantFrom(0, 1, 3, 5),
		},
		{ requiredKeys: ['timeout'] },
	),
	randomSeed: fc.nat(1000),
});

type Outage = typeof outages extends fc.Arbitrary<infer Value> ? Value : never;

/** The longest that an execution may take, in seconds. */
function longest({ operation, lasts = 0, items, latency, requestOptions }: Outage): number {
	const { timeout, maxRetries = 3, maxConcurrency } = requestOptions;
	const work = 3 * items * latency * timeout;
	const lastWait = 1.25 * 2 ** maxRetries;
	// With one request at a time, two items use all their tries before it's known to be an outage.
	const isOneByOne = operation === 'Run' || items <= 2 || maxConcurrency === 1;
	const budget = Math.max(120, 2 * timeout);
	const outage = isOneByOne ? 2 * (budget + timeout) : 3 * timeout;
	return lasts + outage + lastWait + 45 + work;
}

/** Checks what must hold of any outage. Its kinds are in test/integration/faults/bounds.test.ts. */
export async function checkOutage(outage: Outage): Promise<void> {
	const { kind, lasts = Infinity, begins, latency, ...work } = outage;
	const { operation, items, requestOptions } = work;
	const { maxConcurrency = 1, maxRetries, timeout } = requestOptions;
	const { address, faults = [] } = OUTAGES[kind];
	const ms = 1000 * Math.min(lasts, FOR_GOOD);
	// The others are set when they begin, so that they don't affect what is in progress.
	const isBlip = faults.some(({ fault }) => fault === 'blip');
	const faultsBegin = address || isBlip ? 0 : begins;
	const faultsEnd = lasts === Infinity || isBlip ? undefined : faultsBegin + ms;
	const { seconds, ends, outputs } = await runItems({
		...{ ...work, address, faultsBegin, faultsEnd, latency: 1000 * latency * timeout },
		faults: isBlip ? [{ ...faults[0], after: begins, ms }] : faults,
	});
	const { done = 0, unknownOutcome = 0 } = ends;
	const isRun = operation === 'Run';
	const summary = JSON.stringify({ seconds, longest: longest(outage), ends });
	assert(seconds <= longest(outage), `the execution takes too long: ${summary}`);
	assert.equal(outputs.length, items, `items are missing: ${summary}`);
	const mostUnknown = isRun ? 3 + maxConcurrency - 1 : 0;
	assert(unknownOutcome <= mostUnknown, `too many outcomes are unknown: ${summary}`);
	const isSurvived = !isRun && lasts <= SHORT && maxRetries === undefined;
	assert(!isSurvived || done === items, `items fail in a short outage: ${summary}`);
}

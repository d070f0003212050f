import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { OperationName, OutageName, Unreachable } from './outages.ts';
import { LATENCY, OPERATIONS, OUTAGES, runThrough } from './outages.ts';

interface RandomOutage {
	operation: OperationName;
	outage: Exclude<OutageName, Unreachable>;
	/** Milliseconds after the first request. */
	begins: number;
	lasts: number;
	items: number;
	timeout: number;
	requestOptions: IDataObject;
	seed: number;
}

const FOREVER = 24 * 3600 * 1000;
/** Every item survives it: even the shortest retries of a request last longer. */
const SHORT = 10_000;

const randomOutages: fc.Arbitrary<RandomOutage> = fc.record({
	operation: fc.constantFrom(...OPERATIONS, 'Run' as const),
	outage: fc.constantFrom('hang', 'no response', 'reset', 'status 500', 'status 503'),
	begins: fc.integer({ min: 0, max: 1500 }),
	lasts: fc.oneof(fc.constant(FOREVER), fc.integer({ min: 1, max: 60_000 })),
	items: fc.integer({ min: 1, max: 40 }),
	timeout: fc.constantFrom(1, 5, 60),
	requestOptions: fc.record(
		{ maxConcurrency: fc.constantFrom(1, 3, 10, 100), maxRetries: fc.constantFrom(0, 1, 3, 5) },
		{ requiredKeys: [] },
	),
	seed: fc.nat({ max: 1000 }),
});

/** What must hold of any outage. */
async function checkRandomOutage(outage: RandomOutage): Promise<void> {
	const { operation, begins, lasts, items, timeout, requestOptions, seed } = outage;
	const during = [OUTAGES[outage.outage]];
	const result = await runThrough(operation, {
		items,
		seed,
		requestOptions: { ...requestOptions, timeout },
		faults: begins === 0 ? during : [],
		schedule: [
			...(begins > 0 ? [{ at: begins, faults: during }] : []),
			...(lasts < FOREVER ? [{ at: begins + lasts, faults: [] }] : []),
		],
	});
	const { milliseconds, requests, peak, sentAgain, ends } = result;
	const { unknownOutcome = 0 } = ends;
	const isOver = lasts < FOREVER;
	const concurrency = Number(requestOptions.maxConcurrency ?? (operation === 'Run' ? 1 : 100));
	// The work before and after the outage, one request after another, and two seconds for the slowest probe.
	const work = items * LATENCY * 3 + 2000;
	// The circuit opens when a second item has failed, so the first two have all their tries.
	const isOneByOne = operation !== 'Run' && (items === 1 || concurrency === 1);
	const timeouts = isOneByOne ? Math.max(3, 2 + Number(requestOptions.maxRetries ?? 3)) : 3;
	const longest = (isOver ? 1.4 * lasts : 0) + timeouts * 1000 * timeout + 30_000 + work;
	const isThroughOutage =
		operation !== 'Run' && lasts <= SHORT && items >= 12 && requestOptions.maxRetries === undefined;
	const ended = Object.values(ends).reduce((sum, count) => sum + count, 0);
	const findings = [
		...sentAgain.map((path) => `a run was sent again: ${path}`),
		...(milliseconds > longest ? [`took ${milliseconds} ms, at most ${longest} expected`] : []),
		...(ended === items ? [] : ['not every item has an end']),
		...(!isOver && items > 1 && requests > 20 + peak ? [`${requests} requests, peak ${peak}`] : []),
		...(operation === 'Run' && !isOver && unknownOutcome > 3 + Math.min(concurrency, peak)
			? [`${unknownOutcome} runs with an unknown outcome`]
			: []),
		...(isThroughOutage && ends.done < items - (isOneByOne ? 2 : 0)
			? ['not every item succeeded']
			: []),
	];
	if (findings.length > 0) throw new Error([...findings, JSON.stringify(result)].join('\n'));
}

/** Runs random outages. Prints the smallest one that breaks a bound, and returns whether none does. */
export async function checkRandomOutages(
	numRuns: number,
	seed: number,
	path?: string,
): Promise<boolean> {
	const property = fc.asyncProperty(randomOutages, checkRandomOutage);
	const found = await fc.check(property, { numRuns, seed, path });
	if (!found.failed) {
		console.log(`${found.numRuns} random outages with seed ${seed}: no violations`);
		return true;
	}
	console.log(String((found.errorInstance as Error | undefined)?.message));
	console.log(JSON.stringify(found.counterexample?.[0]), `seed ${seed}`, found.counterexamplePath);
	return false;
}

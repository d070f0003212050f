import type { FaultRule } from '../../simulator/faults/rules.ts';
import { table } from '../support/markdown.ts';
import { type Result, runItems } from './platform.ts';
import type { OperationName } from './scenario.ts';

/** More requests than any platform gets. */
const MANY = 100_000;

/** What a platform does with requests beyond its capacity. */
const BEYOND = {
	'otherwise 429 with Retry-After: 1': { retryAfter: 1 },
	'otherwise 429': {},
	'others wait': { queue: MANY },
};

/** Items, milliseconds per request, and how many requests are served in parallel. */
type Platform = [OperationName, number, number, number, keyof typeof BEYOND];

const PLATFORMS: Platform[] = [
	['Extract', 200, 20, 1, 'otherwise 429 with Retry-After: 1'],
	['Extract', 200, 20, 1, 'others wait'],
	['Extract', 200, 300, 8, 'otherwise 429 with Retry-After: 1'],
	['Extract', 200, 300, 8, 'otherwise 429'],
	['Extract', 200, 300, 8, 'others wait'],
	['Extract', 400, 200, 32, 'otherwise 429 with Retry-After: 1'],
	['Extract', 400, 200, 32, 'others wait'],
	['Extract', 200, 300, MANY, 'others wait'],
	['Extract', 200, 5000, MANY, 'others wait'],
	['Extract', 60, 14_000, 1, 'others wait'],
	['Update', 200, 50, 8, 'otherwise 429 with Retry-After: 1'],
	['Update', 200, 50, 8, 'others wait'],
	['Update', 200, 50, MANY, 'others wait'],
	['Update', 60, 2000, 1, 'others wait'],
	['Update', 60, 14_000, 1, 'others wait'],
];

const SEEDS = [1, 2, 3, 4, 5];

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

export const countThrottled = ({ requests }: Result) =>
	requests.filter(({ status }) => status === 429).length;

async function measure([operation, items, ms, capacity, beyond]: Platform): Promise<string[]> {
	const faults: FaultRule[] = [{ fault: 'capacity', capacity, ms, ...BEYOND[beyond] }];
	const pool = (Math.ceil(items / capacity) * ms) / 1000;
	const results: Result[] = [];
	for (const randomSeed of SEEDS) {
		results.push(await runItems({ operation, items, faults, randomSeed }));
	}
	const of = (value: (result: Result) => number) => median(results.map(value));
	return [
		`${operation}: ${items} × ${ms} ms`,
		capacity === MANY ? 'any number in parallel' : `${capacity} in parallel, ${beyond}`,
		of(({ seconds }) => seconds / pool).toFixed(2),
		of(({ requests }) => requests.length / items).toFixed(2),
		`${((100 * of(countThrottled)) / items).toFixed(1)} %`,
		String(of(({ requests }) => Math.max(...requests.map(({ concurrent }) => concurrent)))),
		String(of(({ ends: { done = 0 } }) => items - done)),
	];
}

/** Measures each platform, with the medians of five seeds. The right pool knows the capacity from the start. */
export async function capacityTable(): Promise<string> {
	const rows = [
		[
			...['Work', 'Platform', 'Time, in that of the right pool', 'Requests per item'],
			...['Throttled', 'Most in flight', 'Failed items'],
		],
	];
	for (const platform of PLATFORMS) rows.push(await measure(platform));
	return table(rows);
}

import { type Result, runItems } from './platform.ts';
import type { OperationName } from './scenario.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { table } from '../support/markdown.ts';

/** More requests than any platform gets. */
const MANY = 100_000;

/** A row: operation, items, milliseconds per request, the platform, its faults, and how many it serves in parallel. */
type Row = [OperationName, number, number | string, string, FaultRule[], number];

/** What a platform does with requests beyond its capacity. */
const BEYOND = {
	'otherwise 429 with Retry-After: 1': { retryAfter: 1 },
	'otherwise 429': {},
	'others wait': { queue: MANY },
};

function limited(
	operation: OperationName,
	items: number,
	ms: number,
	capacity: number,
	beyond: keyof typeof BEYOND = 'others wait',
): Row {
	const platform =
		capacity === MANY ? 'any number in parallel' : `${capacity} in parallel, ${beyond}`;
	const faults = [{ fault: 'capacity', capacity, ms, ...BEYOND[beyond] }];
	return [operation, items, ms, platform, faults, capacity];
}

/** The first request is throttled, although the platform serves any number. */
function stray(operation: OperationName, seconds: number): Row {
	const throttling = { fault: 'retry-after', seconds, when: { request: 1 } };
	const faults = [throttling, { fault: 'delay', ms: 500 }];
	return [operation, 1000, 500, `one 429 with Retry-After: ${seconds}`, faults, MANY];
}

/** Response times that differ, in seconds. */
export const delays = (fastest: number, slowest: number): FaultRule[] => [
	{ fault: 'delay', ms: 1000 * fastest },
	...[1, 2, 3, 4].map((seed) => {
		const ms = (1000 * (slowest - fastest)) / 2 ** seed;
		return { fault: 'delay', ms, when: { probability: 0.5 }, seed };
	}),
];

/** For a second, everything fails that arrives or is in progress. */
function blip(operation: OperationName): Row {
	const faults = [{ fault: 'blip', after: 60_000, ms: 1000, status: 502 }, ...delays(5, 45)];
	return [operation, 200, '5000 to 42500', 'everything 502 for a second', faults, MANY];
}

const ROWS: Row[] = [
	limited('Extract', 200, 20, 1, 'otherwise 429 with Retry-After: 1'),
	limited('Extract', 200, 20, 1),
	limited('Extract', 200, 300, 8, 'otherwise 429 with Retry-After: 1'),
	limited('Extract', 200, 300, 8, 'otherwise 429'),
	limited('Extract', 200, 300, 8),
	limited('Extract', 400, 200, 32, 'otherwise 429 with Retry-After: 1'),
	limited('Extract', 400, 200, 32),
	limited('Extract', 200, 300, MANY),
	limited('Extract', 200, 5000, MANY),
	limited('Extract', 400, 270_000, MANY),
	limited('Extract', 60, 14_000, 1),
	stray('Extract', 1),
	stray('Extract', 30),
	blip('Extract'),
	limited('Update', 200, 50, 8, 'otherwise 429 with Retry-After: 1'),
	limited('Update', 200, 50, 8),
	limited('Update', 200, 50, MANY),
	limited('Update', 60, 2000, 1),
	limited('Update', 60, 14_000, 1),
	stray('Update', 30),
];

const SEEDS = [1, 2, 3, 4, 5];

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

export const countThrottled = ({ requests }: Result) =>
	requests.filter(({ status }) => status === 429).length;

async function measure([operation, items, ms, platform, faults, capacity]: Row): Promise<string[]> {
	const longest = Number(String(ms).split(' ').at(-1));
	const pool = (Math.ceil(items / capacity) * longest) / 1000;
	const results: Result[] = [];
	for (const randomSeed of SEEDS) {
		results.push(await runItems({ operation, items, faults, randomSeed }));
	}
	const of = (value: (result: Result) => number) => median(results.map(value));
	return [
		`${operation}: ${items} × ${ms} ms`,
		platform,
		of(({ seconds }) => seconds / pool).toFixed(2),
		of(({ requests }) => requests.length / items).toFixed(2),
		`${((100 * of(countThrottled)) / items).toFixed(1)} %`,
		String(of(({ requests }) => Math.max(...requests.map(({ concurrent }) => concurrent)))),
		String(of(({ ends: { done = 0 } }) => items - done)),
	];
}

/** Measures each platform, with the medians of five seeds. The right pool knows the capacity from the start. */
export async function capacityTable(): Promise<string> {
	// prettier-ignore
	const rows = [[
		'Work', 'Platform', 'Time, in that of the right pool', 'Requests per item',
		'Throttled', 'Most in flight', 'Failed items',
	]];
	for (const row of ROWS) rows.push(await measure(row));
	return table(rows);
}

import { seededChance } from '../../../simulator/faults/script.ts';
import {
	MAX,
	type LimitRule,
	type PlatformModel,
	simulate,
	simulatePool,
} from './platformModel.ts';

const SECOND = 1000;
const SEEDS = [1, 2, 3, 4, 5];

type Chance = () => number;

/** A platform on which rules are compared. */
export interface LimitRow {
	name: string;
	/** The right number of requests in flight. */
	right: number;
	/** The initial limit, if it's lower than usual. */
	start?: number;
	platform: (chance: Chance) => PlatformModel;
	/** The right pool's capacity, if it isn't the platform's. */
	pool?: (now: number) => number;
	/** The time of an earlier rule, as a multiple of the right pool's time. */
	earlier: number;
}

/** Times that vary by a twentieth. */
const about = (ms: number, chance: Chance) => () => ms * (0.95 + 0.1 * chance());

/** Lognormal times around a median. */
const spread = (median: number, chance: Chance) => () => {
	const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
	return median * Math.exp(0.3 * normal);
};

const between = (now: number, from: number, to: number) => now > from * SECOND && now < to * SECOND;

type Row = Omit<LimitRow, 'platform' | 'earlier'>;
type Differences = Partial<PlatformModel>;

const row = (
	row: Row,
	earlier: number,
	differences: (chance: Chance) => Differences,
): LimitRow => ({
	...{ ...row, earlier },
	platform: (chance) => ({
		requests: 200,
		capacity: () => (row.right === MAX ? Infinity : row.right),
		time: about(300, chance),
		queue: 0,
		wait: () => SECOND,
		...differences(chance),
	}),
});

/** What a platform does with requests beyond its capacity. */
const BEYOND: Record<string, (chance: Chance) => Differences> = {
	'429': (chance) => ({ wait: () => 200 * chance() }),
	'429 with Retry-After: 1': () => ({ wait: () => SECOND }),
	'others queue': () => ({ queue: Infinity }),
};

type SteadyRow = [
	requests: number,
	ms: number,
	right: number,
	/** For each kind of BEYOND. */
	earlier: Array<number | undefined>,
	start?: number,
];

const STEADY: SteadyRow[] = [
	[200, 20, 1, [1.08, 1.41, 0.83]],
	[200, 40, 2, [1.07, 1.44, 0.91]],
	[200, 100, 8, [1.1, 1.35, 0.96]],
	[400, 200, 32, [1.09, 1.4, 1.05]],
	[200, 20, 1, [undefined, 1.41, 0.83], 4],
	[200, 40, 2, [undefined, 1.44, 0.91], 4],
	[200, 50, 8, [1.18, 1.73, 0.95], 4],
	[200, 200, 32, [undefined, 2.03, 1.42], 4],
	[200, 300, 1, [undefined, 1.07, 0.99]],
	[200, 300, 2, [undefined, 1.11, 0.99]],
	[200, 300, 8, [undefined, 1.21, 0.99]],
	[800, 300, 32, [undefined, 1.27, 1.04]],
	[36, 300, 4, [undefined, undefined, 0.99]],
	[400, 200, 16, [undefined, undefined, 1.01]],
	[200, 50, MAX, [undefined, undefined, 1.43], 4],
	[200, 50, MAX, [undefined, undefined, 1.2]],
	[200, 300, MAX, [undefined, undefined, 1.71]],
];

const steadyRows = STEADY.flatMap(([requests, ms, right, times, start]) =>
	Object.entries(BEYOND).flatMap(([what, differences], index) => {
		const earlier = times[index];
		if (earlier === undefined) return [];
		const takes =
			right === MAX ? 'any number in parallel' : `${right} in parallel, otherwise ${what}`;
		const name = `${requests} × ${ms} ms${start ? `, start ${start}` : ''}: ${takes}`;
		return row(
			{ name: name.replace('otherwise others', 'others'), right, start },
			earlier,
			(chance) => ({
				...{ requests, time: about(ms, chance) },
				...differences(chance),
			}),
		);
	}),
);

/** Updates that run one after another, with the default Timeout. */
const jobServer = (seconds: number, earlier: number, start?: number) =>
	row(
		{ name: `60 × ${seconds} s, start ${start ?? 12}: one by one, Timeout 60 s`, right: 1, start },
		earlier,
		(chance) => ({
			...{ requests: 60, queue: Infinity, timeout: 60 * SECOND },
			time: about(seconds * SECOND, chance),
		}),
	);

/** Response times of a language model. */
const model = (right: number, earlier: number) =>
	row(
		{ name: `400 × 1 to 9 s: ${right === MAX ? 'any number' : right} in parallel`, right },
		earlier,
		(chance) => ({ requests: 400, queue: Infinity, time: () => SECOND * 9 ** chance() }),
	);

/** The rows of the capacity benchmark, and more. */
export const LIMIT_ROWS: LimitRow[] = [
	...steadyRows,
	row({ name: '600 × 300 ms: 32, then 4, then 32 in parallel', right: 32 }, 1.47, () => ({
		...{ requests: 600, capacity: (now) => (between(now, 3, 7) ? 4 : 32) },
	})),
	row({ name: '800 × 300 ms: 32, then 4, then 32 in parallel', right: 32 }, 1.37, () => ({
		...{ requests: 800, capacity: (now) => (between(now, 4, 8) ? 4 : 32) },
	})),
	...[jobServer(2, 1, 4), jobServer(6, 1, 4), jobServer(10, 1, 4), jobServer(14, 1, 4)],
	jobServer(6, 1.2),
	...[model(8, 1.15), model(32, 1.37), model(MAX, 2.16)],
	row(
		{ name: '200 × 100 ms, lognormal: 8 in parallel, otherwise 429', right: 8 },
		1.33,
		(chance) => ({
			time: spread(100, chance),
		}),
	),
	row(
		{ name: '400 × 200 ms, lognormal: 32 in parallel, otherwise 429', right: 32 },
		1.51,
		(chance) => ({
			...{ requests: 400, time: spread(200, chance) },
		}),
	),
	row({ name: '2000 × 300, then 600 ms: restarts', right: MAX, pool: () => MAX }, 2.08, () => ({
		...{ requests: 2000, capacity: (now) => (between(now, 3, 5) ? 0 : Infinity) },
		time: (now) => (now < 5 * SECOND ? 300 : 600),
	})),
	row({ name: '1500 × 400, then 500 ms: 8, then 64 in parallel', right: 64 }, 2.21, () => ({
		...{ requests: 1500, capacity: (now) => (now < 10 * SECOND ? 8 : 64) },
		time: (now) => (now < 10 * SECOND ? 400 : 500),
	})),
];

/** A rule's results for a row, compared with the right pool: medians or worst values of all seeds. */
export interface RowResult {
	time: number;
	inFlight: number;
	worstInFlight: number;
	/** The share of throttled requests. */
	throttled: number;
	worstTimeouts: number;
}

export function compare(tried: LimitRow, rule: (start?: number) => LimitRule): RowResult {
	const results = SEEDS.map((seed) => {
		const platform = tried.platform(seededChance(seed));
		const pool = simulatePool(tried.platform(seededChance(seed)), tried.pool);
		const done = simulate(platform, rule(tried.start));
		return {
			time: done.time / pool.time,
			inFlight: done.inFlight / pool.inFlight,
			worstInFlight: done.maxInFlight / tried.right,
			throttled: done.throttled / (platform.requests + done.throttled),
			worstTimeouts: done.timeouts,
		};
	});
	const all = (name: keyof RowResult) => results.map((result) => result[name]);
	const median = (values: number[]) => values.sort((a, b) => a - b)[(values.length - 1) / 2];
	return {
		time: median(all('time')),
		inFlight: median(all('inFlight')),
		worstInFlight: Math.max(...all('worstInFlight')),
		throttled: median(all('throttled')),
		worstTimeouts: Math.max(...all('worstTimeouts')),
	};
}

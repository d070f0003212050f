import { Limit } from '../../../nodes/DataPlatform/transport/concurrencyLimit.ts';
import { seededChance } from '../../../simulator/faults/script.ts';
import { MOST, type PlatformModel, workThrough } from './platformModel.ts';

const SECOND = 1000;

/** 200 requests of 300 milliseconds, as many at once as one likes. */
const platform = (differences: Partial<PlatformModel> = {}): PlatformModel => ({
	requests: 200,
	capacity: () => Infinity,
	time: () => 300,
	queue: 0,
	wait: () => SECOND,
	...differences,
});

const capacities = [1, 2, 8, 32];
/** As long as it takes with the right pool. */
const oracle = (tried: PlatformModel) => workThrough({ ...tried, queue: Infinity }, tried.capacity);

describe.each(capacities)('a platform that takes %i at once', (capacity) => {
	const takes = { capacity: () => capacity };

	test('and refuses the rest: little is refused, and hardly more time is lost than a wait', () => {
		const tried = platform(takes);
		const { wall, refused } = workThrough(tried);

		expect(wall).toBeLessThanOrEqual(1.3 * oracle(tried).wall + SECOND);
		expect(refused / (tried.requests + refused)).toBeLessThanOrEqual(0.06);
	});

	test('and lets the rest wait: not many more wait than it can take', () => {
		const tried = platform({ ...takes, queue: Infinity, requests: Math.max(200, 25 * capacity) });
		const { wall, underWay } = workThrough(tried);
		const best = oracle(tried);

		expect(wall).toBeLessThanOrEqual(1.3 * best.wall);
		expect(underWay).toBeLessThanOrEqual(2 * best.underWay);
	});
});

test('a platform that takes any number gets as many as allowed within two answers', () => {
	const { wall, most } = workThrough(platform());

	expect(most).toBe(MOST);
	expect(wall).toBeLessThanOrEqual(1.2 * SECOND);
});

test('capacity that falls and rises again is followed both ways', () => {
	const tried = platform({
		requests: 800,
		capacity: (now) => (now < 4 * SECOND || now > 8 * SECOND ? 32 : 4),
	});
	const { wall, refused } = workThrough(tried);

	expect(wall).toBeLessThanOrEqual(1.3 * oracle(tried).wall + SECOND);
	expect(refused / (tried.requests + refused)).toBeLessThanOrEqual(0.1);
});

test('after all were refused at once it grows again, though answers take longer than before', () => {
	const isRestarting = (now: number) => now > 3 * SECOND && now < 5 * SECOND;
	const tried = platform({
		requests: 2000,
		capacity: (now) => (isRestarting(now) ? 0 : Infinity),
		time: (now) => (now < 5 * SECOND ? 300 : 600),
	});

	expect(workThrough(tried).wall).toBeLessThan(60 * SECOND);
});

test('the first answers that wait for each other are judged by the time that has passed since they were sent', () => {
	const tried = platform({ requests: 36, capacity: () => 4, queue: Infinity });

	expect(workThrough(tried).wall).toBeLessThanOrEqual(1.1 * oracle(tried).wall);
});

/** A job server that carries out one update after the other, with the default Timeout. */
const oneByOne = (seconds: number) =>
	platform({
		requests: 60,
		capacity: () => 1,
		queue: Infinity,
		time: () => seconds * SECOND,
		timeout: 60 * SECOND,
	});

test.each([2, 6, 10, 14])(
	'few at first: no answer comes too late, where each update takes %d seconds',
	(seconds) => {
		const { givenUp, wall } = workThrough({ ...oneByOne(seconds), first: 4 });

		expect(givenUp).toBe(0);
		expect(wall).toBeLessThanOrEqual(60 * seconds * SECOND + SECOND);
	},
);

test('few at first: it grows to as many as it takes', () => {
	expect(workThrough(platform({ first: 4 })).most).toBeGreaterThanOrEqual(MOST / 2);
});

/** Rounds of as many answers as it takes to judge, one round after the other. */
function rounds(limit: Limit, times: number[], began = 0): void {
	times.reduce((now, time) => {
		for (let left = Math.max(6, limit.current); left > 0; left--) limit.answered(now, now + time);
		return now + time;
	}, began);
}

test('a pause of the machine while it rests after a refusal takes nothing away for long', () => {
	const limit = new Limit(64, 8);
	rounds(limit, [50]);
	limit.refused(8, 100 * SECOND, 60);
	rounds(limit, [200, 50, 50, 50, 50], 101 * SECOND);

	expect(limit.current).toBe(8);
});

test('a platform that serves fewer after a refusal is not filled up while it rests', () => {
	const limit = new Limit(64, 8);
	rounds(limit, [50]);
	limit.refused(8, 100 * SECOND, 60);
	rounds(limit, [200, 55], 101 * SECOND);

	expect(limit.current).toBeLessThanOrEqual(3);
});

test('answers that take a little longer for good do not keep it from growing', () => {
	const tried = platform({
		...{ requests: 1500, capacity: (now) => (now < 10 * SECOND ? 8 : 64) },
		time: (now) => (now < 10 * SECOND ? 400 : 500),
	});

	expect(workThrough(tried).wall).toBeLessThan(60 * SECOND);
});

test('a single one at a time waits for nothing', () => {
	const limit = new Limit(1);
	limit.answered(0, 20 * SECOND);

	expect(limit.spacing).toBe(0);
});

test('where fewer are answered quicker, n8n’s own work aside, they only waited', () => {
	const limit = new Limit(20, 20);
	rounds(limit, [50, 93, 79]);

	expect(limit.current).toBeLessThan(20);
});

test('answers that take hardly longer neither let it grow nor fall', () => {
	const limit = new Limit(64, 8);
	for (let answer = 0; answer < 8; answer++) limit.answered(0, 500);
	const { current } = limit;
	for (let answer = 0; answer < current; answer++) limit.answered(500, 1130);

	expect(limit.current).toBe(current);
});

test('an answer that came too late halves the limit once, which then rests four times as long as was waited', () => {
	const limit = new Limit(64);
	const first = limit.current;
	limit.late(0, 10 * SECOND);
	limit.late(0, 10 * SECOND);
	expect(limit.current).toBe(first / 2);

	rounds(limit, Array(39).fill(SECOND), 10 * SECOND);
	expect(limit.current).toBe(first / 2);
	rounds(limit, Array(4).fill(SECOND), 50 * SECOND);
	expect(limit.current).toBeGreaterThan(first / 2);
});

test('where answers come too late, fewer are waited for', () => {
	const { givenUp } = workThrough(oneByOne(6));

	expect(givenUp).toBe(1);
});

test.each([
	[8, 1.3],
	[32, 1.5],
	[Infinity, 2.1],
])(
	'answers that take different times by themselves are no line of waiting ones (%d at once)',
	(capacity, atMost) => {
		const chance = seededChance(1);
		const tried = platform({
			requests: 400,
			capacity: () => capacity,
			queue: Infinity,
			// From 1 to 9 seconds.
			time: () => SECOND * 9 ** chance(),
		});

		const pool = () => Math.min(MOST, capacity);
		expect(workThrough(tried).wall).toBeLessThanOrEqual(atMost * workThrough(tried, pool).wall);
	},
);

/** Lognormal around a median, as times of a model are. */
function spread(median: number, chance: () => number): number {
	const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
	return median * Math.exp(0.3 * normal);
}

test.each([
	[8, 200, 100],
	[32, 400, 200],
])(
	'answers that take different times by themselves cost no more, where the rest is refused (%d at once)',
	(capacity, requests, median) => {
		const chances = Array.from({ length: 21 }, (_, index) => {
			const chance = seededChance(index + 1);
			const tried = platform({
				...{ requests, capacity: () => capacity, time: () => spread(median, chance) },
			});
			const { wall, refused } = workThrough(tried);
			return { ratio: (wall - SECOND) / oracle(tried).wall, refused: refused / requests };
		});
		const medianOf = (values: number[]) => values.sort((a, b) => a - b)[10];

		expect(medianOf(chances.map(({ ratio }) => ratio))).toBeLessThanOrEqual(1.3);
		expect(medianOf(chances.map(({ refused }) => refused))).toBeLessThanOrEqual(0.06);
	},
);

describe('the arithmetic', () => {
	test('it never exceeds what the user allows', () => {
		const limit = new Limit(5);
		expect(limit.current).toBe(5);
		for (let answer = 0; answer < 50; answer++) limit.answered(answer * 10, answer * 10 + 5);
		expect(limit.current).toBe(5);
	});

	test('after refusals as many are allowed as were not refused, and at least one', () => {
		const limit = new Limit(64);
		for (let others = 11; others >= 8; others--) limit.refused(others, SECOND, 10);
		expect(limit.current).toBe(8);
		limit.refused(0, SECOND, 20);
		expect(limit.current).toBe(1);
	});

	test('what went out before a change says nothing about what holds after it', () => {
		const limit = new Limit(64);
		for (let answer = 0; answer < 12; answer++) limit.answered(0, 100);
		const grown = limit.current;
		expect(grown).toBe(64);
		for (let answer = 0; answer < 100; answer++) limit.answered(50, 100_000);
		expect(limit.current).toBe(grown);
	});

	test('starts are spread over a part of the time that an answer takes', () => {
		const limit = new Limit(10);
		expect(limit.spacing).toBe(2.5);
		limit.answered(0, 400);
		expect(limit.spacing).toBe(10);
	});
});

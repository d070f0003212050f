import fc from 'fast-check';
import type {
	Page,
	PageRange,
} from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { ApiError } from '../../../../../nodes/DataPlatform/transport/apiError.ts';
import { type Lie, createPlatform, idsFrom, idsOf, pageOf, read } from './pagingPlatform.ts';

/** Returns only the first functions of a page, as a platform with a lower limit of its own does. */
const shorten = ({ keys, functions, ...page }: Page, length: number) => ({
	...page,
	...{ keys: keys.slice(0, length), functions: functions.slice(0, length) },
	hasMore: keys.length > length || page.hasMore,
});

describe('a list that stays the same', () => {
	test.each([0, 1, 10, 11, 95])('has each of %i functions once, in order', async (count) => {
		const platform = createPlatform(count);

		expect(idsOf(await read(platform))).toEqual(idsFrom(0, count));
		expect(platform.requests).toHaveLength(Math.max(1, Math.ceil((count - 1) / 9)));
	});

	test.each<[Partial<PageRange>, string[]]>([
		[{ limit: 1 }, ['0+1']],
		[{ limit: 25 }, ['0+10', '9+10', '18+7']],
		[{ limit: 25, startOffset: 7 }, ['7+10', '16+10', '25+7']],
		[{ limit: 100, startOffset: 90 }, ['90+10']],
		[{ startOffset: 99 }, ['99+10']],
	])('%j requests no more than necessary', async (range, ranges) => {
		const platform = createPlatform(95);
		const { startOffset = 0, limit = 95 } = range;
		const list = await read(platform, range);

		expect(idsOf(list)).toEqual(idsFrom(0, 95).slice(startOffset, startOffset + limit));
		expect(platform.ranges()).toEqual(ranges);
	});

	test.each([1, 2, 5])('at most %i pages are requested in parallel', async (pages) => {
		const lie: Lie = (page, { offset }) => (offset === 9 ? shorten(page, 3) : page);
		const platform = createPlatform(200, { turns: [1, 1, 1, 9], lie });

		expect(idsOf(await read(platform, { maxParallelPages: () => pages }))).toEqual(idsFrom(0, 200));
		expect(platform.mostActive()).toBe(pages);
	});

	test('is read with any range, any totalHits and pages of any length', async () => {
		const sizes = fc.record({
			count: fc.nat(120),
			startOffset: fc.nat(130),
			limit: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(Infinity)),
			pageSize: fc.integer({ min: 2, max: 40 }),
			maxParallelPages: fc.integer({ min: 1, max: 6 }).map((pages) => () => pages),
			totalHits: fc.option(fc.nat(300), { nil: undefined }),
			lengths: fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 1 }),
		});
		await fc.assert(
			fc.asyncProperty(sizes, async ({ count, totalHits, lengths, ...range }) => {
				const lie: Lie = (page, _, number) => ({
					...shorten(page, lengths[number % lengths.length]),
					totalHits,
				});
				const { startOffset, limit } = range;

				expect(idsOf(await read(createPlatform(count, { lie }), range))).toEqual(
					idsFrom(0, count).slice(startOffset, startOffset + limit),
				);
			}),
		);
	});
});

describe('a platform that contradicts itself', () => {
	test.each<[string, Lie]>([
		['totalHits is missing', ({ totalHits: _, ...page }) => page],
		['totalHits is too low', (page) => ({ ...page, totalHits: 12 })],
		['totalHits is too high', (page) => ({ ...page, totalHits: 1000 })],
		['hasMore is missing', ({ hasMore: _, ...page }) => page],
		['hasMore and totalHits are missing', ({ keys, functions }) => ({ keys, functions })],
		['hasMore is always true', (page) => ({ ...page, hasMore: true })],
		['pages have one function', (page) => shorten(page, 1)],
		[
			'pages are longer than requested',
			(page, { offset, limit }) => ({
				...page,
				...pageOf(idsFrom(offset, Math.min(limit + 5, 95 - offset))),
			}),
		],
	])('%s: no function is missing or there twice', async (_, lie) => {
		const platform = createPlatform(95, { lie });
		expect(idsOf(await read(platform))).toEqual(idsFrom(0, 95));
		expect(Math.min(...platform.requests.map(({ limit }) => limit))).toBeGreaterThan(0);
		const part = await read(createPlatform(95, { lie }), { startOffset: 5, limit: 33 });
		expect(idsOf(part)).toEqual(idsFrom(5, 33));
	});

	test('hasMore: false ends the list, which is incomplete if totalHits is higher', async () => {
		const lastPageOf = (totalHits?: number) =>
			createPlatform(95, { lie: (page) => ({ ...page, totalHits, hasMore: false }) });
		const platform = lastPageOf();

		expect(idsOf(await read(platform))).toEqual(idsFrom(0, 10));
		expect(platform.requests).toHaveLength(1);
		expect((await read(lastPageOf())).incomplete).toBeUndefined();
		expect((await read(lastPageOf(95))).incomplete).toBe('tooFew');
	});

	test('there are more functions if a page has more than Limit', async () => {
		const lie: Lie = () => pageOf(idsFrom(0, 20), { totalHits: 20, hasMore: false });
		const list = await read(createPlatform(20, { lie }), { limit: 5 });

		expect(idsOf(list)).toEqual(idsFrom(0, 5));
		expect(list.hasMore).toBe(true);
	});

	test.each([
		[2, 95, undefined],
		[Infinity, 10, 'tooFew'],
	])('a page that is empty %p times is requested again', async (times, count, incomplete) => {
		let left = times;
		const platform = createPlatform(95, {
			lie: (page, { offset }) =>
				offset === 9 && left-- > 0 ? { ...page, ...pageOf([]), hasMore: true } : page,
		});
		const list = await read(platform);

		expect(idsOf(list)).toEqual(idsFrom(0, count));
		expect(list.incomplete).toBe(incomplete);
		expect(platform.requests.length).toBeLessThan(20);
	});

	test('one degraded page makes the list degraded', async () => {
		const degradedAt = (place: number) =>
			createPlatform(95, { lie: (page, { offset }) => ({ ...page, degraded: offset === place }) });

		expect((await read(degradedAt(18))).degraded).toBe(true);
		expect((await read(degradedAt(-1))).degraded).toBe(false);
	});
});

test.each<[string, Lie]>([
	[
		'the list moves by a page per request',
		(_, { offset, limit }, number) =>
			pageOf(idsFrom(offset + number * 10, limit), { totalHits: 95, hasMore: true }),
	],
	[
		'the list has no end and no totalHits',
		(_, { offset, limit }) => pageOf(idsFrom(offset, limit), { hasMore: true }),
	],
	['the same page comes again and again', () => pageOf([1, 2], { totalHits: 95, hasMore: true })],
])('reading ends even if %s', async (_, lie) => {
	const platform = createPlatform(95, { lie });
	const list = await read(platform);

	expect(list.incomplete).toBeDefined();
	expect(new Set(idsOf(list)).size).toBe(list.functions.length);
	expect(platform.requests.length).toBeLessThan(1200);
});

describe('pages requested ahead', () => {
	test('are canceled after a failed page', async () => {
		const failure = new ApiError('The platform returned 500', 'Try again later.');
		const platform = createPlatform(195, {
			turns: [0, 0, 0, 0, 20, 20],
			lie: (page, { offset }) => {
				if (offset === 18) throw failure;
				return page;
			},
		});

		expect((await read(platform)).failure).toBe(failure);
		const after = platform.requests.filter(({ offset }) => offset > 18);
		expect(after.length).toBeGreaterThan(0);
		expect(after.every(({ signal }) => signal.aborted)).toBe(true);
	});

	test('may fail if they are not needed', async () => {
		const platform = createPlatform(20, {
			turns: [3],
			lie: (page, { offset }) => {
				if (offset >= 20) throw new Error('There is no such page');
				return { ...page, totalHits: 1000 };
			},
		});

		expect(idsOf(await read(platform))).toEqual(idsFrom(0, 20));
		expect(platform.requests.filter(({ signal }) => signal.aborted)).not.toHaveLength(0);
	});
});

import fc from 'fast-check';
import { createPlatform, idsFrom, idsOf, type Lie, pageOf, read, shorten } from './platform.ts';
import type { PageRange } from '../../../../../nodes/DataPlatform/actions/function/search/pageReader.ts';
import type { FunctionList } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { ApiError } from '../../../../../nodes/DataPlatform/transport/apiError.ts';

describe('a list that stays the same', () => {
	test.each<[Partial<PageRange>, string[]]>([
		[{ limit: 1 }, ['0+1']],
		[{ limit: 25, startOffset: 7 }, ['7+10', '16+10', '25+7']],
		[{ limit: 100, startOffset: 90 }, ['90+10']],
		[{ startOffset: 99 }, ['99+10']],
	])('%j requests no more than necessary', async (range, ranges) => {
		const platform = createPlatform(95);
		await read(platform, range);

		expect(platform.requests.map((each) => `${each.offset}+${each.limit}`)).toEqual(ranges);
	});

	test.each([1, 2])('at most %i pages are requested in parallel', async (pages) => {
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
		const list = await read(platform);
		expect(idsOf(list)).toEqual(idsFrom(0, 95));
		expect(list.incomplete).toBeUndefined();
		expect(Math.min(...platform.requests.map(({ limit }) => limit))).toBeGreaterThan(0);
		const part = await read(createPlatform(95, { lie }), { startOffset: 5, limit: 33 });
		expect(idsOf(part)).toEqual(idsFrom(5, 33));
	});

	const endedAt = (totalHits?: number): Lie => {
		return (page) => ({ ...page, totalHits, hasMore: false });
	};
	const endless = (totalHits?: number): Lie => {
		return (_, { offset, limit }) => pageOf(idsFrom(offset, limit), { totalHits, hasMore: true });
	};
	const emptyFor = (times: number): Lie => {
		let left = times;
		return (page, { offset }) =>
			offset === 9 && left-- > 0 ? { ...page, ...pageOf([]), hasMore: true } : page;
	};

	const isEmptyAt9 = emptyFor(Infinity);
	const repeatsAndIsEmptyAt9: Lie = (page, ...rest) =>
		rest[0].offset === 0
			? { ...page, ...pageOf([0, ...idsFrom(0, 9)]) }
			: isEmptyAt9(page, ...rest);

	test.each<[string, Lie, number[], FunctionList['incomplete']]>([
		['ends with hasMore: false', endedAt(undefined), idsFrom(0, 10), undefined],
		['ends with hasMore: false before totalHits', endedAt(95), idsFrom(0, 10), 'tooFew'],
		['requests an empty page again', emptyFor(2), idsFrom(0, 95), undefined],
		[
			'goes on after a page that is always empty',
			emptyFor(Infinity),
			[...idsFrom(0, 10), ...idsFrom(19, 76)],
			'tooFew',
		],
		[
			'says that the list changed, although a page is also always empty',
			repeatsAndIsEmptyAt9,
			[...idsFrom(0, 9), ...idsFrom(19, 76)],
			'changed',
		],
	])('reading %s', async (_, lie, ids, incomplete) => {
		const platform = createPlatform(95, { lie });
		const list = await read(platform);

		expect(idsOf(list)).toEqual(ids);
		expect(list.incomplete).toBe(incomplete);
		expect(platform.requests.length).toBeLessThanOrEqual(20);
	});

	test.each([true, false])(
		'functions that the token may not access are left out after the limit (totalHits: %p)',
		async (hasTotal) => {
			const ranges = fc.tuple(fc.nat(100), fc.nat(100)).map(([from, to]) => ({ from, to }));
			await fc.assert(
				fc.asyncProperty(
					ranges,
					fc.integer({ min: 2, max: 20 }),
					async ({ from, to }, pageSize) => {
						const isHidden = (id: number) => id >= from && id < to;
						const lie: Lie = ({ keys, totalHits, hasMore }) => {
							const visible = (keys as number[]).filter((id) => !isHidden(id));
							return pageOf(visible, { totalHits: hasTotal ? totalHits : undefined, hasMore });
						};
						const list = await read(createPlatform(100, { lie }), { pageSize });
						const visible = idsFrom(0, 100).filter((id) => !isHidden(id));
						expect(idsOf(list)).toEqual(visible);
					},
				),
				{ numRuns: 300 },
			);
		},
	);

	test('a totalHits below what was read says nothing about the end', async () => {
		const lie: Lie = ({ keys, functions }) => ({ keys, functions, totalHits: 0 });
		expect(idsOf(await read(createPlatform(95, { lie })))).toEqual(idsFrom(0, 95));
	});

	test('there are more functions if a page has more than Limit', async () => {
		const lie: Lie = () => pageOf(idsFrom(0, 20), { totalHits: 20, hasMore: false });
		const list = await read(createPlatform(20, { lie }), { limit: 5 });

		expect(idsOf(list)).toEqual(idsFrom(0, 5));
		expect(list.hasMore).toBe(true);
	});

	test('one degraded page makes the list degraded', async () => {
		const lie: Lie = (page, { offset }) => ({ ...page, degraded: offset === 18 });

		expect((await read(createPlatform(95, { lie }))).degraded).toBe(true);
	});

	test('a list whose first pages have no totalHits is read to its end', async () => {
		const lie: Lie = (page, { offset }) =>
			offset < 2250 ? { ...page, totalHits: undefined } : page;
		const list = await read(createPlatform(3000, { lie }));
		expect(list.incomplete).toBeUndefined();
		expect(idsOf(list)).toEqual(idsFrom(0, 3000));
	});

	test.each<[string, Lie]>([
		['the list has no end', endless(95)],
		['the list has no end and no totalHits', endless()],
		['all pages are empty', () => pageOf([], { totalHits: 1_000_000, hasMore: true })],
		['all pages are empty, without totalHits', () => pageOf([], { hasMore: true })],
		['the same page comes again', () => pageOf([1, 2], { totalHits: 95, hasMore: true })],
	])('reading ends even if %s', async (_, lie) => {
		const platform = createPlatform(95, { lie });
		const list = await read(platform);

		expect(list.incomplete).toBeDefined();
		expect(new Set(idsOf(list)).size).toBe(list.functions.length);
		expect(platform.requests.length).toBeLessThan(1200);
	});
});

describe('pages requested ahead', () => {
	test('are canceled after a failed page', async () => {
		const failure = new ApiError('The platform returned 500', 'Try again later.');
		const lie: Lie = (page, { offset }) => {
			if (offset === 18) throw failure;
			return page;
		};
		const platform = createPlatform(195, { turns: [0, 0, 0, 0, 20, 20], lie });

		expect((await read(platform)).failure).toBe(failure);
		const after = platform.requests.filter(({ offset }) => offset > 18);
		expect(new Set(after.map(({ signal }) => signal.aborted))).toEqual(new Set([true]));
	});

	test('may fail if they are not needed', async () => {
		const lie: Lie = (page, { offset }) => {
			if (offset >= 20) throw new Error('There is no such page');
			return { ...page, totalHits: 1000 };
		};
		const platform = createPlatform(20, { turns: [3], lie });

		expect(idsOf(await read(platform))).toEqual(idsFrom(0, 20));
		expect(platform.requests.some(({ signal }) => signal.aborted)).toBe(true);
	});
});

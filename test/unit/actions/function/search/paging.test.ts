import fc from 'fast-check';
import type {
	Page,
	PageRange,
} from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import type { Behavior } from './pagingPlatform.ts';
import { idsFrom, idsOf, pageOf, platformOf, read } from './pagingPlatform.ts';

describe('a list that stays as it is', () => {
	test.each([0, 1, 9, 10, 11, 20, 95])('%i functions come once each, in order', async (count) => {
		const platform = platformOf(count);

		expect(idsOf(await read(platform))).toEqual(idsFrom(0, count));
		expect(platform.requests).toHaveLength(Math.max(1, Math.ceil((count - 1) / 9)));
	});

	test.each([
		[{ limit: 1 }, ['0+1']],
		[{ limit: 10 }, ['0+10']],
		[{ limit: 25 }, ['0+10', '9+10', '18+7']],
		[{ limit: 25, startOffset: 7 }, ['7+10', '16+10', '25+7']],
		[{ limit: 100, startOffset: 90 }, ['90+10']],
		[{ startOffset: 99 }, ['99+10']],
	])('%j requests no more than necessary', async (range, asked) => {
		const platform = platformOf(95);
		const { startOffset = 0, limit = 95 } = range as Partial<PageRange>;

		expect(idsOf(await read(platform, range))).toEqual(
			idsFrom(0, 95).slice(startOffset, startOffset + limit),
		);
		expect(platform.asked().map(({ offset, limit: size }) => `${offset}+${size}`)).toEqual(asked);
	});

	const short = ({ keys, functions, ...page }: Page, length: number) => ({
		...page,
		...{ keys: keys.slice(0, length), functions: functions.slice(0, length) },
		hasMore: keys.length > length || page.hasMore,
	});

	test('after a short page, a request fills the gap up to the next page', async () => {
		const platform = platformOf(60, {
			lie: (page, { offset }) => (offset === 9 ? short(page, 4) : page),
		});

		expect(idsOf(await read(platform))).toEqual(idsFrom(0, 60));
		expect(platform.asked()).toContainEqual({ offset: 12, limit: 7 });
		expect(platform.requests).toHaveLength(8);
	});

	test('after a short page, no more is requested than Limit allows', async () => {
		const platform = platformOf(60, {
			lie: ({ totalHits: _, ...page }, { offset }) => (offset === 0 ? short(page, 4) : page),
		});

		expect(idsOf(await read(platform, { limit: 8 }))).toEqual(idsFrom(0, 8));
		expect(platform.asked()).toEqual([
			{ offset: 0, limit: 8 },
			{ offset: 3, limit: 5 },
		]);
	});

	test.each([1, 2, 5])('%i pages in parallel, not more, also after a short page', async (pages) => {
		const platform = platformOf(200, {
			turns: [9, 3, 7, 1],
			lie: (page, { offset }) => (offset === 9 ? short(page, 3) : page),
		});

		expect(idsOf(await read(platform, { maxParallelPages: () => pages }))).toEqual(idsFrom(0, 200));
		expect(platform.mostActive()).toBe(pages);
	});

	test('Limit counts functions that are kept, and there are more', async () => {
		const isKept = (id: number) => id % 7 === 6;
		const range = { hasKeepOnly: true, pageSize: 60 };
		const sevenOf = async (limit: number) =>
			await read(platformOf(60, { isKept }), { ...range, limit });

		expect(await sevenOf(7)).toMatchObject({ hasMore: true, readCount: 60 });
		expect(await sevenOf(8)).toMatchObject({ hasMore: false });
		expect(idsOf(await sevenOf(8))).toEqual([6, 13, 20, 27, 34, 41, 48, 55]);
	});

	test('whatever the sizes, and however short the pages', async () => {
		const sizes = fc.record({
			count: fc.nat(120),
			startOffset: fc.nat(130),
			limit: fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constant(Infinity)),
			keptEvery: fc.integer({ min: 1, max: 5 }),
			pageSize: fc.integer({ min: 2, max: 40 }),
			parallel: fc.integer({ min: 1, max: 6 }),
			totalHits: fc.option(fc.nat(300), { nil: undefined }),
			lengths: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
		});
		await fc.assert(
			fc.asyncProperty(
				sizes,
				async ({ count, totalHits, lengths, keptEvery, parallel, ...rest }) => {
					const isKept = (id: number) => id % keptEvery === 0;
					const platform = platformOf(count, {
						isKept,
						lie: (page, _, number) => ({
							...short(page, lengths[number % lengths.length]),
							totalHits,
						}),
					});
					const range = { ...rest, hasKeepOnly: keptEvery > 1, maxParallelPages: () => parallel };
					const wanted = idsFrom(0, count).slice(rest.startOffset).filter(isKept);

					expect(idsOf(await read(platform, range))).toEqual(wanted.slice(0, rest.limit));
				},
			),
		);
	});
});

describe('a platform that contradicts itself', () => {
	const lies: Array<[string, NonNullable<Behavior['lie']>]> = [
		['totalHits is missing', ({ totalHits: _, ...page }) => page],
		['totalHits is too low', (page) => ({ ...page, totalHits: 12 })],
		['totalHits is too high', (page) => ({ ...page, totalHits: 1000 })],
		['hasMore is missing', ({ hasMore: _, ...page }) => page],
		['hasMore and totalHits are missing', ({ keys, functions }) => ({ keys, functions })],
		['hasMore is always true', (page) => ({ ...page, hasMore: true })],
		[
			'pages hold one function',
			({ keys, ...page }) => ({
				...page,
				...pageOf(keys.slice(0, 1) as number[]),
				hasMore: keys.length > 1 || page.hasMore,
			}),
		],
		[
			'pages are longer than requested',
			(page, { offset, limit }) => ({
				...page,
				...pageOf(idsFrom(offset, Math.min(limit + 5, 95 - offset))),
			}),
		],
	];

	test.each(lies)('%s: nothing is lost or doubled', async (_, lie) => {
		expect(idsOf(await read(platformOf(95, { lie })))).toEqual(idsFrom(0, 95));
		const part = await read(platformOf(95, { lie }), { startOffset: 5, limit: 33 });
		expect(idsOf(part)).toEqual(idsFrom(5, 33));
	});

	test('hasMore: false is believed, but not if totalHits says otherwise', async () => {
		const hasNoMore = (totalHits?: number) =>
			platformOf(95, { lie: (page) => ({ ...page, totalHits, hasMore: false }) });
		const platform = hasNoMore();

		const list = await read(platform);
		expect(idsOf(list)).toEqual(idsFrom(0, 10));
		expect(list.incomplete).toBeUndefined();
		expect(platform.requests).toHaveLength(1);
		expect(await read(hasNoMore(95))).toMatchObject({ incomplete: 'tooFew' });
	});

	test('an empty page at the end ends the list, even if hasMore is true', async () => {
		const list = await read(platformOf(20, { lie: (page) => ({ ...page, hasMore: true }) }));

		expect(idsOf(list)).toEqual(idsFrom(0, 20));
		expect(list.incomplete).toBeUndefined();
	});

	test.each([
		[2, idsFrom(0, 95), undefined],
		[Infinity, idsFrom(0, 10), 'tooFew'],
	])('a page that is empty %p times is requested again', async (times, ids, incomplete) => {
		let left = times;
		const empty = { keys: [], functions: [], hasMore: true };
		const platform = platformOf(95, {
			lie: (page, { offset }) => (offset === 9 && left-- > 0 ? { ...page, ...empty } : page),
		});
		const list = await read(platform);

		expect(idsOf(list)).toEqual(ids);
		expect(list.incomplete).toBe(incomplete);
		expect(platform.requests.length).toBeLessThan(20);
	});

	test.each<[string, number[]]>([
		['empty', []],
		['the last function', [9]],
	])('without totalHits, pages stay %s although hasMore is true', async (_, last) => {
		const platform = platformOf(10, {
			lie: (page, { offset }) =>
				offset === 0
					? pageOf(idsFrom(0, 10), { hasMore: true })
					: pageOf(offset === 9 ? last : [], { hasMore: true }),
		});
		const list = await read(platform);

		expect(idsOf(list)).toEqual(idsFrom(0, 10));
		expect(list.incomplete).toBe('tooFew');
		expect(platform.requests).toHaveLength(4);
	});

	test('a long list of small pages is read whole without totalHits', async () => {
		const list = await read(platformOf(5000, { lie: ({ totalHits: _, ...page }) => page }));

		expect(idsOf(list)).toEqual(idsFrom(0, 5000));
		expect(list.incomplete).toBeUndefined();
	});

	test('one degraded page makes the list degraded', async () => {
		const degradedAt = (place: number) =>
			platformOf(95, { lie: (page, { offset }) => ({ ...page, degraded: offset === place }) });

		expect((await read(degradedAt(18))).degraded).toBe(true);
		expect((await read(degradedAt(-1))).degraded).toBe(false);
	});

	test('a page that lists a function twice', async () => {
		const list = await read(platformOf([1, 2, 1]));

		expect(idsOf(list)).toEqual([1, 2]);
		expect(list.incomplete).toBe('changed');
	});
});

describe('a search always ends', () => {
	const endless: Array<[string, NonNullable<Behavior['lie']>]> = [
		[
			'ids are new in each response',
			({ keys, ...page }, _, number) => ({
				...page,
				...pageOf((keys as number[]).map((id) => number * 1000 + id)),
			}),
		],
		[
			'ids are new in each response, and hasMore is always true',
			(_, { offset, limit }, number) =>
				pageOf(idsFrom(number * 1000 + offset, limit), { totalHits: 95, hasMore: true }),
		],
		[
			'the list moves by a page per request',
			(_, { offset, limit }, number) =>
				pageOf(idsFrom(offset + number * 10, limit), { totalHits: 95, hasMore: true }),
		],
		[
			'the list grows by a page per request',
			(_, { offset, limit }, number) =>
				pageOf(idsFrom(offset, limit), { totalHits: 95 + number * 10, hasMore: true }),
		],
		[
			'the list has no end, and no totalHits',
			(_, { offset, limit }) => pageOf(idsFrom(offset, limit), { hasMore: true }),
		],
		['the same page comes again and again', () => pageOf([1, 2], { totalHits: 95, hasMore: true })],
		[
			'pages hold one new function',
			(_, __, number) => pageOf([number], { totalHits: 95, hasMore: true }),
		],
	];

	test.each(endless)('%s', async (_, lie) => {
		const platform = platformOf(95, { lie });
		const list = await read(platform);

		expect(list.incomplete).toBeDefined();
		expect(new Set(idsOf(list)).size).toBe(list.functions.length);
		expect(platform.requests.length).toBeLessThan(1200);
	});
});

describe('pages requested ahead', () => {
	test('an error ends the search, and the pages after it are canceled', async () => {
		const platform = platformOf(195, {
			turns: [0, 0, 0, 0, 20, 20],
			lie: (page, { offset }) => {
				if (offset === 18) throw new Error(`page at ${offset}`);
				return page;
			},
		});

		await expect(read(platform)).rejects.toThrow('page at 18');
		const after = platform.requests.filter(({ offset }) => offset > 18);
		expect(after.length).toBeGreaterThan(0);
		expect(after.every(({ signal }) => signal.aborted)).toBe(true);
	});

	test('one that is not needed may fail, and is canceled', async () => {
		const platform = platformOf(20, {
			turns: [3],
			lie: (page, { offset }) => {
				if (offset >= 20) throw new Error('There is no such page');
				return { ...page, totalHits: 1000 };
			},
		});

		expect(idsOf(await read(platform))).toEqual(idsFrom(0, 20));
		expect(platform.requests.map(({ signal }) => signal.aborted)).toEqual(
			[false, false, false, true, true].slice(0, platform.requests.length),
		);
	});
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type {
	FetchPage,
	FunctionList,
	Page,
	PageRange,
} from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { readList } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';

const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);

/** Every function, by pages of ten, three in parallel. */
const everything: PageRange = {
	startOffset: 0,
	limit: Infinity,
	pageSize: 10,
	maxParallelPages: () => 3,
};

interface Request {
	offset: number;
	limit: number;
	signal: AbortSignal;
}

/** What happens to the list before a request is answered. */
type Change = (ids: readonly number[]) => number[];

interface Behavior {
	/** Changes by the number of the request. */
	changes?: Record<number, Change>;
	/** Changes the response; gets the number of the request, too. */
	lie?: (page: Page, request: Request, number: number) => Page;
	/** How many turns of the event loop each response takes. */
	turns?: number[];
	isKept?: (id: number) => boolean;
}

const pageOf = (ids: readonly number[], rest: Partial<Page> = {}): Page => ({
	keys: [...ids],
	functions: ids.map((id) => ({ id })),
	...rest,
});

/** A platform with a list of ids, honest unless `lie` changes a response. */
function platformOf(list: number | number[], behavior: Behavior = {}) {
	const { changes = {}, lie = (page) => page, turns = [0], isKept = () => true } = behavior;
	let ids = typeof list === 'number' ? idsFrom(0, list) : list;
	const persistent = new Set(ids);
	const requests: Request[] = [];
	let active = 0;
	let mostActive = 0;
	const fetchPage: FetchPage = async (offset, limit, signal) => {
		const number = requests.push({ offset, limit, signal });
		mostActive = Math.max(mostActive, ++active);
		for (let turn = turns[number % turns.length]; turn > 0; turn--) await nextTurn();
		active--;
		if (changes[number]) {
			ids = changes[number](ids);
			for (const id of persistent) if (!ids.includes(id)) persistent.delete(id);
		}
		const page = pageOf(ids.slice(offset, offset + limit), {
			totalHits: ids.length,
			hasMore: offset + limit < ids.length,
		});
		const { functions, ...rest } = lie(page, { offset, limit, signal }, number);
		return {
			...rest,
			functions: functions.map((each, i) => (isKept(rest.keys[i] as number) ? each : undefined)),
		};
	};
	const asked = () => requests.map(({ offset, limit }) => ({ offset, limit }));
	return { fetchPage, requests, asked, persistent, mostActive: () => mostActive };
}

type Platform = ReturnType<typeof platformOf>;

const read = async ({ fetchPage }: Platform, range: Partial<PageRange> = {}) =>
	await readList({ ...everything, ...range }, fetchPage);
const idsOf = ({ functions }: FunctionList) => functions.map((each) => (each as { id: number }).id);

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
		const range = { isFiltered: true, pageSize: 60 };
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
					const range = { ...rest, isFiltered: keptEvery > 1, maxParallelPages: () => parallel };
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

	test('when the list is read again, those of the first reading are canceled', async () => {
		const platform = platformOf(200, { changes: { 2: removed(0, 1) }, turns: [2] });

		expect(idsOf(await read(platform))).toEqual(idsFrom(1, 199));
		const again = platform.requests.findLastIndex(({ offset }) => offset === 0);
		const { length } = platform.requests.slice(0, again).filter(({ signal }) => signal.aborted);
		expect(length).toBe(2);
		expect(platform.requests.slice(again).some(({ signal }) => signal.aborted)).toBe(false);
	});
});

const removed =
	(at: number, count: number): Change =>
	(ids) =>
		ids.filter((_, index) => index < at || index >= at + count);
const added =
	(at: number, ...more: number[]): Change =>
	(ids) => [...ids.slice(0, at), ...more, ...ids.slice(at)];
const moved =
	(from: number, to: number): Change =>
	(ids) => {
		const rest = [...ids];
		const [id] = rest.splice(from % ids.length, 1);
		rest.splice(to % ids.length, 0, id);
		return rest;
	};
const all =
	(...changes: Change[]): Change =>
	(ids) =>
		changes.reduce<number[]>((list, change) => change(list), [...ids]);

/** Nothing that was there all the time is missing without a word, and none comes twice. */
function expectAllOrIncomplete(list: FunctionList, persistent: Iterable<number>) {
	const ids = idsOf(list);
	expect(new Set(ids).size).toBe(ids.length);
	if (!list.incomplete) expect(ids).toEqual(expect.arrayContaining([...persistent]));
}

describe('a list that changes while it is read', () => {
	const changes: Array<[string, Change, number]> = [
		['one is removed', removed(0, 1), 2],
		['one is removed and one added', all(removed(3, 1), added(40, 1000)), 2],
		['one is removed and one added at once', all(removed(0, 1), added(0, 1000)), 2],
		["a page's worth is removed", removed(0, 10), 4],
		['the last one read is removed', removed(18, 1), 3],
		['everything read is removed', removed(0, 19), 3],
		['so many are removed that the list ends before', removed(0, 55), 4],
		['one is added right after the last one read', added(10, 1000), 2],
		["a page's worth is added", added(0, ...idsFrom(1000, 10)), 3],
		['one moves to the front', moved(50, 0), 3],
		['one moves to the end', moved(0, 59), 3],
	];

	describe.each([1, 3])('%i pages in parallel', (parallel) => {
		test.each(changes)('once: %s', async (_, change, before) => {
			const platform = platformOf(60, { changes: { [before]: change } });
			const list = await read(platform, { maxParallelPages: () => parallel });

			expect(list.incomplete).toBeUndefined();
			expectAllOrIncomplete(list, platform.persistent);
			expect(platform.requests.length).toBeLessThanOrEqual(2 * 7 + parallel);
		});
	});

	test.each([
		['functions are removed', removed(0, 1)],
		['functions are added', (ids: readonly number[]) => [ids.length + 1000, ...ids]],
	])('all the time: %s', async (_, change) => {
		const changes = Object.fromEntries(idsFrom(2, 30).map((request) => [request, change]));
		const platform = platformOf(60, { changes });
		const list = await read(platform);

		expect(list.incomplete).toBe('changed');
		expectAllOrIncomplete(list, platform.persistent);
		expect(platform.requests.length).toBeLessThan(30);
	});

	test('before Limit is reached', async () => {
		const platform = platformOf(60, { changes: { 3: moved(50, 0) } });
		const list = await read(platform, { limit: 45 });

		expect(idsOf(list)).toEqual([50, ...idsFrom(0, 44)]);
		expect(list.incomplete).toBeUndefined();
	});

	test('with functions that are not kept', async () => {
		const isKept = (id: number) => id % 7 === 6;
		const platform = platformOf(60, { isKept, changes: { 3: moved(48, 0) } });
		const list = await read(platform, { isFiltered: true });

		expect(idsOf(list)).toEqual([48, 6, 13, 20, 27, 34, 41, 55]);
		expect(list.incomplete).toBeUndefined();
	});

	const range = {
		pageSize: fc.integer({ min: 2, max: 12 }),
		maxParallelPages: fc.integer({ min: 1, max: 5 }).map((pages) => () => pages),
	};
	const turns = fc.array(fc.nat(9), { minLength: 1 });
	const request = fc.integer({ min: 2, max: 25 });

	test('whatever is added and removed between any two pages', async () => {
		const change = fc.record({
			...{ request, at: fc.nat(60), add: fc.nat(15) },
			...{ remove: fc.nat(25), removeAt: fc.nat(60) },
		});
		const planned = fc.array(change, { maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(
				fc.record(range),
				fc.nat(60),
				turns,
				planned,
				async (wanted, count, delays, plan) => {
					let next = 1000;
					const byRequest = plan.map(({ request: number, at, add, remove, removeAt }) => [
						number,
						all(removed(removeAt, remove), added(at, ...idsFrom((next += 100), add))),
					]);
					const platform = platformOf(count, {
						changes: Object.fromEntries(byRequest),
						turns: delays,
					});
					expectAllOrIncomplete(await read(platform, wanted), platform.persistent);
				},
			),
			{ numRuns: 1000 },
		);
	});

	test('one function that moves, whenever and wherever to', async () => {
		const move = fc.record({ request, from: fc.nat(60), to: fc.nat(60) });
		await fc.assert(
			fc.asyncProperty(
				fc.record(range),
				fc.integer({ min: 2, max: 60 }),
				move,
				async (wanted, count, { request: number, from, to }) => {
					const platform = platformOf(count, { changes: { [number]: moved(from, to) } });
					expectAllOrIncomplete(await read(platform, wanted), platform.persistent);
				},
			),
			{ numRuns: 500 },
		);
	});

	test('functions of the same name in another order each time', async () => {
		const named = fc.array(
			fc.record({ name: fc.nat(8), order: fc.array(fc.nat(), { minLength: 1 }) }),
			{ maxLength: 60 },
		);
		await fc.assert(
			fc.asyncProperty(fc.record(range), named, async (wanted, functions) => {
				const sortedAt = (number: number) =>
					functions
						.map(({ name, order }, id) => ({ id, name, order: order[number % order.length] }))
						.sort((a, b) => a.name - b.name || a.order - b.order)
						.map(({ id }) => id);
				const changes = Object.fromEntries(
					idsFrom(1, 200).map((number) => [number, () => sortedAt(number)]),
				);
				const platform = platformOf(functions.length, { changes });
				expectAllOrIncomplete(await read(platform, wanted), idsFrom(0, functions.length));
			}),
			{ numRuns: 500 },
		);
	});
});

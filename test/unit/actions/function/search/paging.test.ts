import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { SearchPage } from '../../../../../nodes/DataPlatform/actions/function/search/answer.ts';
import type {
	FetchPage,
	Span,
} from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { allFunctions } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { everything, idsFrom, resultsOf } from '../../../../../harness/unit/pages.ts';

interface Asked {
	offset: number;
	limit: number;
}

/** A platform with so many functions, honest unless `lie` changes an answer. */
function platformOf(
	count: number,
	lie: (page: SearchPage, asked: Asked) => SearchPage = (page) => page,
) {
	const asked: Asked[] = [];
	const state = { asked, active: 0, highest: 0 };
	const fetchPage: FetchPage = async (offset, limit) => {
		asked.push({ offset, limit });
		state.highest = Math.max(state.highest, ++state.active);
		// Later pages are answered first.
		for (let turn = 0; turn < 20 - (asked.length % 20); turn++) await nextTurn();
		state.active--;
		const results = resultsOf(idsFrom(offset, Math.max(0, Math.min(limit, count - offset))));
		const page = { results, totalHits: count, hasMore: offset + limit < count, degraded: false };
		return lie(page, { offset, limit });
	};
	return { ...state, fetchPage, highest: () => state.highest };
}

async function idsFound(span: Partial<Span>, { fetchPage }: { fetchPage: FetchPage }) {
	const { functions } = await allFunctions({ ...everything, ...span }, fetchPage);
	return functions.map(({ id }) => id);
}

test.each([0, 1, 9, 10, 11, 20, 95])('%i functions come out once each, in order', async (count) => {
	const platform = platformOf(count);

	expect(await idsFound({}, platform)).toEqual(idsFrom(0, count));
	expect(platform.asked).toHaveLength(Math.max(1, Math.ceil((count - 1) / 9)));
});

test.each([
	[1, [{ offset: 0, limit: 1 }]],
	[10, [{ offset: 0, limit: 10 }]],
	[
		25,
		[
			{ offset: 0, limit: 10 },
			{ offset: 9, limit: 10 },
			{ offset: 18, limit: 7 },
		],
	],
])('a limit of %i asks for not one more', async (limit, asked) => {
	const platform = platformOf(95);

	expect(await idsFound({ limit }, platform)).toEqual(idsFrom(0, limit));
	expect(platform.asked).toEqual(asked);
});

test('a limit beyond what there is brings all there is', async () => {
	const platform = platformOf(15);

	expect(await idsFound({ limit: 100 }, platform)).toEqual(idsFrom(0, 15));
});

test.each([
	[0, 30],
	[7, 23],
	[29, 1],
	[30, 0],
	[99, 0],
])('from the offset %i on there are %i', async (startOffset, count) => {
	expect(await idsFound({ startOffset }, platformOf(30))).toEqual(idsFrom(startOffset, count));
});

test('offset and limit together', async () => {
	const platform = platformOf(95);

	expect(await idsFound({ startOffset: 7, limit: 25 }, platform)).toEqual(idsFrom(7, 25));
	expect(platform.asked.at(-1)).toEqual({ offset: 25, limit: 7 });
});

test.each([1, 2, 5])('%i pages at a time, not more', async (pagesAtATime) => {
	const platform = platformOf(95);
	await idsFound({ pagesAtATime: () => pagesAtATime }, platform);

	expect(platform.highest()).toBe(pagesAtATime);
});

test('not more pages at a time either when one of them is short', async () => {
	const platform = platformOf(200, (page, { offset }) =>
		offset === 9 ? { ...page, results: page.results.slice(0, 3) } : page,
	);

	expect(await idsFound({}, platform)).toEqual(idsFrom(0, 200));
	expect(platform.highest()).toBeLessThanOrEqual(3);
});

describe('pages that lie', () => {
	const lies: Array<[string, (page: SearchPage, asked: Asked) => SearchPage]> = [
		['totalHits is missing', ({ totalHits: _, ...page }) => page],
		['totalHits is too low', (page) => ({ ...page, totalHits: 12 })],
		['totalHits is too high', (page) => ({ ...page, totalHits: 1000 })],
		['totalHits is negative', (page) => ({ ...page, totalHits: -5 })],
		['hasMore is missing', ({ hasMore: _, ...page }) => page],
		['hasMore and totalHits are missing', ({ results }) => ({ results })],
		['hasMore is always true', (page) => ({ ...page, hasMore: true })],
		[
			'pages hold one function',
			(page) => ({
				...page,
				results: page.results.slice(0, 1),
				hasMore: page.results.length > 1 || page.hasMore,
			}),
		],
		[
			'every other page is short',
			(page, { offset }) =>
				offset % 2 === 0
					? { ...page, results: page.results.slice(0, 4), hasMore: page.results.length > 4 }
					: page,
		],
	];

	test.each(lies)('%s: nothing is lost or doubled', async (_, lie) => {
		expect(await idsFound({}, platformOf(95, lie))).toEqual(idsFrom(0, 95));
		expect(await idsFound({ startOffset: 5, limit: 33 }, platformOf(95, lie))).toEqual(
			idsFrom(5, 33),
		);
	});

	test('a list that grows at its front brings no function twice', async () => {
		const fetchPage: FetchPage = async (offset, limit) => {
			const added = Math.ceil(offset / 10);
			const ids = idsFrom(0, 50).slice(Math.max(0, offset - added), offset - added + limit);
			return {
				results: resultsOf(ids),
				totalHits: 50 + added,
				hasMore: offset - added + limit < 50,
			};
		};

		expect(await idsFound({}, { fetchPage })).toEqual(idsFrom(0, 50));
	});

	test('a list that grows with each request is read to its end', async () => {
		let requests = 0;
		const fetchPage: FetchPage = async (offset, limit) => {
			const added = 2 * requests++;
			const first = Math.max(0, offset - added);
			const ids = idsFrom(0, 95).slice(first, first + limit);
			return { results: resultsOf(ids), totalHits: 95 + added, hasMore: first + limit < 95 };
		};
		const found = await allFunctions(everything, fetchPage);

		expect(found).toMatchObject({ functions: resultsOf(idsFrom(0, 95)), incomplete: true });
	});

	test('functions without an id are told apart by what they hold', async () => {
		const fetchPage: FetchPage = async (offset) => ({
			results: offset === 0 ? [{ name: 'a' }, { name: 'b' }, { name: 'a' }] : [{ name: 'c' }],
			hasMore: offset === 0,
		});
		const { functions } = await allFunctions(everything, fetchPage);

		expect(functions).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
	});

	test('the id 1 and the id "1" are two functions', async () => {
		const fetchPage: FetchPage = async () => ({
			results: [{ id: 1 }, { id: '1' }],
			hasMore: false,
		});

		expect((await allFunctions(everything, fetchPage)).functions).toHaveLength(2);
	});

	test('a page bigger than asked for does not break the limit', async () => {
		const platform = platformOf(95, (page) => ({ ...page, results: resultsOf(idsFrom(0, 10)) }));

		expect(await idsFound({ limit: 4 }, platform)).toEqual(idsFrom(0, 4));
	});

	test('hasMore: false is believed, whatever totalHits says', async () => {
		const platform = platformOf(95, (page) => ({ ...page, hasMore: false }));

		expect(await idsFound({}, platform)).toEqual(idsFrom(0, 10));
		expect(platform.asked).toHaveLength(1);
	});

	test('the same page for ever ends, and is told', async () => {
		const fetchPage = jest.fn<Promise<SearchPage>, [number, number]>(async () => ({
			results: resultsOf([1, 2]),
			totalHits: 1000,
			hasMore: true,
		}));
		const found = await allFunctions(everything, fetchPage);

		expect(found.functions).toEqual(resultsOf([1, 2]));
		expect(found.incomplete).toBe(true);
		expect(fetchPage.mock.calls.length).toBeLessThan(20);
	});

	test('an empty page ends the list, also when hasMore is true', async () => {
		const platform = platformOf(20, (page) => ({ ...page, hasMore: true }));
		const found = await allFunctions(everything, platform.fetchPage);

		expect(found.functions).toEqual(resultsOf(idsFrom(0, 20)));
		expect(found.incomplete).toBe(false);
	});

	test('an empty page before totalHits is reached is asked for again', async () => {
		let empty = 2;
		const platform = platformOf(95, (page, { offset }) =>
			offset === 9 && empty-- > 0 ? { ...page, results: [], hasMore: true } : page,
		);
		const found = await allFunctions(everything, platform.fetchPage);

		expect(found.functions).toEqual(resultsOf(idsFrom(0, 95)));
		expect(found.incomplete).toBe(false);
	});

	test('an empty page that stays empty ends the search, and is told', async () => {
		const platform = platformOf(95, (page, { offset }) =>
			offset >= 9 ? { ...page, results: [], hasMore: true } : page,
		);
		const found = await allFunctions(everything, platform.fetchPage);

		expect(found.functions).toEqual(resultsOf(idsFrom(0, 10)));
		expect(found.incomplete).toBe(true);
	});

	test.each([
		['empty', []],
		['the last one again', [{ id: 9 }]],
	])(
		'without totalHits, where pages stay %s although hasMore is true, it is told',
		async (_, last) => {
			const fetchPage = jest.fn<Promise<SearchPage>, [number, number]>(async (offset) => ({
				results: offset === 0 ? resultsOf(idsFrom(0, 10)) : offset === 9 ? last : [],
				hasMore: true,
			}));
			const found = await allFunctions(everything, fetchPage);

			expect(found.functions).toEqual(resultsOf(idsFrom(0, 10)));
			expect(found.incomplete).toBe(true);
			expect(fetchPage).toHaveBeenCalledTimes(4);
		},
	);

	test('one degraded page makes the whole degraded', async () => {
		const degradedAt = (place: number) =>
			platformOf(95, (page, { offset }) => ({ ...page, degraded: offset === place }));

		expect((await allFunctions(everything, degradedAt(18).fetchPage)).degraded).toBe(true);
		expect((await allFunctions(everything, degradedAt(-1).fetchPage)).degraded).toBe(false);
	});
});

test('a page that fails ends the search with its error, the earliest one counts', async () => {
	const platform = platformOf(95, (page, { offset }) => {
		if (offset >= 20) throw new Error(`page at ${offset}`);
		return page;
	});

	await expect(allFunctions(everything, platform.fetchPage)).rejects.toThrow('page at 27');
	const { length } = platform.asked;
	await sleep(10);
	expect(platform.asked).toHaveLength(length);
});

test('a page asked for ahead and not needed may fail', async () => {
	const platform = platformOf(20, (page, { offset }) => {
		if (offset >= 20) throw new Error('There is no such page');
		return { ...page, totalHits: 1000 };
	});

	expect(await idsFound({}, platform)).toEqual(idsFrom(0, 20));
});

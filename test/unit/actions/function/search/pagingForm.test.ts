import type { FetchPage } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { allFunctions } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { everything, idsFrom, resultsOf } from '../../../../../harness/unit/pages.ts';

test('a page gets its form at once, and comes out when it is its turn', async () => {
	const fetchPage: FetchPage = async (offset, limit) => ({
		results: resultsOf(idsFrom(offset, Math.min(limit, 30 - offset))),
		totalHits: 30,
		hasMore: offset + limit < 30,
	});
	let openSecond = () => {};
	const second = new Promise<void>((resolve) => (openSecond = resolve));
	const shaped: unknown[] = [];
	const found = allFunctions(
		everything,
		async (offset, limit) => {
			if (offset === 9) await second;
			return await fetchPage(offset, limit);
		},
		(result) => {
			shaped.push(result.id);
			if (result.id === 29) openSecond();
			return result;
		},
	);

	expect((await found).functions).toEqual(resultsOf(idsFrom(0, 30)));
	expect(shaped).toEqual([
		...idsFrom(0, 10),
		...idsFrom(18, 10),
		...idsFrom(27, 3),
		...idsFrom(9, 10),
	]);
});

test('a list that shrinks with each page is read to its end where the form has no id', async () => {
	let ids = idsFrom(0, 60);
	const fetchPage: FetchPage = async (offset, limit) => {
		if (offset > 0) ids = ids.slice(1);
		const results = resultsOf(ids.slice(offset, offset + limit));
		return { results, totalHits: ids.length, hasMore: offset + limit < ids.length };
	};
	const span = { ...everything, pagesAtATime: () => 1 };
	const found = await allFunctions(span, fetchPage, ({ id }) => ({ name: `f${id}` }));

	expect(found.functions.map(({ name }) => name)).toEqual(idsFrom(0, 60).map((id) => `f${id}`));
	expect(found.incomplete).toBe(false);
});

test('functions are told apart by what the platform sent, not by their form', async () => {
	const results = [
		{ name: 'Sum', rank: 1 },
		{ name: 'Sum', rank: 2 },
		{ name: 'Sum', rank: 1 },
	];
	const fetchPage = async () => ({ results, hasMore: false });
	const { functions } = await allFunctions(everything, fetchPage, ({ name }) => ({ name }));

	expect(functions).toEqual([{ name: 'Sum' }, { name: 'Sum' }]);
});

import { allFunctions } from '../../../../../nodes/DataPlatform/actions/function/search/paging.ts';
import { functionSearch } from '../../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import type { PanelValues } from '../../../../../harness/unit/panel.ts';
import { itemsOf, outcomeOf, invalidOf, requestOf } from '../../../../../harness/unit/panel.ts';

const NOON = Date.UTC(2026, 10, 2, 12);
const link = (valid?: unknown) => ({ resource: { type: 'CARD', id: '7' }, valid });
const functions = [
	{ id: 1, status: 'VALID', archived: true, links: [link('VALID')], lastModified: NOON },
	{ id: 2, status: 'DRAFT', archived: false, links: [link('VALID'), link('OTHER')] },
	{ id: 3, links: [], created: NOON },
	{ id: 4, created: NOON / 1000, lastModified: NOON + 1, links: [link()] },
	{ id: 5, status: 'VALID', links: [link('ILLEGAL_REFERENCE')], lastModified: NOON + 1 },
];
const pageOf = (results: object[]) => ({ results, totalHits: results.length, hasMore: false });

async function kept(keepOnly: PanelValues): Promise<unknown[]> {
	const values = { returnAll: true, resultFormat: 'raw', keepOnly };
	return (await itemsOf(functionSearch, values, pageOf(functions))).map(({ id }) => id);
}

test.each<[PanelValues, number[]]>([
	[{}, [1, 2, 3, 4, 5]],
	[{ status: 'VALID' }, [1, 5]],
	[{ status: 'valid' }, []],
	[{ archived: true }, [1]],
	[{ archived: false }, [2, 3, 4, 5]],
	[{ notValidLinks: true }, [2, 5]],
	[{ notValidLinks: false }, [1, 3, 4]],
	[{ changedAfter: '2026-11-02T12:00:00Z' }, [4, 5]],
	[{ changedAfter: '2026-11-02' }, [1, 4, 5]],
	[{ createdAfter: '2026-11-02T11:00:00.000+00:00' }, [3, 4]],
	[{ status: 'VALID', notValidLinks: true, changedAfter: NOON }, [5]],
])('%j keeps %j', async (keepOnly, ids) => {
	expect(await kept(keepOnly)).toEqual(ids);
});

test('a time without a zone is one of the workflow', async () => {
	// The workflow's timezone is one hour ahead of UTC.
	expect(await kept({ changedAfter: '2026-11-02T13:00:00' })).toEqual([4, 5]);
	expect(await kept({ changedAfter: '2026-11-02T12:59:59' })).toEqual([1, 4, 5]);
	expect(await kept({ changedAfter: '2026-11-02 13:00:00' })).toEqual([4, 5]);
});

test.each([
	['Changed After', { changedAfter: 'yesterday' }, /date or a time, but is "yesterday"/],
	['Changed After', { changedAfter: '2026-13-45' }, /date or a time/],
	['Created After', { createdAfter: '5' }, /date or a time/],
	['Created After', { createdAfter: ['2026-11-02'] }, /must be text/],
	['Archived', { archived: 'no' }, /true or false/],
	['Changed After', { changedAfter: null }, /'Changed After' is empty/],
	['Status', { status: ' ' }, /'Status' is empty/],
	['Archived', { archived: '' }, /'Archived' is empty/],
])('%s: %j is refused', async (parameter, keepOnly, reason) => {
	const refusal = await invalidOf(() => requestOf(functionSearch, { limit: 1, keepOnly }));

	expect(refusal.parameter).toBe(parameter);
	expect(refusal.message).toMatch(reason);
});

test('Limit counts what is kept: pages are asked for in full until there are enough', async () => {
	const values = { limit: 2, keepOnly: { status: 'VALID' }, options: { pageSize: 3 } };
	const page = (...ids: number[]) => ({
		results: functions.filter(({ id }) => ids.includes(id)),
		totalHits: 9,
		hasMore: true,
	});
	const { items, sent } = await outcomeOf(functionSearch, values, page(1, 2, 3), page(3, 4, 5));

	expect(items.map(({ id }) => id)).toEqual([1, 5]);
	expect(sent.map(({ body }) => body)).toMatchObject([{ limit: 3 }, { limit: 3, offset: 2 }]);
});

describe('pages', () => {
	const everything = { startOffset: 0, limit: Infinity, pageSize: 10, pagesAtATime: () => 3 };
	const all = Array.from({ length: 60 }, (_, id) => ({ id }));
	const pageFrom = (list: Array<{ id: number }>, offset: number, limit: number) => ({
		results: list.slice(offset, offset + limit),
		totalHits: list.length,
		hasMore: offset + limit < list.length,
	});
	const keep = ({ id }: { id?: unknown }) => Number(id) % 7 === 6;
	const wanted = all.filter(keep);

	test('that share a function which is not kept are whole all the same', async () => {
		const shaped = jest.fn((result) => result);
		const found = await allFunctions(
			{ ...everything, keep },
			async (offset, limit) => pageFrom(all, offset, limit),
			shaped,
		);

		expect(found).toEqual({
			...{ functions: wanted, read: 60, incomplete: false },
			...{ totalHits: 60, hasMore: false },
		});
		expect(new Set(shaped.mock.calls.map(([{ id }]) => id)).size).toBe(wanted.length);
	});

	test('of a list that shrinks and moves meanwhile lose nothing that is kept', async () => {
		let list = all;
		let requests = 0;
		const found = await allFunctions({ ...everything, keep }, async (offset, limit) => {
			if (++requests === 3) list = [list[48], ...list.slice(0, 48), ...list.slice(49)];
			return pageFrom(list, offset, limit);
		});

		expect(found.functions.map(({ id }) => id)).toEqual([6, 13, 20, 27, 34, 41, 55, 48]);
		expect(found.incomplete).toBe(false);
	});

	test('with more that would be kept than Limit lets out: there are more', async () => {
		const search = async (limit: number) =>
			await allFunctions({ ...everything, pageSize: 60, keep, limit }, async () =>
				pageFrom(all, 0, 60),
			);

		expect(await search(7)).toMatchObject({ hasMore: true });
		expect(await search(8)).toMatchObject({ hasMore: false, functions: wanted });
	});
});

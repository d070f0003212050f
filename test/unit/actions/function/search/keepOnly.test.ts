import { functionSearch } from '../../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import type { ParameterValues } from '../../../../support/run-operation.ts';
import {
	collectItems,
	runOperation,
	catchInvalid,
	captureRequest,
} from '../../../../support/run-operation.ts';

const NOON = Date.UTC(2026, 10, 2, 12);
const link = (valid?: unknown) => ({ resource: { type: 'CARD', id: '7' }, valid });
const functions = [
	{ id: 1, status: 'VALID', archived: true, links: [link('VALID')], lastModified: NOON },
	{ id: 2, status: 'DRAFT', archived: false, links: [link('VALID'), link('OTHER')] },
	{ id: 3, links: [], created: NOON },
	{ id: 4, created: NOON / 1000, lastModified: NOON + 1, links: [link()] },
	{ id: 5, status: 'VALID', links: [link('ILLEGAL_REFERENCE')], lastModified: NOON + 1 },
].map((each) => ({ created: 1.7e12, lastModified: 1.7e12, ...each }));
const pageOf = (results: object[]) => ({ results, totalHits: results.length, hasMore: false });

async function kept(keepOnly: ParameterValues): Promise<unknown[]> {
	const values = { returnAll: true, resultFormat: 'raw', keepOnly };
	return (await collectItems(functionSearch, values, pageOf(functions))).map(({ id }) => id);
}

test.each<[ParameterValues, number[]]>([
	[{}, [1, 2, 3, 4, 5]],
	[{ status: 'VALID' }, [1, 5]],
	[{ status: 'valid' }, []],
	[{ archived: 'any', brokenLinks: 'any' }, [1, 2, 3, 4, 5]],
	[{ archived: 'only' }, [1]],
	[{ archived: 'without' }, [2, 3, 4, 5]],
	[{ brokenLinks: 'only' }, [2, 5]],
	[{ brokenLinks: 'without' }, [1, 3, 4]],
	[{ changedAfter: '2026-11-02T12:00:00Z' }, [4, 5]],
	[{ changedAfter: '2026-11-02' }, [1, 4, 5]],
	[{ createdAfter: '2026-11-02T11:00:00.000+00:00' }, [3, 4]],
	[{ status: 'VALID', brokenLinks: 'only', changedAfter: NOON }, [5]],
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
	['Changed After', { changedAfter: 'yesterday' }, /date or a date-time, but is "yesterday"/],
	['Changed After', { changedAfter: '2026-13-45' }, /date or a date-time/],
	['Created After', { createdAfter: '5' }, /date or a date-time/],
	['Created After', { createdAfter: ['2026-11-02'] }, /must be text/],
	['Changed After', { changedAfter: null }, /'Changed After' is empty/],
	['Status', { status: ' ' }, /'Status' is empty/],
	['Archived', { archived: '' }, /'Archived' is empty/],
])('%s: %j is invalid', async (parameter, keepOnly, reason) => {
	const invalid = await catchInvalid(() => captureRequest(functionSearch, { limit: 1, keepOnly }));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('Limit counts what is kept: pages are asked for in full until there are enough', async () => {
	const values = { limit: 2, keepOnly: { status: 'VALID' }, options: { pageSize: 3 } };
	const page = (...ids: number[]) => ({
		results: functions.filter(({ id }) => ids.includes(id)),
		totalHits: 9,
		hasMore: true,
	});
	const { items, sent } = await runOperation(functionSearch, values, page(1, 2, 3), page(3, 4, 5));

	expect(items.map(({ id }) => id)).toEqual([1, 5]);
	expect(sent.map(({ body }) => body)).toMatchObject([{ limit: 3 }, { limit: 3, offset: 2 }]);
});

describe("a date that can't be read", () => {
	const undated = [
		{ id: 6, lastModified: NOON + 1 },
		{ id: 7, lastModified: 'yesterday' },
		{ id: 8, lastModified: null, archived: true },
		{ id: 9 },
	];
	const search = async (keepOnly: ParameterValues, options: ParameterValues = {}) =>
		await runOperation(
			functionSearch,
			{ returnAll: true, resultFormat: 'raw', keepOnly, options },
			pageOf(undated),
		);

	test('makes the list incomplete', async () => {
		await expect(search({ changedAfter: NOON })).rejects.toThrow(
			"The list of functions may be incomplete: the dates of these functions can't be read: 7, 8, 9",
		);
		await expect(search({ changedAfter: NOON, archived: 'only' })).rejects.toThrow(
			"The list of functions may be incomplete: the dates of these functions can't be read: 8",
		);
	});

	test('is named in a hint if the list continues', async () => {
		const { items, hints } = await search(
			{ createdAfter: NOON },
			{ whenIncomplete: 'hint', detailsField: 'list' },
		);

		expect(items).toEqual([]);
		expect(hints).toEqual([
			"The list of functions may be incomplete: the dates of these functions can't be read: 6, 7, 8, 9",
		]);
	});

	test("doesn't matter if another condition excludes the function, or none needs the date", async () => {
		expect((await search({ changedAfter: NOON, status: 'VALID' })).items).toEqual([]);
		expect((await search({ archived: 'only' })).items).toEqual([undated[2]]);
	});

	test("doesn't matter after the last function that is returned", async () => {
		const values = { limit: 1, resultFormat: 'raw', keepOnly: { changedAfter: NOON } };
		const { items } = await runOperation(functionSearch, values, pageOf(undated));

		expect(items).toEqual([undated[0]]);
	});
});

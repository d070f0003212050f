import type { IDataObject } from 'n8n-workflow';
import {
	getFunctionKey,
	parseSearchPage,
} from '../../../../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { catchFailure } from '../../../../support/catch-failure.ts';

test.each([
	[{ totalHits: '5', hasMore: 'true', degraded: 'FALSE' }, [5, true, false]],
	[{ totalHits: null, hasMore: null, degraded: null }, []],
	[{ totalHits: 0, hasMore: false, degraded: true }, [0, false, true]],
])('a page with %j', (members, [totalHits, hasMore, degraded]) => {
	expect(parseSearchPage({ ...members, results: [] }, 'raw')).toEqual({
		keys: [],
		functions: [],
		totalHits,
		hasMore,
		degraded,
	});
});

test.each([
	...[1.5, '-', '5 functions', true, [5], {}].map((totalHits) => ({ totalHits })),
	...[1, 0, 'yes', '', [], {}].flatMap((value) => [{ hasMore: value }, { degraded: value }]),
])('%j is no response to a search', (member) => {
	const failure = catchFailure(() => parseSearchPage({ ...member, results: [] }, 'raw'));

	expect(failure.message).toContain(`"${Object.keys(member)[0]}"`);
	expect(failure.details.kind).toBe('unexpectedResponse');
});

test.each([{ totalHits: 0, hasMore: false }, { totalHits: '0' }])(
	'an empty list may be null next to %j',
	(members) => {
		expect(parseSearchPage({ ...members, results: null }, 'raw').functions).toEqual([]);
	},
);

test.each([
	{},
	{ results: null },
	{ results: null, totalHits: null },
	{ results: null, totalHits: 3 },
	{ results: null, totalHits: 0, hasMore: true },
	{ results: '[]' },
	{ results: [null] },
])('%j has no list of functions', (response) => {
	const failure = catchFailure(() => parseSearchPage(response, 'raw'));

	expect(failure.message).toBe('The response has no list of objects "results"');
	expect(failure.details.body).toBe(JSON.stringify(response));
});

test.each<[IDataObject, IDataObject, boolean]>([
	[{ id: 1 }, { id: '1' }, false],
	[{ id: { a: 1 } }, { id: { a: 2 } }, false],
	[{ name: 'Sum', rank: 1 }, { name: 'Sum', rank: 2 }, false],
	[{ id: { a: 1 } }, { id: { a: 1 }, rank: 2 }, true],
	[{ id: null, name: 'Sum' }, { id: null, name: 'Sum' }, true],
])('%j and %j are the same function: %p', (one, other, isSame) => {
	expect(getFunctionKey(one) === getFunctionKey(other)).toBe(isSame);
});

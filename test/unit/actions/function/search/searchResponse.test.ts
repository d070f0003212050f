import type { IDataObject } from 'n8n-workflow';
import { catchFailure } from '../../../../support/catch-failure.ts';
import {
	getFunctionKey,
	parseSearchPage,
} from '../../../../../nodes/DataPlatform/actions/function/search/functionResult.ts';

test.each([
	[{ totalHits: '5', hasMore: 1, degraded: 'false' }],
	[{ totalHits: null, hasMore: null, degraded: null }],
	[{ totalHits: -1 }],
])('a page leaves out the invalid members %j', (members) => {
	expect(parseSearchPage({ ...members, results: [] }, 'raw')).toEqual({ keys: [], functions: [] });
});

test.each([{ totalHits: 0, hasMore: false }, { totalHits: null }, {}])(
	'an empty list may be null next to %j',
	(members) => {
		expect(parseSearchPage({ ...members, results: null }, 'raw').functions).toEqual([]);
	},
);

test.each([
	{},
	{ results: null, totalHits: 3 },
	{ results: null, hasMore: true },
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

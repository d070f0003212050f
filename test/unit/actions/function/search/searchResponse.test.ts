import type { IDataObject } from 'n8n-workflow';
import { catchFailure } from '../../../../support/catch-failure.ts';
import {
	getFunctionKey,
	parseSearchPage,
} from '../../../../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { parseJsonForItems } from '../../../../../nodes/DataPlatform/helpers/exactJson.ts';

test.each([
	[{ totalHits: '5', hasMore: 1, degraded: 'false' }],
	[{ totalHits: null, hasMore: null, degraded: null }],
	[{ totalHits: -1 }],
])('a page leaves out the invalid members %p', (members) => {
	expect(parseSearchPage({ ...members, results: [] }, 'raw')).toEqual({ keys: [], functions: [] });
});

test.each([[{ totalHits: 0, hasMore: false }], [{ totalHits: null }], [{}]])(
	'an empty list may be null next to %p',
	(members) => {
		expect(parseSearchPage({ ...members, results: null }, 'raw').functions).toEqual([]);
	},
);

test.each([
	[{}],
	[{ totalHits: 0, hasMore: false }],
	[{ results: null, totalHits: 3 }],
	[{ results: null, hasMore: true }],
	[{ results: '[]' }],
	[{ results: [null] }],
])('%j has no list of functions', (response) => {
	const failure = catchFailure(() => parseSearchPage(response, 'raw'));

	expect(failure.message).toBe('The response has no list of objects "results"');
	expect(failure.details.body).toBe(JSON.stringify(response));
});

const keyOf = (json: string) => getFunctionKey(parseJsonForItems(json) as IDataObject);

test.each([
	['1 and "1"', '{"id":1}', '{"id":"1"}'],
	['long numbers', '{"id":9007199254740993}', '{"id":9007199254740992}'],
	['objects', '{"id":{"a":1}}', '{"id":{"a":2}}'],
	['no ids', '{"name":"Sum","rank":1}', '{"name":"Sum","rank":2}'],
])('%s identify different functions', (_, one, other) => {
	expect(keyOf(one)).not.toBe(keyOf(other));
});

test.each(['{"id":{"a":1}}', '{"id":[1]}', '{"name":"Sum"}', '{"id":null,"name":"Sum"}'])(
	'%s is the same function in each response',
	(json) => {
		expect(keyOf(json)).toBe(keyOf(json));
	},
);

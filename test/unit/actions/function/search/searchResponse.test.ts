import { catchFailure } from '../../../../support/catch-failure.ts';
import {
	parseSearchPage,
	convertPage,
} from '../../../../../nodes/DataPlatform/actions/function/search/searchResponse.ts';
import { parseJsonForItems } from '../../../../../nodes/DataPlatform/helpers/exactJson.ts';

test('a page keeps what is documented', () => {
	const page = { results: [{ id: 1 }], totalHits: 1, hasMore: false, degraded: true };

	expect(parseSearchPage({ ...page, further: 1 })).toEqual(page);
});

test.each([
	[{ totalHits: '5', hasMore: 1, degraded: 'false' }],
	[{ totalHits: null, hasMore: null, degraded: null }],
	[{ totalHits: NaN }],
	[{ totalHits: -1 }],
	[{}],
])('%p next to the results is left out', (members) => {
	expect(parseSearchPage({ ...members, results: [] })).toEqual({ results: [] });
});

test.each([[undefined], [null], [{}], ['[]'], [[1]], [[null]], [[[]]]])(
	'results of %p are not functions',
	(results) => {
		const failure = catchFailure(() => parseSearchPage({ results }));

		expect(failure.message).toBe('The response has no list of objects "results"');
		expect(failure.details.body).toBe(JSON.stringify({ results }));
	},
);

describe('what identifies a function', () => {
	const keysOf = (json: string) =>
		convertPage(parseSearchPage(parseJsonForItems(`{"results":[${json}]}`)), { output: 'raw' })
			.keys;

	test.each([
		['1 and "1"', '{"id":1},{"id":"1"}'],
		['long numbers', '{"id":9007199254740993},{"id":9007199254740992}'],
		['objects', '{"id":{"a":1}},{"id":{"a":2}}'],
		['no ids', '{"name":"Sum","rank":1},{"name":"Sum","rank":2}'],
	])('%s are different ids', (_, json) => {
		const keys = keysOf(json);

		expect(new Set(keys).size).toBe(keys.length);
	});

	test.each(['{"id":{"a":1}}', '{"id":[1]}', '{"name":"Sum"}', '{"id":null,"name":"Sum"}'])(
		'%s is the same function in each response',
		(json) => {
			expect(keysOf(json)).toEqual(keysOf(json));
			expect(new Set([...keysOf(json), ...keysOf(json)]).size).toBe(1);
		},
	);
});

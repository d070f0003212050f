import { failureOf } from '../../../../../harness/unit/failure.ts';
import { searchPageAnswer } from '../../../../../nodes/DataPlatform/actions/function/search/answer.ts';

test('a page is taken as it is, what is not documented is left out', () => {
	const page = { results: [{ id: 1 }], totalHits: 1, hasMore: false, degraded: true };

	expect(searchPageAnswer({ ...page, further: 1 })).toEqual(page);
});

test.each([
	[{ totalHits: '5', hasMore: 1, degraded: 'false' }],
	[{ totalHits: null, hasMore: null, degraded: null }],
	[{ totalHits: NaN }],
	[{}],
])('%p beside the results does not count', (members) => {
	expect(searchPageAnswer({ ...members, results: [] })).toEqual({ results: [] });
});

test.each([[undefined], [null], [{}], ['[]'], [[1]], [[null]], [[[]]]])(
	'results of %p are no functions',
	(results) => {
		const failure = failureOf(() => searchPageAnswer({ results }));

		expect(failure.message).toBe('The answer has no list "results"');
		expect(failure.details.body).toBe(JSON.stringify({ results }));
	},
);

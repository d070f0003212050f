import { functionSearch } from '../../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import type { ParameterValues } from '../../../../support/run-operation.ts';
import { runOperation } from '../../../../support/run-operation.ts';

const filter = (row: ParameterValues) => ({ options: { filters: { filter: [row] } } });
const byOwner = filter({ field: 'owner', property: 'value', value: '27' });
const keepOnly = { status: 'DRAFT' };
const nothing: object[] = [];
const one = [{ id: 1, status: 'VALID' }];

test.each<[string, ParameterValues, object[], RegExp[]]>([
	['a name that finds nothing', { name: 'a' }, nothing, [/^No function matches this search\./]],
	['filters that find nothing', byOwner, nothing, [/^No function matches this search\./]],
	['everything, which is nothing', {}, nothing, []],
	['a name that finds something', { name: 'a', ...byOwner }, one, []],
	[
		'a Keep Only that keeps nothing',
		{ keepOnly },
		one,
		[/^No function that was read meets the conditions of Keep Only$/],
	],
	[
		'a name that finds nothing to keep',
		{ name: 'a', keepOnly },
		nothing,
		[/^No function matches this search\./],
	],
	['a property without a field', filter({ furtherPropertiesJson: '{"name": "a"}' }), one, []],
])('%s', async (_, values, results, hints) => {
	const answer = { results, totalHits: results.length, hasMore: false, degraded: false };
	const outcome = await runOperation(functionSearch, { returnAll: true, ...values }, answer);

	expect(outcome.hints).toEqual(hints.map((hint) => expect.stringMatching(hint)));
});

test('a Start Offset after the last match is not a search without a match', async () => {
	const values = { returnAll: true, name: 'a', options: { startOffset: 100 } };
	const response = { results: nothing, totalHits: 60, hasMore: false, degraded: false };

	expect((await runOperation(functionSearch, values, response)).hints).toEqual([]);
});

test('a summary says that Keep Only has no part in it', async () => {
	const values = { limit: 1, keepOnly, options: { return: 'summary' } };
	const answer = { results: one, totalHits: 1, hasMore: false };

	expect((await runOperation(functionSearch, values, answer)).hints).toEqual([
		expect.stringMatching(/^A summary ignores Keep Only$/),
	]);
});

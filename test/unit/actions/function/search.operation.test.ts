import { functionSearch } from '../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import { membersOf } from '../../../support/contract.ts';
import {
	captureRequest,
	catchInvalid,
	type ParameterValues,
	runOperation,
} from '../../../support/run-operation.ts';

const bodyOf = async (values: ParameterValues) =>
	(await captureRequest(functionSearch, { limit: 1, ...values })).body;
const json = (filtersJson: unknown) => ({ options: { filtersJson } });
const sorted = (rule: ParameterValues) => ({ sort: { rule } });

test('a search can send every member of the contract', async () => {
	const body = await bodyOf({
		name: ' revenue\u200b',
		...sorted({ field: 'created', direction: 'descending' }),
		options: { filtersJson: '[{"field": "owner"}]', startOffset: '10' },
	});

	expect(body).toEqual({
		name: 'revenue',
		filters: [{ field: 'owner' }],
		limit: 1,
		offset: 10,
		sort: { field: 'created', ascending: false },
	});
	expect(Object.keys(body).sort()).toEqual(membersOf('SearchRequest').sort());
});

test.each<[ParameterValues, object]>([
	[{ limit: 5001 }, { limit: 5000 }],
	[{ limit: 20, options: { pageSize: '10' } }, { limit: 10 }],
	[{ limit: 0, returnAll: true }, { limit: 5000 }],
	[
		sorted({ field: 'otherField', otherField: 'rank' }),
		{ sort: { field: 'rank', ascending: true } },
	],
	[json([{ name: 'a' }, { field: null }]), { filters: [{ name: 'a' }, { field: null }] }],
	[json(''), { filters: [], sort: { field: 'name', ascending: true }, offset: undefined }],
])('%j is sent as %j', async (values, sent) => {
	expect(await bodyOf(values)).toMatchObject(sent);
});

test.each<[string, ParameterValues, RegExp]>([
	['Filters (JSON)', json('{"field": "a"}'), /JSON array/],
	['Filters (JSON)', json([{ field: 'a' }, { field: 5 }]), /"\[1\].field", which must be text/],
	['Field Name', sorted({ field: 'otherField' }), /is empty/],
	['Limit', { limit: undefined }, /is empty/],
])('%s is invalid: %p', async (parameter, values, reason) => {
	const invalid = await catchInvalid(() => bodyOf(values));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('every page has the name, the filters and the sort of the search', async () => {
	const values = { limit: 3, name: 'a', options: { pageSize: 2, startOffset: 4 } };
	const page = (...ids: number[]) => ({ results: ids.map((id) => ({ id })), hasMore: true });
	const { items, sent } = await runOperation(functionSearch, values, page(1, 2), page(2, 3));

	expect(items.map(({ id }) => id)).toEqual([1, 2, 3]);
	const sort = { field: 'name', ascending: true };
	const common = { filters: [], sort, name: 'a', limit: 2 };
	expect(sent.map(({ body }) => body)).toEqual([
		{ ...common, offset: 4 },
		{ ...common, offset: 5 },
	]);
});

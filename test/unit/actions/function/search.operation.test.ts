import { functionSearch } from '../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import { functionShape } from '../../../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import { membersOf } from '../../../support/contract.ts';
import type { ParameterValues } from '../../../support/run-operation.ts';
import {
	collectItems,
	runOperation,
	catchInvalid,
	captureRequest,
} from '../../../support/run-operation.ts';

const one = { limit: 1 };
const byName = { field: 'name', ascending: true };
const bodyOf = async (values: ParameterValues) =>
	(await captureRequest(functionSearch, { ...one, ...values })).body;
const json = (filtersJson: unknown) => ({ options: { filtersJson } });
const sorted = (rule: ParameterValues) => ({ sort: { rule } });

test('a search can send every member of the contract', async () => {
	const body = await bodyOf({
		name: 'revenue',
		...sorted({ field: 'created', direction: 'descending' }),
		options: { ...json('[{"field": "owner"}]').options, startOffset: '10' },
	});

	expect(body).toEqual({
		name: 'revenue',
		filters: [{ field: 'owner' }],
		sort: { field: 'created', ascending: false },
		limit: 1,
		offset: 10,
	});
	expect(Object.keys(body).sort()).toEqual(membersOf('SearchRequest').sort());
});

test.each([
	[{ limit: '7' }, 7],
	[{ limit: 5001 }, 5000],
	[{ limit: 20, options: { pageSize: '10' } }, 10],
	[{ limit: 5, options: { pageSize: 10 } }, 5],
	[{ limit: 0, returnAll: true }, 5000],
	[{ limit: 1, returnAll: 'true', options: { pageSize: 100 } }, 100],
])('%p requests %i functions first', async (values, limit) => {
	expect(await bodyOf(values)).toMatchObject({ limit });
});

test.each([
	[sorted({ field: 'id', direction: 'ascending' }), { field: 'id', ascending: true }],
	[sorted({ field: 'otherField', otherField: 'rank' }), { field: 'rank', ascending: true }],
])('a sort of %p is sent as %p', async (values, sort) => {
	expect(await bodyOf(values)).toMatchObject({ sort });
});

test('Sort offers every field of a function', () => {
	const sort = functionSearch.properties.find(({ name }) => name === 'sort')!;
	const [{ values }] = sort.options as Array<{ values: typeof functionSearch.properties }>;
	const offered = values[0].options!.map((option) => 'value' in option && option.value);

	expect(offered.sort()).toEqual([...functionShape.members, 'otherField'].sort());
});

test.each([
	['JSON text', '[{"field": "a", "idList": [1]}]', [{ field: 'a', idList: [1] }]],
	['filters without a field', '[{"name": "a"}, {"field": null}]', [{ name: 'a' }, { field: null }]],
	['nothing', '', []],
])('Filters (JSON) accepts %s', async (_, filtersJson, filters) => {
	expect(await bodyOf(json(filtersJson))).toMatchObject({ filters });
});

test.each<[string, ParameterValues, RegExp]>([
	['Limit', { limit: 1.5 }, /whole number/],
	['Filters (JSON)', json('{"field": "a"}'), /JSON array/],
	['Filters (JSON)', json([{ field: 'a' }, { field: 5 }]), /"\[1\].field", which must be text/],
	['Field Name', sorted({ field: 'otherField' }), /is empty/],
	['Fields', { resultFormat: 'selected', selectedFields: ['nam'] }, /must be one of id, name/],
])('%s is invalid: %p', async (parameter, values, reason) => {
	const invalid = await catchInvalid(() => captureRequest(functionSearch, { ...one, ...values }));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('Selected Fields returns fields that the API does not document', async () => {
	const found = { id: 1, name: 'a', created: 1_731_000_000_250, notDocumented: 'kept' };
	const values = { ...one, resultFormat: 'selected', selectedFields: 'created, notDocumented' };
	const response = { results: [found], totalHits: 1, hasMore: false };
	const { name: _, ...selected } = found;

	expect(await collectItems(functionSearch, values, response)).toEqual([selected]);
});

test('every page has the name, the filters and the sort of the search', async () => {
	const values = { limit: 3, name: 'a', options: { pageSize: 2, startOffset: 4 } };
	const page = (...ids: number[]) => ({ results: ids.map((id) => ({ id })), hasMore: true });
	const { items, sent } = await runOperation(functionSearch, values, page(1, 2), page(2, 3));

	expect(items.map(({ id }) => id)).toEqual([1, 2, 3]);
	const common = { filters: [], sort: byName, name: 'a', limit: 2 };
	expect(sent.map(({ body }) => body)).toEqual([
		{ ...common, offset: 4 },
		{ ...common, offset: 5 },
	]);
});

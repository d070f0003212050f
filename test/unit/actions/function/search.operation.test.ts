import { functionSearch } from '../../../../nodes/DataPlatform/actions/function/search.operation.ts';
import { membersOf } from '../../../support/contract.ts';
import type { ParameterValues } from '../../../support/run-operation.ts';
import {
	collectItems,
	runOperation,
	readParameters,
	catchInvalid,
	captureRequest,
} from '../../../support/run-operation.ts';

const one = { limit: 1 };
const byName = { field: 'name', ascending: true };
const bodyOf = async (values: ParameterValues) =>
	(await captureRequest(functionSearch, { ...one, ...values })).body;
const rows = (...filter: ParameterValues[]) => ({ options: { filters: { filter } } });
const json = (filtersJson: unknown) => ({ options: { filtersJson } });
const sorted = (rule: ParameterValues) => ({ sort: { rule } });
const whole = { hasMore: false, degraded: false };
const page = (...results: object[]) => ({ results, totalHits: results.length, ...whole });

test('the required members are sent when nothing is set', async () => {
	expect(await captureRequest(functionSearch, { limit: 50 })).toEqual({
		method: 'POST',
		path: '/api/query/v1/functions/search',
		body: { filters: [], sort: byName, limit: 50 },
	});
});

test('every member of the contract can be sent', async () => {
	const body = await bodyOf({
		name: 'revenue',
		...sorted({ field: 'created', direction: 'descending' }),
		options: { ...rows({ field: 'owner' }).options, startOffset: 10 },
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
	[{ limit: 7 }, 7],
	[{ limit: '7' }, 7],
	[{ limit: 5000 }, 5000],
	[{ limit: 5001 }, 5000],
	[{ limit: 20, options: { pageSize: '10' } }, 10],
	[{ limit: 5, options: { pageSize: 10 } }, 5],
	[{ limit: 1, returnAll: true }, 5000],
	[{ limit: 1, returnAll: 'true', options: { pageSize: 100 } }, 100],
])('%p asks for a first page of %i', async (values, limit) => {
	expect(await bodyOf(values)).toMatchObject({ limit });
});

test('Return All does not look at Limit', async () => {
	const { limit } = readParameters(functionSearch, { returnAll: true, limit: 0 });

	expect(limit).toBe(Infinity);
});

test.each([
	[{ startOffset: 0 }, undefined],
	[{ startOffset: '3' }, 3],
	[{}, undefined],
])('options of %p give the offset %p', async (options, offset) => {
	expect(await bodyOf({ options })).toEqual({ filters: [], sort: byName, limit: 1, offset });
});

test.each([
	[{}, byName],
	[sorted({ field: 'id', direction: 'ascending' }), { field: 'id', ascending: true }],
	[sorted({ field: 'id', direction: 'descending' }), { field: 'id', ascending: false }],
	[sorted({ field: 'otherField', otherField: 'rank' }), { field: 'rank', ascending: true }],
])('a sort of %p is sent as %p', async (values, sort) => {
	expect(await bodyOf(values)).toMatchObject({ sort });
	expect(Object.keys(sort).sort()).toEqual(membersOf('Sort').sort());
});

test.each([
	['no row', rows(), []],
	['a field', rows({ field: 'owner' }), [{ field: 'owner' }]],
	[
		'values of every type',
		rows(
			...['27', '[1, 2]', 'false', 'null', 'a, b', '"27"', undefined, { by: 'expression' }].map(
				(value) => ({ field: 'a', property: 'is', value }),
			),
		),
		[27, [1, 2], false, null, 'a, b', '27', '', { by: 'expression' }].map((is) => ({
			...{ field: 'a', is },
		})),
	],
	[
		'members as JSON, which win over named ones, but not over the field',
		rows({
			...{ field: 'owner', property: 'value', value: '1' },
			furtherPropertiesJson: '{"value": 2, "field": "other"}',
		}),
		[{ field: 'owner', value: 2 }],
	],
	['several rows', rows({ field: 'a' }, { field: 5 }), [{ field: 'a' }, { field: '5' }]],
	['a JSON text', json('[{"field": "a", "idList": [1]}]'), [{ field: 'a', idList: [1] }]],
	['a list by expression', json([{ field: 'a' }]), [{ field: 'a' }]],
	[
		'a list whose filters have no field',
		json('[{"name": "a"}, {"field": null}]'),
		[{ name: 'a' }, { field: null }],
	],
	['a row without a field', rows({ furtherPropertiesJson: '{"name": "a"}' }), [{ name: 'a' }]],
	['no JSON', json(''), []],
	[
		'rows and JSON',
		{ options: { ...rows({ field: 'a' }).options, ...json([{ field: 'b' }]).options } },
		[{ field: 'a' }, { field: 'b' }],
	],
])('filters as %s', async (_, values, filters) => {
	expect(await bodyOf(values)).toMatchObject({ filters });
});

test('a property of a filter may have any name', async () => {
	const filter = { field: 'a', property: '__proto__', value: '1' };

	expect(JSON.stringify(await bodyOf(rows(filter)))).toContain('"__proto__":1');
});

const invalidCases: Array<[string, ParameterValues, RegExp]> = [
	['Limit', { limit: 1.5 }, /whole number/],
	['Limit', { limit: '' }, /is empty/],
	['Limit', { limit: undefined }, /is empty/],
	['Return All', { returnAll: 'all' }, /true or false/],
	['Name', { name: ['a'] }, /must be text/],
	['Field', rows({ field: ' ' }), /is empty/],
	['Property', rows({ field: 'a', property: 'field', value: '1' }), /because Field is a separate/],
	['More (JSON)', rows({ furtherPropertiesJson: '{"field": 5}' }), /"field", which must be/],
	['More (JSON)', rows({ field: 'a', furtherPropertiesJson: '[]' }), /JSON object/],
	['More (JSON)', rows({ field: 'a', furtherPropertiesJson: '{' }), /isn't valid JSON/],
	['Filters (JSON)', json('{"field": "a"}'), /JSON array/],
	['Filters (JSON)', json('[{"field"]'), /isn't valid JSON/],
	['Filters (JSON)', json([{ field: 'a' }, { field: 5 }]), /"\[1\].field", which must be text/],
	['Filters (JSON)', json(['a']), /"\[0\]", which must be an object/],
	['Field Name', sorted({ field: 'otherField' }), /is empty/],
	['Property', rows({ field: 'owner', property: '', value: '27' }), /is empty/],
	['Fields', { resultFormat: 'selected', selectedFields: ['nam'] }, /must be one of id, name/],
];

test.each(invalidCases)('%s: %p is invalid', async (parameter, values, reason) => {
	const invalid = await catchInvalid(() => captureRequest(functionSearch, { ...one, ...values }));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('Selected Fields may have others than those offered', async () => {
	const found = { id: 1, name: 'a', created: 1_731_000_000_250, notDocumented: 'kept' };
	const values = { ...one, resultFormat: 'selected', selectedFields: 'created, notDocumented' };
	const { name: _, ...selected } = found;

	expect(await collectItems(functionSearch, values, page(found))).toEqual([selected]);
});

describe('Summary Only', () => {
	const summary = { return: 'summary' };

	test('is one request of one function from the offset on', async () => {
		const values = { ...one, options: { ...summary, startOffset: 3, whenIncomplete: 'hint' } };
		const answer = { ...page({ id: 1 }), totalHits: 9, hasMore: true, degraded: true };
		const { items, sent } = await runOperation(functionSearch, values, answer);

		expect(items).toEqual([{ totalHits: 9, hasMore: true, degraded: true }]);
		expect(sent.map(({ body }) => body)).toEqual([
			{ filters: [], sort: byName, limit: 1, offset: 3 },
		]);
	});

	test.each([
		[{ limit: 50 }, 574, true],
		[{ limit: 50 }, 50, false],
		[{ limit: 50 }, 30, false],
		[{ limit: 50, options: { ...summary, startOffset: 530 } }, 574, false],
		[{ returnAll: true }, 574, false],
	])('of %j where totalHits is %i: hasMore is %p', async (values, totalHits, hasMore) => {
		const answer = { ...page({ id: 1 }), totalHits, hasMore: true };
		const asked = { options: summary, ...values };

		expect(await collectItems(functionSearch, asked, answer)).toMatchObject([
			{ totalHits, hasMore },
		]);
	});

	test('leaves out what the response lacks', async () => {
		const answer = { results: [{ id: 1 }], hasMore: true };
		const summaryOf = async (limit: number, page: object) =>
			await collectItems(functionSearch, { limit, options: summary }, page);

		expect(await summaryOf(2, answer)).toEqual([{}]);
		expect(await summaryOf(1, answer)).toEqual([{ hasMore: true }]);
		expect(await summaryOf(2, { ...answer, hasMore: false })).toEqual([{ hasMore: false }]);
	});
});

test('pages behind the first carry the same search', async () => {
	const values = { limit: 3, name: 'a', options: { pageSize: 2, startOffset: 4 } };
	const { items, sent } = await runOperation(
		functionSearch,
		values,
		{ ...page({ id: 1 }, { id: 2 }), totalHits: 9, hasMore: true },
		{ ...page({ id: 2 }, { id: 3 }), totalHits: 9, hasMore: true },
	);

	expect(items.map(({ id }) => id)).toEqual([1, 2, 3]);
	const common = { filters: [], sort: byName, name: 'a' };
	expect(sent.map(({ body }) => body)).toEqual([
		{ ...common, limit: 2, offset: 4 },
		{ ...common, limit: 2, offset: 5 },
	]);
});

import { functionResult } from '../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import type { SearchRequest } from '../../nodes/DataPlatform/transport/contract.ts';
import { errorOf, hintsOf, jsonOf, pairsOf, runNode } from '../../harness/engine/engine.ts';
import { simulatedPlatform } from '../../harness/engine/platform.ts';

const FIRST_ID = 1000;
const COUNT = 12_000;
const platform = simulatedPlatform({ functions: COUNT });

const search = { resource: 'function', operation: 'search' };
const byName = { field: 'name', ascending: true };
const idsOf = (ended: Parameters<typeof jsonOf>[0]) => jsonOf(ended).map(({ id }) => id);
const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => FIRST_ID + first + index);
const bodies = () => platform.bodies() as SearchRequest[];

test('each item has its own search, and its functions come out in input order', async () => {
	const ended = await runNode({
		parameters: {
			...search,
			limit: "={{ $json.limit ?? '' }}",
			name: "={{ $json.name ?? '' }}",
			specifyFilters: 'json',
			filtersJson: "={{ $json.filters ?? '' }}",
			sort: {
				rule: { field: "={{ $json.sort ?? '' }}", direction: "={{ $json.direction ?? '' }}" },
			},
			options: { startOffset: "={{ $json.offset ?? '' }}" },
		},
		input: [
			{
				json: {
					limit: 3,
					name: 'Churn rate',
					filters: [{ field: 'owner', idList: [27, 104] }],
					sort: 'created',
					direction: 'descending',
					offset: 1,
				},
			},
			{ json: { limit: '2', filters: '[]', sort: 'id', direction: 'ascending', offset: '10' } },
			{
				json: { limit: 1, filters: '[{"field": "status"}]', sort: 'name', direction: 'ascending' },
			},
		],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(platform.requests().map(({ method, path }) => `${method} ${path}`)).toEqual(
		Array(3).fill('POST /api/query/v1/functions/search'),
	);
	expect(bodies()).toHaveLength(3);
	expect(bodies()).toEqual(
		expect.arrayContaining([
			{
				filters: [{ field: 'owner', idList: [27, 104] }],
				sort: { field: 'created', ascending: false },
				limit: 3,
				name: 'Churn rate',
				offset: 1,
			},
			{ filters: [], sort: { field: 'id', ascending: true }, limit: 2, offset: 10 },
			{ filters: [{ field: 'status' }], sort: byName, limit: 1 },
		]),
	);
	expect(pairsOf(ended)).toEqual([0, 0, 0, 1, 1, 2]);
	expect(idsOf(ended).slice(3)).toEqual([...idsFrom(10, 2), ...idsFrom(0, 1)]);
	const [first, second, third] = jsonOf(ended);
	for (const json of [first, second, third]) {
		expect(json.name).toMatch(/^Churn rate /);
		expect([27, 104]).toContain(json.owner);
	}
	expect([first, second, third].map(({ created }) => created)).toEqual(
		[first, second, third]
			.map(({ created }) => created)
			.sort()
			.reverse(),
	);
});

test('without any parameter the required members are still sent', async () => {
	const ended = await runNode({ parameters: search, credentials: platform.credentials() });

	expect(bodies()).toEqual([{ filters: [], sort: byName, limit: 50 }]);
	expect(idsOf(ended)).toEqual(idsFrom(0, 50));
});

test('filters given as rows carry their further members', async () => {
	await runNode({
		parameters: {
			...search,
			limit: 1,
			filters: {
				filter: [
					{
						field: 'owner',
						furtherProperties: { property: [{ name: 'value', value: '={{ $json.owner }}' }] },
						furtherPropertiesJson: '{"not": {"a": [1]}}',
					},
					{ field: 'notvariable' },
				],
			},
		},
		input: [{ json: { owner: 27 } }],
		credentials: platform.credentials(),
	});

	expect(bodies()[0].filters).toEqual([
		{ field: 'owner', value: 27, not: { a: [1] } },
		{ field: 'notvariable' },
	]);
});

test('Simplified is flat, with dates in ISO 8601 and links that are not VALID in words', async () => {
	const ended = await runNode({
		parameters: { ...search, limit: 20 },
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended).map(({ notValidLinkCount }) => notValidLinkCount)).toContain(1);
	for (const json of jsonOf(ended)) {
		expect(json.notValidLinks).toMatch(
			json.notValidLinkCount === 0 ? /^$/ : /^(CARD|DATA_SOURCE) \d{6}: ILLEGAL_REFERENCE$/,
		);
		expect(Object.keys(json)).toEqual(Object.keys(functionResult.simplify({})));
		for (const value of Object.values(json)) expect(typeof value).toMatch(/^(string|number)$/);
		for (const date of [json.created, json.lastModified] as string[]) {
			expect(date).toBe(new Date(date).toISOString());
		}
	}
});

test('Raw is every member of the answer, untouched', async () => {
	const ended = await runNode({
		parameters: { ...search, limit: 3, resultFormat: 'raw' },
		credentials: platform.credentials(),
	});

	for (const json of jsonOf(ended)) {
		expect(Object.keys(json).sort()).toEqual([...functionResult.members].sort());
		expect(json.created).toEqual(expect.any(Number));
	}
});

test('Selected Fields are those that were chosen and the id', async () => {
	const ended = await runNode({
		parameters: {
			...search,
			limit: 1,
			resultFormat: 'selected',
			selectedFields: ['legacyId', 'created'],
		},
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toEqual([
		{ id: FIRST_ID, legacyId: 'calculation_00000000', created: Date.UTC(2024, 0, 1) },
	]);
});

test('Summary Only is one item for each search, by one request', async () => {
	const ended = await runNode({
		parameters: { ...search, name: "={{ $json.name ?? '' }}", options: { return: 'summary' } },
		input: [
			{ json: {} },
			{ json: { name: 'Churn rate' } },
			{ json: { name: 'There is no such function' } },
		],
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toEqual([
		{ totalHits: COUNT, hasMore: true, degraded: false },
		{ totalHits: 574, hasMore: true, degraded: false },
		{ totalHits: 0, hasMore: false, degraded: false },
	]);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
	expect(bodies().map(({ limit }) => limit)).toEqual([1, 1, 1]);
});

test('a degraded answer becomes one hint where that is wanted, however many items had one', async () => {
	platform.faults([{ fault: 'degraded' }]);
	const ended = await runNode({
		parameters: { ...search, limit: 1, options: { whenIncomplete: 'hint' } },
		input: [{ json: {} }, { json: {} }, { json: {} }],
		credentials: platform.credentials(),
	});

	expect(hintsOf(ended)).toEqual([expect.stringContaining('degraded')]);
	expect(jsonOf(ended)).toHaveLength(3);
});

test('a whole answer needs no hint', async () => {
	const ended = await runNode({ parameters: search, credentials: platform.credentials() });

	expect(hintsOf(ended)).toEqual([]);
});

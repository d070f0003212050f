import type { INode } from 'n8n-workflow';
import type { SearchRequest } from '../../../contract/types.ts';
import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const COUNT = 12_000;
const platform = simulatedPlatform({ functions: COUNT });

const search = { resource: 'function', operation: 'search' };
const bodies = () => platform.bodies() as SearchRequest[];

test('each item has its own search, and the output keeps the order of the items', async () => {
	const ended = await runNode({
		parameters: {
			...search,
			limit: "={{ $json.limit ?? '' }}",
			name: "={{ $json.name ?? '' }}",
			sort: {
				rule: { field: "={{ $json.sort ?? '' }}", direction: "={{ $json.direction ?? '' }}" },
			},
			options: {
				filtersJson: "={{ $json.filters ?? '' }}",
				startOffset: "={{ $json.offset ?? '' }}",
			},
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
	expect(new Set(bodies())).toEqual(
		new Set([
			{
				filters: [{ field: 'owner', idList: [27, 104] }],
				sort: { field: 'created', ascending: false },
				limit: 3,
				name: 'Churn rate',
				offset: 1,
			},
			{ filters: [], sort: { field: 'id', ascending: true }, limit: 2, offset: 10 },
			{ filters: [{ field: 'status' }], sort: { field: 'name', ascending: true }, limit: 1 },
		]),
	);
	expect(pairsOf(ended)).toEqual([0, 0, 0, 1, 1, 2]);
	const found = jsonOf(ended);
	for (const { name } of found.slice(0, 3)) expect(name).toMatch(/^Churn rate /);
	expect(found.slice(3).map(({ id }) => id)).toEqual([1010, 1011, 1000]);
});

test('a list that may be incomplete fails the item, and Retry On Fail reads it again', async () => {
	const find = async (settings?: Partial<INode>) => {
		platform.faults([{ fault: 'degraded', when: { request: 1 } }]);
		return await runNode({ parameters: search, settings, credentials: platform.credentials() });
	};

	expect(errorOf(await find())?.message).toContain('The list of functions may be incomplete: ');
	const ended = await find({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toHaveLength(50);
});

test('a page that fails after the first ends the list, and the other items continue', async () => {
	platform.faults([{ fault: 'status', status: 500, when: { request: 2 } }]);
	const ended = await runNode({
		parameters: {
			...{ ...search, returnAll: true },
			options: { whenIncomplete: 'hint', addSearchDetails: true },
			requestOptions: { maxConcurrency: 1, maxRetries: 0 },
		},
		input: [{ json: {} }, { json: {} }],
		credentials: platform.credentials(),
	});
	const [first, second] = [0, 1].map((item) =>
		jsonOf(ended).filter((_, index) => pairsOf(ended)[index] === item),
	);

	expect(first).toHaveLength(5000);
	expect(first[0].search).toMatchObject({
		...{ totalHits: COUNT, incomplete: true, reason: expect.stringContaining('500') },
	});
	expect(second).toHaveLength(COUNT);
	expect(second[0].search).toMatchObject({ incomplete: false });
});

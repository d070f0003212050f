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

test('Keep Only accepts times from expressions as DateTime and as milliseconds', async () => {
	const keep = async (changedAfter: string) =>
		await runNode({
			parameters: {
				...{ ...search, returnAll: true, keepOnly: { changedAfter } },
				sort: { rule: { field: 'lastModified', direction: 'ascending' } },
			},
			credentials: platform.credentials(),
		});
	const day = "DateTime.fromISO('2024-01-10', { zone: 'UTC' })";
	const ended = await keep(`={{ ${day} }}`);
	const [first] = jsonOf(ended);

	expect(jsonOf(ended).length).toBeLessThan(COUNT);
	expect((first.lastModified as string) > '2024-01-10T00:00:00.000Z').toBe(true);
	expect(jsonOf(await keep(`={{ ${day}.toMillis() }}`))).toEqual(jsonOf(ended));
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

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { functionShape } from '../../../nodes/DataPlatform/actions/function/search/functionResult.ts';
import type { SearchRequest } from '../../../contract/types.ts';
import { errorOf, hintsOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const FIRST_ID = 1000;
const COUNT = 12_000;
const platform = simulatedPlatform({ functions: COUNT });

const search = { resource: 'function', operation: 'search' };
const byName = { field: 'name', ascending: true };
const idsOf = (ended: Parameters<typeof jsonOf>[0]) => jsonOf(ended).map(({ id }) => id);
const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => FIRST_ID + first + index);
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

test('without parameters, the request has the required members', async () => {
	const ended = await runNode({ parameters: search, credentials: platform.credentials() });

	expect(bodies()).toEqual([{ filters: [], sort: byName, limit: 50 }]);
	expect(idsOf(ended)).toEqual(idsFrom(0, 50));
});

test('filters in rows include their other properties', async () => {
	await runNode({
		parameters: {
			...search,
			limit: 1,
			options: {
				filters: {
					filter: [
						{
							field: 'owner',
							property: 'value',
							value: '={{ $json.owner }}',
							furtherPropertiesJson: '{"not": {"a": [1]}}',
						},
						{ field: 'notvariable' },
					],
				},
			},
		},
		input: [{ json: { owner: '27' } }],
		credentials: platform.credentials(),
	});

	expect(bodies()[0].filters).toEqual([
		{ field: 'owner', value: '27', not: { a: [1] } },
		{ field: 'notvariable' },
	]);
});

test('Simplified is flat, with dates in ISO 8601 and broken links as text', async () => {
	const ended = await runNode({
		parameters: { ...search, limit: 20 },
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended).map(({ brokenLinkCount }) => brokenLinkCount)).toContain(1);
	for (const json of jsonOf(ended)) {
		expect(json.brokenLinks).toMatch(
			json.brokenLinkCount === 0 ? /^$/ : /^(CARD|DATA_SOURCE) \d{6}: ILLEGAL_REFERENCE$/,
		);
		expect(Object.keys(json)).toEqual(Object.keys(functionShape.simplify({})));
		for (const value of Object.values(json)) expect(typeof value).toMatch(/^(string|number)$/);
		for (const date of [json.created, json.lastModified] as string[]) {
			expect(date).toBe(new Date(date).toISOString());
		}
	}
});

test('Raw returns every member of the response unchanged', async () => {
	const ended = await runNode({
		parameters: { ...search, limit: 3, resultFormat: 'raw' },
		credentials: platform.credentials(),
	});

	for (const json of jsonOf(ended)) {
		expect(Object.keys(json).sort()).toEqual([...functionShape.members].sort());
		expect(json.created).toEqual(expect.any(Number));
	}
});

test('Selected Fields returns the ID and the selected fields', async () => {
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

test('Summary Only returns one item for each search, with one request', async () => {
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

describe('Keep Only', () => {
	const keep = async (keepOnly: INodeParameters, parameters: INodeParameters = {}) =>
		await runNode({
			parameters: { ...search, returnAll: true, keepOnly, ...parameters },
			credentials: platform.credentials(),
		});

	test('reads all pages and returns the functions that match the conditions', async () => {
		const ended = await keep(
			{ brokenLinks: 'only', archived: 'without' },
			{ resultFormat: 'raw', options: { pageSize: 1000 } },
		);

		expect(hintsOf(ended)).toEqual([]);
		const found = jsonOf(ended) as Array<{ archived: boolean; links: Array<{ valid: string }> }>;
		expect(found.length).toBeGreaterThan(COUNT / 15);
		for (const { archived, links } of found) {
			expect(archived).toBe(false);
			expect(links.map(({ valid }) => valid)).toContain('ILLEGAL_REFERENCE');
		}
	});

	test('accepts times from expressions as DateTime and as milliseconds', async () => {
		const day = "DateTime.fromISO('2024-01-10', { zone: 'UTC' })";
		const sort = { rule: { field: 'lastModified', direction: 'ascending' } };
		const ended = await keep({ changedAfter: `={{ ${day} }}` }, { sort });
		const [first] = jsonOf(ended);

		expect(jsonOf(ended).length).toBeLessThan(COUNT);
		expect((first.lastModified as string) > '2024-01-10T00:00:00.000Z').toBe(true);
		const inMilliseconds = await keep({ changedAfter: `={{ ${day}.toMillis() }}` }, { sort });
		expect(jsonOf(inMilliseconds)).toEqual(jsonOf(ended));
	});
});

test.each([
	[{ limit: 5 }, 5],
	[{ limit: 5, keepOnly: { status: 'VALID' } }, 5000],
	[{ limit: 3, options: { pageSize: 2 } }, 2],
	[{ limit: 5, options: { return: 'summary' } }, 1],
])('the preview of %j shows the first request', async (parameters, limit) => {
	const all = { parameters: { ...search, ...parameters }, credentials: platform.credentials() };
	const shown = await runNode({
		...all,
		parameters: { ...all.parameters, requestOptions: { showRequest: true } },
	});
	expect(platform.requests()).toEqual([]);
	await runNode(all);

	expect(jsonOf(shown)).toMatchObject([{ body: { limit } }]);
	expect(jsonOf(shown)[0].body).toEqual(bodies()[0]);
});

describe('a list that may be incomplete', () => {
	const faults = [{ fault: 'degraded', when: { request: 1 } }];
	const REASON = 'The list of functions may be incomplete: the platform reported "degraded": true';
	const find = async (parameters: INodeParameters, settings?: Partial<INode>, input = [{}]) =>
		await runNode({
			parameters: { ...search, ...parameters },
			input: input.map((json) => ({ json })),
			settings,
			credentials: platform.credentials(),
		});

	test('fails the item, and Retry On Fail reads the list again', async () => {
		platform.faults(faults);
		expect(errorOf(await find({}))?.message).toContain(REASON);

		platform.faults(faults);
		const ended = await find({}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
		expect(errorOf(ended)).toBeUndefined();
		expect(jsonOf(ended)).toHaveLength(50);
	});

	test('goes to the error output, with its kind and the first functions', async () => {
		platform.faults(faults);
		const ended = await find({ limit: 200 }, { onError: 'continueErrorOutput' });
		const [failed, ...others] = jsonOf(ended, 1);

		expect([jsonOf(ended), others]).toEqual([[], []]);
		expect(failed).toMatchObject({
			error: REASON,
			details: {
				kind: 'incomplete',
				received: { degraded: true, incomplete: true, functionCount: 200 },
			},
		});
		const { received } = failed.details as { received: { functions: unknown[] } };
		expect(received.functions).toHaveLength(100);
	});

	test('can continue with a hint, and with details in each item', async () => {
		platform.faults([{ fault: 'degraded' }]);
		const options = { whenIncomplete: 'hint', detailsField: 'list' };
		const ended = await find({ limit: 2, options }, undefined, [{}, {}]);

		expect(hintsOf(ended)).toEqual([`${REASON} [all 2 items]`]);
		expect(jsonOf(ended).map(({ list }) => list)).toEqual(
			Array(4).fill({ totalHits: COUNT, hasMore: true, degraded: true, incomplete: true }),
		);
	});

	test('is handled separately for each item', async () => {
		platform.faults([{ fault: 'degraded' }]);
		const ended = await find(
			{
				...{ limit: 2, resultFormat: 'raw', keepOnly: { brokenLinks: '={{ $json.broken }}' } },
				options: { whenIncomplete: '={{ $json.then }}', detailsField: '={{ $json.into ?? "" }}' },
			},
			{ onError: 'continueRegularOutput' },
			[
				{ broken: 'only', then: 'hint', into: 'list' },
				{ broken: 'without', then: 'hint', into: 'search' },
				{ broken: 'only', then: 'fail' },
			],
		);
		const isBroken = ({ links }: IDataObject) =>
			(links as IDataObject[]).some(({ valid }) => valid !== 'VALID');
		const [one, two, three, four, failed] = jsonOf(ended);

		expect(pairsOf(ended)).toEqual([0, 0, 1, 1, 2]);
		expect([one, two, three, four].map(isBroken)).toEqual([true, true, false, false]);
		const details = expect.objectContaining({ incomplete: true });
		expect([one.list, three.search]).toEqual([details, details]);
		expect([one.search, three.list]).toEqual([undefined, undefined]);
		expect(failed.error).toContain(REASON);
	});
});

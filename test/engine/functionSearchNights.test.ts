import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { errorOf, hintsOf, jsonOf, pairsOf, runNode } from '../../harness/engine/engine.ts';
import { simulatedPlatform } from '../../harness/engine/platform.ts';

const COUNT = 1200;
const BROKEN = Math.floor(COUNT / 7);
const platform = simulatedPlatform({ functions: COUNT });
const INCOMPLETE = 'The list of functions can be incomplete';

async function search(
	parameters: INodeParameters,
	settings?: Partial<INode>,
	items: IDataObject[] = [{}],
) {
	return await runNode({
		parameters: { resource: 'function', operation: 'search', ...parameters },
		input: items.map((json) => ({ json })),
		settings,
		credentials: platform.credentials(),
	});
}

describe('Keep Only', () => {
	const pages = { pageSize: 100 };

	test('reads all pages and lets out what meets the conditions', async () => {
		const ended = await search({
			...{ returnAll: true, resultFormat: 'raw', options: pages },
			keepOnly: { notValidLinks: true, archived: false },
		});

		expect(hintsOf(ended)).toEqual([]);
		const found = jsonOf(ended) as Array<{ archived: boolean; links: Array<{ valid: string }> }>;
		expect(found.length).toBeGreaterThan(BROKEN / 2);
		for (const { archived, links } of found) {
			expect(archived).toBe(false);
			expect(links.map(({ valid }) => valid)).toContain('ILLEGAL_REFERENCE');
		}
		expect(platform.requests().length).toBeGreaterThanOrEqual(COUNT / 100);
	});

	test('Limit counts what is kept', async () => {
		const ended = await search({ limit: 30, options: pages, keepOnly: { notValidLinks: true } });

		expect(jsonOf(ended)).toHaveLength(30);
		for (const json of jsonOf(ended)) expect(json.notValidLinkCount).toBe(1);
	});

	test('takes times from expressions, as n8n has them', async () => {
		const day = "DateTime.fromISO('2024-01-10', { zone: 'UTC' })";
		const ended = await search({
			...{ returnAll: true, sort: { rule: { field: 'lastModified', direction: 'ascending' } } },
			keepOnly: { changedAfter: `={{ ${day} }}` },
		});
		const [first] = jsonOf(ended);

		expect(jsonOf(ended).length).toBeLessThan(COUNT);
		expect((first.lastModified as string) > '2024-01-10T00:00:00.000Z').toBe(true);
		const inMilliseconds = await search({
			...{ returnAll: true, sort: { rule: { field: 'lastModified', direction: 'ascending' } } },
			keepOnly: { changedAfter: `={{ ${day}.toMillis() }}` },
		});
		expect(jsonOf(inMilliseconds)).toEqual(jsonOf(ended));
	});

	test('shows a request for a whole page', async () => {
		const ended = await search({
			...{ limit: 5, keepOnly: { status: 'VALID' } },
			requestOptions: { showRequest: true },
		});

		expect(jsonOf(ended)).toMatchObject([{ body: { limit: 5000 } }]);
	});
});

describe('If the List Can Be Incomplete', () => {
	const faults = [{ fault: 'degraded', when: { request: 1 } }];

	test('the item fails, and n8n’s Retry On Fail reads the list again', async () => {
		platform.faults(faults);
		expect(errorOf(await search({}))?.message).toContain(INCOMPLETE);

		platform.faults(faults);
		const ended = await search({}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
		expect(errorOf(ended)).toBeUndefined();
		expect(jsonOf(ended)).toHaveLength(50);
	});

	test('its functions leave by the error output with it', async () => {
		platform.faults(faults);
		const ended = await search({ limit: 200 }, { onError: 'continueErrorOutput' });
		const failed = jsonOf(ended, 1);

		expect(jsonOf(ended)).toEqual([]);
		expect(failed).toHaveLength(1);
		expect(failed[0]).toMatchObject({
			error: expect.stringContaining(INCOMPLETE),
			details: { received: { degraded: true, incomplete: true, functionCount: 200 } },
		});
		const { received } = failed[0].details as { received: { functions: unknown[] } };
		expect(received.functions).toHaveLength(100);
	});

	test('with a hint it goes on, and each item says so where that is wanted', async () => {
		platform.faults(faults);
		const ended = await search({
			...{ limit: 3, options: { whenIncomplete: 'hint', detailsField: 'list' } },
		});

		expect(hintsOf(ended)).toEqual([expect.stringContaining('"degraded": true')]);
		expect(jsonOf(ended).map(({ list }) => list)).toEqual(
			Array(3).fill({ totalHits: COUNT, hasMore: true, degraded: true, incomplete: true }),
		);
	});
});

test('each item has conditions, details and a fate of its own', async () => {
	platform.faults([{ fault: 'degraded' }]);
	const ended = await search(
		{
			...{ limit: 2, resultFormat: 'raw' },
			keepOnly: { notValidLinks: "={{ $json.isBroken ?? '' }}" },
			options: {
				whenIncomplete: "={{ $json.whenIncomplete ?? '' }}",
				detailsField: "={{ $json.into ?? '' }}",
			},
		},
		{ onError: 'continueRegularOutput' },
		[
			{ isBroken: true, whenIncomplete: 'hint', into: 'list' },
			{ isBroken: false, whenIncomplete: 'hint', into: 'search' },
			{ isBroken: true, whenIncomplete: 'fail' },
		],
	);
	const isBroken = ({ links }: IDataObject) =>
		(links as IDataObject[]).some(({ valid }) => valid !== 'VALID');
	const [one, two, three, four, failed] = jsonOf(ended);

	expect(pairsOf(ended)).toEqual([0, 0, 1, 1, 2]);
	expect([one, two, three, four].map(isBroken)).toEqual([true, true, false, false]);
	expect([one.list, three.search]).toEqual(
		Array(2).fill(expect.objectContaining({ incomplete: true })),
	);
	expect([one.search, three.list]).toEqual([undefined, undefined]);
	expect(failed.error).toContain(INCOMPLETE);
});

test('Selected Fields without any is refused before anything is sent', async () => {
	const ended = await search({ resultFormat: 'selected', selectedFields: [] });

	expect(errorOf(ended)?.message).toContain("'Fields' is empty");
	expect(platform.requests()).toEqual([]);
});

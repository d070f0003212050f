import type { SearchRequest } from '../../nodes/DataPlatform/transport/contract.ts';
import { LARGEST_PAGE } from '../../nodes/DataPlatform/actions/function/search/paging.ts';
import { errorOf, hintsOf, jsonOf, pairsOf, runNode } from '../../harness/engine/engine.ts';
import { simulatedPlatform } from '../../harness/engine/platform.ts';

const FIRST_ID = 1000;
const COUNT = 12_000;
const platform = simulatedPlatform({ functions: COUNT });

const search = { resource: 'function', operation: 'search' };
const idsOf = (ended: Parameters<typeof jsonOf>[0]) => jsonOf(ended).map(({ id }) => id);
const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => FIRST_ID + first + index);
const small = { pageSize: 1000, whenIncomplete: 'hint' };
const bodies = () => platform.bodies() as SearchRequest[];

test('Return All brings each function once, in order, by pages that the API allows', async () => {
	const ended = await runNode({
		parameters: { ...search, returnAll: true },
		credentials: platform.credentials(),
	});

	expect(idsOf(ended)).toEqual(idsFrom(0, COUNT));
	expect(new Set(pairsOf(ended))).toEqual(new Set([0]));
	expect(bodies().map(({ offset }) => offset)).toEqual([undefined, 4999, 9998]);
	for (const { limit } of bodies()) expect(limit).toBeLessThanOrEqual(LARGEST_PAGE);
	expect(ended.decryptions).toBe(1);
});

test.each([
	{ limit: 5000, pages: 1 },
	{ limit: 5001, pages: 2 },
	{ limit: 7000, pages: 2 },
	{ limit: '11000', pages: 3 },
])(
	'a Limit of $limit takes $pages pages, and only the functions they share come twice',
	async (span) => {
		const ended = await runNode({
			parameters: { ...search, limit: span.limit },
			credentials: platform.credentials(),
		});

		expect(idsOf(ended)).toEqual(idsFrom(0, Number(span.limit)));
		expect(platform.requests()).toHaveLength(span.pages);
		const asked = bodies().reduce((sum, { limit }) => sum + limit, 0);
		expect(asked).toBe(Number(span.limit) + span.pages - 1);
	},
);

test('a Limit beyond what there is brings all there is', async () => {
	const ended = await runNode({
		parameters: { ...search, limit: 20_000 },
		credentials: platform.credentials(),
	});

	expect(idsOf(ended)).toEqual(idsFrom(0, COUNT));
});

test('Start Offset and Page Size move and cut the pages', async () => {
	const ended = await runNode({
		parameters: {
			...search,
			returnAll: true,
			options: { startOffset: '={{ $json.from }}', pageSize: '={{ $json.size }}' },
		},
		input: [{ json: { from: 11_000, size: '400' } }],
		credentials: platform.credentials(),
	});

	expect(idsOf(ended)).toEqual(idsFrom(11_000, 1000));
	expect(bodies().map(({ offset }) => offset)).toEqual([11_000, 11_399, 11_798]);
});

test('several pages are under way at a time', async () => {
	platform.faults([{ fault: 'delay', ms: 50 }]);
	const ended = await runNode({
		parameters: { ...search, returnAll: true, options: { pageSize: 500 } },
		credentials: platform.credentials(),
	});

	expect(idsOf(ended)).toEqual(idsFrom(0, COUNT));
	const highest = Math.max(...platform.requests().map(({ concurrent }) => concurrent));
	expect(highest).toBeGreaterThan(1);
});

test.each([
	['totalHits is missing', { fault: 'total-hits-missing' }],
	['totalHits is far too high', { fault: 'total-hits-wrong', totalHits: 1_000_000 }],
	['totalHits is far too low', { fault: 'total-hits-wrong', totalHits: 1 }],
	['hasMore is true after the last page', { fault: 'has-more-always' }],
	['pages are shorter than asked for', { fault: 'short-page' }],
	['one page lacks a function', { fault: 'short-page', missing: 1, when: { request: 2 } }],
	['the list grows meanwhile', { fault: 'growing-list', records: 7 }],
	['the last pages come first', { fault: 'delay', ms: 60, when: { request: '2-4' } }],
])('nothing is lost or doubled when %s', async (_, rule) => {
	platform.faults([rule]);
	const ended = await runNode({
		parameters: { ...search, returnAll: true, options: small },
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(idsOf(ended)).toEqual(idsFrom(0, COUNT));
});

test('hasMore: false ends the list, and that totalHits promised more is told', async () => {
	platform.faults([{ fault: 'has-more-never' }]);
	const ended = await runNode({
		parameters: { ...search, returnAll: true, options: small },
		credentials: platform.credentials(),
	});

	expect(hintsOf(ended)).toEqual([
		expect.stringMatching(/^Fewer functions came than totalHits says/),
	]);
	expect(idsOf(ended)).toEqual(idsFrom(0, 1000));
	expect(platform.requests()).toHaveLength(1);
});

test('a page that fails ends the search, and none of its functions comes out', async () => {
	platform.faults([{ fault: 'status', status: 400, when: { request: 2 } }]);
	const ended = await runNode({
		parameters: { ...search, limit: 9000 },
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
});

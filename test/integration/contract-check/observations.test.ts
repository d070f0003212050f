import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { VERDICTS } from '../../../tools/contract-check/report.ts';
import { ALL_CHOSEN, BOTH_DIRECTIONS, page, reportOn, shape, withText } from './instance.ts';

const pageOf = (functionChanges: object, pageChanges?: object) =>
	shape(page(functionChanges, { hasMore: true, ...pageChanges }));
const INVALID_LIMIT = withText('"limit":0}');
const SUCCESS = '200 with JSON, Content-Type application/json';
const containing = (text: string) => expect.stringContaining(text) as unknown as string;
/** A page of two functions, for both sort directions. */
const TWO = { totalHits: 2, hasMore: true, results: [{ id: 1 }, { id: 2 }] };
const LIMITS = 'rate limits (part 8)';

const SHAPE = `the shape of ${SUCCESS}`;
const OFFSET = 'offset: from which number it counts (part 4.1)';
const LEFT_OUT = 'offset: what it is when it is left out (part 4.1)';
const OTHER_STATUS = { fault: 'status', when: INVALID_LIMIT };
const names = (rest: string) => containing(`activeLinks: {[name]: ${rest}}`);
const rejected = (status: number, rest: string) => `requests that get ${status} with ${rest}`;
const activeLinks = { cards: [1], 'Sales per month': { a: 1 }, 774411: 'x' };
const fromOne = [1004, 1005, 1006, 1007, 1008].map((id) => ({ id }));
const asText = { status: 200, headers: { 'content-type': 'text/plain' } };

test.each<[fault: FaultRule, notShown: string, instance: string]>([
	[pageOf({ status: 'DRAFT' }), 'results[].status: the complete set of values', 'DRAFT'],
	// It isn't a constant.
	[
		pageOf({ links: [{ resource: { type: 'Board of Ana' } }] }),
		'results[].links[].resource.type: the complete set of values',
		'[string]',
	],
	// Names may be data.
	[
		pageOf({ activeLinks }),
		SHAPE,
		names('string | {a: integer}, cards?: [integer], simulated?: integer'),
	],
	[pageOf({ owner: undefined }), SHAPE, containing('owner?: integer')],
	[
		{ ...OTHER_STATUS, status: 500, format: 'html' },
		rejected(500, 'a web page, Content-Type text/html'),
		'limit 0',
	],
	[
		{ ...OTHER_STATUS, status: 422, body: { errors: [{ path: 'limit', rule: 3 }] } },
		'the shape of 422 with JSON, Content-Type application/json',
		'{errors: [{path: string, rule: integer}]}',
	],
	[
		{ fault: 'retry-after', when: { request: 3 }, seconds: 0 },
		LIMITS,
		'header retry-after: integer',
	],
	[{ fault: 'status', when: { request: 3 }, status: 429 }, LIMITS, '429 without Retry-After'],
	[
		{ fault: 'status', when: withText('"field":"archived"'), status: 409 },
		rejected(409, 'JSON, Content-Type application/json'),
		'sort by archived',
	],
	[pageOf({}, { took: 12 }), SHAPE, containing('took?: integer')],
	[
		{ ...pageOf({}), fault: 'status', ...asText },
		rejected(200, 'JSON, Content-Type text/plain'),
		'limit 1',
	],
	[
		{ fault: 'wrong-shape', when: BOTH_DIRECTIONS, body: page({}, TWO) },
		'sort.ascending: what it changes (part 2.3)',
		'the same page',
	],
	[
		{ fault: 'wrong-shape', when: withText('"limit":5,'), body: page({}, { results: fromOne }) },
		OFFSET,
		'1',
	],
	[{ fault: 'shrinking-list' }, OFFSET, "unknown, because the pages don't match"],
	[{ fault: 'shrinking-list' }, LEFT_OUT, 'another page than offset 0'],
	[
		{ fault: 'total-hits-wrong', totalHits: 3 },
		'totalHits: its meaning (part 4.1)',
		"doesn't match hasMore",
	],
])('with %j, it reports, but not as a difference, %s: %s', async (fault, notShown, instance) => {
	const { report } = await reportOn([fault]);

	expect(report.learned).toContainEqual({ operation: 'searchFunctions', notShown, instance });
	expect(report).toMatchObject({ unchecked: [], differences: [] });
	expect(VERDICTS[report.verdict].exitCode).toBe(0);
});

test('it reports the shape of items in errors', async () => {
	const { report } = await reportOn(
		[{ fault: 'execution-errors', errors: [{ message: 'Ana has no access', at: 3 }, 'x'] }],
		{ runConnector: ALL_CHOSEN.runConnector },
	);

	expect(report.learned).toContainEqual({
		operation: 'runConnector',
		notShown: 'the shape of 201 with JSON, Content-Type application/json',
		instance: containing('errors: [string | {message: string, at: integer}]'),
	});
});

test("it doesn't wait longer than a minute after throttling, and reports the rest as unchecked", async () => {
	const { report, requests, probes } = await reportOn([
		{ fault: 'retry-after', when: { request: '4-' }, seconds: 86_400 },
	]);

	expect(report.verdict).toBe('unchecked');
	expect(requests).toHaveLength(4);
	expect(report.unchecked).toEqual(
		probes.slice(3).map(({ name }) => ({
			probe: name,
			reason: 'the instance throttled the request (429)',
		})),
	);
});

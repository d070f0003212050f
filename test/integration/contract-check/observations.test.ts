import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { VERDICTS } from '../../../tools/contract-check/report.ts';
import { ALL_CHOSEN, BOTH_DIRECTIONS, FIRST, page, reportOn, withText } from './instance.ts';

const pageOf = (functionChanges: object, pageChanges?: object): FaultRule => ({
	fault: 'wrong-shape',
	when: FIRST,
	body: page(functionChanges, { hasMore: true, ...pageChanges }),
});
const INVALID_LIMIT = withText('"limit":0}');
const SUCCESS = '200 with JSON, Content-Type application/json';
const containing = (text: string) => expect.stringContaining(text) as unknown as string;
/** A page of two functions, for both sort directions. */
const TWO = { totalHits: 2, hasMore: true, results: [{ id: 1 }, { id: 2 }] };
const LIMITS = 'rate limits (part 8)';

test.each<[what: string, fault: FaultRule, notShown: string, instance: string]>([
	[
		'an undocumented status of a function',
		pageOf({ status: 'DRAFT' }),
		'results[].status: the complete set of values',
		'DRAFT',
	],
	[
		"an undocumented type of a resource that isn't a constant",
		pageOf({ links: [{ resource: { type: 'Board of Ana' } }] }),
		'results[].links[].resource.type: the complete set of values',
		'[string]',
	],
	[
		'the contents of activeLinks, without names that may be data',
		pageOf({ activeLinks: { cards: [1], 'Sales per month': { a: 1 }, 774411: 'x' } }),
		`the shape of ${SUCCESS}`,
		containing(
			'activeLinks: {[name]: string | {a: integer}, cards?: [integer], simulated?: integer}',
		),
	],
	[
		'members that are sometimes missing',
		pageOf({ owner: undefined }),
		`the shape of ${SUCCESS}`,
		containing('owner?: integer'),
	],
	[
		'a web page for an invalid body',
		{ fault: 'status', when: INVALID_LIMIT, status: 500, format: 'html' },
		'requests that get 500 with a web page, Content-Type text/html',
		'limit 0',
	],
	[
		'another error body',
		{
			fault: 'status',
			when: INVALID_LIMIT,
			status: 422,
			body: { errors: [{ path: 'limit', rule: 3 }] },
		},
		'the shape of 422 with JSON, Content-Type application/json',
		'{errors: [{path: string, rule: integer}]}',
	],
	[
		'a 429 with Retry-After',
		{ fault: 'retry-after', when: { request: 3 }, seconds: 0 },
		LIMITS,
		'header retry-after: integer',
	],
	[
		'a 429 without Retry-After',
		{ fault: 'status', when: { request: 3 }, status: 429 },
		LIMITS,
		'429 without Retry-After',
	],
	[
		'a sort field that is rejected',
		{ fault: 'status', when: withText('"field":"archived"'), status: 409 },
		'requests that get 409 with JSON, Content-Type application/json',
		'sort by archived',
	],
	[
		'an undocumented member of the page',
		pageOf({}, { took: 12 }),
		`the shape of ${SUCCESS}`,
		containing('took?: integer'),
	],
	[
		'JSON of another media type',
		{
			fault: 'status',
			when: FIRST,
			status: 200,
			body: page({}, { hasMore: true }),
			headers: { 'content-type': 'text/plain' },
		},
		'requests that get 200 with JSON, Content-Type text/plain',
		'limit 1',
	],
	[
		'a direction without effect',
		{ fault: 'wrong-shape', when: BOTH_DIRECTIONS, body: page({}, TWO) },
		'sort.ascending: what it changes (part 2.3)',
		'the same page',
	],
	[
		'an offset that counts from 1',
		{
			fault: 'wrong-shape',
			when: withText('"limit":5,'),
			body: page({}, { results: [1004, 1005, 1006, 1007, 1008].map((id) => ({ id })) }),
		},
		'offset: from which number it counts (part 4.1)',
		'1',
	],
	[
		"pages that don't match",
		{ fault: 'shrinking-list' },
		'offset: from which number it counts (part 4.1)',
		"unknown, because the pages don't match",
	],
	[
		'a default offset other than 0',
		{ fault: 'shrinking-list' },
		'offset: what it is when it is left out (part 4.1)',
		'another page than offset 0',
	],
	[
		"totalHits that doesn't match hasMore",
		{ fault: 'total-hits-wrong', totalHits: 3 },
		'totalHits: its meaning (part 4.1)',
		"doesn't match hasMore",
	],
])('it reports %s, but not as a difference', async (_what, fault, notShown, instance) => {
	const { report } = await reportOn([fault]);

	expect(report.learned).toContainEqual({ operation: 'searchFunctions', notShown, instance });
	expect(report.unchecked).toEqual([]);
	expect(report.differences).toEqual([]);
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

import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { VERDICTS } from '../../../tools/contract-check/report.ts';
import {
	ALL_CHOSEN,
	BOTH_DIRECTIONS,
	FIRST,
	page,
	reportOn,
	withText,
	WRONG_TOKEN,
} from './instance.ts';

const pageOf = (functionChanges: object, pageChanges?: object): FaultRule => ({
	fault: 'wrong-shape',
	when: FIRST,
	body: page(functionChanges, { hasMore: true, ...pageChanges }),
});
const REFUSED = withText('"limit":0}');
const ERROR_BODY = 'the shape of an error body (part 7)';
const OUTSIDE = 'what becomes of a request that is not as described (part 7)';
/** Of two functions, in whatever order they are asked for. */
const TWO = { totalHits: 2, hasMore: true, results: [{ id: 1 }, { id: 2 }] };
const LIMITS = 'rate limits (part 8)';

test.each<[what: string, fault: FaultRule, notShown: string, instance: string]>([
	[
		'a status of a function that was not observed',
		pageOf({ status: 'DRAFT' }),
		'results[].status: the complete set of values',
		'DRAFT',
	],
	[
		'a validity of a link that was not observed',
		pageOf({ links: [{ valid: 'VALID' }, { valid: 'NO_ACCESS' }] }),
		'results[].links[].valid: the complete set of values',
		'NO_ACCESS',
	],
	[
		'a type of a resource that was not observed, in other words than those of an API',
		pageOf({ links: [{ resource: { type: 'Board of Ana' } }] }),
		'results[].links[].resource.type: the complete set of values',
		'[string]',
	],
	[
		'what activeLinks holds, without names that may be data',
		pageOf({ activeLinks: { cards: [1], 'Sales per month': { a: 1 }, 774411: 'x' } }),
		'results[].activeLinks: contents',
		'{[name]: string | {a: integer}, cards?: [integer], simulated?: integer}',
	],
	[
		'members that do not always come',
		pageOf({ owner: undefined }),
		'results[]: which members are always present',
		'always: id, name, lastModified, created, global, locked, legacyId, status, links, archived, activeLinks; sometimes: owner',
	],
	['degraded', { fault: 'degraded', when: FIRST }, 'degraded: its meaning', 'false and true came'],
	[
		'a web page for a refused body',
		{ fault: 'status', when: REFUSED, status: 500, format: 'html' },
		ERROR_BODY,
		'500: a web page, Content-Type text/html',
	],
	[
		'a text for a refused body',
		{ fault: 'status', when: REFUSED, status: 422, format: 'text' },
		ERROR_BODY,
		'422: a text that is no JSON, Content-Type text/plain',
	],
	[
		'nothing for a refused body',
		{ fault: 'status', when: REFUSED, status: 422, format: 'empty' },
		ERROR_BODY,
		'422: nothing, Content-Type none',
	],
	[
		'another error body',
		{ fault: 'status', when: REFUSED, status: 422, body: { errors: [{ path: 'limit', rule: 3 }] } },
		ERROR_BODY,
		'422: {errors: [{path: string, rule: integer}]}, Content-Type application/json',
	],
	[
		'headers that tell of a limit',
		{
			fault: 'status',
			when: FIRST,
			status: 200,
			body: page({}, { hasMore: true }),
			headers: { 'x-ratelimit-remaining': '99', 'x-anything': 'else' },
		},
		LIMITS,
		'header x-ratelimit-remaining: integer',
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
		'429 came without Retry-After',
	],
	[
		'a sort field that is refused',
		{ fault: 'status', when: withText('"field":"archived"'), status: 400 },
		'sort.field: the allowed values (part 4.1)',
		expect.stringMatching(/^200: sort by id,.*; 400: sort by archived$/) as unknown as string,
	],
	[
		'the status for a wrong token',
		{ fault: 'status', when: WRONG_TOKEN, status: 403 },
		'error status codes (part 7)',
		'401: missing token; 403: wrong token',
	],
	[
		'a limit beyond 5000 that is taken',
		{ fault: 'wrong-shape', when: withText('"limit":5001'), body: page() },
		OUTSIDE,
		expect.stringMatching(/; 200: .*limit 5001/) as unknown as string,
	],
	[
		'a further member of the page',
		pageOf({}, { took: 12 }),
		'body: members beyond those that the spec lists',
		'{took: integer}',
	],
	[
		'a further member of a function',
		pageOf({ expression: { text: 'SUM(1)' } }),
		'results[]: members beyond those that the spec lists',
		'{expression: {text: string}}',
	],
	[
		'a further member of a resource of a link',
		pageOf({ links: [{ resource: { title: 'Sales' } }] }),
		'results[].links[].resource: members beyond those that the spec lists',
		'{title: string}',
	],
	[
		'a member that does not come at all',
		{ fault: 'total-hits-missing' },
		'body: which members are always present',
		'never: totalHits; always: results, hasMore, degraded',
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
		'Content-Type of an answer (part 4)',
		'text/plain',
	],
	[
		'an offset beyond the end that is refused',
		{ fault: 'status', when: withText('"offset":2000000000'), status: 416 },
		'offset: the allowed values (part 4.1)',
		'200: limit 10, offset 0; 416: offset beyond the end',
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
		'pages that do not fit each other',
		{ fault: 'shrinking-list' },
		'offset: from which number it counts (part 4.1)',
		'not told: the pages do not fit each other',
	],
	[
		'another offset than 0 when it is left out',
		{ fault: 'shrinking-list' },
		'offset: what it is when it is left out (part 4.1)',
		'another page than offset 0',
	],
	[
		'totalHits that say nothing of hasMore',
		{ fault: 'total-hits-wrong', totalHits: 3 },
		'totalHits: its meaning (part 4.1)',
		'does not go with hasMore',
	],
])('%s is told, and is no difference', async (_what, fault, notShown, instance) => {
	const { report } = await reportOn([fault]);

	expect(report.learned).toContainEqual({ operation: 'searchFunctions', notShown, instance });
	expect(report.unchecked).toEqual([]);
	expect(report.differences).toEqual([]);
	expect(VERDICTS[report.verdict].exitCode).toBe(0);
});

test('items of errors are told by their shape', async () => {
	const { report } = await reportOn(
		[{ fault: 'execution-errors', errors: [{ message: 'Ana has no access', at: 3 }, 'x'] }],
		{ runConnector: ALL_CHOSEN.runConnector },
	);

	expect(report.learned).toContainEqual({
		operation: 'runConnector',
		notShown: 'errors[]: the shape of an item',
		instance: 'string | {message: string, at: integer}',
	});
});

test('known values of an enumeration are no news', async () => {
	const { report } = await reportOn();

	expect(report.learned.filter(({ notShown }) => notShown.includes('set of values'))).toEqual([]);
});

test('what is asked to slow down for longer than a minute is left unchecked, not waited for', async () => {
	const { report, requests, probes } = await reportOn([
		{ fault: 'retry-after', when: { request: '4-' }, seconds: 86_400 },
	]);

	expect(report.verdict).toBe('unchecked');
	expect(requests).toHaveLength(4);
	expect(report.unchecked).toEqual(
		probes.slice(3).map(({ name }) => ({
			probe: name,
			reason: 'the instance asks for fewer requests (429)',
		})),
	);
});

test('a connection that breaks on the way leaves one probe unchecked', async () => {
	const { report } = await reportOn([{ fault: 'reset', when: withText('"limit":5000') }]);

	expect(report.verdict).toBe('unchecked');
	expect(report.unchecked).toEqual([
		{ probe: 'limit 5000', reason: 'no answer came (ECONNRESET)' },
	]);
});

import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { Probe } from '../../../tools/contract-check/probes.ts';
import { FIRST, MISSING_TOKEN, page, reportOn, withText } from './instance.ts';

const shape = (body: unknown, when: object = FIRST): FaultRule => ({
	fault: 'wrong-shape',
	when,
	body,
});

type Planted = [
	what: string,
	fault: FaultRule,
	found: { place: string; contract: string; instance: string },
	probe?: string,
];

const SEARCHES: Planted[] = [
	[
		'text instead of a number',
		shape(page({ id: '4711' })),
		{ place: 'results[].id', contract: 'must be integer', instance: 'string' },
	],
	[
		'a list instead of a page',
		shape([{ id: 1 }]),
		{ place: 'body', contract: 'must be object', instance: 'array' },
	],
	[
		'seconds instead of milliseconds',
		shape(page({ created: 1_700_000_000 })),
		{
			place: 'results[].created',
			contract: 'epoch milliseconds (part 2.1)',
			instance: 'another range',
		},
	],
	[
		'more items than requested',
		shape(
			page({}, { results: [...page().results, ...page().results], totalHits: 2, hasMore: false }),
		),
		{
			place: 'results',
			contract: 'at most limit items (part 4.1)',
			instance: 'more items',
		},
	],
	[
		'hasMore: false although there is more',
		shape(page({}, { hasMore: false })),
		{
			place: 'hasMore',
			contract: 'true when more records exist beyond the page (part 4.1)',
			instance: 'false, and a longer page holds more',
		},
		'limit 1 and limit 10',
	],
	[
		'a page that begins elsewhere than at the offset',
		shape(page(), withText('"offset":5}')),
		{
			place: 'results',
			contract: 'offset is the index of the first record (part 4.1)',
			instance: 'other records than in a longer page',
		},
		'limit 10 and limit 5, offset 5',
	],
	[
		'success without a token',
		{ fault: 'status', when: MISSING_TOKEN, status: 200, body: page() },
		{
			place: 'token',
			contract: 'requires the token (part 5)',
			instance: 'takes the request: 200',
		},
		'missing token',
	],
	[
		'another success status',
		{ fault: 'status', when: FIRST, status: 202, body: page() },
		{ place: 'status', contract: '200', instance: '202 with JSON' },
	],
	[
		'a web page with status 200',
		{ fault: 'html-200', when: withText('"limit":5000') },
		{ place: 'body', contract: 'JSON', instance: 'a web page' },
		'limit 5000',
	],
	[
		'an empty body',
		{ fault: 'empty-200', when: FIRST },
		{ place: 'body', contract: 'JSON', instance: 'nothing' },
	],
	[
		'half of the JSON',
		{ fault: 'truncated-json', when: FIRST },
		{ place: 'body', contract: 'JSON', instance: "text that isn't JSON" },
	],
];

test.each(SEARCHES)('it finds %s', async (_what, fault, found, probe = 'limit 1') => {
	const { report } = await reportOn([fault]);

	expect(report.differences).toContainEqual({
		operation: 'searchFunctions',
		...found,
		seenIn: [probe],
	});
});

const OTHERS: Probe[] = [
	{
		name: 'update',
		operation: 'updateJob',
		parameters: { applicationId: 'app-1', jobId: 'job-1' },
		body: { jobId: 'job-1', jobName: 'Nightly' },
	},
	{
		name: 'run',
		operation: 'runConnector',
		parameters: { streamId: '42' },
		body: { runType: 'MANUAL' },
	},
];

test('it also compares other requests', async () => {
	const body = { executionId: 'seven' };
	const fault: FaultRule = { fault: 'wrong-shape', operation: 'runConnector', body };
	const { report, requests } = await reportOn([fault], OTHERS);

	expect(requests.slice(-2)).toMatchObject([
		{ parameters: { applicationId: 'app-1', jobId: 'job-1' }, status: 200 },
		{ parameters: { streamId: '42' }, status: 201 },
	]);
	expect(report.differences).toEqual([
		{
			operation: 'runConnector',
			place: 'executionId',
			contract: 'must be integer',
			instance: 'string',
			seenIn: ['run'],
		},
	]);
});

test.each([0, 1, 7, 6000])('it has no differences with %i functions', async (functions) => {
	const { report, probes, requests } = await reportOn([], [], { functions });

	expect(report).toMatchObject({ responses: probes.length, differences: [], unchecked: {} });
	expect(new Set(requests.map(({ operation }) => operation))).toEqual(new Set(['searchFunctions']));
	expect(report.undocumented).toMatchObject({
		'missing token': '401 with JSON',
		'wrong token': '401 with JSON',
		'sort by owner': '200 with JSON',
		'limit 0': '400 with JSON',
	});
});

test.each<[what: string, fault: FaultRule]>([
	['a failure', { fault: 'status', status: 422, format: 'html', when: withText('"limit":0') }],
	['data in unexpected members', { fault: 'wrong-shape', when: FIRST, body: page({ x: 1 }) }],
])("%s isn't a difference if the documentation allows it", async (_what, fault) => {
	const { report } = await reportOn([fault], [], { functions: 1 });

	expect(report.differences).toEqual([]);
});

test.each<[fault: FaultRule, words: string]>([
	[{ fault: 'status', status: 401 }, 'returned 401 with JSON. Check --base-url'],
	[{ fault: 'html-200' }, 'returned 200 with a web page'],
	[{ fault: 'redirect', location: 'https://login.example.com' }, 'returned 302 with nothing'],
	[{ fault: 'reset' }, "didn't respond (ECONNRESET)"],
])('it ends after the first response: %j', async (fault, words) => {
	await expect(reportOn([fault])).rejects.toThrow(words);
});

test('a probe without a response is reported as unchecked', async () => {
	const { report } = await reportOn([{ fault: 'reset', when: { request: 4 } }]);

	expect(report.unchecked).toEqual({ 'limit 10, descending': 'no response (ECONNRESET)' });
});

test('it waits after throttling, but not longer than a minute, and reports the rest as unchecked', async () => {
	const { report, requests, probes } = await reportOn([
		{ fault: 'retry-after', when: { request: 3 }, seconds: 0 },
		{ fault: 'retry-after', when: { request: '5-' }, seconds: 86_400 },
	]);

	expect(requests).toHaveLength(5);
	expect(Object.keys(report.unchecked)).toEqual(probes.slice(3).map(({ name }) => name));
});

test.each([{}, 'none', [null]])(
	'results that are %j are a difference, not a crash',
	async (results) => {
		const { report } = await reportOn([shape({ ...page(), results }, {})]);

		expect(report.differences).not.toEqual([]);
	},
);

test('a difference in several responses is reported once, with all of them', async () => {
	const { report } = await reportOn([shape(page({ locked: 'no' }), { request: [1, 2] })]);

	expect(report.differences).toContainEqual({
		operation: 'searchFunctions',
		place: 'results[].locked',
		contract: 'must be boolean',
		instance: 'string',
		seenIn: ['limit 1', 'limit 10'],
	});
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { faultKinds } from '../../../simulator/faults/kinds.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { errorOf, hintsOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const FIRST_ID = 1000;
const COUNT = 1050;
const platform = simulatedPlatform({ functions: COUNT });

let searches = 0;

/** Each search has its own mark, so that requests of earlier searches don't count. */
async function search(rules: FaultRule[], parameters: INodeParameters = {}) {
	const mark = `search-${++searches}.`;
	platform.faults(rules.map((rule) => ({ ...rule, when: { containing: mark, ...rule.when } })));
	const ended = await runNode({
		parameters: {
			resource: 'function',
			operation: 'search',
			resultFormat: 'raw',
			returnAll: true,
			...parameters,
			options: {
				...{ filtersJson: [{ field: 'name', mark }], pageSize: 100, whenIncomplete: 'hint' },
				...(parameters.options as INodeParameters),
			},
		},
		credentials: platform.credentials(),
	});
	// Ids beyond 2^53 are those below, moved by as much: every digit counts.
	const exact = (id: unknown) => Number(BigInt(id as string) % 2n ** 53n);
	return { ended, ids: jsonOf(ended).map(({ id }) => exact(id) - FIRST_ID) };
}

const from = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);
const all = from(0, COUNT);

interface FaultyPages {
	name: string;
	rule: FaultRule;
	/** The returned functions, by default all. */
	ids?: number[] | 'some';
	hint?: RegExp;
}

const INCOMPLETE = /^The list of functions may be incomplete: /;
const CHANGED = /it seems to have changed while the node read it/;

const faultyPages: FaultyPages[] = [
	{
		name: 'totalHits is too high',
		rule: { fault: 'total-hits-wrong', totalHits: 1_000_000 },
		hint: INCOMPLETE,
	},
	{ name: 'totalHits is too low', rule: { fault: 'total-hits-wrong', totalHits: 3 } },
	{ name: 'totalHits is negative', rule: { fault: 'total-hits-wrong', totalHits: -1 } },
	{ name: 'totalHits is missing', rule: { fault: 'total-hits-missing' } },
	{ name: 'hasMore is true to the end', rule: { fault: 'has-more-always' } },
	{
		name: 'hasMore is false too early, which ends the search',
		rule: { fault: 'has-more-never' },
		ids: from(0, 100),
		hint: INCOMPLETE,
	},
	{
		name: 'hasMore is false on the fifth page, which ends the search',
		rule: { fault: 'has-more-never', when: { containing: '"offset":396}' } },
		ids: from(0, 496),
		hint: INCOMPLETE,
	},
	{ name: 'pages are half as long', rule: { fault: 'short-page' } },
	{
		name: 'some pages lack a function',
		rule: { fault: 'short-page', missing: 1, when: { every: 3 } },
	},
	{
		name: 'a page in the middle is empty once',
		rule: { fault: 'empty-page', when: { request: 4 } },
	},
	{
		name: 'three pages are empty at first',
		rule: { fault: 'empty-page', when: { request: '3-5', attempt: 1 } },
	},
	{ name: 'the first page is empty at first', rule: { fault: 'empty-page', when: { request: 1 } } },
	{ name: 'all pages are empty', rule: { fault: 'empty-page' }, ids: [], hint: INCOMPLETE },
	{
		name: 'one function is added for each page',
		rule: { fault: 'growing-list' },
		hint: CHANGED,
	},
	{
		name: 'some functions are added for each page',
		rule: { fault: 'growing-list', records: 7 },
		hint: CHANGED,
	},
	{
		name: 'so many functions are added that pages have nothing new',
		rule: { fault: 'growing-list', records: 100 },
		ids: from(0, 100),
		hint: INCOMPLETE,
	},
	{
		name: 'the list changes once',
		rule: { fault: 'shrinking-list', records: 4, when: { request: '2-3' } },
	},
	{
		name: 'functions are removed for each page',
		rule: { fault: 'shrinking-list', records: 4 },
		ids: 'some',
		hint: CHANGED,
	},
	{
		name: 'totalHits is sometimes too low',
		rule: { fault: 'total-hits-wrong', totalHits: 3, when: { every: 2 } },
	},
	{ name: 'the list is degraded', rule: { fault: 'degraded' }, hint: /degraded/ },
	{
		name: 'one page is degraded',
		rule: { fault: 'degraded', when: { request: 5 } },
		hint: /degraded/,
	},
];

test.each(faultyPages)('$name', async ({ rule, ids = all, hint }) => {
	const found = await search([rule]);

	expect(errorOf(found.ended)).toBeUndefined();
	expect(found.ids).toEqual(ids === 'some' ? [...new Set(found.ids)] : ids);
	expect(hintsOf(found.ended)).toEqual(hint ? [expect.stringMatching(hint)] : []);
});

test('every fault for searches is tested here', () => {
	const kinds = Object.keys(faultKinds).filter(
		(kind) => faultKinds[kind].only === 'searchFunctions',
	);
	expect([...new Set(faultyPages.map(({ rule }) => rule.fault))].sort()).toEqual(kinds.sort());
});

describe('a part of the list', () => {
	const faultRules: FaultRule[][] = [
		[],
		[{ fault: 'total-hits-wrong', totalHits: 1_000_000 }],
		[{ fault: 'total-hits-missing' }],
		[{ fault: 'has-more-always' }],
		[{ fault: 'short-page', missing: 7 }],
		[{ fault: 'empty-page', when: { request: 2 } }],
	];

	test.each(faultRules)('Start Offset and a Limit beyond a page, %p', async (...rules) => {
		const { ended, ids } = await search(rules, {
			returnAll: false,
			limit: 333,
			options: { startOffset: 250 },
		});

		expect(errorOf(ended)).toBeUndefined();
		expect(ids).toEqual(from(250, 333));
	});

	test('Start Offset beyond the end returns nothing, with one request', async () => {
		const { ids } = await search([], { options: { startOffset: COUNT } });

		expect(ids).toEqual([]);
		expect(platform.requests()).toHaveLength(1);
	});
});

test('pages are read in parallel, up to Max Concurrency', async () => {
	const { ids } = await search([{ fault: 'delay', ms: 40 }], {
		requestOptions: { maxConcurrency: 3 },
	});

	expect(ids).toEqual(all);
	expect(Math.max(...platform.requests().map(({ concurrent }) => concurrent))).toBe(3);
});

test('pages are retried, and the functions stay in order', async () => {
	const { ended, ids } = await search([{ fault: 'reset', when: { every: 3 } }]);

	expect(errorOf(ended)).toBeUndefined();
	expect(ids).toEqual(all);
});

test("a page after the end isn't retried", async () => {
	await search([
		{ fault: 'has-more-never', when: { containing: '"offset":99}' } },
		{ fault: 'delay', ms: 1000, when: { containing: '"offset":99}' } },
		{ fault: 'retry-after', seconds: 1, when: { containing: '"offset":495}' } },
	]);
	// Longer than the requested wait.
	await sleep(1500);

	const rejected = platform.requests().filter(({ status }) => status === 429);
	expect(rejected).toHaveLength(1);
});

test('when the list is read again, the queued pages of the first time are canceled', async () => {
	const { ids } = await search([{ fault: 'shrinking-list', when: { request: '2-3' } }], {
		requestOptions: { maxConcurrency: 12, maxRequestsPerSecond: 40 },
	});

	expect(ids).toEqual(all);
	// Eleven pages each time.
	expect(platform.requests().length).toBeLessThan(20);
});

test("canceled pages don't count as an outage", async () => {
	platform.faults([
		{ fault: 'shrinking-list', when: { containing: '"mark":1', request: '2-3' } },
		{ fault: 'shrinking-list', when: { containing: '"mark":2', request: '2-3' } },
		{ fault: 'delay', ms: 50, when: { every: 2 } },
	]);
	const ended = await runNode({
		parameters: {
			...{ resource: 'function', operation: 'search', resultFormat: 'raw', returnAll: true },
			options: { filtersJson: '={{ [{ mark: $json.mark }] }}', pageSize: 20 },
		},
		input: [1, 2, 3].map((mark) => ({ json: { mark } })),
		settings: { onError: 'continueRegularOutput' },
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended).map(({ id }) => Number(id) - FIRST_ID)).toEqual([...all, ...all, ...all]);
});

test('when other searches have finished, the last one can use all slots', async () => {
	platform.faults([{ fault: 'delay', ms: 100 }]);
	const before = platform.requests().length;
	await runNode({
		parameters: {
			resource: 'function',
			operation: 'search',
			limit: '={{ $json.limit }}',
			options: { pageSize: 100 },
			requestOptions: { maxConcurrency: 4 },
		},
		input: [1, 1, 1, COUNT].map((limit) => ({ json: { limit } })),
		credentials: platform.credentials(),
	});

	const concurrency = platform.requests().map(({ concurrent }) => concurrent);
	expect(Math.max(...concurrency.slice(before + 5))).toBe(4);
});

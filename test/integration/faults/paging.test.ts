import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
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
	return { ended, ids: jsonOf(ended).map(({ id }) => Number(id) - FIRST_ID) };
}

const from = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => first + index);
const all = from(0, COUNT);

test.each<[string, FaultRule, number[], RegExp[]]>([
	[
		'hasMore is false on the fifth page, which ends the search',
		{ fault: 'has-more-never', when: { containing: '"offset":396}' } },
		from(0, 496),
		[/^The list of functions may be incomplete: the platform returned fewer/],
	],
	['the list changes once', { fault: 'shrinking-list', when: { request: '2-3' } }, all, []],
	['one page is degraded', { fault: 'degraded', when: { request: 5 } }, all, [/degraded/]],
])('%s', async (_, rule, ids, hints) => {
	const found = await search([rule]);

	expect(errorOf(found.ended)).toBeUndefined();
	expect(found.ids).toEqual(ids);
	expect(hintsOf(found.ended)).toEqual(hints.map((hint) => expect.stringMatching(hint)));
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

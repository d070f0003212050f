import type { INodeParameters } from 'n8n-workflow';
import { jsonOf, type EngineRun, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const FIRST_ID = 1000;
const COUNT = 1050;
const platform = simulatedPlatform({ functions: COUNT });

const search = { resource: 'function', operation: 'search', resultFormat: 'raw' };

/** The number of each returned function in the platform's list. */
const numbersOf = (ended: EngineRun) => jsonOf(ended).map(({ id }) => Number(id) - FIRST_ID);
const all = [...Array(COUNT).keys()];

/** Searches all functions in eleven pages, and returns their numbers. */
async function searchAll(requestOptions: INodeParameters): Promise<number[]> {
	const options = { pageSize: 100 };
	return numbersOf(
		await runNode({
			parameters: { ...search, returnAll: true, options, requestOptions },
			credentials: platform.credentials(),
		}),
	);
}

test('pages are read in parallel, up to Max Concurrency', async () => {
	// Long compared with what a busy machine adds, so that the pages don't seem to queue.
	platform.faults([{ fault: 'delay', ms: 200 }]);

	expect(await searchAll({ maxConcurrency: 3 })).toEqual(all);
	expect(Math.max(...platform.requests().map(({ concurrent }) => concurrent))).toBe(3);
});

test('when the list is read again, the queued pages of the first time are canceled', async () => {
	platform.faults([{ fault: 'shrinking-list', when: { request: '2-3' } }]);

	expect(await searchAll({ maxConcurrency: 12, maxRequestsPerSecond: 40 })).toEqual(all);
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
			...{ ...search, returnAll: true },
			options: { filtersJson: '={{ [{ mark: $json.mark }] }}', pageSize: 20 },
		},
		input: [1, 2, 3].map((mark) => ({ json: { mark } })),
		settings: { onError: 'continueRegularOutput' },
		credentials: platform.credentials(),
	});

	expect(numbersOf(ended)).toEqual([...all, ...all, ...all]);
});

test('when other searches have finished, the last one can use all slots', async () => {
	platform.faults([{ fault: 'delay', ms: 100 }]);
	const before = platform.requests().length;
	await runNode({
		parameters: {
			...{ ...search, limit: '={{ $json.limit }}' },
			options: { pageSize: 100 },
			requestOptions: { maxConcurrency: 4 },
		},
		input: [1, 1, 1, COUNT].map((limit) => ({ json: { limit } })),
		credentials: platform.credentials(),
	});

	const concurrency = platform.requests().map(({ concurrent }) => concurrent);
	expect(Math.max(...concurrency.slice(before + 5))).toBe(4);
});

import type { INodeParameters } from 'n8n-workflow';
import { type EngineRun, jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { execute } from './execute.ts';

const FIRST_ID = 1000;
const COUNT = 1050;
const platform = simulatedPlatform({ functions: COUNT });

/** The number of each returned function in the platform's list. */
const numbersOf = (ended: EngineRun) => jsonOf(ended).map(({ id }) => Number(id) - FIRST_ID);
const all = [...Array(COUNT).keys()];

/** Searches all functions in eleven pages, and returns their numbers. */
async function searchAll(requestOptions: INodeParameters): Promise<number[]> {
	const parameters = { options: { pageSize: 100 } };
	return numbersOf(await execute(platform, 'Search All', { parameters, requestOptions }));
}

test('when the list is read again, the queued pages of the first time are canceled', async () => {
	platform.faults([{ fault: 'shrinking-list', when: { request: '2-3' } }]);

	expect(await searchAll({ maxConcurrency: 12, maxRequestsPerSecond: 40 })).toEqual(all);
	expect(platform.requests().length).toBeLessThan(20);
});

test('when other searches have finished, the last one can use all slots', async () => {
	platform.faults([{ fault: 'delay', ms: 100 }]);
	await execute(platform, 'Search', {
		ids: ['a', 'b', 'c', 'd'],
		fields: [1, 1, 1, COUNT].map((limit) => ({ limit })),
		parameters: { limit: '={{ $json.limit }}', options: { pageSize: 100 } },
		requestOptions: { maxConcurrency: 4 },
	});

	const concurrency = platform.requests().map(({ concurrent }) => concurrent);
	expect(Math.max(...concurrency.slice(5))).toBe(4);
});

// Request Options, for all requests of an execution, on a simulated clock.
import { CONTINUE, execute, idsFrom } from './execute.ts';
import { type EngineRun, errorOf, jsonOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { passTime, useSimulatedClock, useSystemClock } from '../../support/simulatedClock.ts';

beforeAll(useSimulatedClock);
afterAll(useSystemClock);

const FUNCTIONS = 1050;
const platform = simulatedPlatform({ functions: FUNCTIONS });
const AN_HOUR = 3_600_000;

const run = async (
	operation: Parameters<typeof execute>[1],
	execution: Parameters<typeof execute>[2],
): Promise<EngineRun> => await passTime(execute(platform, operation, execution), AN_HOUR);

const concurrency = () => platform.requests().map(({ concurrent }) => concurrent);

test.each([
	['Search', 16, 100],
	['Extract', 16, 100],
	['Update', 4, 100],
	['Run', 1, 1],
] as const)('%s: starts with %d in parallel, up to %d', async (operation, start, most) => {
	platform.faults([{ fault: 'delay', ms: 1000 }]);
	expect(errorOf(await run(operation, { ids: idsFrom(100, 250) }))).toBeUndefined();
	expect(Math.max(...concurrency().slice(0, start + 1))).toBe(start);
	expect(Math.max(...concurrency())).toBe(most);
});

test('the lowest Max Concurrency of any item applies to all', async () => {
	platform.faults([{ fault: 'delay', ms: 20 }]);
	await run('Search', {
		ids: idsFrom(100, 3),
		fields: [5, 1, 5].map((most) => ({ most })),
		requestOptions: { maxConcurrency: '={{ $json.most }}' },
	});
	expect(concurrency()).toEqual([1, 1, 1]);
});

test('the lowest Max Requests per Second of any item applies to all', async () => {
	await run('Search', {
		ids: idsFrom(100, 3),
		fields: [0, 10, 20].map((most) => ({ most })),
		requestOptions: { maxRequestsPerSecond: '={{ $json.most }}' },
	});
	const [first, , third] = platform.requests().map(({ at }) => at);
	expect(Math.round((third - first) / 10)).toBe(20);
});

test('when the list is read again, the queued pages of the first time are canceled', async () => {
	platform.faults([{ fault: 'shrinking-list', when: { request: '2-3' } }]);
	const ended = await run('Search All', {
		parameters: { options: { pageSize: 100 } },
		requestOptions: { maxConcurrency: 12, maxRequestsPerSecond: 40 },
	});
	expect(jsonOf(ended).map(({ id }) => Number(id) - 1000)).toEqual([...Array(FUNCTIONS).keys()]);
	const times = platform.requests().map(({ at }) => at);
	expect(times.length).toBeLessThan(20);
	// Canceled ones don't count for Max Requests per Second.
	expect(times.at(-1)! - times[0]).toBeLessThanOrEqual(25 * times.length);
});

test('when other searches have finished, the last one can use all slots', async () => {
	platform.faults([{ fault: 'delay', ms: 100 }]);
	await run('Search', {
		ids: idsFrom(100, 4),
		fields: [1, 1, 1, FUNCTIONS].map((limit) => ({ limit })),
		parameters: { limit: '={{ $json.limit }}', options: { pageSize: 100 } },
		requestOptions: { maxConcurrency: 4 },
	});
	expect(Math.max(...concurrency().slice(5))).toBe(4);
});

test('Max Retries applies to each item separately', async () => {
	platform.faults([{ fault: 'status' }]);
	await run('Search', {
		ids: idsFrom(100, 2),
		fields: [{ retries: 0 }, { retries: 1 }],
		requestOptions: { maxConcurrency: 1, maxRetries: '={{ $json.retries }}' },
		settings: CONTINUE,
	});
	expect(platform.sentIds()).toEqual(['100', '101', '101']);
});

test.each([
	[1, 'the connection breaks', { fault: 'reset-after' }, {}],
	[1, '503', { fault: 'status', status: 503 }, {}],
	[2, 'throttling', { fault: 'retry-after', seconds: 1 }, {}],
	[2, 'a timeout, with Max Retries', { fault: 'hang-after' }, { maxRetries: 1 }],
])(
	'an extraction with a Session ID is sent %d times after %s',
	async (tries, _, fault, requestOptions) => {
		platform.faults([{ ...fault, times: 1 }]);
		const parameters = { options: { sessionId: '123e4567-e89b-12d3-a456-426614174000' } };
		const ended = await run('Extract', { parameters, requestOptions });
		expect(errorOf(ended) === undefined).toBe(tries === 2);
		expect(platform.requests()).toHaveLength(tries);
	},
);

test.each(['Search', 'Update', 'Extract', 'Run'] as const)(
	'%s: Show Request Only applies to each item separately',
	async (operation) => {
		const ended = await run(operation, {
			ids: idsFrom(100, 4),
			fields: [false, true, 'true', 'no'].map((show) => ({ show })),
			requestOptions: { showRequest: '={{ $json.show }}' },
			settings: CONTINUE,
		});
		const shown = { sent: false, method: expect.any(String), path: expect.any(String) };

		expect(platform.sentIds()).toEqual(['100']);
		const error = expect.stringMatching(/^'Show Request Only' must be true or false/);
		expect(jsonOf(ended).slice(-3)).toMatchObject([shown, shown, { error }]);
	},
);

test("the platform's message is shown instead of n8n's own", async () => {
	const message = 'ENOENT: no such file, ECONNREFUSED <img src=x onerror=alert(1)> & <b>';
	platform.faults([{ fault: 'status', status: 400, message }]);
	const error = errorOf(await run('Update', {}))!;
	expect(error.message).toBe(`The platform returned 400: ${message}`);
	expect(error.description).not.toContain('<');
});

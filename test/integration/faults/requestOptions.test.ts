import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();

async function run(
	operation: TestOperationName,
	requestOptions: INodeParameters,
	items: IDataObject[],
	settings = {},
) {
	return await runNode({
		parameters: { ...testOperations[operation].parameters, requestOptions },
		input: items.map((json, index) => ({ json: { id: String(100 + index), ...json } })),
		settings,
		credentials: platform.credentials(),
	});
}

const onError = 'continueRegularOutput';

test.each(['Search', 'Update', 'Extract', 'Run'] as const)(
	'%s: Show Request applies to each item separately',
	async (operation) => {
		const dry = [{ dry: false }, { dry: true }, { dry: 'true' }, { dry: 'no' }];
		const ended = await run(operation, { showRequest: '={{ $json.dry }}' }, dry, { onError });

		expect(platform.sentIds()).toEqual(['100']);
		expect(jsonOf(ended).slice(-3)).toMatchObject([
			{ sent: false, method: expect.any(String), path: expect.any(String) },
			{ sent: false, method: expect.any(String), path: expect.any(String) },
			{
				error: expect.stringMatching(/^'Show Request Only' must be true or false, but is "no"/),
			},
		]);
	},
);

test('Max Retries and Retry Budget apply to each item separately', async () => {
	platform.faults([{ fault: 'status', status: 500 }]);
	const ended = await run(
		'Search',
		{ maxConcurrency: 1, maxRetries: '={{ $json.retries }}', retryBudget: '={{ $json.budget }}' },
		[
			{ retries: 0, budget: 60 },
			{ retries: 1, budget: 60 },
			{ retries: 9, budget: 0 },
		],
		{ onError },
	);

	expect(platform.sentIds()).toEqual(['100', '101', '101', '102']);
	expect(jsonOf(ended)[2].error).toMatch(/the Retry Budget of 0 s ends earlier$/);
});

test('the lowest Max Concurrency of any item applies to all', async () => {
	platform.faults([{ fault: 'delay', ms: 20 }]);
	await run(
		'Search',
		{ maxConcurrency: '={{ $json.most }}' },
		[5, 1, 5].map((most) => ({ most })),
	);

	const [first, second, third] = platform.requests();
	expect(first.overAt).toBeLessThan(second.number);
	expect(second.overAt).toBeLessThan(third.number);
});

test('the lowest Max Requests per Second of any item applies to all', async () => {
	const began = performance.now();
	await run('Search', { maxRequestsPerSecond: '={{ $json.most }}' }, [{ most: 0 }, { most: 10 }]);

	expect(platform.sentIds()).toEqual(['100', '101']);
	expect(performance.now() - began).toBeGreaterThanOrEqual(99);
});

test.each(['Run', 'Search All'] as const)(
	'%s: a Timeout can have its maximum',
	async (operation) => {
		platform.faults([{ fault: 'delay', ms: 200 }]);
		const ended = await run(operation, { timeout: 2_147_483, maxRetries: 0 }, [{}]);

		expect(errorOf(ended)).toBeUndefined();
	},
);

test('a wait can be longer than the maximum of a timer', async () => {
	platform.faults([{ fault: 'retry-after', seconds: 3_000_000 }]);
	const ended = await runNode({
		parameters: { ...testOperations.Search.parameters, requestOptions: { retryBudget: 4_000_000 } },
		input: [{ json: { id: '100' } }],
		credentials: platform.credentials(),
		async onStart(execution) {
			await platform.arrivals(1);
			await new Promise((resolve) => setTimeout(resolve, 500));
			execution.cancel();
		},
	});

	expect(ended.run.finished).not.toBe(true);
	expect(platform.requests()).toHaveLength(1);
});

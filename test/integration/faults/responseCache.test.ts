import type { INode } from 'n8n-workflow';
import type { EngineRun, RunningExecution } from '../../support/engine/engine.ts';
import { errorOf, NODE, outputOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform, TOKEN } from '../../support/engine/platform.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();

const ids = ['100', '101', '102', '103'];
const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const run = async (
	operation: TestOperationName,
	settings: Partial<INode> = {},
	onStart?: (execution: RunningExecution) => void,
) =>
	await runNode({
		onStart,
		parameters: {
			...testOperations[operation].parameters,
			requestOptions: { maxConcurrency: 1, maxRetries: 0 },
		},
		input: ids.map((id) => ({ json: { id } })),
		settings: { ...retried, ...settings },
		credentials: platform.credentials(),
	});

/** The cache in the saved execution. */
const cacheOf = ({ run: { data } }: EngineRun): unknown =>
	data.executionData?.contextData[`node:${NODE}`]?.responseCache;

const cachedOperations = ['Update', 'Extract', 'Run'] as const;

describe.each(cachedOperations)('%s', (operation) => {
	test('Retry On Fail only sends items that have not succeeded', async () => {
		platform.faults([
			{ fault: 'status', status: 400, when: testOperations[operation].when('102'), times: 2 },
		]);
		const ended = await run(operation);

		expect(errorOf(ended)).toBeUndefined();
		expect(platform.sentIds()).toEqual(['100', '101', '102', '102', '102', '103']);
		expect(outputOf(ended)).toHaveLength(4);
		expect(cacheOf(ended)).toBeUndefined();
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: n8n silently retries if the first item failed, and only failed items are sent again',
		async (onError) => {
			platform.faults([
				{ fault: 'status', status: 400, when: testOperations[operation].when('100'), times: 1 },
				{ fault: 'status', status: 400, when: testOperations[operation].when('102') },
			]);
			const ended = await run(operation, { onError });

			expect(errorOf(ended)).toBeUndefined();
			expect(platform.sentIds()).toEqual(['100', '101', '102', '103', '100', '102']);
			const all = [...outputOf(ended), ...outputOf(ended, 1)];
			expect(all.filter(({ json }) => json.error)).toHaveLength(1);
			expect(cacheOf(ended)).toBeUndefined();
		},
	);

	// Even after Stop, n8n executes the node again.
	test('after Stop, the error includes the items that an earlier try finished', async () => {
		platform.faults([
			{ fault: 'retry-after', seconds: 60, when: testOperations[operation].when('102') },
		]);
		const ended = await run(operation, {}, async (execution) => {
			await platform.arrivals(3);
			execution.cancel();
		});

		expect(platform.sentIds()).toEqual(['100', '101', '102']);
		expect(errorOf(ended)).toMatchObject({
			message: 'The execution was stopped',
			context: { data: { done: [{ itemIndex: 0 }, { itemIndex: 1 }] } },
		});
	});

	test("the cache doesn't contain the token, and is deleted after success", async () => {
		platform.faults([{ fault: 'echo-token', when: testOperations[operation].when('102') }]);
		const failed = await run(operation);
		platform.faults([]);
		const succeeded = await run(operation);

		expect(Object.values((cacheOf(failed) as { responses: object }).responses)).toHaveLength(2);
		expect(JSON.stringify(failed.run.data)).not.toContain(TOKEN);
		expect(cacheOf(succeeded)).toBeUndefined();
	});
});

test("searches aren't cached", async () => {
	platform.faults([{ fault: 'status', status: 400, when: { containing: '102' }, times: 1 }]);
	const ended = await run('Search', { retryOnFail: false });
	expect(errorOf(ended)).toBeDefined();
	expect(cacheOf(ended)).toBeUndefined();
});

test("Retry On Fail doesn't send runs with an unknown outcome again, and the error names them after the others are sent", async () => {
	platform.faults([{ fault: 'reset-after', when: { id: ['100', '102'] } }]);
	const ended = await run('Run');

	expect(platform.sentIds()).toEqual(ids);
	expect(errorOf(ended)).toMatchObject({
		message: expect.stringMatching(/^The run of stream 100 may have started: .+ \[item 0\]$/),
		context: {
			data: {
				done: [{ streamId: '101' }, { streamId: '103' }],
				failed: [
					{
						itemIndex: 0,
						kind: 'unknownOutcome',
						message: expect.stringMatching(/^The run of stream 100/),
					},
					{
						itemIndex: 2,
						kind: 'unknownOutcome',
						message: expect.stringMatching(/^The run of stream 102/),
					},
				],
			},
		},
	});
});

test.each(['Update', 'Extract'] as const)(
	"%s: an unexpected response isn't cached",
	async (operation) => {
		platform.faults([
			{
				fault: 'wrong-shape',
				when: testOperations[operation].when('100'),
				times: 1,
				handled: true,
			},
		]);
		const ended = await run(operation);

		expect(errorOf(ended)).toBeUndefined();
		expect(platform.sentIds()).toEqual(['100', ...ids]);
	},
);

import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { EngineRun, RunningExecution } from '../../support/engine/engine.ts';
import { chain, errorOf, jsonOf, NODE, outputOf, runNode } from '../../support/engine/engine.ts';
import { runWorkflow, START } from '../../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf, standIn } from '../../support/engine/nodes.ts';
import { simulatedPlatform, TOKEN } from '../../support/engine/platform.ts';
import type { TriedName } from '../../support/operations.ts';
import { tried } from '../../support/operations.ts';

const platform = simulatedPlatform();

const ids = ['100', '101', '102', '103'];
const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const run = async (
	operation: TriedName,
	settings: Partial<INode> = {},
	onStart?: (execution: RunningExecution) => void,
) =>
	await runNode({
		onStart,
		parameters: {
			...tried[operation].parameters,
			requestOptions: { maxConcurrency: 1, maxRetries: 0 },
		},
		input: ids.map((id) => ({ json: { id } })),
		settings: { ...retried, ...settings },
		credentials: platform.credentials(),
	});

/** The ids in the order in which they were sent. */
const sentIds = () =>
	platform.requests().map(({ path, body }) => /10\d(?!\d)/.exec(path + JSON.stringify(body))?.[0]);

/** What the node left behind in the execution that n8n saves. */
const keptBy = ({ run: { data } }: EngineRun): unknown =>
	data.executionData?.contextData[`node:${NODE}`]?.responseCache;

const paid = ['Update', 'Extract', 'Run'] as const;

describe.each(paid)('%s', (operation) => {
	test('after an error, Retry On Fail sends what has not succeeded, and nothing else', async () => {
		platform.faults([
			{ fault: 'status', status: 400, when: tried[operation].when('102'), times: 2 },
		]);
		const ended = await run(operation);

		expect(errorOf(ended)).toBeUndefined();
		expect(sentIds()).toEqual(['100', '101', '102', '102', '102', '103']);
		expect(outputOf(ended)).toHaveLength(4);
		expect(keptBy(ended)).toBeUndefined();
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: n8n tries again without a word when the first item failed; the others are not sent again',
		async (onError) => {
			platform.faults([
				{ fault: 'status', status: 400, when: tried[operation].when('100'), times: 1 },
				{ fault: 'status', status: 400, when: tried[operation].when('102') },
			]);
			const ended = await run(operation, { onError });

			expect(errorOf(ended)).toBeUndefined();
			expect(sentIds()).toEqual(['100', '101', '102', '103', '100', '102']);
			const all = [...outputOf(ended), ...outputOf(ended, 1)];
			expect(all.filter(({ json }) => json.error)).toHaveLength(1);
			expect(keptBy(ended)).toBeUndefined();
		},
	);

	// Found by a simulated execution: n8n also executes the node once more after Stop.
	test('after Stop, the error tells what an earlier try has done', async () => {
		platform.faults([{ fault: 'retry-after', seconds: 60, when: tried[operation].when('102') }]);
		const ended = await run(operation, {}, async (execution) => {
			await platform.arrivals(3);
			execution.cancel();
		});

		expect(sentIds()).toEqual(['100', '101', '102']);
		expect(errorOf(ended)).toMatchObject({
			message: 'The execution was stopped',
			context: { data: { done: [{ itemIndex: 0 }, { itemIndex: 1 }] } },
		});
	});

	test('what is kept is free of the token, and gone when nothing failed', async () => {
		platform.faults([{ fault: 'echo-token', when: tried[operation].when('102') }]);
		const failed = await run(operation);
		platform.faults([]);
		const succeeded = await run(operation);

		expect(Object.values((keptBy(failed) as { responses: object }).responses)).toHaveLength(2);
		expect(JSON.stringify(failed.run.data)).not.toContain(TOKEN);
		expect(keptBy(succeeded)).toBeUndefined();
	});
});

test('a search is done again, and nothing of it is kept', async () => {
	platform.faults([{ fault: 'status', status: 400, when: { containing: '102' }, times: 1 }]);
	const ended = await run('Search', { retryOnFail: false });
	expect(errorOf(ended)).toBeDefined();
	expect(keptBy(ended)).toBeUndefined();
});

describe('a run in doubt', () => {
	const uncertain = { fault: 'reset-after', when: { id: ['100', '102'] } };

	test('is not sent again by Retry On Fail; the others are sent, and the error names it', async () => {
		platform.faults([uncertain]);
		const ended = await run('Run');

		expect(sentIds()).toEqual(ids);
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

	test('is not sent again by the silent retry', async () => {
		platform.faults([uncertain]);
		const ended = await run('Run', { onError: 'continueRegularOutput' });

		expect(sentIds()).toEqual(ids);
		expect(jsonOf(ended).map((json) => json.error)).toEqual([
			expect.stringMatching(/^The run of stream 100 may have started: /),
			undefined,
			expect.stringMatching(/^The run of stream 102 may have started: /),
			undefined,
		]);
	});

	test('an answer of another shape leaves a run in doubt too', async () => {
		platform.faults([{ fault: 'wrong-shape', handled: true, when: { id: '100' } }]);
		const ended = await run('Run');

		expect(sentIds()).toEqual(ids);
		expect(errorOf(ended)?.message).toMatch(/^The run of stream 100 may have started: /);
	});
});

test.each(['Update', 'Extract'] as const)(
	'%s: an answer of another shape is not taken for the answer of the next try',
	async (operation) => {
		platform.faults([
			{ fault: 'wrong-shape', when: tried[operation].when('100'), times: 1, handled: true },
		]);
		const ended = await run(operation);

		expect(errorOf(ended)).toBeUndefined();
		expect(sentIds()).toEqual(['100', ...ids]);
	},
);

describe('in a loop', () => {
	/** The node runs three times in one execution, each time for the same two items. */
	async function inLoop(settings: Partial<INode>) {
		const turn = ['100', '101'].map((id): INodeExecutionData => ({ json: { id } }));
		return await runWorkflow({
			nodes: [
				nodeOf({ name: 'Loop', type: 'test.loop' }),
				nodeOf({
					name: NODE,
					type: DATA_PLATFORM,
					parameters: { ...tried.Run.parameters, requestOptions: { maxRetries: 0 } },
					...settings,
				}),
			],
			nodeTypes: {
				'test.loop': standIn(
					async function () {
						const isOver = this.getWorkflowDataProxy(0).$runIndex === 3;
						return isOver ? [this.getInputData(), []] : [[], turn];
					},
					{ outputs: 2 },
				),
			},
			connections: {
				...chain(START, 'Loop'),
				...chain(NODE, 'Loop'),
				Loop: { main: [[], [{ node: NODE, type: NodeConnectionTypes.Main, index: 0 }]] },
			},
			credentials: platform.credentials(),
		});
	}

	test('each turn sends its items, also when they are the same as before', async () => {
		platform.faults([{ fault: 'status', status: 400, when: { request: 4 } }]);
		const ended = await inLoop(retried);

		expect(errorOf(ended)).toBeUndefined();
		expect(sentIds()).toEqual(['100', '101', '100', '101', '101', '100', '101']);
		const turns = [0, 1, 2].map((turn) =>
			jsonOf(ended, 0, NODE, turn).map((json) => json.executionId),
		);
		expect(turns).toEqual([
			[1, 2],
			[3, 4],
			[5, 6],
		]);
	});

	test('what a turn left behind is not taken for the answers of the next one', async () => {
		platform.faults([{ fault: 'status', status: 400, when: { request: '1-3', id: '100' } }]);
		const ended = await inLoop({ ...retried, onError: 'continueRegularOutput' });

		expect(errorOf(ended)).toBeUndefined();
		expect(sentIds()).toEqual(['100', '101', '100', '100', '100', '101', '100', '101']);
	});
});

import { NodeConnectionTypes } from 'n8n-workflow';
import {
	chain,
	errorOf,
	jsonOf,
	NODE,
	runNode,
	runWorkflow,
	START,
} from '../../support/engine/engine.ts';
import { DATA_PLATFORM, nodeOf, stubNodeType } from '../../support/engine/nodes.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };
const search = { resource: 'function', operation: 'search', resultFormat: 'raw' };
const streams = [1, 2, 3].map((stream) => ({ json: { stream } }));

test('nodes that follow find the item that each function came from', async () => {
	const ended = await runWorkflow({
		nodes: [
			nodeOf({
				name: 'Search',
				type: DATA_PLATFORM,
				parameters: { ...search, limit: 2, options: { startOffset: '={{ $json.from }}' } },
			}),
			nodeOf({
				name: 'Update',
				type: DATA_PLATFORM,
				parameters: {
					resource: 'job',
					operation: 'update',
					applicationId: "={{ $('Start').item.json.application }}",
					jobId: "={{ $('Search').item.json.id }}",
					jobName: '={{ $json.name }}',
				},
			}),
		],
		connections: chain(START, 'Search', 'Update'),
		input: [{ json: { application: 'a', from: 0 } }, { json: { application: 'b', from: 7 } }],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	const updates = platform.requests().filter(({ operation }) => operation === 'updateJob');
	expect(updates.map(({ parameters }) => parameters)).toEqual([
		{ applicationId: 'a', jobId: '1000' },
		{ applicationId: 'a', jobId: '1001' },
		{ applicationId: 'b', jobId: '1007' },
		{ applicationId: 'b', jobId: '1008' },
	]);
	expect(updates.map(({ body }) => body)).toMatchObject(
		jsonOf(ended, 0, 'Search').map(({ name }) => ({ jobName: name })),
	);
});

test('each turn of a loop is a run of its own', async () => {
	const ended = await runWorkflow({
		nodes: [
			nodeOf({ name: 'Loop', type: 'test.loop' }),
			nodeOf({ name: NODE, type: DATA_PLATFORM, parameters: run }),
		],
		nodeTypes: {
			'test.loop': stubNodeType(
				async function () {
					const stream: number = this.getWorkflowDataProxy(0).$runIndex;
					return stream < 3 ? [[], [{ json: { stream } }]] : [this.getInputData(), []];
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

	expect(errorOf(ended)).toBeUndefined();
	const iterations = [0, 1, 2].map((runIndex) => jsonOf(ended, 0, NODE, runIndex));
	expect(iterations).toMatchObject([[{ streamId: 0 }], [{ streamId: 1 }], [{ streamId: 2 }]]);
	expect(platform.requests()).toHaveLength(3);
});

test('Retry On Fail sends only what has not succeeded', async () => {
	platform.faults([{ fault: 'status', status: 400, when: { id: '2' }, times: 1 }]);
	const ended = await runNode({
		parameters: run,
		input: streams,
		credentials: platform.credentials(),
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(platform.requests().map(({ parameters }) => parameters.streamId)).toEqual([
		...['1', '2'],
		...['2', '3'],
	]);
	expect(jsonOf(ended)).toMatchObject([{ streamId: 1 }, { streamId: 2 }, { streamId: 3 }]);
});

describe('a stopped execution', () => {
	const stopped = async () => {
		platform.faults([{ fault: 'hang' }]);
		return await runNode({
			parameters: { ...search, limit: 1 },
			credentials: platform.credentials(),
			onStart: async (execution) => {
				await platform.arrivals(1);
				execution.cancel();
			},
		});
	};

	test('does not wait for the platform, and sends nothing more', async () => {
		const ended = await stopped();

		expect(ended.run.finished).not.toBe(true);
		expect(platform.requests()).toHaveLength(1);
	});

	test('says that it was stopped, not that the network is broken', async () => {
		expect(errorOf(await stopped())?.message).toBe('The execution was stopped');
	});
});

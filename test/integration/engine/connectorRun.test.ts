import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const run = { resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' };
const streams = [{ json: { stream: 4711 } }, { json: { stream: '815' } }, { json: { stream: 42 } }];

test('each item starts a run and is paired with its output', async () => {
	const ended = await runNode({
		parameters: run,
		input: streams,
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(platform.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
		'POST /api/data/v1/streams/4711/executions',
		'POST /api/data/v1/streams/815/executions',
		'POST /api/data/v1/streams/42/executions',
	]);
	expect(platform.bodies()).toEqual(Array(3).fill({ runType: 'MANUAL' }));
	expect(jsonOf(ended)).toMatchObject([
		{ streamId: 4711, executionId: 1, currentState: 'ACTIVE', runType: 'MANUAL' },
		{ streamId: '815', executionId: 2 },
		{ streamId: 42, executionId: 3 },
	]);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
});

test('zero-width characters around a stream ID are dropped, typed or from an expression', async () => {
	for (const streamId of ['\u200b4711', '={{ $json.stream }}']) {
		const input = [{ json: { stream: '4711\u200b' } }];
		await runNode({ parameters: { ...run, streamId }, input, credentials: platform.credentials() });
	}

	const path = '/api/data/v1/streams/4711/executions';
	expect(platform.requests()).toMatchObject([{ path }, { path }]);
});

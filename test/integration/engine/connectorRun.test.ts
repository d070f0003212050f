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

test.each([429, 503])('an option makes the outcome after %d unknown', async (status) => {
	platform.faults([{ fault: 'retry-after', status, seconds: 0, times: 1 }]);
	const ended = await runNode({
		parameters: { ...run, requestOptions: { after429Or503: 'unknownOutcome' } },
		input: [streams[0]],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)?.message).toMatch(/^The run of stream 4711 may have started: /);
	expect(platform.requests()).toHaveLength(1);
});

import type { INodeParameters } from 'n8n-workflow';
import { executionShape } from '../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import { createNodeProperties } from '../../../nodes/DataPlatform/actions/operations.ts';
import { errorOf, hintsOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
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

test('Simplified has a fixed set of members, with dates in ISO 8601', async () => {
	const ended = await runNode({
		parameters: run,
		input: streams,
		credentials: platform.credentials(),
	});

	for (const json of jsonOf(ended)) {
		expect(Object.keys(json)).toEqual(Object.keys(executionShape.simplify({})));
		expect(json.startedAt).toBe(new Date(json.startedAt as string).toISOString());
		expect(json.endedAt).toBeNull();
	}
});

test('Raw returns every member of the response unchanged', async () => {
	const ended = await runNode({
		parameters: { ...run, resultFormat: 'raw' },
		input: streams,
		credentials: platform.credentials(),
	});

	for (const json of jsonOf(ended)) {
		expect(Object.keys(json).sort()).toEqual([...executionShape.members].sort());
		expect(json.startedAt).toEqual(expect.any(Number));
	}
});

test('Selected Fields returns the ID and the selected fields of each item', async () => {
	const ended = await runNode({
		parameters: { ...run, resultFormat: 'selected', selectedFields: '={{ $json.fields }}' },
		input: [
			{ json: { stream: 1, fields: ['toe'] } },
			{ json: { stream: 2, fields: 'runType, startedBy' } },
			{ json: { stream: 3, fields: ['executionId'] } },
		],
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toEqual([
		{ executionId: 1, toe: 'toe-1' },
		{ executionId: 2, runType: 'MANUAL', startedBy: 'simulator' },
		{ executionId: 3 },
	]);
});

test('errors in the response add a hint and stay in the output', async () => {
	platform.faults([{ fault: 'execution-errors', when: { id: '815' }, errors: [{ at: 'source' }] }]);
	const ended = await runNode({
		parameters: run,
		input: streams,
		credentials: platform.credentials(),
	});

	expect(hintsOf(ended)).toEqual([expect.stringContaining('errors" in its response isn\'t empty')]);
	expect(jsonOf(ended).map(({ errors }) => errors)).toEqual([[], [{ at: 'source' }], []]);
});

test('an ID with slashes and spaces is one path segment', async () => {
	const ended = await runNode({
		parameters: { ...run },
		input: [{ json: { stream: 'a/b c?d#e%2F' } }],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toMatchObject({ httpCode: '404' });
	expect(platform.requests()[0].path).toBe(
		'/api/data/v1/streams/a%2Fb%20c%3Fd%23e%252F/executions',
	);
});

describe('after 429, or 503 with Retry-After', () => {
	const notNow = [
		['429', { fault: 'status', status: 429, headers: { 'retry-after': '0' } }],
		['503', { fault: 'status', status: 503, headers: { 'retry-after': '0' } }],
	] as const;
	const runWith = async (requestOptions: INodeParameters) =>
		await runNode({
			parameters: { ...run, requestOptions },
			input: [streams[0]],
			credentials: platform.credentials(),
		});

	test.each(notNow)('the node sends a run again after %s', async (_, fault) => {
		platform.faults([{ ...fault, when: { request: 1 } }]);

		expect(errorOf(await runWith({}))).toBeUndefined();
		expect(platform.requests()).toHaveLength(2);
	});

	test.each(notNow)('an option makes the outcome after %s unknown', async (_, fault) => {
		platform.faults([{ ...fault, when: { request: 1 } }]);
		const ended = await runWith({ after429Or503: 'unknownOutcome' });

		expect(errorOf(ended)?.message).toMatch(/^The run of stream 4711 may have started: /);
		expect(platform.requests()).toHaveLength(1);
	});

	test('only runs have the option', () => {
		const offered = (operation: object) => JSON.stringify(operation).includes('after429Or503');
		const shown = createNodeProperties().filter(({ name }) => name === 'requestOptions');

		expect(shown.filter(offered).map(({ displayOptions }) => displayOptions?.show)).toEqual([
			{ resource: ['connector'], operation: ['run'] },
		]);
	});
});

test('a "code" in an execution is no failure, because only updates have an envelope', async () => {
	platform.faults([
		{ fault: 'wrong-shape', body: { executionId: 7, code: 500 }, when: { request: 1 } },
	]);
	const ended = await runNode({
		parameters: { ...run, resultFormat: 'raw' },
		input: [streams[0]],
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toEqual([{ executionId: 7, code: 500 }]);
});

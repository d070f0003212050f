import fastify from 'fastify';
import type { INodePropertyOptions } from 'n8n-workflow';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import {
	operations,
	createNodeProperties,
} from '../../../nodes/DataPlatform/actions/operations.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { connectorList } from './fifthOperation/connectorList.ts';
import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';

const panelOfFour = createNodeProperties();

// What a fifth operation takes next to its file: its line in the registry.
operations.push(connectorList as Operation);

/** Answers of the invented endpoint by the kind that is asked for; the last one stays. */
const ANSWERS: Record<string, Array<{ status: number; body: object }>> = {
	database: [{ status: 200, body: { connectors: [{ id: 1 }, { id: 2 }] } }],
	'file store': [{ status: 200, body: { connectors: [{ id: 3 }] } }],
	busy: [
		{ status: 503, body: {} },
		{ status: 200, body: { connectors: [{ id: 4 }] } },
	],
	secret: [{ status: 403, body: { message: 'Not for you' } }],
	odd: [{ status: 200, body: { entries: [] } }],
};

let asked: Array<{ kind: string; token: unknown }>;
const platform = fastify();
platform.post<{ Params: { kind: string } }>(
	'/invented/v1/kinds/:kind/connectors',
	async ({ params: { kind }, headers }, reply) => {
		const answers = ANSWERS[kind];
		const { status, body } =
			answers[Math.min(asked.filter((each) => each.kind === kind).length, answers.length - 1)];
		asked.push({ kind, token: headers[HEADER.toLowerCase()] });
		return await reply.code(status).send(body);
	},
);
let baseUrl: string;
beforeAll(async () => {
	baseUrl = await platform.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
	asked = [];
});
afterAll(async () => await platform.close());

const list = async (kinds: string[], settings = {}) =>
	await runNode({
		parameters: { resource: 'connector', operation: 'list', kind: '={{ $json.kind }}' },
		input: kinds.map((kind) => ({ json: { kind } })),
		credentials: { baseUrl, token: TOKEN, headerName: HEADER },
		settings,
	});

test('the panel offers it below its resource, and leaves the other four as they were', () => {
	const { properties } = new DataPlatform().description;
	const show = { resource: ['connector'], operation: ['list'] };
	const isOwn = ({ displayOptions }: (typeof properties)[number]) =>
		displayOptions?.show?.operation?.includes('list');

	expect(properties.filter(isOwn)).toMatchObject([
		{ name: 'kind', displayOptions: { show } },
		{ name: 'requestOptions', displayOptions: { show } },
	]);
	const offered = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes('connector'),
	);
	expect(offered?.options).toEqual([
		expect.objectContaining({ value: 'run' }),
		connectorList.option,
	]);
	const others = properties.filter((property) => !isOwn(property) && property !== offered);
	expect(panelOfFour).toEqual(expect.arrayContaining(others));
	expect(others).toHaveLength(panelOfFour.length - 1);
	expect((properties[0].options as INodePropertyOptions[]).length).toBe(4);
});

test('it runs for each item, and what comes out is paired with it, in order', async () => {
	const ended = await list(['database', 'file store', 'database']);

	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 1 }, { id: 2 }]);
	expect(pairsOf(ended)).toEqual([0, 0, 1, 2, 2]);
	expect(asked).toContainEqual({ kind: 'file store', token: TOKEN });
});

test('it is sent again after a fault, because it says that it is idempotent', async () => {
	const ended = await list(['busy']);

	expect(jsonOf(ended)).toEqual([{ id: 4 }]);
	expect(asked).toHaveLength(2);
});

test.each([
	['a refused request', 'secret', 'NodeApiError', 'The platform returned 403: Not for you'],
	['an answer of another shape', 'odd', 'NodeApiError', 'The response has no list "connectors"'],
	['an invalid parameter', '..', 'NodeOperationError', "'Kind' can't be used in a web address"],
])('%s ends the run with the item', async (_, kind, name, message) => {
	const ended = await list(['database', kind]);

	expect(errorOf(ended)).toMatchObject({
		name,
		message: expect.stringContaining(message),
		description: expect.stringMatching(/\w/),
		context: { itemIndex: 1 },
	});
	expect(errorOf(ended)?.message).toContain('[item 1]');
});

test('with Continue a failed item becomes an error item in its place', async () => {
	const ended = await list(['database', 'secret', 'file store'], {
		onError: 'continueRegularOutput',
	});

	expect(jsonOf(ended)).toMatchObject([
		{ id: 1 },
		{ id: 2 },
		{
			error: 'The platform returned 403: Not for you',
			details: { httpCode: 403, itemIndex: 1 },
		},
		{ id: 3 },
	]);
	expect(pairsOf(ended)).toEqual([0, 0, 1, 2]);
});

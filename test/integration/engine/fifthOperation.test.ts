import fastify from 'fastify';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { connectorList } from './fifthOperation/connectorList.ts';
import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';

// Apart from its file, a fifth operation only needs an entry in this list.
operations.push(connectorList as Operation);

/** Responses of the invented endpoint, by kind. */
const RESPONSES: Record<string, { status: number; body: object }> = {
	database: { status: 200, body: { connectors: [{ id: 1 }, { id: 2 }] } },
	'file store': { status: 200, body: { connectors: [{ id: 3 }] } },
	secret: { status: 403, body: { message: 'Not for you' } },
	odd: { status: 200, body: { entries: [] } },
};

let received: Array<{ kind: string; token: unknown }>;
const platform = fastify();
platform.post<{ Params: { kind: string } }>(
	'/invented/v1/kinds/:kind/connectors',
	async ({ params: { kind }, headers }, reply) => {
		const { status, body } = RESPONSES[kind];
		received.push({ kind, token: headers[HEADER.toLowerCase()] });
		return await reply.code(status).send(body);
	},
);
let baseUrl: string;
beforeAll(async () => {
	baseUrl = await platform.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
	received = [];
});
afterAll(async () => await platform.close());

const list = async (kinds: string[]) =>
	await runNode({
		parameters: { resource: 'connector', operation: 'list', kind: '={{ $json.kind }}' },
		input: kinds.map((kind) => ({ json: { kind } })),
		credentials: { baseUrl, token: TOKEN, headerName: HEADER },
	});

test('the node shows its parameters, and offers it next to the other operation of its resource', () => {
	const { properties } = new DataPlatform().description;
	const show = { resource: ['connector'], operation: ['list'] };

	expect(
		properties.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes('list')),
	).toMatchObject([
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
});

test('it runs for each item, in order and paired', async () => {
	const ended = await list(['database', 'file store', 'database']);

	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 1 }, { id: 2 }]);
	expect(pairsOf(ended)).toEqual([0, 0, 1, 2, 2]);
	expect(received).toContainEqual({ kind: 'file store', token: TOKEN });
});

test.each([
	['a rejected request', 'secret', 'NodeApiError', 'The platform returned 403: Not for you'],
	['an unexpected response', 'odd', 'NodeApiError', 'The response has no list "connectors"'],
	['an invalid parameter', '..', 'NodeOperationError', "'Kind' can't be used in a web address"],
])('%s fails the execution and names the item', async (_, kind, name, message) => {
	const ended = await list(['database', kind]);

	expect(errorOf(ended)).toMatchObject({
		name,
		message: expect.stringContaining(message),
		description: expect.stringMatching(/\w/),
		context: { itemIndex: 1 },
	});
	expect(errorOf(ended)?.message).toContain('[item 1]');
});

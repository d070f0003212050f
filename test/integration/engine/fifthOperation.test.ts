import fastify from 'fastify';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { connectorList } from './fifthOperation/connectorList.ts';
import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';

// Apart from its file, a fifth operation only needs an entry in this list.
operations.push(connectorList as Operation);

/** The connectors at the invented endpoint, by kind. */
const CONNECTORS: Record<string, object[]> = {
	database: [{ id: 1 }, { id: 2 }],
	'file store': [{ id: 3 }],
};

let received: Array<{ kind: string; token: unknown }>;
const platform = fastify();
platform.post<{ Params: { kind: string } }>(
	'/invented/v1/kinds/:kind/connectors',
	async ({ params: { kind }, headers }) => {
		received.push({ kind, token: headers[HEADER.toLowerCase()] });
		return { connectors: CONNECTORS[kind] };
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

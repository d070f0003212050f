import { connectorList } from './fifthOperation/connectorList.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

// The steps of CONTRIBUTING.md: the contract, the operation's file, and its entry in this list.
const platform = simulatedPlatform({
	contractFile: 'test/integration/engine/fifthOperation/openapi.yaml',
});
operations.push(connectorList as Operation);

test('the node offers it next to the other operation of its resource, and shows its parameters', () => {
	const { properties } = new DataPlatform().description;
	const showing = (member: 'resource' | 'operation', value: string) =>
		properties.filter(({ displayOptions }) => displayOptions?.show?.[member]?.includes(value));
	const offered = showing('resource', 'connector').find(({ name }) => name === 'operation');

	expect(showing('operation', 'list').map(({ name }) => name)).toEqual(['kind', 'requestOptions']);
	expect(offered?.options).toMatchObject([{ value: 'run' }, connectorList.option]);
});

const list = { resource: 'connector', operation: 'list', kind: '={{ $json.kind }}' };

async function run(kinds: string[], requestOptions = {}) {
	const ended = await runNode({
		parameters: { ...list, requestOptions },
		input: kinds.map((kind) => ({ json: { kind } })),
		credentials: platform.credentials(),
	});
	expect(errorOf(ended)).toBeUndefined();
	return ended;
}

test('it runs for each item, in order and paired', async () => {
	const ended = await run(['database', 'file store & more']);

	expect(jsonOf(ended)).toEqual([{ id: 1 }, { id: 2 }, { id: 1 }, { id: 2 }]);
	expect(pairsOf(ended)).toEqual([0, 0, 1, 1]);
	expect(platform.requests()).toMatchObject([
		{ method: 'GET', path: '/invented/v1/connectors?kind=database', body: '' },
		{ path: '/invented/v1/connectors?kind=file%20store%20%26%20more', handled: true },
	]);
});

test('it reads all pages, and sends a GET again after a failure', async () => {
	const body = { connectors: [{ id: 8 }, { id: 9 }], hasMore: true };
	platform.faults([
		{ fault: 'reset', when: { request: 1 } },
		{ fault: 'wrong-shape', body, when: { request: 2 } },
	]);

	expect(jsonOf(await run(['database']))).toEqual([{ id: 8 }, { id: 9 }, { id: 1 }, { id: 2 }]);
	expect(platform.requests().at(-1)?.path).toBe('/invented/v1/connectors?kind=database&offset=2');
});

test('Show Request Only shows a GET without a body', async () => {
	expect(jsonOf(await run(['database'], { showRequest: true }))).toEqual([
		{ sent: false, method: 'GET', path: '/invented/v1/connectors?kind=database' },
	]);
	expect(platform.requests()).toEqual([]);
});

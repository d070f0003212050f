import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { connectorList } from './fifthOperation/connectorList.ts';

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

test('it runs for each item, in order and paired', async () => {
	const ended = await runNode({
		parameters: { resource: 'connector', operation: 'list', kind: '={{ $json.kind }}' },
		input: ['database', 'file store'].map((kind) => ({ json: { kind } })),
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toEqual([{ id: 1 }, { id: 2 }, { id: 1 }, { id: 2 }]);
	expect(pairsOf(ended)).toEqual([0, 0, 1, 1]);
	expect(platform.requests().map(({ parameters }) => parameters.kind)).toEqual(
		expect.arrayContaining(['database', 'file store']),
	);
});

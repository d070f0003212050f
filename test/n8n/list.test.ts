// One Item per List Element as the panel of n8n 2.41 saves it; n8n 1 has to take it too.
import { itemsOfNode } from '../../local/n8n-api.ts';
import { dataPlatform, manualTrigger, row } from '../../harness/workflows.ts';
import { connect } from './connect.ts';

const { api, credential } = connect();

const node = dataPlatform('Extract', credential, {
	text: 'Order number: 7\n- 2 x Desk lamp 39.90\n- 1 x Office chair 249.00',
	outputStructure: {
		field: [
			{ name: 'orderNumber', options: {} },
			{
				name: 'lines',
				type: 'array',
				columns: {
					column: [{ name: 'article' }, { name: 'quantity, price', type: 'number' }],
				},
				options: {},
			},
		],
	},
	extractionFormat: 'perElement',
	list: { __rl: true, value: 'lines', mode: 'list', cachedResultName: 'lines' },
	options: {},
	requestOptions: {},
});

test('the chosen list, its elements with their columns, becomes items', async () => {
	const workflowId = await api.importWorkflow(row('Saved by 2.41', manualTrigger(), node));
	const execution = await api.runWorkflow(workflowId, 'Start');

	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(itemsOfNode(execution, node.name).map(({ json }) => json)).toEqual([
		{ orderNumber: '7', article: 'Desk lamp', quantity: 2, price: 39.9 },
		{ orderNumber: '7', article: 'Office chair', quantity: 1, price: 249 },
	]);
});

test('List offers the lists among the rows', async () => {
	expect(await api.listSearch('listsToExtract', node, 'list')).toEqual(['lines']);
});

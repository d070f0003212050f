// Make one item of each article of an order mail.
import { expr, newCredential, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});
const mail = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Mail',
		parameters: {
			mode: 'raw',
			jsonOutput:
				'{"text": "Order number: 2026-0815\\nLines:\\n- 2 x Desk lamp 39.90\\n- 1 x Office chair 249.00\\nTotal: 328.80"}',
		},
	},
});
const extract = node({
	type: 'n8n-nodes-data-platform.dataPlatform',
	version: 1,
	config: {
		name: 'Extract Lines',
		parameters: {
			resource: 'ai',
			operation: 'extract',
			text: expr('{{ $json.text }}'),
			specifyStructure: 'example',
			jsonExample: {
				orderNumber: '2026-0815',
				lines: [{ article: 'Desk lamp', quantity: 2, price: 39.9 }],
			},
			extractionFormat: 'perElement',
		},
		credentials: { dataPlatformApi: newCredential('Simulator', 'CREDENTIAL') },
	},
});

export default workflow('order-lines', 'Order lines').add(start).to(mail).to(extract);

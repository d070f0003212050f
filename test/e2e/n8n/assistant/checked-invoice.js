// Read an invoice; let somebody look at it when anything about it is doubtful.
import { expr, ifElse, newCredential, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});
const invoice = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Invoice',
		parameters: {
			mode: 'raw',
			jsonOutput: '{"text": "Supplier: Lamp Works\\nInvoice number: 4711\\nTotal: 99.50"}',
		},
	},
});
const extract = node({
	type: 'n8n-nodes-data-platform.dataPlatform',
	version: 1,
	config: {
		name: 'Extract Invoice',
		parameters: {
			resource: 'ai',
			operation: 'extract',
			text: expr('{{ $json.text }}'),
			fields: {
				field: [
					{ name: 'supplier', type: 'string', description: 'The supplier' },
					{ name: 'total', type: 'number', description: 'Total amount' },
					{ name: 'dueDate', type: 'date', description: 'Due date' },
				],
			},
			options: { flagIssues: { settings: { ifFound: 'keep' } } },
		},
		credentials: { dataPlatformApi: newCredential('Simulator', 'CREDENTIAL') },
	},
});
const doubtful = ifElse({
	version: 2.2,
	config: {
		name: 'Doubtful?',
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict' },
				combinator: 'and',
				conditions: [
					{
						leftValue: expr('{{ $json.issues }}'),
						operator: { type: 'array', operation: 'notEmpty', singleValue: true },
						rightValue: '',
					},
				],
			},
		},
	},
});
const desk = node({
	type: 'n8n-nodes-base.noOp',
	version: 1,
	config: { name: 'Desk' },
});
const books = node({
	type: 'n8n-nodes-base.noOp',
	version: 1,
	config: { name: 'Books' },
});

export default workflow('checked-invoice', 'Checked invoice')
	.add(start)
	.to(invoice)
	.to(extract)
	.to(doubtful.onTrue(desk).onFalse(books));

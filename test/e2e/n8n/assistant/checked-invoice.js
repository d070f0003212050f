// Extract the fields of an invoice. A reviewer gets those with issues.
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
const hasIssues = ifElse({
	version: 2.2,
	config: {
		name: 'Has Issues?',
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
const reviewer = node({
	type: 'n8n-nodes-base.noOp',
	version: 1,
	config: { name: 'Reviewer' },
});
const approved = node({
	type: 'n8n-nodes-base.noOp',
	version: 1,
	config: { name: 'Approved' },
});

export default workflow('checked-invoice', 'Checked invoice')
	.add(start)
	.to(invoice)
	.to(extract)
	.to(hasIssues.onTrue(reviewer).onFalse(approved));

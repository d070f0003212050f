// List the functions that have a link with another state than VALID.
import { expr, newCredential, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});
const search = node({
	type: 'n8n-nodes-data-platform.dataPlatform',
	version: 1,
	config: {
		name: 'Search Functions',
		parameters: {
			resource: 'function',
			operation: 'search',
			returnAll: true,
		},
		credentials: { dataPlatformApi: newCredential('Simulator', 'CREDENTIAL') },
	},
});
const broken = node({
	type: 'n8n-nodes-base.filter',
	version: 2.2,
	config: {
		name: 'Only Broken Links',
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				conditions: [
					{
						id: 'broken',
						leftValue: expr('{{ $json.brokenLinks }}'),
						rightValue: '',
						operator: { type: 'string', operation: 'notEmpty', singleValue: true },
					},
				],
				combinator: 'and',
			},
		},
	},
});
const list = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Broken Links',
		executeOnce: true,
		parameters: {
			assignments: {
				assignments: [
					{
						id: 'functions',
						name: 'functions',
						type: 'string',
						value: expr(
							"{{ $('Only Broken Links').all().map(({ json }) => json.name + ': ' + json.brokenLinks).join('\\n') }}",
						),
					},
				],
			},
		},
	},
});

export default workflow('broken-links', 'Broken links').add(start).to(search).to(broken).to(list);

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
	version: 2.3,
	config: {
		name: 'Broken',
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
				combinator: 'and',
				conditions: [
					{
						leftValue: expr('{{ $json.brokenLinkCount }}'),
						operator: { type: 'number', operation: 'gt' },
						rightValue: 0,
					},
				],
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
							"{{ $('Broken').all().map(({ json }) => json.name + ': ' + json.brokenLinks).join('\\n') }}",
						),
					},
				],
			},
		},
	},
});

export default workflow('broken-links', 'Broken links').add(start).to(search).to(broken).to(list);

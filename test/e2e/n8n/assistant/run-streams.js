// Start the connectors of a list of streams. Report which didn't start, and why.
import { expr, newCredential, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});
const list = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'List',
		parameters: { mode: 'raw', jsonOutput: '{"streams": ["4711", "4712", "4713"]}' },
	},
});
const streams = node({
	type: 'n8n-nodes-base.splitOut',
	version: 1,
	config: { name: 'Streams', parameters: { fieldToSplitOut: 'streams' } },
});
const run = node({
	type: 'n8n-nodes-data-platform.dataPlatform',
	version: 1,
	config: {
		name: 'Run Connector',
		onError: 'continueErrorOutput',
		parameters: { resource: 'connector', operation: 'run', streamId: expr('{{ $json.streams }}') },
		credentials: { dataPlatformApi: newCredential('Simulator', 'CREDENTIAL') },
	},
});
const started = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Started',
		parameters: {
			assignments: {
				assignments: [
					{
						id: 'started',
						name: 'started',
						type: 'string',
						value: expr('{{ $json.streamId }}: {{ $json.executionId }}'),
					},
				],
			},
		},
	},
});
const failed = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Not Started',
		parameters: {
			assignments: {
				assignments: [
					{
						id: 'failed',
						name: 'failed',
						type: 'string',
						value: expr('{{ $json.streamId }}: {{ $json.error }}'),
					},
				],
			},
		},
	},
});

export default workflow('run-streams', 'Run streams')
	.add(start)
	.to(list)
	.to(streams)
	.to(run.to(started).onError(failed));

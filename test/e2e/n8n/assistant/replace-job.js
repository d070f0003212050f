// Change the timeout of a job whose whole definition is known.
import { expr, newCredential, node, trigger, workflow } from '@n8n/workflow-sdk';

const start = trigger({
	type: 'n8n-nodes-base.manualTrigger',
	version: 1,
	config: { name: 'Start' },
});
const record = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: {
		name: 'Record',
		parameters: {
			mode: 'raw',
			jsonOutput:
				'{"jobName": "Nightly load", "executionTimeout": 3600, "accounts": [101, 102], "resources": {"limits": {"memory": "512M"}}}',
		},
	},
});
const replace = node({
	type: 'n8n-nodes-data-platform.dataPlatform',
	version: 1,
	config: {
		name: 'Replace Job',
		parameters: {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting-app',
			jobId: 'nightly-load',
			specifyJob: 'json',
			jobJson: expr('{{ { ...$json, executionTimeout: 1800 } }}'),
		},
		credentials: { dataPlatformApi: newCredential('Simulator', 'CREDENTIAL') },
	},
});

export default workflow('replace-job', 'Replace job').add(start).to(record).to(replace);

import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { isUnfinished } from '../../../../local/n8n-api.ts';
import { dataPlatform, node, row } from '../../../support/workflows.ts';
import { connect } from '../../connect.ts';
import { jsonOf, outputOf, rehearse } from './rehearsal.ts';

const { api, credential, n8nUrl } = connect();

const POLL_INTERVAL = 100;

/** Waits for the end of the first execution that a failure of another workflow has started. */
async function executionAfterFailure(workflowId: string) {
	for (;;) {
		const executions = await api.executionsOf(workflowId);
		const found = executions.find(({ mode, status }) => mode === 'error' && !isUnfinished(status));
		if (found) return await api.executionEnd(found.id);
		await sleep(POLL_INTERVAL);
	}
}

rehearse('failures-by-email.json', async (run, example) => {
	expect(jsonOf(run.items)).toEqual([
		{
			subject: 'Refresh sales data failed',
			text: expect.stringMatching(
				/^The run of stream 4712 may have started\n.+\n\nNode: Run connector\nExecution: https:/,
			),
		},
	]);

	await api.publish(example.id);
	const path = 'run-without-stream';
	const receive = node('Receive', 'webhook', 2, { path, responseMode: 'lastNode' });
	const parameters = { resource: 'connector', operation: 'run', streamId: 'no-stream' };
	const failing = row(
		'Run without a stream',
		{ ...receive, webhookId: path },
		dataPlatform('Start', credential, parameters),
	);
	const settings = { ...failing.settings, errorWorkflow: example.id };
	const failingId = await api.importWorkflow({ ...failing, settings });
	await api.publish(failingId);
	await axios.get(`${n8nUrl}/webhook/${path}`, { proxy: false, validateStatus: null });
	const execution = await executionAfterFailure(example.id);
	await api.unpublish(failingId);
	await api.unpublish(example.id);

	expect(outputOf({ execution }, 'Write email')).toEqual([
		{
			subject: 'Run without a stream failed',
			text: expect.stringMatching(
				/^The platform returned 404.+\nCheck 'Base URL'.+\n\nNode: Start\nExecution: http.+\/executions\/\d+$/,
			),
		},
	]);
});

import axios from 'axios';
import { dataPlatform, node, row } from '../../../support/workflows.ts';
import { connect } from '../../connect.ts';
import { endOfExecution, jsonOf, outputOf, rehearse } from './rehearsal.ts';

const { api, credential, n8nUrl } = connect();

const PATH = 'run-without-stream';

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
	const receive = node('Receive', 'webhook', 2, { path: PATH, responseMode: 'lastNode' });
	const parameters = { resource: 'connector', operation: 'run', streamId: 'no-stream' };
	const start = dataPlatform('Start', credential, parameters);
	const failing = row('Run without a stream', { ...receive, webhookId: PATH }, start);
	const settings = { ...failing.settings, errorWorkflow: example.id };
	const failingId = await api.importWorkflow({ ...failing, settings });
	await api.publish(failingId);
	await axios.get(`${n8nUrl}/webhook/${PATH}`, { proxy: false, validateStatus: null });
	const execution = await endOfExecution(example.id, 'error');
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

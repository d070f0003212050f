import { setTimeout as sleep } from 'node:timers/promises';
import { isUnfinished } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';
import { dataPlatform, node, row } from '../../support/workflows.ts';

const connection = connect();
const { api, credential, requests } = connection;

const STREAM = '880001';
const RUNS = 3;
const POLL_INTERVAL = 200;

test('a published schedule runs the connector by itself', async () => {
	const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
	const parameters = { resource: 'connector', operation: 'run', streamId: STREAM };
	const workflowId = await api.importWorkflow(
		row(
			'Schedule',
			node('Every Second', 'scheduleTrigger', 1.3, everySecond),
			dataPlatform('Run', credential, parameters),
		),
	);
	await api.publish(workflowId);
	while ((await api.executionsOf(workflowId)).length < RUNS) await sleep(POLL_INTERVAL);
	await api.unpublish(workflowId);
	while ((await api.executionsOf(workflowId)).some(({ status }) => isUnfinished(status))) {
		await sleep(POLL_INTERVAL);
	}

	const executions = await api.executionsOf(workflowId);
	expect(new Set(executions.map(({ mode, status }) => `${mode}: ${status}`))).toEqual(
		new Set(['trigger: success']),
	);
	const runs = (await requests()).filter(({ parameters }) => parameters.streamId === STREAM);
	expect(runs).toHaveLength(executions.length);
});

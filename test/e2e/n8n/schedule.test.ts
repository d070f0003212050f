import { setTimeout as sleep } from 'node:timers/promises';
import { isUnfinished } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';
import { recordRun } from '../record.ts';
import { dataPlatform, node, row } from '../../support/workflows.ts';

const connection = connect();
const { api, credential } = connection;

const STREAM = '880001';
const RUNS = 3;
const POLL_INTERVAL = 200;
/** Long enough for four more runs, if there were any. */
const SILENCE = 4000;

async function runsAtTheService() {
	const requests = await connection.requests();
	return requests.filter(({ parameters }) => parameters.streamId === STREAM);
}

test('a published schedule runs the connector by itself, until it is unpublished', async () => {
	const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
	const workflowId = await api.importWorkflow(
		row(
			'Schedule',
			node('Every Second', 'scheduleTrigger', 1.3, everySecond),
			dataPlatform('Run', credential, {
				resource: 'connector',
				operation: 'run',
				streamId: STREAM,
			}),
		),
	);
	expect(await runsAtTheService()).toEqual([]);

	await api.publish(workflowId);
	while ((await runsAtTheService()).length < RUNS) await sleep(POLL_INTERVAL);
	await api.unpublish(workflowId);
	while ((await api.executionsOf(workflowId)).some(({ status }) => isUnfinished(status))) {
		await sleep(POLL_INTERVAL);
	}
	const runs = await runsAtTheService();
	const executions = await api.executionsOf(workflowId);
	await sleep(SILENCE);

	expect(runs.map(({ body, status }) => ({ body, status }))).toEqual(
		executions.map(() => ({ body: { runType: 'MANUAL' }, status: 201 })),
	);
	expect(new Set(executions.map(({ mode, status }) => `${mode}: ${status}`))).toEqual(
		new Set(['trigger: success']),
	);
	expect(await runsAtTheService()).toHaveLength(runs.length);
	expect(await api.executionsOf(workflowId)).toHaveLength(executions.length);
	await recordRun(connection, 'by a schedule', ['runConnector']);
});

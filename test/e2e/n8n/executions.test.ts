// What starts the node, and starts it again: Retry, Retry On Fail, and a schedule.
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnfinished, itemsOfNode } from '../../../local/n8n-api.ts';
import { dataPlatform, items, manualTrigger, node, row } from '../../support/workflows.ts';
import { connect } from '../connect.ts';

const { api, credential, requestsDuring, withFaults } = connect();

const STREAMS = ['30000', '30001', '30002', '30003'];
const POLL_INTERVAL = 200;

test.each([
	['Retry of a failed execution', {}, 1],
	['Retry On Fail', { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 }, 2],
])("n8n's %s sends only what is missing", async (_, settings, times) => {
	const fault = { fault: 'status', status: 400, times, when: { id: '30002' } };
	const parameters = { resource: 'connector', operation: 'run', streamId: '={{ $json.id }}' };
	const run = { ...dataPlatform('Run', credential, parameters), ...settings };
	const streams = STREAMS.map((id) => ({ id }));
	const nodes = [manualTrigger(), ...items('Streams', streams), run];
	const workflowId = await api.importWorkflow(row('Retry', ...nodes));
	const { result, requests } = await requestsDuring(() =>
		withFaults([fault], async () => {
			const first = await api.runWorkflow(workflowId, 'Start');
			if (first.status === 'success') return first;
			return await api.executionEnd(await api.retry(first.id));
		}),
	);

	const sent = [...STREAMS.slice(0, 3), ...Array(times).fill('30002'), '30003'];
	expect(requests.map((each) => each.parameters.streamId)).toEqual(sent);
	expect(result.status).toBe('success');
	expect(itemsOfNode(result, 'Run').map(({ json }) => `${json.streamId}`)).toEqual(STREAMS);
});

test('a published schedule runs the connector by itself', async () => {
	const everySecond = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
	const parameters = { resource: 'connector', operation: 'run', streamId: '880001' };
	const trigger = node('Every Second', 'scheduleTrigger', 1.3, everySecond);
	const run = dataPlatform('Run', credential, parameters);
	const workflowId = await api.importWorkflow(row('Schedule', trigger, run));
	const executions = async () => await api.executionsOf(workflowId);
	const { requests } = await requestsDuring(async () => {
		await api.publish(workflowId);
		while ((await executions()).length < 3) await sleep(POLL_INTERVAL);
		await api.unpublish(workflowId);
		while ((await executions()).some(({ status }) => isUnfinished(status))) {
			await sleep(POLL_INTERVAL);
		}
	});

	const ended = (await executions()).map(({ mode, status }) => `${mode}: ${status}`);
	expect(new Set(ended)).toEqual(new Set(['trigger: success']));
	expect(requests).toHaveLength(ended.length);
});

import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { itemsOfNode } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';
import { dataPlatform, type FullNode, items, manualTrigger, row } from '../../support/workflows.ts';

const { api, credential, requestsDuring, withFaults } = connect();

const STREAMS = ['30000', '30001', '30002', '30003'];
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

/** Runs a connector for each stream while a fault affects the third, and presses Retry if that fails. */
async function runAll(fault: FaultRule, settings: object) {
	const parameters = { resource: 'connector', operation: 'run', streamId: '={{ $json.id }}' };
	const run = { ...dataPlatform('Run', credential, parameters), ...settings } as FullNode;
	const streams = items(
		'Streams',
		STREAMS.map((id) => ({ id })),
	);
	const workflowId = await api.importWorkflow(row('Retry', manualTrigger(), ...streams, run));
	const { result, requests } = await requestsDuring(() =>
		withFaults([{ ...fault, when: { id: STREAMS[2] } }], async () => {
			const first = await api.runWorkflow(workflowId, 'Start');
			if (first.status === 'success') return [first];
			return [first, await api.executionEnd(await api.retry(first.id))];
		}),
	);
	const last = itemsOfNode(result.at(-1)!, 'Run').map(({ json }) => json.streamId);
	return {
		executions: result,
		sent: requests.map(({ parameters: { streamId } }) => streamId),
		last,
	};
}

test.each([
	['Retry of a failed execution', {}, 1, ['error', 'success']],
	['Retry On Fail', retryOnFail, 2, ['success']],
])("n8n's %s sends only what is missing", async (_, settings, times, statuses) => {
	const fault = { fault: 'status', status: 400, times };
	const { executions, sent, last } = await runAll(fault, settings);

	const again = STREAMS.flatMap((id) => (id === STREAMS[2] ? Array(times + 1).fill(id) : id));
	expect(executions.map(({ status }) => status)).toEqual(statuses);
	expect(sent).toEqual(again);
	expect(last.map(Number)).toEqual(STREAMS.map(Number));
});

test('neither starts a run again that may have started', async () => {
	const { executions, sent } = await runAll({ fault: 'reset-after' }, retryOnFail);

	expect(sent).toEqual(STREAMS);
	for (const { error } of executions) {
		expect(error!.message).toMatch(/The run of stream 30002 may have started/);
	}
});

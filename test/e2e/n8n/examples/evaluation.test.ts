import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { connect } from '../../connect.ts';
import { expectExtractions, importExampleFile, jsonOf, outputOf, rehearse } from './rehearsal.ts';

const { n8nUrl, session, requestsDuring } = connect();

const n8n = axios.create({ baseURL: `${n8nUrl}/rest`, headers: { Cookie: session }, proxy: false });

const POLL_INTERVAL = 100;

/** Starts what the button under Evaluations starts, which is there with a license only, and waits for its end. */
async function evaluate(workflowId: string) {
	const { data } = await n8n.post(`/workflows/${workflowId}/test-runs/new`, {});
	const { testRunId } = data.data ?? data;
	for (;;) {
		const answer = await n8n.get(`/workflows/${workflowId}/test-runs/${testRunId}`);
		const run = answer.data.data;
		if (!['new', 'running'].includes(run.status)) return run;
		await sleep(POLL_INTERVAL);
	}
}

rehearse('test-an-extraction.json', async (run) => {
	expectExtractions(run, 3);
	expect(jsonOf(run.items)).toEqual([
		{ field: 'merchant', exact: '3 of 3', share: 1 },
		{ field: 'date', exact: '3 of 3', share: 1 },
		{ field: 'total', exact: '2 of 3', share: 0.67 },
	]);

	const [{ id: table }] = outputOf(run, 'Create case table');
	const dataTableId = { __rl: true, mode: 'id', value: table };
	const chosen = await importExampleFile('test-an-extraction.json', {
		nodes: { 'Start for each case': { parameters: { source: 'dataTable', dataTableId } } },
	});
	const { result: evaluation, requests } = await requestsDuring(() => evaluate(chosen.id));
	expect(evaluation).toMatchObject({
		status: 'completed',
		metrics: { merchant: 1, date: 1, total: expect.closeTo(2 / 3) },
	});
	expect(requests).toHaveLength(3);
});

import { itemsOfNode } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';
import { manyItems, requestsFor, retryExecution, RUN, runConnector } from './streams.ts';

const connection = connect();
const { api, withFaults } = connection;

test("n8n's Retry of a failed execution sends only what is missing", async () => {
	const streams = { first: 30_000, count: 5 };
	const id = await api.importWorkflow(manyItems(connection, streams, runConnector));
	const { failed, retried } = await withFaults(
		[{ fault: 'status', status: 400, when: { id: '30003' }, times: 1 }],
		async () => {
			const failed = await api.runWorkflow(id, 'Start');
			return { failed, retried: await retryExecution(connection, failed) };
		},
	);

	expect(failed.status).toBe('error');
	expect(retried.status).toBe('success');
	const sent = (await requestsFor(connection, streams)).map(
		({ parameters }) => parameters.streamId,
	);
	expect(sent).toEqual(['30000', '30001', '30002', '30003', '30003', '30004']);
	expect(itemsOfNode(retried, RUN).map(({ json }) => json.streamId)).toEqual([
		...[30_000, 30_001, 30_002],
		...[30_003, 30_004],
	]);
});

import { itemsOfNode } from '../../../local/n8n-api.ts';
import type { N8nExecution } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';
import { manyItems, requestsFor, retryExecution, RUN, runConnector } from './streams.ts';

const connection = connect();
const { api, withFaults } = connection;

async function run(workflow: Parameters<typeof api.importWorkflow>[0]): Promise<N8nExecution> {
	return await api.runWorkflow(await api.importWorkflow(workflow), 'Start');
}

test.each(['continueRegularOutput', 'continueErrorOutput'])(
	'%s: a failed item says which stream it was about',
	async (onError) => {
		const first = onError === 'continueErrorOutput' ? 31_000 : 32_000;
		const workflow = manyItems(connection, { first, count: 3 }, runConnector, { onError });
		const execution = await withFaults(
			[{ fault: 'status', status: 404, message: 'No such stream', when: { id: `${first + 1}` } }],
			async () => await run(workflow),
		);

		expect(execution.status).toBe('success');
		const [failed] =
			onError === 'continueErrorOutput'
				? itemsOfNode(execution, RUN, 1)
				: itemsOfNode(execution, RUN).filter(({ json }) => json.error !== undefined);
		expect(failed).toMatchObject({
			json: {
				...(onError === 'continueErrorOutput' && { number: first + 1 }),
				streamId: first + 1,
				error: 'The platform returned 404: No such stream',
				details: { httpCode: 404, itemIndex: 1, streamId: first + 1 },
			},
			pairedItem: { item: 1 },
		});
	},
);

test("n8n's Retry of a failed execution sends only what is missing", async () => {
	const streams = { first: 30_000, count: 5 };
	const workflow = manyItems(connection, streams, runConnector);
	const { failed, retried } = await withFaults(
		[{ fault: 'status', status: 400, when: { id: '30003' }, times: 1 }],
		async () => {
			const failed = await run(workflow);
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

import axios from 'axios';
import { connect } from '../../connect.ts';
import { importExampleFile, jsonOf, outputOf, rehearse, streamsIn } from './rehearsal.ts';

const { api, n8nUrl, requestsDuring, withFaults } = connect();

rehearse('nightly-connector-runs.json', async (run, example) => {
	expect(streamsIn(run)).toEqual([
		['4711', 201],
		['4712', 201],
		['4713', 404],
	]);
	expect(jsonOf(run.items)).toEqual([
		{
			subject: '2 of 3 connectors started',
			text: 'Stream 4713 not started: The platform returned 404: Stream 4713 does not exist',
		},
	]);

	const lucky = await example.runFrom('Start every night');
	expect(outputOf(lucky, 'Write report')).toEqual([
		{ subject: '3 of 3 connectors started', text: 'All connectors started.' },
	]);

	const outage = await withFaults([{ fault: 'reset-after' }], () =>
		example.runFrom('Start every night'),
	);
	expect(outputOf(outage, 'Write report')).toEqual([
		{
			subject: '0 of 3 connectors started',
			text: expect.stringMatching(/^(Stream 471\d might have started: .*\n?){3}$/),
		},
	]);
});

rehearse('webhook-to-connector-run.json', async (run) => {
	expect(streamsIn(run)).toEqual([['4711', 201]]);
	const detail = expect.stringMatching(/^execution \d+$/);
	expect(jsonOf(run.items)).toEqual([{ status: 202, outcome: 'started', detail }]);

	const path = 'run-connector';
	const login = await api.createCredential('Login of the webhook', 'httpHeaderAuth', {
		name: 'X-Password',
		value: 'password-of-a-webhook',
	});
	const published = await importExampleFile('webhook-to-connector-run.json', {
		others: { 'n8n-nodes-base.webhook': login },
		nodes: { 'Receive request': { disabled: false, webhookId: path } },
	});
	await api.publish(published.id);
	const call = async (body: object, password = 'password-of-a-webhook') => {
		const headers = { 'X-Password': password };
		const options = { headers, proxy: false as const, validateStatus: null };
		const { status, data } = await axios.post(`${n8nUrl}/webhook/${path}`, body, options);
		return { status, data };
	};

	const { result: answers, requests } = await requestsDuring(async () => [
		await call({ streamId: 4712 }, 'another password'),
		await call({ streamId: 4713 }),
		await call({}),
		await call({ streamId: 'no-stream' }),
		await withFaults([{ fault: 'reset-after' }], () => call({ streamId: 4714 })),
	]);
	expect(answers).toEqual([
		{ status: 403, data: expect.anything() },
		{ status: 202, data: { outcome: 'started', detail } },
		{ status: 400, data: { outcome: 'not started', detail: expect.stringMatching(/Stream ID/) } },
		{ status: 502, data: { outcome: 'not started', detail: expect.stringMatching(/404/) } },
		{ status: 502, data: { outcome: 'might have started', detail: expect.stringMatching(/4714/) } },
	]);
	expect(requests.map(({ parameters }) => parameters.streamId)).toEqual([
		'4713',
		'no-stream',
		'4714',
	]);
	await api.unpublish(published.id);
});

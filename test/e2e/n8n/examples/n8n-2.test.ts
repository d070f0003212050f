// Examples that aren't tested in n8n 1, which has no node that makes a data table.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { endOfExecution, importExampleFile, resultOf, testExtractions } from './example.ts';
import { dataPlatform, node, row } from '../../../support/workflows.ts';
import { connect } from '../../connect.ts';

const { api, credential, n8nUrl, session, requestsDuring, withFaults } = connect();

const POLL_INTERVAL = 100;

// prettier-ignore
testExtractions([
	{
		file: 'emails-to-table-rows.json', node: 'Save row', items: 2,
		first: {
			messageId: '<1@example.com>', received: '2026-05-04T08:12:00.000Z',
			sender: 'Ada Palmer', company: 'Palmer Studios Ltd', category: 'order',
			orderNumber: '2026-0815', dueDate: '2026-05-12',
		},
	},
	{
		file: 'test-an-extraction.json', node: 'Write result', items: 3,
		first: { field: 'merchant', exact: '3 of 3', share: 1 },
	},
]);

test('an email has one row', async () => {
	const example = await importExampleFile('emails-to-table-rows.json');
	const ids = async () => (await example.run()).output().map(({ id }) => id);
	expect(await ids()).toEqual(await ids());
});

test('an extraction is evaluated', async () => {
	const file = 'test-an-extraction.json';
	const run = await (await importExampleFile(file)).run();
	const [{ id: value }] = run.output('Create case table');
	const parameters = { source: 'dataTable', dataTableId: { __rl: true, mode: 'id', value } };
	const { id } = await importExampleFile(file, {
		nodes: { 'Start for each case': { parameters } },
	});
	const headers = { Cookie: session };
	const n8n = axios.create({ baseURL: `${n8nUrl}/rest/workflows/${id}`, headers, proxy: false });
	// The button for it, under Evaluations, needs a license.
	const { data } = await n8n.post('/test-runs/new', {});
	const { testRunId } = data.data ?? data;
	const evaluation = async () => (await n8n.get(`/test-runs/${testRunId}`)).data.data;
	while (['new', 'running'].includes((await evaluation()).status)) await sleep(POLL_INTERVAL);

	expect(await evaluation()).toMatchObject({
		status: 'completed',
		metrics: { merchant: 1, date: 1, total: expect.closeTo(2 / 3) },
	});
});

test('retry-failed-runs.json', async () => {
	const file = 'retry-failed-runs.json';
	const example = await importExampleFile(file);
	const tonight = () => example.runFrom('Start every night');
	const later = () => example.runFrom('Start every 15 minutes');

	const run = await example.run();
	expect(run.streams).toEqual([
		['4711', 201],
		['4712', 409],
		['4713', 201],
	]);
	const reason = 'The platform returned 409: Stream 4712 is busy';
	expect(run.output('Keep failed run')).toMatchObject([
		{ streamId: '4712', state: 'waiting', tries: 1, reason },
	]);
	expect((await later()).streams).toEqual([['4712', 201]]);
	expect((await later()).streams).toEqual([]);

	const unknown = await withFaults([{ fault: 'reset-after', when: { id: '4711' } }], tonight);
	expect(unknown.output('Keep failed run')).toMatchObject([{ streamId: '4711', state: 'look' }]);
	expect((await later()).streams).toEqual([]);

	const failing = await withFaults([{ fault: 'status', status: 409 }], tonight);
	expect(failing.streams).toEqual([
		['4712', 409],
		['4713', 409],
	]);
	const { requests } = await requestsDuring(() =>
		withFaults([{ fault: 'delay', ms: 1000 }], () => Promise.all([later(), later()])),
	);
	expect(requests.map(({ parameters }) => parameters.streamId).sort()).toEqual(['4712', '4713']);

	const nodes = { 'Run connector': { disabled: true }, 'Remove started run': { disabled: true } };
	await (await importExampleFile(file, { nodes })).run();
	expect((await later()).streams).toEqual([]);
	const release = example.nodes.find(({ name }) => name === 'Release stuck claims');
	const atOnce = JSON.stringify(release).replace('$now.minus({ hours: 1 })', '$now');
	const changes = { nodes: { 'Release stuck claims': JSON.parse(atOnce) } };
	const released = await (await importExampleFile(file, changes)).runFrom('Start every 15 minutes');
	expect(released.streams).toEqual([]);
	expect(released.output('Release stuck claims')).toMatchObject([
		{ streamId: '4712', state: 'look', claim: 'look' },
		{ streamId: '4713', state: 'look', claim: 'look' },
	]);
});

test('failures-by-email.json', async () => {
	const example = await importExampleFile('failures-by-email.json');
	const sample =
		/^The run of stream 4712 may have started\n.+\n\nNode: Run connector\nExecution: h/;
	expect((await example.run()).output()).toEqual([
		{ subject: 'Refresh sales data failed', text: expect.stringMatching(sample) },
	]);

	await api.publish(example.id);
	const path = 'run-without-stream';
	const receive = { ...node('Receive', 'webhook', 2, { path }), webhookId: path };
	const parameters = { resource: 'connector', operation: 'run', streamId: 'no-stream' };
	const failing = row('Run nothing', receive, dataPlatform('Start', credential, parameters));
	const settings = { ...failing.settings, errorWorkflow: example.id };
	const id = await api.importWorkflow({ ...failing, settings });
	await api.publish(id);
	await axios.get(`${n8nUrl}/webhook/${path}`, { proxy: false });
	const { output } = resultOf(await endOfExecution(example.id, 'error'), []);
	await api.unpublish(id);
	await api.unpublish(example.id);

	const text =
		/^The platform returned 404.+\n.+\n\nNode: Start\nExecution: http.+\/executions\/\d+$/;
	expect(output('Write email')).toEqual([
		{ subject: 'Run nothing failed', text: expect.stringMatching(text) },
	]);
});

import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import { dataPlatform, items, manualTrigger, row, sideBySide } from '../../support/workflows.ts';

const NODE = 'Data Platform';
const RUN = 'Start connector run';
const SEARCH = 'Search stored functions';
const ACTIONS = operations.map(({ option }) => option.action!);

const connection = connect();
const editor = editorForTests(connection);
const { requestsOf } = editor;

test('the node creator finds the node and shows its actions', async () => {
	const { page } = editor;
	await canvas.searchNodeCreator(page, NODE);
	await canvas.nodeEntry(page, NODE).click();
	const actions = canvas.actionEntries(page);
	for (const action of ACTIONS) await actions.filter({ hasText: action }).waitFor();
	const offered = await actions.allInnerTexts();
	expect(offered).toEqual(['On a Schedule', 'On a Webhook call', ...ACTIONS]);

	await actions.filter({ hasText: SEARCH }).click();
	await page.getByTestId('ndv').waitFor();
	await panel.closePanel(page);
	await canvas
		.edge(page, 'When clicking ‘Execute workflow’', SEARCH)
		.waitFor({ state: 'attached' });
});

test('choices, numbers, switches and expressions are sent as the user entered them', async () => {
	const { page } = editor;
	await canvas.addNode(page, NODE, SEARCH);
	await panel.fill(page, 'limit', '3');
	await panel.addOption(page, 'options', 'Filters (JSON)');
	const filters = "{{ [{ field: 'locked', value: 1 > 2 }] }}";
	await panel.fillExpression(page, 'options.filtersJson', filters);
	await panel.addRow(page, 'sort');
	await panel.choose(page, 'sort.rule.field', 'ID');
	await panel.choose(page, 'sort.rule.direction', 'Descending');
	await panel.choose(page, 'resultFormat', 'Selected Fields');
	await panel.choose(page, 'selectedFields', ['Name', 'Locked']);
	await panel.addOption(page, 'options', 'Start Offset');
	await panel.fill(page, 'options.startOffset', '2');

	const query = {
		filters: [{ field: 'locked', value: false }],
		sort: { field: 'id', ascending: false },
		limit: 3,
		offset: 2,
	};
	const requests = await requestsOf(() => panel.executeStep(page));
	expect(requests.map(({ body }) => body)).toEqual([query]);
	const found = await connection.searchDirectly(query);
	expect(found).toHaveLength(3);
	expect(await panel.outputItems(page)).toEqual(
		found.map(({ id, name, locked }) => ({ id, name, locked })),
	);

	await panel.switchOver(page, 'returnAll');
	await panel.parameter(page, 'limit').waitFor({ state: 'detached' });
	const [first] = await requestsOf(() => panel.executeStep(page));
	expect(first.body).toEqual({ ...query, limit: 5000 });
});

test.each([
	[
		'refused by the service',
		4712,
		'The platform returned 404: No such stream [item 1]',
		'Not sent: 1.',
	],
	[
		'refused before it is sent',
		'..',
		"'Stream ID' can't be used in a web address: \"..\" [item 1]. Nothing was sent.",
		'Use the identifier itself',
	],
])('an item that is %s is told once, with its index', async (_, streamId, words, report) => {
	const { page } = editor;
	const streams = items('Streams', [{ streamId: 4711 }, { streamId }, { streamId: 4713 }]);
	const parameters = { resource: 'connector', operation: 'run', streamId: '={{ $json.streamId }}' };
	const run = dataPlatform(RUN, connection.credential, parameters);
	const nodes = sideBySide([manualTrigger(), ...streams, run]);
	await canvas.pasteWorkflow(page, row('Streams', ...nodes));
	const node = canvas.canvasNode(page, RUN);
	await node.waitFor();

	const fault = { fault: 'status', status: 404, message: 'No such stream', when: { id: '4712' } };
	const requests = await connection.withFaults([fault], () =>
		requestsOf(async () => {
			await page.getByTestId('execute-workflow-button').click();
			await node.getByTestId('node-issues').waitFor();
		}),
	);
	const sent = streamId === 4712 ? [4711, 4712] : [];
	expect(requests.map(({ path }) => path)).toEqual(
		sent.map((id) => `/api/data/v1/streams/${id}/executions`),
	);
	await canvas.openPanel(page, RUN);
	const told = await panel.failureView(page).innerText();
	expect(told.split('\n')[0]).toBe(words);
	expect(told).toContain(report);
});

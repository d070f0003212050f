import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import { dataPlatform, items, manualTrigger, row, sideBySide } from '../../support/workflows.ts';

const NODE = 'Data Platform';
const RUN = 'Start connector run';
const SEARCH = 'Search stored functions';

const connection = connect();
const editor = editorForTests(connection);
const { requestsOf } = editor;

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
	['by the platform', 'no-stream', 1, /^The platform returned 404: .+ \[item 1\]$/, 'Not sent: 1.'],
	[
		'before it is sent',
		'..',
		0,
		/^'Stream ID' .+ \[item 1\]\. Nothing was sent\.$/,
		'Use the identifier itself',
	],
])('an item that is rejected %s is told once, with its index', async (_, id, sent, title, text) => {
	const { page } = editor;
	const streams = items('Streams', [{ id: 4711 }, { id }, { id: 4713 }]);
	const parameters = { resource: 'connector', operation: 'run', streamId: '={{ $json.id }}' };
	const run = dataPlatform(RUN, connection.credential, parameters);
	const nodes = sideBySide([manualTrigger(), ...streams, run]);
	await canvas.pasteWorkflow(page, row('Streams', ...nodes));
	const node = canvas.canvasNode(page, RUN);
	await node.waitFor();

	const requests = await requestsOf(async () => {
		await page.getByTestId('execute-workflow-button').click();
		await node.getByTestId('node-issues').waitFor();
	});
	expect(requests.map(({ status }) => status)).toEqual(sent ? [201, 404] : []);
	await canvas.openPanel(page, RUN);
	const told = await panel.failureView(page).innerText();
	expect(told.split('\n')[0]).toMatch(title);
	expect(told).toContain(text);
});

import { readFileSync } from 'node:fs';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import * as workflows from '../../support/workflows.ts';
import { connect } from '../connect.ts';

const { dataPlatform, row, sideBySide } = workflows;

const NODE = 'Data Platform';
const EXTRACT = 'Extract fields from text with AI';
const RUN = 'Run connector';
const ACTIONS = operations.map(({ option }) => option.action!);
const [, ...withSchema] = operations;

const connection = connect();
const editor = editorForTests(connection);
const { requestsOf } = editor;

/** Pastes nodes in a row, and waits for the last one. Returns it. */
async function paste(...nodes: workflows.FullNode[]) {
	await canvas.pasteWorkflow(editor.page, row('Pasted', ...sideBySide(nodes)));
	const last = canvas.canvasNode(editor.page, nodes.at(-1)!.name);
	await last.waitFor();
	return last;
}

test('choices, numbers, switches and expressions are sent as the user entered them', async () => {
	const { page } = editor;
	await canvas.addNode(page, NODE, 'Search functions');
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
	expect(await panel.outputItems(page)).toEqual(
		found.map(({ id, name, locked }) => ({ id, name, locked })),
	);

	await panel.switchOver(page, 'returnAll');
	await panel.parameter(page, 'limit').waitFor({ state: 'detached' });
	const [first] = await requestsOf(() => panel.executeStep(page));
	expect(first.body).toEqual({ ...query, limit: 5000 });
});

test('Flag Issues is on when it is added, and stays when the workflow is opened again', async () => {
	const { page } = editor;
	await canvas.addNode(page, NODE, EXTRACT);
	await panel.fill(page, 'text', 'Order number: 7');
	await panel.fill(page, 'fields.field[0].name', 'orderNumber');
	for (const option of ['Flag Issues', 'Model']) await panel.addOption(page, 'options', option);
	const expectIssues = async () => {
		await panel.parameter(page, 'options.flagIssues.settings.ifFound').waitFor();
		await panel.executeStep(page);
		expect(await panel.outputItems(page)).toEqual([{ orderNumber: '7', issues: [] }]);
	};
	await expectIssues();

	await panel.closePanel(page);
	await page.waitForURL(/\/workflow\/(?!new)/);
	await page.getByTestId('canvas').click({ position: { x: 200, y: 150 } });
	await page.keyboard.press('Control+s');
	await page.waitForLoadState('networkidle');
	await page.reload();
	await canvas.openPanel(page, EXTRACT);
	await expectIssues();
});

test('while Show Request Only is on, a notice says so, and nothing is sent', async () => {
	const { page } = editor;
	await canvas.addNode(page, NODE, RUN);
	await panel.fill(page, 'streamId', '4711');
	const notice = page.getByTestId('ndv').getByText('the output shows its request');
	expect(await notice.count()).toBe(0);
	await panel.addOption(page, 'requestOptions', 'Show Request Only');
	await panel.switchOver(page, 'requestOptions.showRequest');
	await notice.waitFor();

	expect(await requestsOf(() => panel.executeStep(page))).toEqual([]);
	expect(await panel.outputItems(page)).toMatchObject([{ sent: false, method: 'POST' }]);
});

test('an item that is rejected is named once in the error, with its index', async () => {
	const { page } = editor;
	const streams = workflows.items('Streams', [{ id: 4711 }, { id: 'no-stream' }, { id: 4713 }]);
	const parameters = { resource: 'connector', operation: 'run', streamId: '={{ $json.id }}' };
	const run = dataPlatform(RUN, connection.credential, parameters);
	const node = await paste(workflows.manualTrigger(), ...streams, run);
	await page.getByTestId('execute-workflow-button').click();
	await node.getByTestId('node-issues').waitFor();
	await canvas.openPanel(page, RUN);

	const shown = await panel.failureView(page).innerText();
	expect(shown.split('\n')[0]).toMatch(/^The platform returned 404: .+ \[item 1\]$/);
	expect(shown).toContain('Not sent: 1.');
});

test.each(withSchema)(
	'after "$option.action" the next node offers its fields before anything ran',
	async ({ resource, option }) => {
		const { page } = editor;
		const parameters = { resource: resource.value, operation: option.value };
		const before = dataPlatform(NODE, connection.credential, parameters);
		await paste(before, workflows.editFields('Edit Fields', {}));
		await canvas.openPanel(page, 'Edit Fields');

		const schema = `nodes/DataPlatform/__schema__/v1.0.0/${resource.value}/${option.value}.json`;
		const fields = Object.keys(JSON.parse(readFileSync(schema, 'utf8')).properties);
		expect(await panel.fieldsOffered(page, NODE)).toEqual(expect.arrayContaining(fields));
	},
);

test('an example that is pasted runs, with the credential that fits', async () => {
	const { page } = editor;
	const example = JSON.parse(readFileSync('examples/broken-links-to-tickets.json', 'utf8'));
	await canvas.pasteWorkflow(page, example);
	const last = 'Sort by owner';
	await canvas.canvasNode(page, last).waitFor();
	const requests = await requestsOf(() => canvas.executeWorkflow(page, last));
	expect(requests).toMatchObject([{ status: 200 }]);
	await canvas.openPanel(page, last);
	expect(await panel.outputItemCount(page)).toBe(8);
});

test('the node creator shows the actions, and adds the chosen one after a trigger', async () => {
	const { page } = editor;
	await canvas.searchNodeCreator(page, NODE);
	await canvas.nodeEntry(page, NODE).click();
	const actions = canvas.actionEntries(page);
	for (const action of ACTIONS) await actions.filter({ hasText: action }).waitFor();
	const triggers = ['On a Schedule', 'On a Webhook call'];
	expect(await actions.allInnerTexts()).toEqual([...triggers, ...ACTIONS]);

	await actions.filter({ hasText: ACTIONS[0] }).click();
	await page.getByTestId('ndv').waitFor();
	const edge = canvas.edge(page, 'When clicking ‘Execute workflow’', ACTIONS[0]);
	await edge.waitFor({ state: 'attached' });
});

/** What people type who look for what the node does. */
// prettier-ignore
const PHRASES = [
	'run connector', 'connectors', 'run stream', 'update job', 'functions', 'broken links',
	'extract data', 'structured data', 'invoice', 'receipt', 'parse email', 'dataset refresh',
];

test('the node creator finds the node among the first three results', async () => {
	const { page } = editor;
	for (const phrase of PHRASES) {
		await canvas.searchNodeCreator(page, phrase);
		await canvas.nodeEntry(page, NODE).waitFor();
		const entries = await canvas.nodeEntries(page).allInnerTexts();
		const names = entries.slice(0, 3).map((entry) => entry.split('\n')[0]);
		expect({ phrase, names }).toEqual({ phrase, names: expect.arrayContaining([NODE]) });
		await page.keyboard.press('Escape');
		await page.getByTestId('node-creator-search-bar').waitFor({ state: 'hidden' });
	}
});

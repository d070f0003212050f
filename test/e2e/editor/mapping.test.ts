import { readExamples } from '../../../local/examples.ts';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';

const NODE = 'Data Platform';
const EXTRACT = 'Extract fields from text with AI';
const RUN = 'Start connector run';
const SEARCH = 'Search stored functions';
const UPDATE = 'Replace job definition';
const SET = 'Edit Fields';

const editor = editorForTests(connect());

/** The given action on the canvas, an Edit Fields behind it, joined by the mouse; no panel is open. */
async function buildBeforeSet(action: string): Promise<void> {
	const { page } = editor;
	await canvas.addNode(page, NODE, action);
	await panel.closePanel(page);
	await canvas.addUnconnectedNode(page, 'Edit Fields (Set)');
	await panel.closePanel(page);
	await canvas.connectByDragging(page, action, SET);
}

test('someone new turns a mail into one item per order line, without writing JSON', async () => {
	const { page } = editor;
	await buildBeforeSet(EXTRACT);

	await canvas.openPanel(page, EXTRACT);
	const mail = 'Order number: 2026-0815\n- 2 x Desk lamp 39.90\n- 1 x Office chair 249.00';
	await panel.fill(page, 'text', mail);
	await panel.fill(page, 'outputStructure.field[0].name', 'orderNumber');
	await panel.addRow(page, 'outputStructure');
	await panel.fill(page, 'outputStructure.field[1].name', 'orderLines');
	await panel.choose(page, 'outputStructure.field[1].type', 'List');
	for (const [index, name] of ['description', 'quantity', 'price'].entries()) {
		if (index > 0) await panel.addRow(page, 'columns');
		await panel.fill(page, `outputStructure.field[1].columns.column[${index}].name`, name);
	}
	await panel.choose(page, 'extractionFormat', 'One Item per List Element');
	await panel.executeStep(page);
	const lines = [
		{ orderNumber: '2026-0815', quantity: 2, description: 'Desk lamp', price: '39.90' },
		{ orderNumber: '2026-0815', quantity: 1, description: 'Office chair', price: '249.00' },
	];
	expect(await panel.outputItems(page)).toEqual(lines);
	await panel.closePanel(page);

	await canvas.openPanel(page, SET);
	const article = panel.offeredField(page, EXTRACT, 'description');
	await canvas.drag(page, article, page.getByTestId('assignment-collection-drop-area'));
	await panel.executeStep(page);
	expect(await panel.outputItems(page)).toEqual([
		{ description: 'Desk lamp' },
		{ description: 'Office chair' },
	]);
});

test.each([
	[
		SEARCH,
		[
			'created',
			'id',
			'lastModified',
			'linkCount',
			'name',
			'brokenLinkCount',
			'brokenLinks',
			'owner',
			'status',
		],
	],
	[UPDATE, ['applicationId', 'code', 'jobId', 'jobName', 'message', 'status']],
	[
		RUN,
		[
			'bytesInserted',
			'currentState',
			'endedAt',
			'errors',
			'executionId',
			'rowsInserted',
			'runType',
			'startedAt',
			'streamId',
			'updateMethod',
		],
	],
])('behind "%s" the next step offers its fields before anything ran', async (action, fields) => {
	const { page } = editor;
	await buildBeforeSet(action);
	await canvas.openPanel(page, SET);
	expect(await panel.fieldsOffered(page, action)).toEqual(expect.arrayContaining(fields));
});

test('behind an extraction, whose fields are the user’s own, none are made up', async () => {
	const { page } = editor;
	await buildBeforeSet(EXTRACT);
	await canvas.openPanel(page, SET);
	const input = page.getByTestId('ndv-input-panel');
	await input.getByText('Execute previous nodes').waitFor();
	expect(await input.locator('[data-target="mappable"]').count()).toBe(0);
});

test.each([
	['imported as a file', 'order-email-to-line-items.json', 'Keep order line', 3],
	['pasted', 'broken-links-to-tickets.json', 'Sort by owner', 8],
])('an example that is %s runs, with the credential that fits', async (way, file, last, items) => {
	const { page } = editor;
	const example = (await readExamples()).find((candidate) => candidate.file === file);
	if (way === 'pasted') await canvas.pasteWorkflow(page, example!.workflow);
	else await canvas.importFile(page, `examples/${file}`);
	await canvas.canvasNode(page, last).waitFor();
	const requests = await editor.requestsOf(() => canvas.executeWorkflow(page, last));
	expect(requests).toEqual([expect.objectContaining({ status: 200 })]);
	await canvas.openPanel(page, last);
	expect(await panel.outputItemCount(page)).toBe(items);
});

// How much a hand has to do in the panel for a chore of the README, from the plus on the canvas to the result.
import type { Locator } from 'playwright-core';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import { countEffort } from '../../support/editor/effort.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import { editFields, manualTrigger, row, sideBySide } from '../../support/workflows.ts';

const EXTRACT = 'Extract fields from text with AI';
const MAIL = [
	'Order number: 2026-0815',
	'Please send us:',
	'- 2 x Desk lamp 39.90',
	'- 1 x Office chair 249.00',
].join('\n');

const editor = editorForTests(connect());

/** A canvas with a step that has run; its name is that of the step. */
async function openCanvasBehind(step: string): Promise<void> {
	const { page } = editor;
	const nodes = sideBySide([manualTrigger(), editFields(step, { text: MAIL })]);
	await canvas.pasteWorkflow(page, row(step, ...nodes));
	await canvas.executeWorkflow(page, step);
}

/** Adds the node's action behind the last step, as one does who knows what to look for. */
async function addByKeys(letters: string, action: string): Promise<void> {
	const { page } = editor;
	await page.getByTestId('canvas-handle-plus').last().click();
	await page.locator('[data-test-id="node-creator-search-bar"]:focus').waitFor();
	await page.keyboard.type(letters);
	const marked = page.locator('[class*="_active_"]');
	await canvas.nodeEntry(page, 'Data Platform').and(marked).waitFor();
	await page.keyboard.press('Enter');
	await canvas.actionEntries(page).filter({ hasText: action }).and(marked).waitFor();
	await page.keyboard.press('Enter');
	await page.getByTestId('ndv').waitFor();
}

async function typeInto(path: string, text: string): Promise<void> {
	await panel.parameter(editor.page, path).locator('input').first().click();
	await editor.page.keyboard.type(text);
}

/** Opens a list, and chooses the first entry that has these letters. */
async function chooseByKeys(path: string, letters: string, entry: string): Promise<void> {
	const { page } = editor;
	const list = panel.parameter(page, path);
	await list.locator('.el-select').click();
	await page.keyboard.type(letters);
	const entries = panel.openListEntries(page);
	await entries.first().filter({ hasText: entry }).waitFor();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Enter');
	await entries.first().waitFor({ state: 'hidden' });
}

const focused = (within: Locator) => within.locator(':focus');

test('order lines: at most 10 clicks and 45 keys, from the plus to one item per line', async () => {
	const { page } = editor;
	await openCanvasBehind('Order Mail');

	const effort = await countEffort(page);
	await addByKeys('datap', EXTRACT);
	const text = panel.parameter(page, 'text');
	await canvas.drag(page, panel.offeredField(page, 'Order Mail', 'text'), text);
	await focused(text).waitFor();
	await typeInto('outputStructure.field[0].name', 'order');
	await panel.addRow(page, 'outputStructure');
	await typeInto('outputStructure.field[1].name', 'lines');
	await chooseByKeys('outputStructure.field[1].type', 'l', 'List');
	await typeInto('outputStructure.field[1].columns.column[0].name', 'article');
	await typeInto('outputStructure.field[1].columns.column[1].name', 'quantity, price');
	await chooseByKeys('extractionFormat', 'l', 'One Item per List Element');
	await panel.executeStep(page);
	const counted = await effort();

	expect(await panel.outputItems(page)).toEqual([
		{ order: '2026-0815', article: 'Desk lamp', quantity: 2, price: 39.9 },
		{ order: '2026-0815', article: 'Office chair', quantity: 1, price: 249 },
	]);
	expect(counted).toEqual({ clicks: 10, keys: 45 });
});

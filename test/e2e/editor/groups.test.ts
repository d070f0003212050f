// Groups of fields within options: there as soon as they are added, and there to stay.
import type { Page } from 'playwright-core';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';

const EXTRACT = 'Extract fields from text with AI';

const editor = editorForTests(connect());

/** Waits until n8n has saved the workflow by itself, and opens it again. */
async function reopen(page: Page): Promise<void> {
	await panel.closePanel(page);
	await page.waitForURL(/\/workflow\/(?!new)/);
	await page.getByTestId('canvas').click({ position: { x: 200, y: 150 } });
	await page.keyboard.press('Control+s');
	await page.waitForLoadState('networkidle');
	await page.reload();
	await canvas.openPanel(page, EXTRACT);
}

async function expectResult(page: Page): Promise<void> {
	const fields = ['options.flagIssues.settings.ifFound', 'options.model', 'options.dateOrder'];
	for (const field of fields) await panel.parameter(page, field).waitFor();
	await panel.executeStep(page);
	expect(await panel.outputItems(page)).toEqual([{ orderNumber: '7', issues: [] }]);
}

test('Flag Issues is on when it is added, and stays when other options are', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', EXTRACT);
	await panel.fill(page, 'text', 'Order number: 7');
	await panel.fill(page, 'fields.field[0].name', 'orderNumber');
	await panel.addOption(page, 'options', 'Flag Issues');
	await panel.addOption(page, 'options', 'Model');
	await panel.addOption(page, 'options', 'Date Order');
	await expectResult(page);

	await reopen(page);
	await expectResult(page);
});

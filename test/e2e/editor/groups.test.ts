// Groups of fields within options: there as soon as they are added, and there to stay.
import type { Page } from 'playwright-core';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';

const EXTRACT = 'Extract fields from text with AI';
const UPDATE = 'Replace job definition';

const editor = editorForTests(connect());

/** Waits until n8n has saved the workflow by itself, and opens it again. */
async function reopen(page: Page, node: string): Promise<void> {
	await panel.closePanel(page);
	await page.waitForURL(/\/workflow\/(?!new)/);
	await page.getByTestId('canvas').click({ position: { x: 200, y: 150 } });
	await page.keyboard.press('Control+s');
	await page.waitForLoadState('networkidle');
	await page.reload();
	await canvas.openPanel(page, node);
}

const shown = async (page: Page, ...paths: string[]) => {
	for (const path of paths) await panel.parameter(page, path).waitFor();
};

test('Checks are on when they are added, and stay when other options are', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', EXTRACT);
	await panel.fill(page, 'text', 'Order number: 7');
	await panel.fill(page, 'outputStructure.field[0].name', 'orderNumber');
	await panel.addOption(page, 'options', 'Checks');
	await panel.addOption(page, 'options', 'Model');
	await panel.addOption(page, 'options', 'Date Order');
	const fields = ['options.checks.settings.checksField', 'options.model', 'options.dateOrder'];
	await shown(page, ...fields);
	await panel.executeStep(page);
	expect(await panel.outputItems(page)).toEqual([{ orderNumber: '7', checks: [] }]);

	await reopen(page, EXTRACT);
	await shown(page, ...fields);
	await panel.executeStep(page);
	expect(await panel.outputItems(page)).toEqual([{ orderNumber: '7', checks: [] }]);
});

test('parts of a job stay when others are added; what is left empty is told, not sent', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', UPDATE);
	for (const path of ['applicationId', 'jobId', 'jobName']) await panel.fill(page, path, 'a');
	const parts = ['Policies', 'Execution Payload', 'Resources', 'Triggers', 'Execution Response'];
	for (const part of parts) await panel.addOption(page, 'jobDefinition', part);
	await panel.addOption(page, 'jobDefinition', 'Accounts');
	await panel.fill(page, 'jobDefinition.accounts', '101');
	const fields = [
		'jobDefinition.policies.ids.SAML',
		'jobDefinition.executionPayload.payload.remoteInstance',
		'jobDefinition.resources.memory.limitsMemory',
		'jobDefinition.triggers',
		'jobDefinition.executionResponse',
	];
	await shown(page, ...fields);
	const requests = await editor.requestsOf(() => panel.executeStep(page));
	expect(requests.map(({ body }) => body)).toEqual([{ jobId: 'a', jobName: 'a', accounts: [101] }]);
	const hints = page.getByTestId('output-panel').getByTestId('run-data-hints');
	expect(await hints.innerText()).toContain(
		'Execution Payload, Execution Response, Execution Timeout (Seconds), Policies, Resources, Triggers',
	);

	await reopen(page, UPDATE);
	await shown(page, ...fields);
});

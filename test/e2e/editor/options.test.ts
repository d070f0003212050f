import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';

const EXTRACT = 'Extract fields from text with AI';

const editor = editorForTests(connect());

test('Flag Issues is on when it is added, and stays when others are, and when the workflow is opened again', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', EXTRACT);
	await panel.fill(page, 'text', 'Order number: 7');
	await panel.fill(page, 'fields.field[0].name', 'orderNumber');
	for (const option of ['Flag Issues', 'Model', 'Date Order']) {
		await panel.addOption(page, 'options', option);
	}
	const expectResult = async () => {
		const fields = ['options.flagIssues.settings.ifFound', 'options.model', 'options.dateOrder'];
		for (const field of fields) await panel.parameter(page, field).waitFor();
		await panel.executeStep(page);
		expect(await panel.outputItems(page)).toEqual([{ orderNumber: '7', issues: [] }]);
	};
	await expectResult();

	await panel.closePanel(page);
	await page.waitForURL(/\/workflow\/(?!new)/);
	await page.getByTestId('canvas').click({ position: { x: 200, y: 150 } });
	await page.keyboard.press('Control+s');
	await page.waitForLoadState('networkidle');
	await page.reload();
	await canvas.openPanel(page, EXTRACT);
	await expectResult();
});

test('while Show Request Only is on, the panel says so in a notice, and each item too', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', 'Start connector run');
	await panel.fill(page, 'streamId', '4711');
	const notice = page.getByTestId('ndv').getByText('the output shows its request');
	expect(await notice.count()).toBe(0);
	await panel.addOption(page, 'requestOptions', 'Show Request Only');
	await panel.switchOver(page, 'requestOptions.showRequest');
	await notice.waitFor();

	expect(await editor.requestsOf(() => panel.executeStep(page))).toEqual([]);
	const path = '/api/data/v1/streams/4711/executions';
	expect(await panel.outputItems(page)).toEqual([
		{ sent: false, method: 'POST', path, body: { runType: 'MANUAL' } },
	]);
	await panel.switchOver(page, 'requestOptions.showRequest');
	await notice.waitFor({ state: 'detached' });
});

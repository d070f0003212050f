import type { Page } from 'playwright-core';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import { dataPlatform, items, manualTrigger, row, sideBySide } from '../../support/workflows.ts';

const connection = connect();
const editor = editorForTests(connection);

const noticeOf = (page: Page) => page.getByTestId('ndv').getByText('the output shows its request');

test('while Show Request Only is on, the panel says so in a notice, and each item too', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', 'Start connector run');
	await panel.fill(page, 'streamId', '4711');
	const notice = noticeOf(page);
	expect(await notice.count()).toBe(0);
	await panel.addOption(page, 'requestOptions', 'Show Request Only');
	await panel.switchOver(page, 'requestOptions.showRequest');
	await notice.waitFor();

	const requests = await editor.requestsOf(() => panel.executeStep(page));
	expect(requests).toEqual([]);
	expect(await panel.outputItems(page)).toEqual([
		{
			sent: false,
			method: 'POST',
			path: '/api/data/v1/streams/4711/executions',
			body: { runType: 'MANUAL' },
		},
	]);
	await panel.switchOver(page, 'requestOptions.showRequest');
	await notice.waitFor({ state: 'detached' });
});

test('as an expression it may be on for some items: the notice stands there, and the items say which', async () => {
	const { page } = editor;
	const run = dataPlatform('Run', connection.credential, {
		resource: 'connector',
		operation: 'run',
		streamId: '={{ $json.stream }}',
		requestOptions: { showRequest: '={{ $json.isShown }}' },
	});
	const streams = items('Streams', [
		{ stream: 4711, isShown: false },
		{ stream: 4712, isShown: true },
	]);
	await canvas.pasteWorkflow(
		page,
		row('Streams', ...sideBySide([manualTrigger(), ...streams, run])),
	);
	await canvas.canvasNode(page, 'Run').waitFor();
	const requests = await editor.requestsOf(() => canvas.executeWorkflow(page, 'Run'));
	expect(requests.map(({ path }) => path)).toEqual(['/api/data/v1/streams/4711/executions']);

	await canvas.openPanel(page, 'Run');
	await noticeOf(page).waitFor();
	expect(await panel.outputItems(page)).toEqual([
		expect.objectContaining({ streamId: 4711, currentState: expect.any(String) }),
		expect.objectContaining({ sent: false, path: '/api/data/v1/streams/4712/executions' }),
	]);
	const hints = page.getByTestId('output-panel').getByTestId('run-data-hints');
	expect(await hints.innerText()).toContain("1 of 2 items wasn't sent");
});

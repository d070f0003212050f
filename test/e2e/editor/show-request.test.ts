import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';

const editor = editorForTests(connect());

test('while Show Request Only is on, the panel says so in a notice, and each item too', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', 'Start connector run');
	await panel.fill(page, 'streamId', '4711');
	const notice = page.getByTestId('ndv').getByText('the output shows its request');
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

import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import { editorForTests } from '../../support/editor/session.ts';

const NODE = 'Data Platform';
const ACTIONS = operations.map(({ option }) => option.action!);

const editor = editorForTests(connect());

test('it shows the actions of the node, and adds the chosen one after a trigger', async () => {
	const { page } = editor;
	await canvas.searchNodeCreator(page, NODE);
	await canvas.nodeEntry(page, NODE).click();
	const actions = canvas.actionEntries(page);
	for (const action of ACTIONS) await actions.filter({ hasText: action }).waitFor();
	const offered = await actions.allInnerTexts();
	expect(offered).toEqual(['On a Schedule', 'On a Webhook call', ...ACTIONS]);

	await actions.filter({ hasText: ACTIONS[0] }).click();
	await page.getByTestId('ndv').waitFor();
	const edge = canvas.edge(page, 'When clicking ‘Execute workflow’', ACTIONS[0]);
	await edge.waitFor({ state: 'attached' });
});

/** What people type who look for what the node does. */
const FIRST = [
	...['run connector', 'start connector', 'connectors', 'run stream', 'update job', 'jobs'],
	...['search functions', 'functions', 'broken links', 'extract data', 'extract fields'],
	...['ai extract', 'structured data'],
];
/** n8n rates other nodes higher, such as Invoice Ninja. */
const AMONG_THREE = [
	...['invoice', 'receipt', 'line items', 'parse email', 'formula', 'calculated field'],
	...['data stream', 'dataset refresh', 'refresh dataset'],
];

test.each([
	[1, FIRST],
	[3, AMONG_THREE],
])('it finds the node among the first %i results', async (count, phrases) => {
	const { page } = editor;
	for (const phrase of phrases) {
		await canvas.searchNodeCreator(page, phrase);
		await canvas.nodeEntry(page, NODE).waitFor();
		const entries = await canvas.nodeEntries(page).allInnerTexts();
		const names = entries.slice(0, count).map((entry) => entry.split('\n')[0]);
		expect({ phrase, names }).toEqual({ phrase, names: expect.arrayContaining([NODE]) });
		await page.keyboard.press('Escape');
		await page.getByTestId('node-creator-search-bar').waitFor({ state: 'hidden' });
	}
});

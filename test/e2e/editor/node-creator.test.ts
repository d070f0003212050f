import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import { editorForTests } from '../../support/editor/session.ts';

const NODE = 'Data Platform';
const editor = editorForTests(connect());

/**
 * What people type who look for what the node does, and among how many of the first hits it comes. n8n rates
 * Invoice Ninja higher.
 */
const phrases: Array<[string, number]> = [
	['run connector', 1],
	['update job', 1],
	['search functions', 1],
	['extract data', 1],
	['functions', 1],
	['jobs', 1],
	['connectors', 1],
	['broken links', 1],
	['ai extract', 1],
	['extract fields', 1],
	['run stream', 1],
	['structured data', 1],
	['invoice', 3],
];

test.each(phrases)('"%s" finds the node among the first %i', async (phrase, first) => {
	const { page } = editor;
	await canvas.searchNodeCreator(page, phrase);
	await canvas.nodeEntry(page, NODE).waitFor();
	const hits = await canvas.nodeEntries(page).allInnerTexts();
	expect(hits.slice(0, first).map((hit) => hit.split('\n')[0])).toContain(NODE);
});

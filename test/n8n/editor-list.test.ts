// The choice of the list whose elements become items, filled from the panel's own rows.
import { connect } from './connect.ts';
import * as canvas from '../../harness/editor/canvas.ts';
import * as panel from '../../harness/editor/panel.ts';
import { editorForTests } from '../../harness/editor/session.ts';

const EXTRACT = 'Extract fields from text with AI';
const TEXT = '- 2 x Desk lamp 39.90\n- 1 x Office chair 249.00';
const NAME = 'outputStructure.field[0].name';

const editor = editorForTests(connect());

const choice = () => panel.parameter(editor.page, 'list').getByTestId('rlc-input');
const offered = () => editor.page.getByTestId('rlc-item');

/** Opens the choice, and takes a list from it; n8n goes on showing what was chosen before beside it. */
async function chooseList(list: string): Promise<void> {
	await choice().click();
	await offered().filter({ hasText: list }).click();
}

test('the lists on offer follow the rows; a choice that no longer fits is refused', async () => {
	const { page } = editor;
	await canvas.addNode(page, 'Data Platform', EXTRACT);
	await panel.fill(page, 'text', TEXT);
	await panel.fill(page, NAME, 'lines');
	await panel.choose(page, 'outputStructure.field[0].type', 'List');
	await panel.fill(page, 'outputStructure.field[0].columns.column[0].name', 'article');
	await panel.choose(page, 'extractionFormat', 'One Item per List Element');
	await chooseList('lines');
	await panel.executeStep(page);
	const articles = [{ article: 'Desk lamp' }, { article: 'Office chair' }];
	expect(await panel.outputItems(page)).toEqual(articles);

	await panel.fill(page, NAME, 'rows');
	await expect(panel.executeStep(page)).rejects.toThrow(
		'\'List\' names "lines", which is none of the fields to extract: rows',
	);
	await chooseList('rows');
	await panel.executeStep(page);
	expect(await panel.outputItems(page)).toEqual(articles);

	await panel.closePanel(page);
	await canvas.canvasNode(page, EXTRACT).getByText('AI: Extract').waitFor();
});

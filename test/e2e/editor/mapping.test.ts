import { readFileSync } from 'node:fs';
import { readExamples } from '../../../local/examples.ts';
import type { Operation } from '../../../nodes/DataPlatform/actions/operation.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import { dataPlatform, editFields, row, sideBySide } from '../../support/workflows.ts';

const NODE = 'Data Platform';
const SET = 'Edit Fields';

const [extract, ...withSchema] = operations;

const connection = connect();
const editor = editorForTests(connection);

/** Opens an Edit Fields that follows a node with this operation. */
async function openAfter({ resource, option }: Operation): Promise<void> {
	const { page } = editor;
	const parameters = { resource: resource.value, operation: option.value };
	const nodes = [dataPlatform(NODE, connection.credential, parameters), editFields(SET, {})];
	await canvas.pasteWorkflow(page, row('Mapping', ...sideBySide(nodes)));
	await canvas.canvasNode(page, SET).waitFor();
	await canvas.openPanel(page, SET);
}

test.each(withSchema)(
	'after "$option.action" the next node offers its fields before anything ran',
	async (operation) => {
		const { resource, option } = operation;
		const schema = `nodes/DataPlatform/__schema__/v1.0.0/${resource.value}/${option.value}.json`;
		const { properties } = JSON.parse(readFileSync(schema, 'utf8'));
		await openAfter(operation);
		expect(await panel.fieldsOffered(editor.page, NODE)).toEqual(
			expect.arrayContaining(Object.keys(properties)),
		);
	},
);

test('after an extraction, whose fields are the user’s own, none are made up', async () => {
	const { page } = editor;
	await openAfter(extract);
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

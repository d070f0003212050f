import { readExamples } from '../../../local/examples.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { connect } from '../connect.ts';
import * as canvas from '../../support/editor/canvas.ts';
import * as panel from '../../support/editor/panel.ts';
import { editorForTests } from '../../support/editor/session.ts';
import { dataPlatform, editFields, row, sideBySide } from '../../support/workflows.ts';

const EXTRACT = 'Extract fields from text with AI';
const RUN = 'Start connector run';
const SEARCH = 'Search stored functions';
const UPDATE = 'Replace job definition';
const SET = 'Edit Fields';

const connection = connect();
const editor = editorForTests(connection);

/** Opens an Edit Fields that follows a node with this operation. */
async function openAfter(action: string): Promise<void> {
	const { page } = editor;
	const { resource, option } = operations.find((each) => each.option.action === action)!;
	const parameters = { resource: resource.value, operation: option.value };
	const nodes = [dataPlatform(action, connection.credential, parameters), editFields(SET, {})];
	await canvas.pasteWorkflow(page, row('Mapping', ...sideBySide(nodes)));
	await canvas.canvasNode(page, SET).waitFor();
	await canvas.openPanel(page, SET);
}

test.each([
	[
		SEARCH,
		[
			'created',
			'id',
			'lastModified',
			'linkCount',
			'name',
			'brokenLinkCount',
			'brokenLinks',
			'owner',
			'status',
		],
	],
	[UPDATE, ['applicationId', 'code', 'jobId', 'jobName', 'message', 'status']],
	[
		RUN,
		[
			'bytesInserted',
			'currentState',
			'endedAt',
			'errors',
			'executionId',
			'rowsInserted',
			'runType',
			'startedAt',
			'streamId',
			'updateMethod',
		],
	],
])('behind "%s" the next step offers its fields before anything ran', async (action, fields) => {
	const { page } = editor;
	await openAfter(action);
	expect(await panel.fieldsOffered(page, action)).toEqual(expect.arrayContaining(fields));
});

test('behind an extraction, whose fields are the user’s own, none are made up', async () => {
	const { page } = editor;
	await openAfter(EXTRACT);
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
	else await page.getByTestId('workflow-import-input').setInputFiles(`examples/${file}`);
	await canvas.canvasNode(page, last).waitFor();
	const requests = await editor.requestsOf(() => canvas.executeWorkflow(page, last));
	expect(requests).toEqual([expect.objectContaining({ status: 200 })]);
	await canvas.openPanel(page, last);
	expect(await panel.outputItemCount(page)).toBe(items);
});

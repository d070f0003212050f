import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runExamples } from '../../../local/run-examples.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { connect } from '../connect.ts';

const connection = connect();

const START = {
	name: 'By Hand',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

function workflowWith(type: string, parameters = {}) {
	const node = { name: 'Second', type, typeVersion: 1, position: [200, 0], parameters };
	const connections = { [START.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } };
	return JSON.stringify({ name: `With ${type}`, nodes: [START, node], connections, settings: {} });
}

const NO_OPERATION = 'n8n-nodes-base.noOp';

test('an example that fails is told with its reason, and the others run', async () => {
	const folder = await temporaryFolder();
	const examples = {
		'1-not-json': '{ nodes',
		'2-no-workflow': '{ "name": "Empty" }',
		'3-node-is-missing': workflowWith('n8n-nodes-gone.gone'),
		'4-no-trigger': workflowWith(NO_OPERATION).replaceAll('manualTrigger', 'noOp'),
		'5-node-fails': workflowWith('n8n-nodes-base.stopAndError', { errorMessage: 'On purpose' }),
		'6-good': workflowWith(NO_OPERATION),
	};
	for (const [name, text] of Object.entries(examples)) {
		await writeFile(join(folder, `${name}.json`), text);
	}
	const log = jest.spyOn(console, 'log').mockImplementation();
	const failures = await runExamples(connection, new AbortController().signal, { folder });
	const output = log.mock.calls
		.flat()
		.join('\n')
		.split(/^Example /m)
		.slice(1);
	log.mockRestore();

	expect(failures).toBe(5);
	expect(output).toEqual([
		expect.stringMatching(/^1 of 6: .*1-not-json\.json\n {2}failed .*JSON/),
		expect.stringMatching(/^2 of 6: .*\n {2}name {8}Empty\n {2}failed /),
		expect.stringMatching(
			/^3 of 6: [^]*\n {2}failed .*Unrecognized node type: n8n-nodes-gone\.gone/,
		),
		expect.stringMatching(/^4 of 6: [^]*\n {2}failed .*4-no-trigger\.json has no Manual Trigger/),
		expect.stringMatching(/^5 of 6: [^]*\n {2}failed .*in the node "Second": On purpose/),
		expect.stringMatching(
			/^6 of 6: [^]*\n {2}came out {4}1 item of "Second"[^]*\n1 examples succeeded, 5 failed, 0 not run\./,
		),
	]);
});

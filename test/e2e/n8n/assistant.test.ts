// What an assistant does that builds workflows through n8n's own MCP server, with nothing else to read.
import { openMcpSession } from './mcp.ts';
import { itemsOfNode } from '../../../local/n8n-api.ts';
import { createRequestOptionsProperty } from '../../../nodes/DataPlatform/actions/common.descriptions.ts';
import { operations } from '../../../nodes/DataPlatform/actions/operations.ts';
import { testOperations } from '../../support/operations.ts';
import { withInner } from '../../unit/actions/withInner.ts';
import { connect } from '../connect.ts';

const { api, credential, requestsDuring, withFaults } = connect();

const NODE = 'n8n-nodes-data-platform.dataPlatform';

let call: Awaited<ReturnType<typeof openMcpSession>>;

beforeAll(async () => {
	const { url, key } = await api.openMcpServer();
	call = await openMcpSession(url, key);
});

async function tool(name: string, toolArguments: object): Promise<Record<string, unknown>> {
	return (await call('tools/call', { name, arguments: toolArguments })).structuredContent;
}

// prettier-ignore
const PHRASES = [
	'data platform', 'connector', 'start connector', 'run stream', 'update job', 'jobs',
	'stored functions', 'broken links', 'extraction', 'calculated field', 'receipt',
];

test('finds the node first by what people call its work', async () => {
	const { results } = await tool('search_nodes', { queries: PHRASES });
	const sections = (results as string).split('\n\n---\n\n');
	const found = sections.map((section) => [section.split('\n')[0], /^- (\S+)/m.exec(section)?.[1]]);
	expect(found).toEqual(PHRASES.map((phrase) => [`## "${phrase}"`, NODE]));
});

test('reads of all parameters and what comes out, in no more than it reads', async () => {
	const { definitions } = await tool('get_node_types', { nodeIds: [{ nodeId: NODE }] });
	const types = definitions as string;
	expect(types.length).toBeLessThanOrEqual(24_000);
	for (const operation of operations) {
		const { option, properties, assistantNotes, idParameters = [] } = operation;
		const ofOperation = types
			.split(/^export type /m)
			.find((text) => text.includes(`operation: '${String(option.value)}'`))!;
		const names = [...properties, createRequestOptionsProperty(operation)]
			.flatMap(withInner)
			.flatMap(({ name, type }) => (type === 'notice' ? [] : [name]));
		expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(ofOperation))).toEqual([]);
		for (const note of ['OUTPUT: ', 'FAILED: ', ...assistantNotes, ...idParameters]) {
			expect(ofOperation).toContain(note);
		}
	}
});

/** What an assistant writes for a workflow that runs the node for two items, with an output for failures. */
const codeFor = (parameters: object) => `
import { expr, newCredential, node, trigger, workflow } from '@n8n/workflow-sdk';
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const list = node({
	type: 'n8n-nodes-base.set',
	version: 3.4,
	config: { name: 'List', parameters: { mode: 'raw', jsonOutput: '{"ids": ["4711", "4712"]}' } },
});
const ids = node({
	type: 'n8n-nodes-base.splitOut',
	version: 1,
	config: { name: 'Ids', parameters: { fieldToSplitOut: 'ids', options: { destinationFieldName: 'id' } } },
});
const work = node({
	type: '${NODE}',
	version: 1,
	config: {
		name: 'Work',
		onError: 'continueErrorOutput',
		parameters: ${JSON.stringify(parameters)},
		credentials: { dataPlatformApi: newCredential('Simulator', '${credential.id}') },
	},
});
const done = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Done' } });
const failed = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: 'Failed' } });
export default workflow('chore', 'Chore').add(start).to(list).to(ids).to(work.to(done).onError(failed));
`;

test.each(Object.entries(testOperations))(
	'builds, tests and runs a workflow: %s',
	async (_, { parameters, success, when }) => {
		const code = codeFor(parameters);
		const nodeCount = expect.any(Number);
		expect(await tool('validate_workflow', { code })).toEqual({ valid: true, nodeCount });
		const { workflowId } = await tool('create_workflow_from_code', { code, versionName: 'First' });

		const pinData = { Work: [{ json: { id: 1 } }] };
		const tested = await requestsDuring(() => tool('test_workflow', { workflowId, pinData }));
		expect(tested).toMatchObject({ result: { status: 'success' }, requests: [] });

		const refusal = { fault: 'status', status: 404, when: when('4712') };
		const { result: execution, requests } = await requestsDuring(() =>
			withFaults([refusal], async () => {
				const started = await tool('execute_workflow', { workflowId, executionMode: 'manual' });
				return await api.executionEnd(String(started.executionId));
			}),
		);
		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(requests.map(({ status }) => status).sort()).toEqual([success, 404]);
		expect(itemsOfNode(execution, 'Done').length).toBeGreaterThan(0);
		expect(itemsOfNode(execution, 'Failed')).toMatchObject([
			{ json: { error: expect.stringContaining('404') } },
		]);
	},
);

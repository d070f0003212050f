import { asToolsOf, fourTools, schemasByTool, SEEN_BY_THE_MODEL } from './agent-tools.ts';
import { connect } from '../connect.ts';
import { openMcpSession } from './mcp.ts';
import type { JsonSchema } from './scripted-model.ts';
import { node, workflow } from '../../support/workflows.ts';

interface McpTool {
	name: string;
	description: string;
	inputSchema: JsonSchema;
}

const connection = connect();
const { api, credential, n8nUrl } = connection;
const tools = fourTools(credential);

describe('MCP Server Trigger', () => {
	let call: Awaited<ReturnType<typeof openMcpSession>>;

	beforeAll(async () => {
		const path = 'data-platform';
		const parameters = { authentication: 'none', path };
		const server = node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, parameters);
		const nodes = [{ ...server, webhookId: path }, ...tools];
		await api.publish(await api.importWorkflow(workflow('MCP', nodes, asToolsOf(server, tools))));
		call = await openMcpSession(`${n8nUrl}/mcp/${path}`);
	});

	test('lists the four tools', async () => {
		const list: McpTool[] = (await call('tools/list')).tools;
		const tools = list.map(({ inputSchema, ...tool }) => ({ ...tool, schema: inputSchema }));
		expect(schemasByTool(tools)).toEqual(SEEN_BY_THE_MODEL);
	});

	test('runs the connector and gives what came out', async () => {
		const {
			result: { content, isError },
			requests,
		} = await connection.requestsDuring(() =>
			call('tools/call', { name: 'Run_connector', arguments: { streamId: '880012' } }),
		);
		expect(isError).toBeFalsy();
		expect(JSON.parse(content[0].text)).toEqual([
			expect.objectContaining({ streamId: '880012', runType: 'MANUAL' }),
		]);
		expect(requests).toHaveLength(1);
	});

	test('an error says what happened and how to go on, once', async () => {
		const answer = await call('tools/call', {
			name: 'Run_connector',
			arguments: { streamId: 'no-number' },
		});
		expect(answer.isError).toBe(true);
		const [{ text }] = answer.content;
		expect(text).toMatch(/There is no stream "no-number".* Check 'Base URL'/s);
		expect(text.match(/Check 'Base URL'/g)).toHaveLength(1);
	});
});

// Tools behind n8n's MCP Server Trigger.
import { asToolsOf, fourTools, readTools, SEEN_BY_THE_MODEL } from './agent-tools.ts';
import { connect } from '../connect.ts';
import { openMcpSession } from './mcp.ts';
import type { JsonSchema } from './scripted-model.ts';
import { node, workflow } from '../../support/workflows.ts';

const PATH = 'data-platform';

const { api, credential, n8nUrl, requestsDuring } = connect();
let call: Awaited<ReturnType<typeof openMcpSession>>;

beforeAll(async () => {
	const tools = fourTools(credential);
	const parameters = { authentication: 'none', path: PATH };
	const server = node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, parameters);
	const nodes = [{ ...server, webhookId: PATH }, ...tools];
	await api.publish(await api.importWorkflow(workflow('MCP', nodes, asToolsOf(server, tools))));
	call = await openMcpSession(`${n8nUrl}/mcp/${PATH}`);
});

const run = async (streamId: string) =>
	await call('tools/call', { name: 'Run_connector', arguments: { streamId } });

test('it lists the four tools', async () => {
	const list: Array<{ name: string; description: string; inputSchema: JsonSchema }> = (
		await call('tools/list')
	).tools;
	const tools = list.map(({ inputSchema, ...tool }) => ({ ...tool, schema: inputSchema }));
	expect(readTools(tools)).toEqual(SEEN_BY_THE_MODEL);
});

test('it runs the connector and gives what came out', async () => {
	const { result, requests } = await requestsDuring(() => run('880012'));

	expect(result.isError).toBeFalsy();
	expect(JSON.parse(result.content[0].text)).toMatchObject([{ streamId: '880012' }]);
	expect(requests).toHaveLength(1);
});

test('an error says what happened and how to go on, once', async () => {
	const { isError, content } = await run('no-number');

	expect(isError).toBe(true);
	expect(content[0].text).toMatch(/There is no stream "no-number".* Check 'Base URL'/s);
	expect(content[0].text.match(/Check 'Base URL'/g)).toHaveLength(1);
});

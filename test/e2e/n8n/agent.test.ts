// The node as a tool of n8n's AI Agent and of its MCP Server Trigger.
import { openMcpSession } from './mcp.ts';
import { type JsonSchema, type ToolCall, useScriptedModel } from './scripted-model.ts';
import type { N8nCredential } from '../../../local/n8n-api.ts';
import * as workflows from '../../support/workflows.ts';
import { connect } from '../connect.ts';

const { dataPlatformTool, inARow, node } = workflows;

const { api, credential, credentialData, n8nUrl, requestsDuring } = connect();
const model = useScriptedModel();

/** A parameter that the model must fill in. */
const fromAi = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'The ${key}', '${type}') }}`;

/** A parameter that the model may leave out: text, because only text can be empty. */
const optionalFromAi = (key: string) => `={{ $fromAI('${key}', 'The ${key}', 'string', '') }}`;

/** The four operations as tools, with the parameters that the model fills in. */
const toolsWith = (used: N8nCredential) => [
	dataPlatformTool('Extract anything', used, {
		resource: 'ai',
		operation: 'extract',
		text: fromAi('text'),
		specifyFields: 'example',
		jsonExample: fromAi('example', 'json'),
	}),
	dataPlatformTool('Run connector', used, {
		resource: 'connector',
		operation: 'run',
		streamId: fromAi('streamId'),
		requestOptions: { maxRetries: 0 },
	}),
	dataPlatformTool('Search functions', used, {
		resource: 'function',
		operation: 'search',
		name: optionalFromAi('name'),
		limit: fromAi('limit', 'number'),
	}),
	dataPlatformTool('Update job', used, {
		resource: 'job',
		operation: 'update',
		applicationId: 'reporting-app',
		jobId: fromAi('jobId'),
		jobName: fromAi('jobName'),
		jobDefinition: {
			executionTimeout: optionalFromAi('timeout'),
			accounts: optionalFromAi('accounts'),
		},
	}),
];

/** Imports a workflow in which a node has the four tools. */
async function importWithTools(
	user: workflows.FullNode,
	used: N8nCredential,
	others: workflows.FullNode[] = [],
	connections: workflows.Connection[] = [],
): Promise<string> {
	const tools = toolsWith(used);
	const toUser = tools.map(({ name }) => ({ from: name, to: user.name, type: 'ai_tool' as const }));
	const nodes = [user, ...tools, ...others];
	return await api.importWorkflow(workflows.workflow('Tools', nodes, [...toUser, ...connections]));
}

/** Has an agent make the calls. */
async function converse(used: N8nCredential, ...calls: ToolCall[]) {
	const { id, name } = await api.createCredential('Scripted model', ...model.credential());
	const parameters = { promptType: 'define', text: 'Call the tools', options: {} };
	const start = workflows.manualTrigger();
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, parameters);
	const chatModel = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
		model: { __rl: true, mode: 'id', value: 'scripted' },
		responsesApiEnabled: false,
		options: {},
	});
	const others = [start, { ...chatModel, credentials: { openAiApi: { id, name } } }];
	const workflowId = await importWithTools(agent, used, others, [
		...inARow(start, agent),
		{ from: chatModel.name, to: agent.name, type: 'ai_languageModel' },
	]);
	model.setCalls(...calls);
	return await requestsDuring(() => api.runWorkflow(workflowId, start.name));
}

/** What a model must see of each tool: name, description, parameters, and required parameters. */
const SEEN_BY_THE_MODEL = [
	'Extract_anything | Extract fields from text with AI in Data Platform | example,text | example,text',
	'Run_connector | Run connector in Data Platform | streamId | streamId',
	'Search_functions | Search functions in Data Platform | limit,name | limit',
	'Update_job | Update job in Data Platform | accounts,jobId,jobName,timeout | jobId,jobName',
];

function seen(name: string, description: string, { properties, required = [] }: JsonSchema) {
	const parameters = Object.keys(properties).sort().join();
	return [name, description, parameters, required.toSorted().join()].join(' | ');
}

test('an agent sees the four tools, and each does its work and returns what came out', async () => {
	const job = { jobId: 'nightly', jobName: 'Nightly' };
	const text = 'Write to ada@example.com';
	const { result, requests } = await converse(
		credential,
		{ tool: 'Search_functions', arguments: { name: 'margin', limit: 2 } },
		{ tool: 'Run_connector', arguments: { streamId: '880002' } },
		{ tool: 'Extract_anything', arguments: { text, example: { email: '', phones: [''] } } },
		{ tool: 'Update_job', arguments: { ...job, timeout: '60', accounts: '' } },
	);

	const tools = model.requests[0].tools!.map(({ function: { name, description, parameters } }) =>
		seen(name, description, parameters),
	);
	expect(tools.sort()).toEqual(SEEN_BY_THE_MODEL);
	expect(result).toMatchObject({ status: 'success', error: undefined });
	const outputStructure = { email: { type: 'string' }, phones: { type: 'array' } };
	expect(requests).toMatchObject([
		{ body: { name: 'margin', limit: 2 } },
		{ path: '/api/data/v1/streams/880002/executions' },
		{ body: { input: [{ type: 'TEXT', text }], outputStructure } },
		{ path: '/v1/applications/reporting-app/jobs/nightly' },
	]);
	// What the model leaves empty isn't sent.
	expect(requests[3].body).toEqual({ ...job, executionTimeout: 60 });
	const margin = { name: expect.stringContaining('margin') };
	expect(model.told().map((output) => JSON.parse(output))).toMatchObject([
		[margin, margin],
		[{ streamId: '880002', runType: 'MANUAL' }],
		[{ email: 'ada@example.com' }],
		[{ jobId: 'nightly' }],
	]);
});

test('the model gets the message and the advice after a rejected token, and never the token', async () => {
	const token = 'a-token-that-is-wrong';
	const data = { ...credentialData, token };
	const wrong = await api.createCredential('Wrong', credential.type, data);
	const call = { tool: 'Run_connector', arguments: { streamId: '880004' } };
	const { result } = await converse(wrong, call);

	// n8n 1 ends the execution when a tool fails. Since n8n 2, the model gets the message and continues.
	const isN8n1 = result.status === 'error';
	const message = isN8n1 ? result.error!.message : model.told()[0];
	expect(message).toMatch(/returned 401/);
	if (!isN8n1) expect(message).toMatch(/'Developer Token' in the credential/);
	expect(JSON.stringify(model.requests)).not.toContain(token);
});

test("a client of n8n's MCP server sees the tools, their output, and an error once", async () => {
	const path = 'data-platform';
	const parameters = { authentication: 'none', path };
	const server = node('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, parameters);
	await api.publish(await importWithTools({ ...server, webhookId: path }, credential));
	const call = await openMcpSession(`${n8nUrl}/mcp/${path}`);
	const run = async (streamId: string) =>
		await call('tools/call', { name: 'Run_connector', arguments: { streamId } });

	const { tools } = await call('tools/list');
	type Listed = { name: string; description: string; inputSchema: JsonSchema };
	expect(
		tools.map((tool: Listed) => seen(tool.name, tool.description, tool.inputSchema)).sort(),
	).toEqual(SEEN_BY_THE_MODEL);
	const { content } = await run('880012');
	expect(JSON.parse(content[0].text)).toMatchObject([{ streamId: '880012' }]);
	const failed = await run('no-number');
	expect(failed.isError).toBe(true);
	expect(failed.content[0].text).toMatch(/There is no stream "no-number"/);
	expect(failed.content[0].text.match(/Check 'Base URL'/g)).toHaveLength(1);
});

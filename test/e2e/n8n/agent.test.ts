import { asToolsOf, fourTools, readTools, SEEN_BY_THE_MODEL } from './agent-tools.ts';
import { type ToolCall, useScriptedModel } from './scripted-model.ts';
import type { N8nCredential } from '../../../local/n8n-api.ts';
import { connect } from '../connect.ts';
import { inARow, manualTrigger, node, workflow } from '../../support/workflows.ts';

const { api, credential, credentialData, requestsDuring } = connect();
const model = useScriptedModel();

/** Lets an agent with the four tools make the calls. */
async function converse(toolCredential: N8nCredential, ...calls: ToolCall[]) {
	const { id, name } = await api.createCredential('Scripted model', ...model.credential());
	const parameters = { promptType: 'define', text: 'Do as you are told', options: {} };
	const start = manualTrigger();
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, parameters);
	const chatModel = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
		model: { __rl: true, mode: 'id', value: 'scripted' },
		responsesApiEnabled: false,
		options: {},
	});
	const tools = fourTools(toolCredential);
	const nodes = [start, agent, { ...chatModel, credentials: { openAiApi: { id, name } } }];
	const workflowId = await api.importWorkflow(
		workflow(
			'Agent',
			[...nodes, ...tools],
			[
				...inARow(start, agent),
				{ from: chatModel.name, to: agent.name, type: 'ai_languageModel' },
				...asToolsOf(agent, tools),
			],
		),
	);
	model.setCalls(...calls);
	return await requestsDuring(() => api.runWorkflow(workflowId, start.name));
}

test('the model sees four tools with the names, descriptions and parameters of the panel', async () => {
	await converse(credential);

	const tools = model.requests[0].tools!.map(({ function: { parameters, ...rest } }) => ({
		...rest,
		schema: parameters,
	}));
	expect(readTools(tools)).toEqual(SEEN_BY_THE_MODEL);
});

test('each tool does its work and tells the model what came out', async () => {
	const job = { jobId: 'nightly', jobName: 'Nightly' };
	const text = 'Write to ada@example.com';
	const { result, requests } = await converse(
		credential,
		{ tool: 'Search_functions', arguments: { name: 'margin', limit: 2 } },
		{ tool: 'Run_connector', arguments: { streamId: '880002' } },
		{ tool: 'Extract_anything', arguments: { text, example: { email: '', phones: [''] } } },
		{ tool: 'Update_job', arguments: { ...job, timeout: '60', accounts: '', response: null } },
	);

	expect(result).toMatchObject({ status: 'success', error: undefined });
	const phones = { type: 'array', description: 'JSON Schema: {"items":{"type":"string"}}' };
	expect(requests).toMatchObject([
		{ body: { name: 'margin', limit: 2 } },
		{ path: '/api/data/v1/streams/880002/executions' },
		{
			body: {
				input: [{ type: 'TEXT', text }],
				outputStructure: { email: { type: 'string' }, phones },
			},
		},
		{ path: '/v1/applications/reporting-app/jobs/nightly' },
	]);
	// What the model leaves empty isn't sent.
	expect(requests.at(-1)!.body).toEqual({ ...job, executionTimeout: 60 });
	const margin = { name: expect.stringContaining('margin') };
	expect(model.told().map((told) => JSON.parse(told))).toMatchObject([
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
	const told = isN8n1 ? result.error!.message : model.told()[0];
	expect(told).toMatch(/returned 401/);
	if (!isN8n1) expect(told).toMatch(/Check 'Developer Token'/);
	expect(JSON.stringify(model.requests)).not.toContain(token);
});

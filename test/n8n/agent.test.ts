import { simulatorRequests } from '../../local/simulator-requests.ts';
import type { RequestRecord } from '../../simulator/journal.ts';
import { asToolsOf, fourTools, schemasByTool, SEEN_BY_THE_MODEL } from './agent-tools.ts';
import { connect } from './connect.ts';
import { type ScriptedModel, startScriptedModel, type ToolCall } from './scripted-model.ts';
import { type FullNode, inARow, manualTrigger, node, workflow } from './workflows.ts';

const { api, credential, credentialData, simulator, withFaults } = connect();

let model: ScriptedModel;
let workflowId: string;

beforeAll(async () => {
	model = await startScriptedModel();
	workflowId = await api.importWorkflow(await agentWorkflow(fourTools(credential)));
});

afterAll(async () => await model.close());

async function agentWorkflow(tools: FullNode[]) {
	const openAi = await api.createCredential('Scripted model', 'openAiApi', {
		apiKey: 'not-needed',
		url: model.url,
	});
	const start = manualTrigger();
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, {
		promptType: 'define',
		text: 'Do as you are told',
		options: {},
	});
	const chatModel = {
		...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
			model: { __rl: true, mode: 'id', value: 'scripted' },
			responsesApiEnabled: false,
			options: {},
		}),
		credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
	};
	return workflow(
		'Agent',
		[start, agent, chatModel, ...tools],
		[
			...inARow(start, agent),
			{ from: chatModel.name, to: agent.name, type: 'ai_languageModel' },
			...asToolsOf(agent, tools),
		],
	);
}

/** Lets the agent call the tools; gives what the model was told of each, and what reached the service. */
async function converse(calls: ToolCall[], agentId = workflowId) {
	const requestsBefore = (await simulatorRequests(simulator.url)).length;
	model.tell(...calls);
	const execution = await api.runWorkflow(agentId, 'Start');
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	const { messages } = model.requests.at(-1)!;
	return {
		answers: messages.filter(({ role }) => role === 'tool').map(({ content }) => content!),
		requests: (await simulatorRequests(simulator.url)).slice(requestsBefore),
	};
}

function sent(requests: RequestRecord[]) {
	return requests.map(({ method, path, body }) => [`${method} ${path}`, body]);
}

test('the model sees four tools with the names, descriptions and schemas that the panel gives', async () => {
	await converse([]);
	const tools = model.requests[0].tools!.map(({ function: { parameters, ...rest } }) => ({
		...rest,
		schema: parameters,
	}));
	expect(schemasByTool(tools)).toEqual(SEEN_BY_THE_MODEL);
});

test('each tool does its work and tells the model what came out', async () => {
	const { answers, requests } = await converse([
		{ tool: 'Search_functions', arguments: { name: 'margin', limit: 2 } },
		{ tool: 'Run_connector', arguments: { streamId: '880002' } },
		{ tool: 'Extract_contact', arguments: { text: 'Write to ada@example.com' } },
	]);
	expect(sent(requests)).toEqual([
		['POST /api/query/v1/functions/search', expect.objectContaining({ name: 'margin', limit: 2 })],
		['POST /api/data/v1/streams/880002/executions', { runType: 'MANUAL' }],
		[
			'POST /api/ai/v1/extract',
			expect.objectContaining({ input: [{ type: 'TEXT', text: 'Write to ada@example.com' }] }),
		],
	]);
	const [functions, runs, contacts] = answers.map((answer) => JSON.parse(answer));
	expect(functions).toEqual([
		expect.objectContaining({ name: expect.stringContaining('margin') }),
		expect.objectContaining({ name: expect.stringContaining('margin') }),
	]);
	expect(runs).toEqual([expect.objectContaining({ streamId: 880002, runType: 'MANUAL' })]);
	expect(contacts).toEqual([{ email: 'ada@example.com', phone: null }]);
});

const JOB = { jobId: 'nightly', jobName: 'Nightly' };

test.each([
	['nothing', {}, {}],
	['empty texts', { timeout: '', accounts: '', memoryLimit: '', response: '', triggers: '' }, {}],
	['null', { timeout: null, accounts: null, response: null }, {}],
	[
		'something',
		{ timeout: '60', memoryLimit: '512M', triggers: '[{"at": "night"}]' },
		{
			executionTimeout: 60,
			resources: { limits: { memory: '512M' } },
			triggers: [{ at: 'night' }],
		},
	],
])('a job update leaves out what the model did not set: %s', async (_, given, definition) => {
	const { requests } = await converse([{ tool: 'Update_job', arguments: { ...JOB, ...given } }]);
	expect(sent(requests)).toEqual([
		['PUT /v1/applications/reporting-app/jobs/nightly', { ...JOB, ...definition }],
	]);
});

/** What goes wrong, and what the model must read: what happened, and how to go on. */
const MISTAKES: Array<[string, ToolCall, RegExp]> = [
	[
		'an id that leads elsewhere',
		{ tool: 'Run_connector', arguments: { streamId: '..' } },
		/'Stream ID' cannot be used .* Use the identifier as the platform shows it/,
	],
	[
		'a stream that does not exist',
		{ tool: 'Run_connector', arguments: { streamId: 'abc' } },
		/answered 404: There is no stream "abc".* Check the identifiers/,
	],
	[
		'a limit that is none',
		{ tool: 'Search_functions', arguments: { limit: 0 } },
		/'Limit' must be a whole number of at least 1, but is 0\. Type a whole number/,
	],
	[
		'JSON that does not parse',
		{ tool: 'Update_job', arguments: { ...JOB, triggers: '[{' } },
		/'Triggers' is not valid JSON: .* Check quotes, commas and brackets/,
	],
	[
		'a text that is missing',
		{ tool: 'Extract_contact', arguments: { text: ' ' } },
		/'Text' is empty\. \w+/,
	],
];

test.each(MISTAKES)('the model is told how to go on after %s', async (_, call, message) => {
	const { answers } = await converse([call]);
	expect(JSON.parse(answers[0])).toEqual([{ error: expect.stringMatching(message) }]);
});

test('the model is told that a run may have started, and where to look', async () => {
	const { answers, requests } = await withFaults(
		[{ fault: 'reset-after', operation: 'runConnector' }],
		async () => await converse([{ tool: 'Run_connector', arguments: { streamId: '880003' } }]),
	);
	expect(requests).toHaveLength(1);
	expect(JSON.parse(answers[0])).toEqual([
		{
			error: expect.stringMatching(
				/stream 880003 may have started: .* Look at the history of the stream/,
			),
		},
	]);
});

test('the model is told to have the credential checked, and never the token', async () => {
	const token = 'a-token-that-is-wrong';
	const wrong = await api.createCredential('Wrong', credential.type, { ...credentialData, token });
	const agentId = await api.importWorkflow(await agentWorkflow(fourTools(wrong)));
	const call = { tool: 'Run_connector', arguments: { streamId: '880004' } };
	const { answers } = await converse([call], agentId);
	expect(answers[0]).toMatch(/answered 401: .* Check the Developer Token/);
	expect(JSON.stringify(model.requests)).not.toContain(token);
});

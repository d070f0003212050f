import type { N8nCredential } from '../../../local/n8n-api.ts';
import { asToolsOf } from './agent-tools.ts';
import { connect } from '../connect.ts';
import { startScriptedModel, type ToolCall } from './scripted-model.ts';
import { type FullNode, inARow, manualTrigger, node, workflow } from '../../support/workflows.ts';

const { api, requestsDuring } = connect();

/** Starts a model, and makes AI agents in n8n that are led by it. */
export async function startAgents() {
	const model = await startScriptedModel();
	const modelCredential = await api.createCredential('Scripted model', 'openAiApi', {
		apiKey: 'not-needed',
		url: model.url,
	});

	return {
		model,

		/** @returns the id of a workflow with an agent that has the tools */
		async agentWith(tools: FullNode[]): Promise<string> {
			return await api.importWorkflow(agentWorkflow(tools, modelCredential));
		},

		/** Lets the agent call the tools; gives what the model was told of each, and what was sent. */
		async converse(workflowId: string, ...calls: ToolCall[]) {
			model.setCalls(...calls);
			const { result: execution, requests } = await requestsDuring(() =>
				api.runWorkflow(workflowId, 'Start'),
			);
			expect(execution).toMatchObject({ status: 'success', error: undefined });
			const { messages } = model.requests.at(-1)!;
			return {
				answers: messages.filter(({ role }) => role === 'tool').map(({ content }) => content!),
				sent: requests.map(({ method, path, body }) => [`${method} ${path}`, body]),
			};
		},
	};
}

export type Agents = Awaited<ReturnType<typeof startAgents>>;

function agentWorkflow(tools: FullNode[], { id, name }: N8nCredential) {
	const start = manualTrigger();
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {
		promptType: 'define',
		text: 'Do as you are told',
		options: {},
	});
	const model = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3, {
		model: { __rl: true, mode: 'id', value: 'scripted' },
		responsesApiEnabled: false,
		options: {},
	});
	return workflow(
		'Agent',
		[start, agent, { ...model, credentials: { openAiApi: { id, name } } }, ...tools],
		[
			...inARow(start, agent),
			{ from: model.name, to: agent.name, type: 'ai_languageModel' },
			...asToolsOf(agent, tools),
		],
	);
}

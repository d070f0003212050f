import type * as n8n from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { chain, type EngineRun, runWorkflow, START, type WorkflowInput } from './engine.ts';
import { DATA_PLATFORM, nodeOf, stubNodeType } from './nodes.ts';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';

const TOOL = 'Tool';
const AGENT = 'Agent';
const TOOL_TYPE = `${DATA_PLATFORM}Tool`;
const { Main, AiTool } = NodeConnectionTypes;

type Calls = Array<Record<string, string>>;

/** A tool as n8n passes it to an agent. */
export interface Invocable {
	invoke(toolArguments: object): Promise<string>;
}

/** The Tools Agent of n8n 1, and agents within other agents: it calls the tool itself. */
const invokes = (calls: Calls) =>
	async function (this: n8n.IExecuteFunctions): Promise<n8n.INodeExecutionData[][]> {
		const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Invocable[];
		const outputs: string[] = [];
		for (const each of calls) {
			outputs.push(await tool.invoke(each).catch(({ message }: Error) => message));
		}
		return [outputs.map((output) => ({ json: { output } }))];
	};

/** An agent of n8n 2: the engine executes the tool. */
const requests = (calls: Calls) => {
	const waiting = calls.entries();
	const outputs: string[] = [];
	return async function (this: n8n.IExecuteFunctions, response?: n8n.EngineResponse) {
		for (const { data } of response?.actionResponses ?? []) {
			outputs.push(JSON.stringify(data.data?.[AiTool]?.[0]?.map(({ json }) => json)));
		}
		const { value: next } = waiting.next();
		if (!next) return [outputs.map((output) => ({ json: { output } }))];
		const [index, input] = next;
		const action = { nodeName: TOOL, input, type: AiTool, id: `call-${index}`, metadata: {} };
		return { actions: [{ actionType: 'ExecutionNodeAction', ...action }], metadata: {} };
	};
};

const kinds = { invokes, requests };

/** How an agent calls a tool. */
export type AgentKind = keyof typeof kinds;

/** A workflow with an agent that has a Data Platform node as its tool. */
export function agentWith(
	tool: Pick<n8n.INode, 'name' | 'parameters'> & Partial<n8n.INode>,
	execute: n8n.INodeType['execute'],
): Pick<WorkflowInput, 'nodes' | 'nodeTypes' | 'connections'> {
	const { description } = stubNodeType(async () => []);
	const agentType = { description: { ...description, inputs: [Main, AiTool] }, execute };
	// As n8n offers the node to agents.
	const toolType = new DataPlatform();
	const changed = { inputs: [], outputs: [AiTool], usableAsTool: undefined };
	toolType.description = { ...toolType.description, ...changed };
	return {
		nodes: [nodeOf({ name: AGENT, type: 'test.agent' }), nodeOf({ ...tool, type: TOOL_TYPE })],
		nodeTypes: { 'test.agent': agentType, [TOOL_TYPE]: toolType },
		connections: {
			...chain(START, AGENT),
			[tool.name]: { [AiTool]: [[{ node: AGENT, type: AiTool, index: 0 }]] },
		},
	};
}

/** Runs an agent that calls the node as its tool, once per entry of `calls`. Its items contain the tool's outputs. */
export async function callTool(
	kind: AgentKind,
	tool: Pick<n8n.INode, 'parameters'> & Partial<n8n.INode>,
	calls: Calls,
	runInput: Pick<WorkflowInput, 'credentials'>,
): Promise<EngineRun> {
	const execute = kinds[kind](calls) as n8n.INodeType['execute'];
	return await runWorkflow({ ...runInput, ...agentWith({ name: TOOL, ...tool }, execute) });
}

import type {
	EngineResponse,
	IConnections,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { DataPlatform } from '../../../nodes/DataPlatform/DataPlatform.node.ts';
import type { EngineRun, WorkflowInput } from './engine.ts';
import { chain, runWorkflow, START } from './engine.ts';
import { DATA_PLATFORM, nodeOf, standIn } from './nodes.ts';

/** The name of the tool in the workflow of `callTool`. */
export const TOOL = 'Tool';

const AGENT = 'Agent';
const TOOL_TYPE = `${DATA_PLATFORM}Tool`;
const { Main, AiTool } = NodeConnectionTypes;

/** The arguments of one call after another. */
type Calls = Array<Record<string, string>>;

/**
 * What an agent does, as far as the engine sees it. `invokes`: it calls the tool itself, as the Tools
 * Agent of n8n 1 and every agent within another does. `requests`: it has the engine execute the tool, as
 * the agents of n8n 2 do.
 */
export type AgentKind = 'invokes' | 'requests';

interface Invocable {
	invoke(toolArguments: object): Promise<string>;
}

const invokes = (calls: Calls) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Invocable[];
		const answers: string[] = [];
		for (const each of calls) {
			answers.push(await tool.invoke(each).catch(({ message }: Error) => message));
		}
		return [answers.map((answer) => ({ json: { answer } }))];
	};

const requests = (calls: Calls) => {
	const waiting = calls.entries();
	const answers: string[] = [];
	return async function (this: IExecuteFunctions, response?: EngineResponse) {
		for (const { data } of response?.actionResponses ?? []) {
			answers.push(JSON.stringify(data.data?.[AiTool]?.[0]?.map(({ json }) => json)));
		}
		const { value: next } = waiting.next();
		if (!next) return [answers.map((answer) => ({ json: { answer } }))];
		const [index, input] = next;
		const action = {
			actionType: 'ExecutionNodeAction' as const,
			nodeName: TOOL,
			input,
			type: AiTool,
			id: `call-${index}`,
			metadata: {},
		};
		return { actions: [action], metadata: {} };
	};
};

const kinds = { invokes, requests };

function agentType(kind: AgentKind, calls: Calls): INodeType {
	const { description } = standIn(async () => []);
	return {
		description: { ...description, inputs: [Main, AiTool] },
		execute: kinds[kind](calls) as INodeType['execute'],
	};
}

/** The node as n8n offers it to agents. */
function toolType(): INodeType {
	const node = new DataPlatform();
	return Object.assign(node, {
		description: { ...node.description, inputs: [], outputs: [AiTool], usableAsTool: undefined },
	});
}

/** Runs an agent that calls the node as its tool, again and again; its items are the tool's answers. */
export async function callTool(
	kind: AgentKind,
	tool: Pick<INode, 'parameters'> & Partial<INode>,
	calls: Calls,
	runInput: Pick<WorkflowInput, 'credentials'>,
): Promise<EngineRun> {
	const connections: IConnections = {
		...chain(START, AGENT),
		[TOOL]: { [AiTool]: [[{ node: AGENT, type: AiTool, index: 0 }]] },
	};
	return await runWorkflow({
		...runInput,
		nodes: [
			nodeOf({ name: AGENT, type: 'test.agent' }),
			nodeOf({ name: TOOL, type: TOOL_TYPE, ...tool }),
		],
		nodeTypes: { 'test.agent': agentType(kind, calls), [TOOL_TYPE]: toolType() },
		connections,
	});
}

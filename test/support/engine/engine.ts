import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import type * as n8n from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';
import { inARow, workflow as workflowOf } from '../workflows.ts';
import { DATA_PLATFORM, type KnownNodeTypes, nodeOf, nodeTypesOf, stubNodeType } from './nodes.ts';
import { additionalDataOf, prepareContainer, storeCredential } from './serverParts.ts';

/** The first node of every workflow, which returns the input items. */
export const START = 'Start';

/** The name of the only Data Platform node in a workflow. */
export const NODE = 'Data Platform';

const START_TYPE = 'test.start';

/** An execution in progress. */
export interface RunningExecution {
	cancel(): void;
}

/** A finished run of the engine. */
export interface EngineRun {
	run: n8n.IRun;
	/** How often the engine decrypted credentials. */
	decryptions: number;
	/** Retries the failed node, as **Retry** in the list of executions does. */
	retry(): Promise<EngineRun>;
}

/** A workflow and its input. */
export interface WorkflowInput {
	nodes: n8n.INode[];
	connections: n8n.IConnections;
	nodeTypes?: KnownNodeTypes;
	workflowSettings?: n8n.IWorkflowSettings;
	input?: n8n.INodeExecutionData[];
	/** The data of the credential of every Data Platform node. */
	credentials: n8n.ICredentialDataDecryptedObject;
	/** Gets the execution when it starts, for example to cancel it. */
	onStart?: (execution: RunningExecution) => void;
}

interface NodeInput extends Pick<WorkflowInput, 'input' | 'credentials' | 'onStart'> {
	parameters: n8n.INodeParameters;
	settings?: Partial<n8n.INode>;
}

/** Runs a Data Platform node with its settings, such as onError. Doesn't throw if the node fails. */
export async function runNode({ parameters, settings, ...runInput }: NodeInput) {
	const node = nodeOf({ name: NODE, type: DATA_PLATFORM, parameters, ...settings });
	return await runWorkflow({ ...runInput, nodes: [node], connections: chain(START, NODE) });
}

/** The connections of a sequence of nodes. */
export function chain(...names: string[]): n8n.IConnections {
	return workflowOf('', [], inARow(...names.map((name) => ({ name })))).connections;
}

/**
 * Runs a workflow in the engine of n8n-core, with expressions, request helpers, paired items, and encrypted
 * credentials. Only parts of n8n's server are replaced.
 */
export async function runWorkflow(definition: WorkflowInput): Promise<EngineRun> {
	const { input = [{ json: {} }], credentials, onStart } = definition;
	await prepareContainer();
	const { reference, helper, countDecryptions } = await storeCredential(credentials);
	const start = nodeOf({ name: START, type: START_TYPE });
	const startType = stubNodeType(async () => [structuredClone(input)], { inputs: 0 });
	const withCredentials = definition.nodes.map((node) => ({
		...(node.type.startsWith(DATA_PLATFORM) && { credentials: { dataPlatformApi: reference } }),
		...node,
	}));
	const saved = {
		id: 'test',
		name: 'test',
		active: false,
		nodes: [start, ...withCredentials],
		connections: definition.connections,
		settings: { executionOrder: 'v1' as const, ...definition.workflowSettings },
	};
	const nodeTypes = nodeTypesOf({ [START_TYPE]: startType, ...definition.nodeTypes });
	const workflow = new Workflow({ ...saved, nodeTypes });
	let executions = 0;

	async function execute(data?: n8n.IRunExecutionData): Promise<EngineRun> {
		// As in n8n, Retry gets an ID of its own.
		const additionalData = additionalDataOf(saved as n8n.IWorkflowBase, helper, `${++executions}`);
		const engine = new WorkflowExecute(additionalData, data ? 'retry' : 'manual', data);
		const execution = data
			? engine.processRunExecutionData(workflow)
			: engine.run({ workflow, startNode: start });
		if (!data) onStart?.(execution);
		const run = await execution;
		const retry = () => execute(restoreForRetry(run));
		return { run, decryptions: countDecryptions(), retry };
	}
	return await execute();
}

/** Restores a saved execution as n8n does for a retry: without the error and the failed run. */
function restoreForRetry({ data }: n8n.IRun): n8n.IRunExecutionData {
	const saved = parse(stringify(data)) as n8n.IRunExecutionData;
	const { runData, lastNodeExecuted = '' } = saved.resultData;
	delete saved.resultData.error;
	if (runData[lastNodeExecuted]?.at(-1)?.error !== undefined) runData[lastNodeExecuted].pop();
	return saved;
}

/** The engine's data about a run of a node. Loops have several runs. */
function taskOf({ run }: EngineRun, node = NODE, runIndex = 0): n8n.ITaskData {
	const task = run.data.resultData.runData[node]?.[runIndex];
	if (task === undefined) throw new Error(`${node} has no run ${runIndex}`);
	return task;
}

/** The items of an output of a node. The error output is the second one. */
export function outputOf(
	engineRun: EngineRun,
	outputIndex = 0,
	node = NODE,
	runIndex = 0,
): n8n.INodeExecutionData[] {
	return taskOf(engineRun, node, runIndex).data?.main[outputIndex] ?? [];
}

/** The `json` of each item of an output. */
export const jsonOf = (...place: Parameters<typeof outputOf>) =>
	outputOf(...place).map(({ json }) => json);

/** The index of the paired input item of each item of an output. */
export function pairsOf(...place: Parameters<typeof outputOf>): unknown[] {
	return outputOf(...place).map(({ pairedItem }) =>
		typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : pairedItem,
	);
}

/** The error that ended the run, if there is one. */
export const errorOf = ({ run }: EngineRun) => run.data.resultData.error;

/** The messages of the hints that a node showed. */
export const hintsOf = (engineRun: EngineRun): string[] =>
	(taskOf(engineRun).hints ?? []).map(({ message }) => message);

/** Runs the Data Platform node in a loop, for the ids of the items of each iteration. */
export async function runInLoop(
	iterations: string[][],
	node: Partial<n8n.INode>,
	credentials: WorkflowInput['credentials'],
): Promise<EngineRun> {
	const turns = iterations.values();
	const workflow = loopOver(nodeOf({ name: NODE, type: DATA_PLATFORM, ...node }), async () =>
		turns.next().value?.map((id) => ({ json: { id } })),
	);
	return await runWorkflow({ ...workflow, credentials });
}

/** A workflow with a loop around a node, until there are no next items. Both outputs lead back. */
export function loopOver(
	node: n8n.INode,
	nextItems: () => Promise<n8n.INodeExecutionData[] | undefined>,
): Pick<WorkflowInput, 'nodes' | 'nodeTypes' | 'connections'> {
	const nextTurn = async function (this: n8n.IExecuteFunctions) {
		const items = await nextItems();
		return items ? [[], items] : [this.getInputData(), []];
	};
	const to = (name: string) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }];
	return {
		nodes: [nodeOf({ name: 'Loop', type: 'test.loop' }), node],
		nodeTypes: { 'test.loop': stubNodeType(nextTurn, { outputs: 2 }) },
		connections: {
			...chain(START, 'Loop'),
			[node.name]: { main: [to('Loop'), to('Loop')] },
			Loop: { main: [[], to(node.name)] },
		},
	};
}

import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
	NodeExecutionHint,
} from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';
import { inARow, workflow as workflowOf } from '../workflows.ts';
import type { KnownNodeTypes } from './nodes.ts';
import { DATA_PLATFORM, nodeOf, nodeTypesOf, stubNodeType } from './nodes.ts';
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

/** The input of every run. */
interface RunInput {
	/** The input items, by default one empty item. */
	input?: INodeExecutionData[];
	/** The data of the credential of every Data Platform node. */
	credentials: ICredentialDataDecryptedObject;
	/** Gets the execution when it starts, for example to cancel it. */
	onStart?: (execution: RunningExecution) => void;
}

/** A finished run of the engine. */
export interface EngineRun {
	run: IRun;
	/** How often the engine decrypted credentials. */
	decryptions: number;
	/** Retries the failed node, as **Retry** in the list of executions does. */
	retry(onStart?: RunInput['onStart']): Promise<EngineRun>;
}

/** A Data Platform node and its input. */
export interface NodeInput extends RunInput {
	parameters: INode['parameters'];
	/** Settings of the node, such as onError and retryOnFail. */
	settings?: Partial<INode>;
}

/** A workflow and its input. */
export interface WorkflowInput extends RunInput {
	/** The nodes after Start. */
	nodes: INode[];
	/** Including those of Start. */
	connections: IConnections;
	/** Additional node types, by full name. */
	nodeTypes?: KnownNodeTypes;
	/** Runs a sub-workflow. */
	executeWorkflow?: IWorkflowExecuteAdditionalData['executeWorkflow'];
	/** Settings of the workflow, in addition to its execution order. */
	workflowSettings?: IWorkflowSettings;
}

/** Runs a Data Platform node in the engine of n8n-core. Doesn't throw if the node fails. */
export async function runNode({
	parameters,
	settings,
	...runInput
}: NodeInput): Promise<EngineRun> {
	return await runWorkflow({
		...runInput,
		nodes: [nodeOf({ name: NODE, type: DATA_PLATFORM, parameters, ...settings })],
		connections: chain(START, NODE),
	});
}

/** The connections of a sequence of nodes. */
export function chain(...names: string[]): IConnections {
	return workflowOf('', [], inARow(...names.map((name) => ({ name })))).connections;
}

/**
 * Runs a workflow in the engine of n8n-core, with expressions, request helpers, paired items, and encrypted
 * credentials. Only parts of n8n's server are replaced.
 */
export async function runWorkflow({
	nodes,
	connections,
	nodeTypes = {},
	workflowSettings,
	input = [{ json: {} }],
	credentials,
	onStart,
	executeWorkflow,
}: WorkflowInput): Promise<EngineRun> {
	await prepareContainer();
	const { reference, helper, countDecryptions } = await storeCredential(credentials);
	const start = nodeOf({ name: START, type: START_TYPE });
	const allNodes = [
		start,
		...nodes.map((node) =>
			node.type.startsWith(DATA_PLATFORM)
				? { credentials: { dataPlatformApi: reference }, ...node }
				: node,
		),
	];
	const definition: IWorkflowBase = {
		id: 'test',
		name: 'test',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: allNodes,
		connections,
		settings: { executionOrder: 'v1', ...workflowSettings },
	};
	const workflow = new Workflow({
		...definition,
		nodeTypes: nodeTypesOf({
			[START_TYPE]: stubNodeType(async () => [structuredClone(input)], { inputs: 0 }),
			...nodeTypes,
		}),
	});
	const engine = (mode: 'manual' | 'retry', data?: IRunExecutionData) =>
		new WorkflowExecute(
			{
				...additionalDataOf(definition, helper),
				...(executeWorkflow && { executeWorkflow }),
			},
			mode,
			data,
		);

	async function waitForEnd(
		execution: ReturnType<WorkflowExecute['run']>,
		onStarted: RunInput['onStart'],
	): Promise<EngineRun> {
		onStarted?.(execution);
		const run = await execution;
		return {
			run,
			decryptions: countDecryptions(),
			retry: async (onRetry) => {
				const data = restoreForRetry(run);
				return await waitForEnd(engine('retry', data).processRunExecutionData(workflow), onRetry);
			},
		};
	}
	return await waitForEnd(engine('manual').run({ workflow, startNode: start }), onStart);
}

/** Restores a saved execution as n8n does for a retry: without the error and the failed run. */
function restoreForRetry({ data }: IRun): IRunExecutionData {
	const saved = parse(stringify(data)) as IRunExecutionData;
	const { runData, lastNodeExecuted = '' } = saved.resultData;
	delete saved.resultData.error;
	if (runData[lastNodeExecuted]?.at(-1)?.error !== undefined) runData[lastNodeExecuted].pop();
	return saved;
}

/** The engine's data about a run of a node. Loops have several runs. */
export function taskOf({ run }: EngineRun, node = NODE, runIndex = 0): ITaskData {
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
): INodeExecutionData[] {
	return taskOf(engineRun, node, runIndex).data?.main[outputIndex] ?? [];
}

/** The `json` of each item of an output. */
export function jsonOf(...place: Parameters<typeof outputOf>): Array<INodeExecutionData['json']> {
	return outputOf(...place).map(({ json }) => json);
}

/** The index of the paired input item of each item of an output. */
export function pairsOf(...place: Parameters<typeof outputOf>): unknown[] {
	return outputOf(...place).map(({ pairedItem }) =>
		typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : pairedItem,
	);
}

/** The error that ended the run, if there is one. */
export function errorOf({ run }: EngineRun) {
	return run.data.resultData.error;
}

/** The messages of the hints that a node showed. */
export function hintsOf(engineRun: EngineRun, node = NODE): string[] {
	const hints: NodeExecutionHint[] = taskOf(engineRun, node).hints ?? [];
	return hints.map(({ message }) => message);
}

/**
 * Runs the Data Platform node in a loop, in one execution.
 * @param iterations the ids of the items of each iteration
 */
export async function runInLoop(
	iterations: string[][],
	node: Pick<INode, 'parameters'> & Partial<INode>,
	credentials: RunInput['credentials'],
): Promise<EngineRun> {
	const turns = iterations.values();
	const workflow = loopOver(nodeOf({ name: NODE, type: DATA_PLATFORM, ...node }), async () =>
		turns.next().value?.map((id): INodeExecutionData => ({ json: { id } })),
	);
	return await runWorkflow({ ...workflow, credentials });
}

/**
 * A workflow with a loop around a node. Both of its outputs lead back to the start of the loop.
 * @param nextItems returns the items of the next iteration; undefined to end the loop
 */
export function loopOver(
	node: INode,
	nextItems: () => Promise<INodeExecutionData[] | undefined>,
): Pick<WorkflowInput, 'nodes' | 'nodeTypes' | 'connections'> {
	const loopType = stubNodeType(
		async function () {
			const items = await nextItems();
			return items ? [[], items] : [this.getInputData(), []];
		},
		{ outputs: 2 },
	);
	const to = (name: string) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }];
	return {
		nodes: [nodeOf({ name: 'Loop', type: 'test.loop' }), node],
		nodeTypes: { 'test.loop': loopType },
		connections: {
			...chain(START, 'Loop'),
			[node.name]: { main: [to('Loop'), to('Loop')] },
			Loop: { main: [[], to(node.name)] },
		},
	};
}

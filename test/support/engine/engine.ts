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
import { Workflow } from 'n8n-workflow';
import { DataPlatformApi } from '../../../credentials/DataPlatformApi.credentials.ts';
import { inARow, workflow as workflowOf } from '../workflows.ts';
import { additionalDataOf } from './additionalData.ts';
import { prepareContainer } from './container.ts';
import { StoredCredentials } from './credentials.ts';
import type { KnownNodeTypes } from './nodes.ts';
import { DATA_PLATFORM, nodeOf, nodeTypesOf, standIn } from './nodes.ts';

/** The node that emits a test's input items; every workflow begins with it. */
export const START = 'Start';

/** The name of the node in a workflow that holds only one. */
export const NODE = 'Data Platform';

const START_TYPE = 'test.start';

/** An execution that is under way. */
export interface RunningExecution {
	cancel(): void;
}

/** What a test gives to every run. */
interface RunInput {
	/** The `json` of each input item, or whole items; one empty item when left out. */
	input?: INodeExecutionData[];
	/** The credential of every Data Platform node. */
	credentials: ICredentialDataDecryptedObject;
	/** Gets the execution when it has begun, for example to cancel it. */
	onStart?: (execution: RunningExecution) => void;
}

/** One run of the engine, ended. */
export interface EngineRun {
	run: IRun;
	/** How often the engine decrypted credentials. */
	decryptions: number;
	/** What n8n's server does for Retry in the list of executions: the failed node once more. */
	retry(onStart?: RunInput['onStart']): Promise<EngineRun>;
}

/** One Data Platform node behind the input items. */
export interface NodeInput extends RunInput {
	parameters: INode['parameters'];
	/** Settings of the node: onError, retryOnFail, maxTries, waitBetweenTries, alwaysOutputData … */
	settings?: Partial<INode>;
}

/** Any workflow behind the input items. */
export interface WorkflowInput extends RunInput {
	/** The nodes next to Start. */
	nodes: INode[];
	/** Start's too. */
	connections: IConnections;
	/** Node types next to the Data Platform node, by full name; see `standIn`. */
	nodeTypes?: KnownNodeTypes;
	/** Runs a sub-workflow; without it there is none. */
	executeWorkflow?: IWorkflowExecuteAdditionalData['executeWorkflow'];
	/** Settings of the workflow next to its execution order. */
	workflowSettings?: IWorkflowSettings;
}

/** Runs one Data Platform node in the engine of n8n-core. A node that fails does not throw here. */
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

/** The connections of nodes that follow one another, by their first outputs. */
export function chain(...names: string[]): IConnections {
	return workflowOf('', [], inARow(...names.map((name) => ({ name })))).connections;
}

/**
 * Runs a workflow in the engine of n8n-core: real expressions, request helpers, paired items and
 * encrypted credentials. Stand-ins only for what lives in n8n's server.
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
	const credentialsHelper = new StoredCredentials(new DataPlatformApi());
	const reference = { [new DataPlatformApi().name]: await credentialsHelper.save(credentials) };
	const start = nodeOf({ name: START, type: START_TYPE });
	const allNodes = [
		start,
		...nodes.map((node) =>
			node.type.startsWith(DATA_PLATFORM) ? { credentials: reference, ...node } : node,
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
			[START_TYPE]: standIn(async () => [structuredClone(input)], { inputs: 0 }),
			...nodeTypes,
		}),
	});
	const engine = (mode: 'manual' | 'retry', data?: IRunExecutionData) =>
		new WorkflowExecute(
			{
				...additionalDataOf(definition, credentialsHelper),
				...(executeWorkflow && { executeWorkflow }),
			},
			mode,
			data,
		);

	async function ended(
		execution: ReturnType<WorkflowExecute['run']>,
		onStarted: RunInput['onStart'],
	): Promise<EngineRun> {
		onStarted?.(execution);
		const run = await execution;
		return {
			run,
			decryptions: credentialsHelper.decryptions,
			retry: async (onRetry) => {
				const data = savedForRetry(run);
				return await ended(engine('retry', data).processRunExecutionData(workflow), onRetry);
			},
		};
	}
	return await ended(engine('manual').run({ workflow, startNode: start }), onStart);
}

/** As n8n saves an execution and takes it up again: without the error, and without the failed run. */
function savedForRetry({ data }: IRun): IRunExecutionData {
	const saved = parse(stringify(data)) as IRunExecutionData;
	const { runData, lastNodeExecuted = '' } = saved.resultData;
	delete saved.resultData.error;
	if (runData[lastNodeExecuted]?.at(-1)?.error !== undefined) runData[lastNodeExecuted].pop();
	return saved;
}

/** What the engine kept of a node's run; loops have several runs. */
export function taskOf({ run }: EngineRun, node = NODE, runIndex = 0): ITaskData {
	const task = run.data.resultData.runData[node]?.[runIndex];
	if (task === undefined) throw new Error(`${node} has no run ${runIndex}`);
	return task;
}

/** The items of one output of a node; the error output is the second one. */
export function outputOf(
	engineRun: EngineRun,
	outputIndex = 0,
	node = NODE,
	runIndex = 0,
): INodeExecutionData[] {
	return taskOf(engineRun, node, runIndex).data?.main[outputIndex] ?? [];
}

/** The `json` of each item of one output. */
export function jsonOf(...place: Parameters<typeof outputOf>): Array<INodeExecutionData['json']> {
	return outputOf(...place).map(({ json }) => json);
}

/** The index of the input item that each item of one output belongs to. */
export function pairsOf(...place: Parameters<typeof outputOf>): unknown[] {
	return outputOf(...place).map(({ pairedItem }) =>
		typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : pairedItem,
	);
}

/** What n8n kept of the error that ended the run; undefined when none did. */
export function errorOf({ run }: EngineRun) {
	return run.data.resultData.error;
}

/** The messages of the hints that a node showed. */
export function hintsOf(engineRun: EngineRun, node = NODE): string[] {
	const hints: NodeExecutionHint[] = taskOf(engineRun, node).hints ?? [];
	return hints.map(({ message }) => message);
}

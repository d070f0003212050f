import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { itemsOfNode, type N8nApi, type N8nCredential, type N8nWorkflow } from './n8n-api.ts';
import { simulatorClient } from '../simulator/client.ts';
import type { FaultRule } from '../simulator/faults/rules.ts';

/** Where the examples are. */
export const EXAMPLES_FOLDER = 'examples';
const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
/** The node of the chat model that examples have. */
export const CHAT_MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
/** The node by which a person approves in an example. */
export const APPROVAL = 'n8n-nodes-base.emailSendHitlTool';
const PLATFORM_NODE = /^n8n-nodes-data-platform\./;

/** What goes wrong at the simulator when an example runs that is made for it, by file name. */
export const REHEARSED_FAULTS: Record<string, FaultRule[]> = {
	'nightly-connector-runs.json': [
		{ fault: 'status', status: 404, message: 'Stream 4713 does not exist', when: { id: '4713' } },
	],
	'retry-failed-runs.json': [
		{
			fault: 'status',
			status: 409,
			message: 'Stream 4712 is busy',
			when: { id: '4712', attempt: 1 },
		},
	],
};

export interface Example {
	/** The file's name in `examples/`, such as `search-functions.json`. */
	file: string;
	workflow: N8nWorkflow;
}

/** Where an example runs. */
export interface ExampleSurroundings {
	api: N8nApi;
	credential: N8nCredential;
	/** Credentials of other nodes, such as a chat model, by the nodes' types. */
	others?: Record<string, N8nCredential>;
	simulator: { url: string };
}

/** The paths of the workflows in a folder, sorted. */
export async function exampleFiles(folder = EXAMPLES_FOLDER): Promise<string[]> {
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
	return files.sort().map((file) => join(folder, file));
}

/** @throws SyntaxError when the file is not JSON */
export async function readExample(path: string): Promise<Example> {
	return { file: basename(path), workflow: JSON.parse(await readFile(path, 'utf8')) };
}

/** Every workflow in `examples/`, by file name. */
export async function readExamples(): Promise<Example[]> {
	return await Promise.all((await exampleFiles()).map(readExample));
}

/** Whether the example runs only with a chat model, which is not part of n8n. */
export function needsChatModel({ workflow }: Example): boolean {
	return workflow.nodes.some(({ type }) => type === CHAT_MODEL);
}

/** @returns the id of the workflow that n8n made of the example, with the given credentials in it */
export async function importExample(
	{ api, credential, others = {} }: Omit<ExampleSurroundings, 'simulator'>,
	{ workflow }: Example,
): Promise<string> {
	const nodes = workflow.nodes.map((node) => {
		const used = PLATFORM_NODE.test(node.type) ? credential : others[node.type];
		return { ...node, credentials: used && { [used.type]: { id: used.id, name: used.name } } };
	});
	return await api.importWorkflow({ ...workflow, nodes });
}

/**
 * Runs an imported example from its Manual Trigger to its end, failed or not, with the faults that
 * it is made for.
 *
 * @returns the requests that reached the service, in order, and the items that came out of the last node
 * @throws Error when the example has no Manual Trigger
 */
export async function runExample(
	{ api, simulator }: ExampleSurroundings,
	{ file, workflow }: Example,
	workflowId: string,
) {
	const trigger = workflow.nodes.find(({ type }) => type === MANUAL_TRIGGER);
	if (trigger === undefined) {
		throw new Error(`${file} has no Manual Trigger, so it cannot be tried by hand: add one.`);
	}
	const { requestsDuring } = simulatorClient(simulator.url);
	const { result: execution, requests } = await requestsDuring(() =>
		withRehearsedFaults(simulator.url, file, () => api.runWorkflow(workflowId, trigger.name)),
	);
	return { execution, requests, items: itemsOfNode(execution, execution.lastNodeExecuted) };
}

export type ExampleRun = Awaited<ReturnType<typeof runExample>>;

/** Does the work while the simulator makes the faults that an example is made for. */
export async function withRehearsedFaults<Result>(
	simulatorUrl: string,
	file: string,
	work: () => Promise<Result>,
): Promise<Result> {
	return await simulatorClient(simulatorUrl).withFaults(REHEARSED_FAULTS[file] ?? [], work);
}

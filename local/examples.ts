import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
	itemsOf,
	lastNodeOf,
	type N8nApi,
	type N8nCredential,
	type N8nExecution,
	type N8nItem,
	type N8nWorkflow,
} from './n8n-api.ts';
import type { RequestRecord } from '../simulator/journal.ts';
import { simulatorRequests } from './simulator-requests.ts';

const EXAMPLES_FOLDER = 'examples';
const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

export interface Example {
	/** The file's name in `examples/`, such as `search-functions.json`. */
	file: string;
	workflow: N8nWorkflow;
}

/** Where an example runs. */
export interface ExampleSurroundings {
	api: N8nApi;
	credential: N8nCredential;
	simulator: { url: string };
}

export interface ExampleRun {
	execution: N8nExecution;
	/** What reached the service, in order. */
	requests: RequestRecord[];
	lastNode: string;
	/** What came out of the last node. */
	items: N8nItem[];
}

/** Every workflow in `examples/`, by file name. */
export async function readExamples(): Promise<Example[]> {
	const files = (await readdir(EXAMPLES_FOLDER)).filter((file) => file.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (file) => ({
			file,
			workflow: JSON.parse(await readFile(join(EXAMPLES_FOLDER, file), 'utf8')),
		})),
	);
}

/** @returns the id of the workflow that n8n made of the example, with the given credential in it */
export async function importExample(
	{ api, credential }: ExampleSurroundings,
	{ workflow }: Example,
): Promise<string> {
	const nodes = workflow.nodes.map((node) =>
		node.credentials && credential.type in node.credentials
			? { ...node, credentials: { ...node.credentials, ...referenceTo(credential) } }
			: node,
	);
	return await api.importWorkflow({ ...workflow, nodes });
}

function referenceTo({ id, name, type }: N8nCredential) {
	return { [type]: { id, name } };
}

/**
 * Runs an imported example from its Manual Trigger to its end, failed or not.
 *
 * @throws Error when the example has no Manual Trigger
 */
export async function runExample(
	{ api, simulator }: ExampleSurroundings,
	{ file, workflow }: Example,
	workflowId: string,
): Promise<ExampleRun> {
	const trigger = workflow.nodes.find(({ type }) => type === MANUAL_TRIGGER);
	if (trigger === undefined) {
		throw new Error(`${file} has no Manual Trigger, so it cannot be tried by hand: add one.`);
	}
	const requestsBefore = (await simulatorRequests(simulator.url)).length;
	const execution = await api.runWorkflow(workflowId, trigger.name);
	const requests = (await simulatorRequests(simulator.url)).slice(requestsBefore);
	const lastNode = lastNodeOf(execution);
	return { execution, requests, lastNode, items: itemsOf(execution, lastNode) };
}

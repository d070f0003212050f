import { readdir, readFile } from 'node:fs/promises';
import type { LocalEnvironment } from './environment.ts';
import { itemsOfNode, type N8nCredential, type N8nWorkflow } from './n8n-api.ts';
import { simulatorClient } from '../simulator/client.ts';
import type { FaultRule } from '../simulator/faults/rules.ts';

const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
/** The chat model in the examples. */
export const CHAT_MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
/** The approval node in the examples. */
export const APPROVAL = 'n8n-nodes-base.emailSendHitlTool';
const PLATFORM_NODE = /^n8n-nodes-data-platform\./;

/** The simulator's faults for examples that handle failures, by file name. */
export const REHEARSED_FAULTS: Record<string, FaultRule[]> = {
	'nightly-connector-runs.json': [
		{ fault: 'status', status: 404, message: 'Stream 4713 does not exist', when: { id: '4713' } },
	],
	'retry-failed-runs.json': [
		// prettier-ignore
		{ fault: 'status', status: 409, message: 'Stream 4712 is busy', times: 1, when: { id: '4712' } },
	],
};

/** A file in `examples/`, such as `change-job-timeouts.json`, and the workflow in it. */
export type Example = { file: string; workflow: N8nWorkflow };

/** What examples need to run. `others` are credentials of other nodes, such as a chat model, by node type. */
type ExampleContext = Pick<LocalEnvironment, 'api' | 'credential'> & {
	others?: Record<string, N8nCredential>;
	simulator: { url: string };
};

/** Every workflow in `examples/`, by file name. */
export async function readExamples(): Promise<Example[]> {
	const files = (await readdir('examples')).filter((file) => file.endsWith('.json')).sort();
	const read = async (file: string) => JSON.parse(await readFile(`examples/${file}`, 'utf8'));
	return await Promise.all(files.map(async (file) => ({ file, workflow: await read(file) })));
}

/** @returns the ID of the imported workflow, with the credentials in it */
export async function importExample(
	{ api, credential, others = {} }: Omit<ExampleContext, 'simulator'>,
	{ workflow }: Example,
): Promise<string> {
	const nodes = workflow.nodes.map((node) => {
		const used = PLATFORM_NODE.test(node.type) ? credential : others[node.type];
		return { ...node, credentials: used && { [used.type]: { id: used.id, name: used.name } } };
	});
	return await api.importWorkflow({ ...workflow, nodes });
}

/**
 * Runs an imported example from its Manual Trigger to its end, failed or not, with its faults.
 *
 * @returns the execution, the requests that reached the service, in order, and the items of the last node
 */
export async function runExample(
	{ api, simulator }: ExampleContext,
	{ file, workflow }: Example,
	workflowId: string,
) {
	const trigger = workflow.nodes.find(({ type }) => type === MANUAL_TRIGGER)!;
	const { requestsDuring, withFaults } = simulatorClient(simulator.url);
	const { result: execution, requests } = await requestsDuring(() =>
		withFaults(REHEARSED_FAULTS[file] ?? [], () => api.runWorkflow(workflowId, trigger.name)),
	);
	return { execution, requests, items: itemsOfNode(execution, execution.lastNodeExecuted) };
}

export type ExampleRun = Awaited<ReturnType<typeof runExample>>;

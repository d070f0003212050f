import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import * as examples from '../../../../local/examples.ts';
import {
	isUnfinished,
	itemsOfNode,
	type N8nCredential,
	type N8nExecution,
	type N8nItem,
} from '../../../../local/n8n-api.ts';
import { connect } from '../../connect.ts';

const connection = connect();
const { api, n8nUrl, requestsDuring } = connection;

const FORM_TRIGGER = 'n8n-nodes-base.formTrigger';
const POLL_INTERVAL = 100;

/** The login of the forms. */
const LOGIN = { username: 'visitor', password: 'password-of-a-form' };

/** How an example is changed before it is imported, as its user would do it. */
interface Changes {
	/** Credentials of other nodes, by the nodes' types. */
	others?: Record<string, N8nCredential>;
	/** Parts of nodes to replace, by the nodes' names. */
	nodes?: Record<string, object>;
}

/** Imports an example. */
export async function importExampleFile(file: string, { others, nodes = {} }: Changes = {}) {
	const example = (await examples.readExamples()).find((candidate) => candidate.file === file);
	if (example === undefined) throw new Error(`examples/${file} does not exist`);
	const data = { user: LOGIN.username, password: LOGIN.password };
	const login = await api.createCredential('Login of the form', 'httpBasicAuth', data);
	const workflow = {
		...example.workflow,
		nodes: example.workflow.nodes.map((node) => ({
			...node,
			// The editor adds the ID when it imports the example. The user activates the form.
			...(node.type === FORM_TRIGGER && { webhookId: file, disabled: false }),
			...nodes[node.name],
		})),
	};
	const credentials = { [FORM_TRIGGER]: login, ...others };
	const id = await examples.importExample(
		{ ...connection, others: credentials },
		{ file, workflow },
	);

	return {
		id,
		nodes: workflow.nodes,

		/** Runs it from its Manual Trigger. It must succeed. */
		async run() {
			const run = await examples.runExample(connection, { file, workflow }, id);
			expect(run.execution).toMatchObject({ status: 'success', error: undefined });
			return run;
		},

		/** Runs it from another of its triggers. It must succeed. */
		runFrom: async (trigger: string) => await succeeding(() => api.runWorkflow(id, trigger)),

		/** Publishes it and submits a file in its form, as a visitor does. The run must succeed. */
		async handIn(content: string) {
			await api.publish(id);
			const run = await succeeding(async () => {
				const form = new FormData();
				form.append('field-0', new File([content], 'handed-in.txt'));
				await axios.post(`${n8nUrl}/form/${file}`, form, { proxy: false, auth: LOGIN });
				return await endOfExecution(id, 'webhook');
			});
			await api.unpublish(id);
			return run;
		},
	};
}

type ImportedExample = Awaited<ReturnType<typeof importExampleFile>>;

/** Tests an example: imports it, runs it from its Manual Trigger, and checks the run. */
export function rehearse(
	file: string,
	check: (run: examples.ExampleRun, example: ImportedExample) => Promise<void> | void,
): void {
	test(file, async () => {
		const example = await importExampleFile(file);
		await check(await example.run(), example);
	});
}

/** Waits for the end of a workflow's newest execution that was started in this mode, such as `webhook`. */
export async function endOfExecution(workflowId: string, startedBy: string): Promise<N8nExecution> {
	for (;;) {
		const newest = (await api.executionsOf(workflowId)).find(({ mode }) => mode === startedBy);
		if (newest && !isUnfinished(newest.status)) return await api.executionEnd(newest.id);
		await sleep(POLL_INTERVAL);
	}
}

async function succeeding(execute: () => Promise<N8nExecution>) {
	const { result: execution, requests } = await requestsDuring(execute);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	return { execution, requests };
}

/** What was sent, and the status of the response. */
export function sentIn({ requests }: Pick<examples.ExampleRun, 'requests'>) {
	return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
}

/** The streams whose connectors were asked to run, with the status of the response. */
export function streamsIn({ requests }: Pick<examples.ExampleRun, 'requests'>) {
	return requests.map(({ operation, parameters, body, status }) => {
		expect({ operation, body }).toEqual({ operation: 'runConnector', body: { runType: 'MANUAL' } });
		return [parameters.streamId, status];
	});
}

/** Checks that a run only made that many extractions. */
export function expectExtractions({ requests }: examples.ExampleRun, count: number): void {
	const sent = requests.map(({ operation, status }) => `${operation} ${status}`);
	expect(sent).toEqual(Array(count).fill('extractData 200'));
}

export const jsonOf = (items: N8nItem[]) => items.map(({ json }) => json);

/** What came out of a node's first output. */
export const outputOf = ({ execution }: { execution: N8nExecution }, node: string) =>
	jsonOf(itemsOfNode(execution, node));

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { importExample, runExample } from '../../../../local/examples.ts';
import {
	isUnfinished,
	itemsOfNode,
	type N8nCredential,
	type N8nExecution,
	type N8nWorkflow,
} from '../../../../local/n8n-api.ts';
import type { RequestRecord } from '../../../../simulator/journal.ts';
import { connect } from '../../connect.ts';

const connection = connect();
const { api, n8nUrl, requestsDuring } = connection;

const FORM_TRIGGER = 'n8n-nodes-base.formTrigger';
const POLL_INTERVAL = 100;

/** The login of the forms. */
const LOGIN = { user: 'visitor', password: 'password-of-a-form' };

/** How an example is changed before it is imported, as its user would do it. */
interface Changes {
	/** Credentials of other nodes, by the nodes' types. */
	others?: Record<string, N8nCredential>;
	/** Parts of nodes to replace, by the nodes' names. */
	nodes?: Record<string, object>;
}

/** Imports an example. Its executions must succeed. */
export async function importExampleFile(file: string, { others, nodes = {} }: Changes = {}) {
	const saved: N8nWorkflow = JSON.parse(readFileSync(`examples/${file}`, 'utf8'));
	const login = await api.createCredential('Login of the form', 'httpBasicAuth', LOGIN);
	const changed = saved.nodes.map((node) => ({
		...node,
		// The editor adds the ID when it imports the example. The user activates the form.
		...(node.type === FORM_TRIGGER && { webhookId: file, disabled: false }),
		...nodes[node.name],
	}));
	const example = { file, workflow: { ...saved, nodes: changed } };
	const credentials = { [FORM_TRIGGER]: login, ...others };
	const id = await importExample({ ...connection, others: credentials }, example);

	return {
		id,
		nodes: changed,

		/** Runs it from its Manual Trigger, while the simulator has the faults that it's about. */
		async run() {
			const { execution, requests } = await runExample(connection, example, id);
			return resultOf(execution, requests);
		},

		/** Runs it from another of its triggers, without faults. */
		runFrom: async (trigger: string) => await resultDuring(() => api.runWorkflow(id, trigger)),

		/** Publishes it and submits a file in its form, as a visitor does. */
		async handIn(content: string) {
			await api.publish(id);
			const result = await resultDuring(async () => {
				const form = new FormData();
				form.append('field-0', new File([content], 'handed-in.txt'));
				const auth = { username: LOGIN.user, password: LOGIN.password };
				await axios.post(`${n8nUrl}/form/${file}`, form, { proxy: false, auth });
				return await endOfExecution(id, 'webhook');
			});
			await api.unpublish(id);
			return result;
		},
	};
}

/** Waits for the end of a workflow's newest execution that was started in this mode, such as `webhook`. */
export async function endOfExecution(workflowId: string, startedBy: string): Promise<N8nExecution> {
	for (;;) {
		const newest = (await api.executionsOf(workflowId)).find(({ mode }) => mode === startedBy);
		if (newest && !isUnfinished(newest.status)) return await api.executionEnd(newest.id);
		await sleep(POLL_INTERVAL);
	}
}

async function resultDuring(execute: () => Promise<N8nExecution>) {
	const { result, requests } = await requestsDuring(execute);
	return resultOf(result, requests);
}

/** What an execution that succeeded sent and returned. */
export function resultOf(execution: N8nExecution, requests: RequestRecord[]) {
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	const items = (node = execution.lastNodeExecuted) => itemsOfNode(execution, node);
	return {
		requests,
		sent: requests.map(({ method, path, body, status }) => ({ method, path, body, status })),
		/** The streams whose connectors were to run, with the status of the response. */
		streams: requests.map(({ parameters, status }) => [parameters.streamId, status]),
		items,
		/** The items of a node's first output, by default of the last node. */
		output: (node?: string) => items(node).map(({ json }) => json),
	};
}

/** Tests examples that only extract data from sample documents: the items of a node. */
export function testExtractions(
	cases: Array<{ file: string; node: string; items: number; first: object }>,
): void {
	test.each(cases)('$file: $node', async ({ file, node, items, first }) => {
		const run = await (await importExampleFile(file)).run();

		const sent = run.requests.map(({ operation, status }) => `${operation} ${status}`);
		expect(new Set(sent)).toEqual(new Set(['extractData 200']));
		expect(run.output(node)).toHaveLength(items);
		expect(run.output(node)[0]).toMatchObject(first);
	});
}

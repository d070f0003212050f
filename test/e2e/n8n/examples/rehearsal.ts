import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import {
	type Example,
	type ExampleRun,
	importExample,
	readExamples,
	runExample,
} from '../../../../local/examples.ts';
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
	const example = (await readExamples()).find((candidate) => candidate.file === file);
	if (example === undefined) throw new Error(`examples/${file} does not exist`);
	const hasForm = example.workflow.nodes.some(({ type }) => type === FORM_TRIGGER);
	const login = hasForm && {
		[FORM_TRIGGER]: await api.createCredential('Login of the form', 'httpBasicAuth', {
			user: LOGIN.username,
			password: LOGIN.password,
		}),
	};
	const workflow = {
		...example.workflow,
		nodes: example.workflow.nodes.map((node) => ({
			...node,
			// The editor adds the ID when it imports the example. The user activates the form.
			...(node.type === FORM_TRIGGER && { webhookId: file, disabled: false }),
			...nodes[node.name],
		})),
	};
	const changed: Example = { file, workflow };
	const id = await importExample({ ...connection, others: { ...others, ...login } }, changed);

	return {
		id,

		/** One of its nodes. */
		node(name: string): object {
			const node = workflow.nodes.find((candidate) => candidate.name === name);
			if (node === undefined) throw new Error(`${file} has no node ${name}`);
			return node;
		},

		/** Runs it from its Manual Trigger; it must succeed. */
		async run(): Promise<ExampleRun> {
			const run = await runExample(connection, changed, id);
			expect(run.execution).toMatchObject({ status: 'success', error: undefined });
			return run;
		},

		/** Runs it from another of its triggers; it must succeed. */
		async runFrom(trigger: string) {
			return await succeeding(() => api.runWorkflow(id, trigger));
		},

		/** Publishes it and submits a file in its form, as a visitor does; the run must succeed. */
		async handIn(content: string) {
			await api.publish(id);
			const run = await succeeding(async () => {
				const form = new FormData();
				form.append('field-0', new File([content], 'handed-in.txt'));
				await axios.post(`${n8nUrl}/form/${file}`, form, { proxy: false, auth: LOGIN });
				return await api.executionEnd(await endedExecution(id));
			});
			await api.unpublish(id);
			return run;
		},
	};
}

/** Tests an example: imports it, runs it from its Manual Trigger, and checks the run. */
export function rehearse(
	file: string,
	check: (
		run: ExampleRun,
		example: Awaited<ReturnType<typeof importExampleFile>>,
	) => Promise<void> | void,
): void {
	test(file, async () => {
		const example = await importExampleFile(file);
		await check(await example.run(), example);
	});
}

/** Waits until the newest execution of a workflow has ended; gives its id. */
async function endedExecution(workflowId: string): Promise<string> {
	for (;;) {
		const [newest] = await api.executionsOf(workflowId);
		if (newest?.mode === 'webhook' && !isUnfinished(newest.status)) return newest.id;
		await sleep(POLL_INTERVAL);
	}
}

async function succeeding(execute: () => Promise<N8nExecution>) {
	const { result: execution, requests } = await requestsDuring(execute);
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	return { execution, requests };
}

/** What was sent, and with which status it was answered. */
export function sentIn({ requests }: Pick<ExampleRun, 'requests'>) {
	return requests.map(({ method, path, body, status }) => ({ method, path, body, status }));
}

/** The streams whose connectors were asked to run, each with the status of the answer. */
export function streamsIn({ requests }: Pick<ExampleRun, 'requests'>) {
	return requests.map(({ operation, parameters, body, status }) => {
		expect({ operation, body }).toEqual({ operation: 'runConnector', body: { runType: 'MANUAL' } });
		return [parameters.streamId, status];
	});
}

export function jsonOf(items: N8nItem[]) {
	return items.map(({ json }) => json);
}

/** What came out of a node's first output. */
export function outputOf({ execution }: { execution: N8nExecution }, node: string) {
	return jsonOf(itemsOfNode(execution, node));
}

import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { simulatorClient } from '../../../simulator/client.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { recordRun } from '../record.ts';
import { dataPlatform, type FullNode, node, row } from '../../support/workflows.ts';
import { Cluster, type Worker } from './cluster.ts';

const WORKERS: Worker[] = ['worker-1', 'worker-2'];
/** How many executions a worker has under way at a time, unless n8n is told otherwise. */
const CONCURRENCY = 10;
const RUNS = 200;
const POLL_INTERVAL = 250;

let cluster: Cluster;

beforeAll(async () => {
	cluster = await Cluster.start();
});

afterAll(async () => await cluster?.stop());

function webhook(path: string, responseMode: 'onReceived' | 'lastNode'): FullNode {
	const parameters = { httpMethod: 'POST', path, responseMode, options: {} };
	return { ...node('Webhook', 'webhook', 2, parameters), webhookId: path };
}

/** Publishes a workflow that hands what a webhook gets to the node. */
async function publish(path: string, ...nodes: FullNode[]): Promise<string> {
	const workflowId = await cluster.api.importWorkflow(row(path, ...nodes));
	await cluster.api.publish(workflowId);
	return workflowId;
}

/** Calls the webhook once for each body, 20 at a time; the webhook process learns of it a moment later. */
async function callWebhook(path: string, bodies: object[]): Promise<void> {
	const waiting = bodies.values();
	const url = `${cluster.webhookUrl}/webhook/${path}`;
	await Promise.all(
		Array.from({ length: 20 }, async () => {
			for (const body of waiting) await knock(url, body);
		}),
	);
}

async function knock(url: string, body: object) {
	for (;;) {
		const answer = await axios.post(url, body, { proxy: false, validateStatus: null });
		if (answer.status === 200) return answer.data;
		if (answer.status !== 404) throw new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
		await sleep(POLL_INTERVAL);
	}
}

/** Per status, the ids of a workflow's executions. */
function executionsByStatus(workflowId: string): Record<string, string[]> {
	const rows = cluster.query(
		`select status, id from execution_entity where "workflowId" = '${workflowId}' order by id`,
	);
	const byStatus: Record<string, string[]> = {};
	for (const [status, id] of rows.map((line) => line.split('|')))
		(byStatus[status] ??= []).push(id);
	return byStatus;
}

/** Waits until a workflow has so many executions, and none of them can change any more. */
async function executionsAtTheEnd(workflowId: string, count: number) {
	for (;;) {
		const byStatus = executionsByStatus(workflowId);
		const { new: waiting, running, ...ended } = byStatus;
		const number = Object.values(byStatus).flat().length;
		if (number > count) throw new Error(`${number} executions instead of ${count}`);
		if (!waiting && !running && number === count) return ended;
		await sleep(POLL_INTERVAL);
	}
}

async function requestsSince(number: number): Promise<RequestRecord[]> {
	return (await simulatorClient(cluster.simulatorUrl).requests()).slice(number);
}

async function requestCount(): Promise<number> {
	return (await requestsSince(0)).length;
}

async function setFaults(faults: FaultRule[]): Promise<void> {
	await simulatorClient(cluster.simulatorUrl).setFaults(faults);
}

/** Per operation: a node that tells in its request which of the runs it belongs to, and how it is read. */
const OPERATIONS: Record<
	string,
	{ parameters: Record<string, unknown>; numberIn: (request: RequestRecord) => number }
> = {
	search: {
		parameters: {
			resource: 'function',
			operation: 'search',
			limit: 5,
			options: { startOffset: '={{ $json.body.number }}' },
		},
		numberIn: ({ body }) => (body as { offset?: number }).offset ?? 0,
	},
	update: {
		parameters: {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting-app',
			jobId: '=job-{{ $json.body.number }}',
			jobName: 'Nightly',
		},
		numberIn: ({ parameters }) => Number(parameters.jobId.replace('job-', '')),
	},
	run: {
		parameters: {
			resource: 'connector',
			operation: 'run',
			streamId: '={{ 900000 + $json.body.number }}',
		},
		numberIn: ({ parameters }) => Number(parameters.streamId) - 900_000,
	},
	extract: {
		parameters: {
			resource: 'ai',
			operation: 'extract',
			text: '=Number: {{ $json.body.number }}',
			outputStructure: { field: [{ name: 'number', type: 'integer' }] },
		},
		numberIn: ({ body }) =>
			Number((body as { input: Array<{ text: string }> }).input[0].text.replace('Number: ', '')),
	},
};

function numbers(count: number) {
	return Array.from({ length: count }, (_, number) => number);
}

test.each(Object.entries(OPERATIONS))(
	`${RUNS} executions of %s are spread over both workers, each sent once`,
	async (operation, { parameters, numberIn }) => {
		const action = dataPlatform('Data Platform', cluster.credential, parameters);
		const workflowId = await publish(operation, webhook(operation, 'onReceived'), action);
		const sentBefore = await requestCount();
		await callWebhook(
			operation,
			numbers(RUNS).map((number) => ({ number })),
		);
		const ended = await executionsAtTheEnd(workflowId, RUNS);

		expect(Object.keys(ended)).toEqual(['success']);
		const requests = await requestsSince(sentBefore);
		const [request] = requests;
		const sent = requests.map(numberIn);
		expect(sent.sort((a, b) => a - b)).toEqual(numbers(RUNS));
		const shares = WORKERS.map((worker) => {
			const finished = new Set(cluster.executionsIn(worker, 'finished'));
			return ended.success.filter((id) => finished.has(id)).length;
		});
		expect(shares[0] + shares[1]).toBe(RUNS);
		expect(Math.min(...shares)).toBeGreaterThan(RUNS / 10);
		expect(cluster.executionsIn('main', 'started')).toEqual([]);
		await recordRun(cluster, 'in queue mode', [request.operation!]);
	},
);

test('a file that the webhook process takes in is read by a worker', async () => {
	const extract = dataPlatform('Data Platform', cluster.credential, {
		resource: 'ai',
		operation: 'extract',
		inputType: 'content',
		content: { item: [{ kind: 'textFile', inputDataFieldName: 'letter' }] },
		outputStructure: { field: [{ name: 'email', type: 'string', description: 'E-mail address' }] },
	});
	await publish('letter', webhook('letter', 'lastNode'), extract);
	const filesBefore = Number(cluster.query('select count(*) from binary_data')[0]);
	const form = new FormData();
	form.append('letter', new Blob(['Write to ada@example.com']), 'letter.txt');
	const answer = await knock(`${cluster.webhookUrl}/webhook/letter`, form);
	expect(answer).toEqual({ email: 'ada@example.com' });
	const files = Number(cluster.query('select count(*) from binary_data')[0]);
	expect(files).toBe(filesBefore + 1);
});

/** Ends a worker while both have as much to do as they take, and more executions wait. */
async function endWithinRuns(worker: Worker, signal: 'SIGTERM' | 'SIGKILL', duration: number) {
	const runs = 2 * CONCURRENCY + 10;
	const path = signal.toLowerCase();
	const action = dataPlatform('Data Platform', cluster.credential, OPERATIONS.run.parameters);
	const workflowId = await publish(path, webhook(path, 'onReceived'), action);
	const sentBefore = await requestCount();
	await setFaults([{ fault: 'delay', operation: 'runConnector', ms: duration }]);
	await callWebhook(
		path,
		numbers(runs).map((number) => ({ number })),
	);
	while ((await requestsSince(sentBefore)).length < 2 * CONCURRENCY) await sleep(POLL_INTERVAL);
	const finished = new Set(cluster.executionsIn(worker, 'finished'));
	const started = cluster.executionsIn(worker, 'started').map(Number);
	const inItsHands = started.filter((id) => !finished.has(String(id))).sort((a, b) => a - b);
	await cluster.end(worker, signal);
	const ended = await executionsAtTheEnd(workflowId, runs);
	await setFaults([]);
	const sent = (await requestsSince(sentBefore)).map(OPERATIONS.run.numberIn);
	return { runs, inItsHands: inItsHands.map(String), ended, sent: sent.sort((a, b) => a - b) };
}

test('a worker that is told to end finishes what it has begun: every connector runs, once', async () => {
	const { runs, inItsHands, ended, sent } = await endWithinRuns('worker-2', 'SIGTERM', 4000);
	expect(inItsHands).toHaveLength(CONCURRENCY);
	expect(Object.keys(ended)).toEqual(['success']);
	expect(sent).toEqual(numbers(runs));
	await cluster.restart('worker-2');
});

test('a worker that is killed leaves its executions behind as errors; no connector runs twice', async () => {
	const { runs, inItsHands, ended, sent } = await endWithinRuns('worker-1', 'SIGKILL', 6000);
	expect(inItsHands).toHaveLength(CONCURRENCY);
	expect(ended.error).toEqual(inItsHands);
	expect(ended.success).toHaveLength(runs - CONCURRENCY);
	expect(sent).toEqual(numbers(runs));

	const lost = await cluster.api.executionEnd(inItsHands[0]);
	expect(lost.error!.message).toContain('failed to be processed too many times');
	expect(lost.runData).toEqual({});
	const sentBefore = await requestCount();
	const retried = await cluster.api.executionEnd(await cluster.api.retry(lost.id));
	expect(retried).toMatchObject({ status: 'error', error: { message: lost.error!.message } });
	expect(await requestCount()).toBe(sentBefore);
	await cluster.restart('worker-1');
});

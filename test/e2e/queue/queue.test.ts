import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import pMap from 'p-map';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import { testOperations } from '../../support/operations.ts';
import { dataPlatform, editFields, type FullNode, node, row } from '../../support/workflows.ts';
import { connect } from '../connect.ts';
import type { Member } from './cluster.ts';

const WORKERS = ['worker-1', 'worker-2'] as const;
/** The maximum number of executions in parallel for each worker, by default. */
const CONCURRENCY = 10;
const RUNS = 200;
const POLL_INTERVAL = 250;

const { api, credential, webhookUrl, postgresPort, members, ...simulator } = connect();

/** Rows of the database, each a line with `|` between its columns. */
function query(sql: string): string[] {
	const options = `-h 127.0.0.1 -p ${postgresPort} -U n8n -d n8n -Atc`.split(' ');
	const output = execFileSync('psql', [...options, sql], { encoding: 'utf8' });
	return output.split('\n').filter(Boolean);
}

/** The IDs of the executions that a process says it has started, or finished. */
function executionsIn(member: Member, what: 'started' | 'finished'): string[] {
	const log = readFileSync(members![member].logFile, 'utf8');
	const lines = log.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'));
	return Array.from(lines, ([, id]) => id);
}

function webhook(path: string, responseMode: 'onReceived' | 'lastNode'): FullNode {
	const parameters = { httpMethod: 'POST', path, responseMode, options: {} };
	return { ...node('Webhook', 'webhook', 2, parameters), webhookId: path };
}

/** Publishes a workflow that begins with a webhook. */
async function publish(path: string, ...nodes: FullNode[]): Promise<string> {
	const workflowId = await api.importWorkflow(row(path, ...nodes));
	await api.publish(workflowId);
	return workflowId;
}

/** Publishes a workflow with an operation, and calls its webhook once for each id, 20 at a time. */
async function startExecutions(path: string, operation: Operation, ids: string[]) {
	const workflowId = await publish(
		path,
		webhook(path, 'onReceived'),
		editFields('Id', { id: '={{ $json.body.id }}' }),
		dataPlatform('Data Platform', credential, testOperations[operation].parameters),
	);
	await pMap(ids, async (id) => await callWebhook(path, { id }), { concurrency: 20 });
	return workflowId;
}

/** Calls a webhook. The webhook process learns of it a moment after it was published. */
async function callWebhook(path: string, body: object) {
	for (;;) {
		const options = { proxy: false as const, validateStatus: null };
		const { status, data } = await axios.post(`${webhookUrl}/webhook/${path}`, body, options);
		if (status === 200) return data;
		if (status !== 404) throw new Error(`${status}: ${JSON.stringify(data)}`);
		await sleep(POLL_INTERVAL);
	}
}

/** Waits until a workflow has `count` executions, all of which have ended. Returns their IDs by status. */
async function executionsAtTheEnd(workflowId: string, count: number) {
	for (;;) {
		const rows = query(
			`select status, id from execution_entity where "workflowId" = '${workflowId}' order by id`,
		);
		const byStatus: Record<string, string[]> = {};
		for (const [status, id] of rows.map((line) => line.split('|'))) {
			(byStatus[status] ??= []).push(id);
		}
		const { new: waiting, running, ...ended } = byStatus;
		if (rows.length > count) throw new Error(`${rows.length} executions instead of ${count}`);
		if (!waiting && !running && rows.length === count) return ended;
		await sleep(POLL_INTERVAL);
	}
}

/**
 * How many of the executions each worker has finished. Waits until the logs say so about all of them, because a
 * worker writes its line after the database has the end of the execution.
 */
async function sharesOfWorkers(executionIds: string[]): Promise<number[]> {
	for (;;) {
		const shares = WORKERS.map((worker) => {
			const finished = new Set(executionsIn(worker, 'finished'));
			return executionIds.filter((id) => finished.has(id)).length;
		});
		if (shares[0] + shares[1] >= executionIds.length) return shares;
		await sleep(POLL_INTERVAL);
	}
}

/** The IDs of the executions that a process says it has started, and not that it has finished. */
function executionsInProgress(member: Member): string[] {
	const finished = new Set(executionsIn(member, 'finished'));
	return executionsIn(member, 'started').filter((id) => !finished.has(id));
}

const OPERATIONS = ['Search', 'Update', 'Run', 'Extract'] as const;

type Operation = (typeof OPERATIONS)[number];

/** The ids of the items. Each execution has one. */
const ids = (count: number) => Array.from({ length: count }, (_, index) => `${500_000 + index}`);

/** The ids in the requests, sorted. */
const idsIn = (requests: RequestRecord[]) =>
	requests.map(({ path, body }) => /\b5\d{5}\b/.exec(path + JSON.stringify(body))?.[0]).toSorted();

test.each(OPERATIONS)(
	`${RUNS} executions of %s are spread over both workers, each sent once`,
	async (operation) => {
		const { result: ended, requests } = await simulator.requestsDuring(async () => {
			const workflowId = await startExecutions(operation.toLowerCase(), operation, ids(RUNS));
			return await executionsAtTheEnd(workflowId, RUNS);
		});

		expect(Object.keys(ended)).toEqual(['success']);
		expect(idsIn(requests)).toEqual(ids(RUNS));
		const shares = await sharesOfWorkers(ended.success);
		expect(shares[0] + shares[1]).toBe(RUNS);
		expect(Math.min(...shares)).toBeGreaterThan(RUNS / 10);
		expect(executionsIn('main', 'started')).toEqual([]);
	},
);

test('a file that the webhook process receives is read by a worker', async () => {
	const file = { inputDataFieldName: 'letter', template: '{"type": "FILE", "data": "%base64%"}' };
	const extract = dataPlatform('Data Platform', credential, {
		resource: 'ai',
		operation: 'extract',
		inputType: 'content',
		content: { item: [{ kind: 'file', ...file }] },
		fields: { field: [{ name: 'email', type: 'string' }] },
	});
	await publish('letter', webhook('letter', 'lastNode'), extract);
	const form = new FormData();
	form.append('letter', new Blob(['Write to ada@example.com']), 'letter.txt');
	const { requests } = await simulator.requestsDuring(() => callWebhook('letter', form));

	const data = Buffer.from('Write to ada@example.com').toString('base64');
	expect(requests).toMatchObject([{ body: { input: [{ type: 'FILE', data }] } }]);
	expect(query('select count(*) from binary_data')).toEqual(['1']);
});

test('a worker that is killed leaves its executions behind as errors, and no connector runs twice', async () => {
	const runs = 2 * CONCURRENCY + 10;
	const delay: FaultRule[] = [{ fault: 'delay', operation: 'runConnector', ms: 6000 }];
	const { result, requests } = await simulator.requestsDuring(() =>
		simulator.withFaults(delay, async () => {
			const sentBefore = (await simulator.requests()).length;
			const workflowId = await startExecutions('kill', 'Run', ids(runs));
			// Both workers have as much to do as they take, and more executions wait.
			while (
				(await simulator.requests()).length < sentBefore + 2 * CONCURRENCY ||
				executionsInProgress('worker-1').length < CONCURRENCY
			) {
				await sleep(POLL_INTERVAL);
			}
			const lost = executionsInProgress('worker-1');
			process.kill(members!['worker-1'].processId, 'SIGKILL');
			return { ended: await executionsAtTheEnd(workflowId, runs), lost };
		}),
	);
	const { ended, lost } = result;
	expect(lost).toHaveLength(CONCURRENCY);
	expect(ended.error.toSorted()).toEqual(lost.toSorted());
	expect(ended.success).toHaveLength(runs - CONCURRENCY);
	expect(idsIn(requests)).toEqual(ids(runs));

	const retry = await simulator.requestsDuring(async () =>
		api.executionEnd(await api.retry(lost[0])),
	);
	expect(retry.result.error!.message).toContain('failed to be processed too many times');
	expect(retry.requests).toEqual([]);
});

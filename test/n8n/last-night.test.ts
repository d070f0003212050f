import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { itemsOf } from '../../local/n8n-api.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { connect } from './connect.ts';
import { withServer } from './with-server.ts';
import type { FullNode } from './workflows.ts';
import { dataPlatform, inARow, items, manualTrigger, node, workflow } from './workflows.ts';

const { api, credential, credentialData, folder, simulator, withFaults } = connect();

const control = axios.create({ baseURL: `${simulator.url}/_simulator`, proxy: false });

interface Started {
	streamId: number;
	executionId: number;
}

const RUN = { resource: 'connector', operation: 'run', streamId: '={{ $json.streamId }}' };

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 5, waitBetweenTries: 10 };

/** Streams that no other test uses, so that what was started for them is what this run started. */
const streamsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => ({ streamId: first + index }));

async function startedFor(streams: Array<{ streamId: number }>): Promise<number[]> {
	const wanted = new Set(streams.map(({ streamId }) => streamId));
	const { data } = await control.get<Started[]>('/executions');
	return data.map(({ streamId }) => streamId).filter((streamId) => wanted.has(streamId));
}

/** One request in fifty meets with a bare 503 or with a connection that breaks, before or after. */
const BAD_NIGHT: FaultRule[] = [
	{ fault: 'status', status: 503, when: { probability: 0.007 }, seed: 11 },
	{ fault: 'reset', when: { probability: 0.007 }, seed: 12 },
	{ fault: 'reset-after', when: { probability: 0.007 }, seed: 13 },
];

function overnight(name: string, entries: object[], run: FullNode) {
	const trigger = manualTrigger();
	const list = items('Streams', entries);
	const ok = node('Done', 'noOp', 1);
	const failed = node('Look At', 'noOp', 1);
	return workflow(
		name,
		[trigger, ...list, run, ok, failed],
		[
			...inARow(trigger, ...list, run),
			{ from: run.name, to: ok.name },
			...(run.onError === 'continueErrorOutput'
				? [{ from: run.name, to: failed.name, output: 1 }]
				: []),
		],
	);
}

test('500 runs in a bad night, error output: none twice, each started or named', async () => {
	const streams = streamsFrom(100_000, 500);
	const run = dataPlatform('Run', credential, RUN);
	const id = await api.importWorkflow(
		overnight('bad night', streams, { ...run, ...RETRY_ON_FAIL, onError: 'continueErrorOutput' }),
	);

	const execution = await withFaults(BAD_NIGHT, async () => await api.runWorkflow(id, 'Start'));

	expect(execution.status).toBe('success');
	const started = await startedFor(streams);
	expect(new Set(started).size).toBe(started.length);
	const done = itemsOf(execution, 'Done').map(({ json }) => json.streamId as number);
	const named = itemsOf(execution, 'Look At').map(({ json }) => String(json.error));
	expect(done.length + named.length).toBe(500);
	expect(named.length).toBeGreaterThan(0);
	for (const message of named) expect(message).toMatch(/^The run of stream \d+ may have started/);
	const inDoubt = named.map((message) => Number(/stream (\d+)/.exec(message)![1]));
	expect([...done, ...inDoubt].sort((a, b) => a - b)).toEqual(
		streams.map(({ streamId }) => streamId),
	);
	expect(
		started.filter((streamId) => !done.includes(streamId) && !inDoubt.includes(streamId)),
	).toEqual([]);
});

test('500 runs in a bad night, stop: none twice, and the error accounts for every one', async () => {
	const streams = streamsFrom(200_000, 500);
	const run = dataPlatform('Run', credential, RUN);
	const id = await api.importWorkflow(
		overnight('bad night, stop', streams, { ...run, ...RETRY_ON_FAIL }),
	);

	const execution = await withFaults(BAD_NIGHT, async () => await api.runWorkflow(id, 'Start'));

	expect(execution.status).toBe('error');
	const started = await startedFor(streams);
	expect(new Set(started).size).toBe(started.length);
	const { done, failed, notSent } = (execution.error as unknown as StopError).context.data;
	const accounted = [
		...done.map(({ itemIndex }) => itemIndex),
		...failed.map(({ itemIndex }) => itemIndex),
		...indicesOf(notSent),
	];
	expect(accounted.sort((a, b) => a - b)).toEqual([...Array(500).keys()]);
	const told = new Set([...done, ...failed].map(({ itemIndex }) => 200_000 + itemIndex));
	expect(started.filter((streamId) => !told.has(streamId))).toEqual([]);
});

interface StopError {
	context: {
		data: {
			done: Array<{ itemIndex: number }>;
			failed: Array<{ itemIndex: number }>;
			notSent?: string;
		};
	};
}

function indicesOf(ranges = ''): number[] {
	return ranges
		.split(', ')
		.filter((range) => range !== '')
		.flatMap((range) => {
			const [from, to = from] = range.split('-').map(Number);
			return Array.from({ length: to - from + 1 }, (_, index) => from + index);
		});
}

test('200 extracts with default settings while the service takes 8 at once: all succeed', async () => {
	const texts = Array.from({ length: 200 }, (_, index) => ({
		text: `simulate: value number ${index}`,
	}));
	const extract = dataPlatform('Extract', credential, {
		resource: 'ai',
		operation: 'extract',
		text: '={{ $json.text }}',
		outputStructure: { field: [{ name: 'number', type: 'number' }] },
	});
	const id = await api.importWorkflow(overnight('many extracts', texts, extract));
	const busy: FaultRule[] = [
		{ fault: 'concurrency-limit', limit: 8, retryAfter: 1 },
		{ fault: 'delay', ms: 50 },
	];

	const execution = await withFaults(busy, async () => await api.runWorkflow(id, 'Start'));

	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Done').map(({ json }) => json.number)).toEqual([...Array(200).keys()]);
});

test("n8n's Retry of a failed execution sends only what is missing", async () => {
	const streams = streamsFrom(300_000, 6);
	const run = dataPlatform('Run', credential, RUN);
	const id = await api.importWorkflow(overnight('retried by hand', streams, run));
	const refuseFourth: FaultRule[] = [
		{ fault: 'status', status: 400, when: { id: String(streams[3].streamId) } },
	];

	const first = await withFaults(refuseFourth, async () => await api.runWorkflow(id, 'Start'));
	expect(first.status).toBe('error');
	expect(await startedFor(streams)).toEqual([300_000, 300_001, 300_002]);

	const second = await api.retryExecution(first.id);
	expect(second.status).toBe('success');
	expect(await startedFor(streams)).toEqual(streams.map(({ streamId }) => streamId));
	expect(itemsOf(second, 'Done').map(({ json }) => json.streamId)).toEqual(
		streams.map(({ streamId }) => streamId),
	);
});

/** Every file below a folder. */
function filesIn(folderName: string): string[] {
	return readdirSync(folderName).flatMap((name) => {
		const path = join(folderName, name);
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats?.isDirectory()) return name === 'node_modules' ? [] : filesIn(path);
		return stats?.isFile() ? [path] : [];
	});
}

test('the token is nowhere: not in the database, the logs, what came out, nor at another host', async () => {
	const heard: string[] = [];
	await withServer(
		(request, response) => {
			heard.push(JSON.stringify(request.headers));
			response.end('{}');
		},
		async (evilHost) => {
			const faults: FaultRule[] = [
				{ fault: 'echo-token', operation: 'searchFunctions' },
				{ fault: 'redirect', location: `${evilHost}/steal`, operation: 'runConnector' },
				{ fault: 'status', status: 401, operation: 'updateJob' },
				{ fault: 'reset', operation: 'extractData' },
			];
			await withFaults(faults, async () => {
				for (const onError of ['continueRegularOutput', undefined] as const) {
					for (const parameters of Object.values(FAILING)) {
						const failing = { ...dataPlatform('Failing', credential, parameters), onError };
						const trigger = manualTrigger();
						const id = await api.importWorkflow(
							workflow('token', [trigger, failing], inARow(trigger, failing)),
						);
						const execution = await api.runWorkflow(id, 'Start');
						expect(JSON.stringify(execution)).not.toContain(credentialData.token);
					}
				}
			});
		},
	);

	expect(heard).toEqual([]);
	const files = filesIn(folder);
	expect(files.some((file) => file.endsWith('.sqlite'))).toBe(true);
	expect(files.some((file) => readFileSync(file).includes('"Failing"'))).toBe(true);
	expect(files.filter((file) => readFileSync(file).includes(credentialData.token))).toEqual([]);
});

const ONCE = { requestOptions: { maxRetries: 0 } };

const FAILING = {
	search: { resource: 'function', operation: 'search', ...ONCE },
	run: { resource: 'connector', operation: 'run', streamId: '1', ...ONCE },
	update: {
		resource: 'job',
		operation: 'update',
		applicationId: 'a',
		jobId: 'j',
		jobName: 'n',
		...ONCE,
	},
	extract: {
		resource: 'ai',
		operation: 'extract',
		text: 'x',
		outputStructure: { field: [{ name: 'a' }] },
		...ONCE,
	},
};

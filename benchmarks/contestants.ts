import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { N8nApi } from '../local/n8n-api.ts';
import { startN8n } from '../local/n8n-server.ts';
import type { N8nInstallation } from '../local/n8n-install.mjs';
import type { Report } from '../local/report.mjs';
import type { AxiosTask } from './axios-process.ts';
import type { BareRequest, InputItem } from './calls.ts';
import type { AxiosRival, N8nRival, Rival } from './rivals.ts';
import { benchmarkWorkflow, succeededOf } from './workflows.ts';

/** The service as a contestant meets it. */
export interface Service {
	baseUrl: string;
	headerName: string;
	token: string;
}

/** A rival in a process of its own, ready to run. */
export interface Contestant {
	processId: number;
	/** Does the whole work once; resolves with what n8n says when the execution failed. */
	run(): Promise<string | undefined>;
	/** Does it once more and counts the items that came out and are no failures. */
	count(): Promise<number>;
	stop(): Promise<void>;
}

/** What all benchmarks have in common. */
export interface Field {
	installation: N8nInstallation;
	/** The package, as `npm pack` made it. */
	tarball: string;
	/** For logs; removed by the caller. */
	folder: string;
	report: Report;
	cancelSignal: AbortSignal;
}

/** What every contestant of one benchmark has in common. */
export interface Match extends Field {
	service: Service;
	items: InputItem[];
	/** What bare rivals send; without them they search all functions. */
	requests?: BareRequest[];
	/** Further environment of n8n. */
	environment?: NodeJS.ProcessEnv;
}

export async function startContestant(rival: Rival, match: Match): Promise<Contestant> {
	return 'steps' in rival ? await startInN8n(rival, match) : startWithAxios(rival, match);
}

const RUN = 'run';
const COUNT = 'count';
const POLL_INTERVAL = 50;

/** A released n8n with the package and one published workflow; a run is a call of its webhook. */
async function startInN8n(rival: N8nRival, match: Match): Promise<Contestant> {
	const { installation, tarball, service, cancelSignal, environment } = match;
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-benchmark-'));
	const removeFolder = () => rm(userFolder, { recursive: true, force: true });
	const n8n = await startN8n({
		installation,
		tarball,
		userFolder,
		cancelSignal,
		environment: { ...rival.environment, ...environment },
	}).catch(async (error) => {
		await removeFolder();
		throw error;
	});
	const stop = async () => {
		await n8n.process.stop();
		await removeFolder();
	};
	try {
		const { baseUrl, headerName, token } = service;
		const api = new N8nApi(n8n.url, cancelSignal);
		const session = await api.setUpOwner();
		const credentials = {
			dataPlatformApi: await api.createCredential('Service', 'dataPlatformApi', {
				...service,
			}),
			httpHeaderAuth: await api.createCredential('Header', 'httpHeaderAuth', {
				name: headerName,
				value: token,
			}),
		};
		const { batchSize } = rival;
		const steps = rival.steps({ baseUrl, credentials, requests: match.requests });
		const client = axios.create({ baseURL: n8n.url, proxy: false, signal: cancelSignal });
		for (const [path, counts] of [
			[RUN, false],
			[COUNT, true],
		] as const) {
			await publish(client, session, benchmarkWorkflow({ path, steps, batchSize, counts }));
		}
		const call = (path: string) => callWebhook(client, path, match.items);
		return {
			processId: n8n.process.processId,
			async run() {
				const { status, data } = await call(RUN);
				return status === 200 ? undefined : JSON.stringify(data);
			},
			async count() {
				const { status, data } = await call(COUNT);
				return status === 200 ? succeededOf(data) : 0;
			},
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Makes a workflow live; n8n publishes some moments after it has said yes. */
async function publish(client: AxiosInstance, session: string, workflow: object): Promise<void> {
	const headers = { Cookie: session };
	const { data } = await client.post('/rest/workflows', workflow, { headers });
	const { id, versionId } = data.data;
	await client.post(`/rest/workflows/${id}/activate`, { versionId }, { headers });
	const isLive = async () => {
		const status = await client.get(`/rest/workflows/${id}/publication-status`, { headers });
		return status.data.data.status === 'published';
	};
	while (!(await isLive())) await sleep(POLL_INTERVAL);
}

/** On a busy machine n8n answers 503, with nothing done, until its database has answered a ping. */
async function callWebhook(
	client: AxiosInstance,
	path: string,
	items: InputItem[],
): Promise<AxiosResponse> {
	for (;;) {
		const answer = await client.post(`/webhook/${path}`, { items }, { validateStatus: null });
		if (answer.status !== 503) return answer;
		await sleep(POLL_INTERVAL);
	}
}

function startWithAxios({ concurrency }: AxiosRival, match: Match): Contestant {
	const { baseUrl, headerName, token } = match.service;
	const child = fork('benchmarks/axios-process.ts');
	const ended = once(child, 'exit');
	const task: AxiosTask = {
		baseUrl,
		headers: { [headerName]: token },
		concurrency,
		requests: match.requests,
	};
	async function count(): Promise<number> {
		child.send(task);
		const [succeeded] = await Promise.race([
			once(child, 'message', { signal: match.cancelSignal }),
			ended.then(() => Promise.reject(new Error('Bare axios ended before its work was done.'))),
		]);
		return succeeded;
	}
	return {
		processId: child.pid!,
		async run() {
			await count();
			return undefined;
		},
		count,
		async stop() {
			child.kill();
			await ended;
		},
	};
}

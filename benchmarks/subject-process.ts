import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { N8nApi } from '../local/n8n-api.ts';
import { startN8n } from '../local/n8n-server.ts';
import type { N8nInstallation } from '../local/n8n-install.mjs';
import type { AxiosTask } from './axios-process.ts';
import type { BareRequest, BenchmarkItem } from './calls.ts';
import type { AxiosSubject, N8nSubject, Subject } from './subjects.ts';
import { benchmarkWorkflow, succeededOf } from './workflows.ts';

/** The service as a subject meets it. */
export interface Service {
	baseUrl: string;
	headerName: string;
	token: string;
}

/** A subject in a process of its own, ready to run. */
export interface SubjectProcess {
	processId: number;
	/** Does the whole work once; resolves with what n8n says when the execution failed. */
	run(): Promise<string | undefined>;
	/** Does it once more and counts the items that came out and are no failures. */
	count(): Promise<number>;
	stop(): Promise<void>;
}

/** What all benchmarks have in common. */
export interface Bench {
	installation: N8nInstallation;
	/** The package, as `npm pack` made it. */
	tarball: string;
	cancelSignal: AbortSignal;
}

/** What every subject of a scenario is given. */
export interface Workload extends Bench {
	service: Service;
	items: BenchmarkItem[];
	/** What bare subjects send; without them they search all functions. */
	requests?: BareRequest[];
	/** Further environment of n8n. */
	environment?: NodeJS.ProcessEnv;
}

export async function startSubject(subject: Subject, workload: Workload): Promise<SubjectProcess> {
	if ('steps' in subject) return await startInN8n(subject, workload);
	return startWithAxios(subject, workload);
}

const RUN = 'run';
const COUNT = 'count';
/** After n8n has answered 503. */
const PAUSE = 50;

/** A released n8n with the package and one published workflow; a run is a call of its webhook. */
async function startInN8n(subject: N8nSubject, workload: Workload): Promise<SubjectProcess> {
	const { installation, tarball, service, requests, cancelSignal } = workload;
	await using started = new AsyncDisposableStack();
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-benchmark-'));
	started.defer(() => rm(userFolder, { recursive: true, force: true }));
	const environment = { ...subject.environment, ...workload.environment };
	const n8n = await startN8n({ installation, tarball, userFolder, cancelSignal, environment });
	started.defer(() => n8n.process.stop());
	const { baseUrl, headerName: name, token: value } = service;
	const api = new N8nApi(n8n.url, cancelSignal);
	await api.setUpOwner();
	const credentials = {
		dataPlatformApi: await api.createCredential('Service', 'dataPlatformApi', { ...service }),
		httpHeaderAuth: await api.createCredential('Header', 'httpHeaderAuth', { name, value }),
	};
	const steps = subject.steps({ baseUrl, credentials, requests });
	for (const path of [RUN, COUNT]) {
		const plan = benchmarkWorkflow({ ...subject, path, steps, counts: path === COUNT });
		await api.publish(await api.importWorkflow(plan));
	}
	const client = axios.create({ baseURL: n8n.url, proxy: false, signal: cancelSignal });
	// On a busy machine n8n answers 503, with nothing done, until its database has answered a ping.
	const call = async (path: string) => {
		for (;;) {
			const body = { items: workload.items };
			const answer = await client.post(`/webhook/${path}`, body, { validateStatus: null });
			if (answer.status !== 503) return answer;
			await sleep(PAUSE);
		}
	};
	const running = started.move();
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
		stop: () => running.disposeAsync(),
	};
}

function startWithAxios(
	{ name: _, rounds: __, keepAlive = true, ...pool }: AxiosSubject,
	workload: Workload,
): SubjectProcess {
	const { baseUrl, headerName, token } = workload.service;
	const child = fork('benchmarks/axios-process.ts');
	const ended = once(child, 'exit');
	const task: AxiosTask = {
		baseUrl,
		headers: { [headerName]: token },
		keepAlive,
		...pool,
		requests: workload.requests,
	};
	async function count(): Promise<number> {
		child.send(task);
		const [succeeded] = await Promise.race([
			once(child, 'message', { signal: workload.cancelSignal }),
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

import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { execaNode } from 'execa';
import { N8nApi } from '../local/n8n-api.ts';
import type { N8nInstallation } from '../local/n8n-install.mjs';
import { startN8n } from '../local/n8n-server.ts';
import { DEMO_TOKEN, TOKEN_HEADER } from '../simulator/server.ts';
import type { AxiosTask } from './axios-process.ts';
import type { BareRequest, BenchmarkItem } from './calls.ts';
import {
	type AxiosSubject,
	benchmarkWorkflow,
	type N8nSubject,
	RUN,
	type Subject,
} from './subjects.ts';

/** A subject in its own process, ready to run. */
export interface SubjectProcess extends AsyncDisposable {
	processId: number;
	/** Does the whole work once. */
	run(): Promise<void>;
}

/** What all benchmarks share. */
export interface Bench {
	installation: N8nInstallation;
	/** The package, as a tarball from `npm pack`. */
	tarball: string;
	cancelSignal: AbortSignal;
}

/** The input of every subject of a row. */
export interface Workload extends Bench {
	/** The address of the service. */
	baseUrl: string;
	items: BenchmarkItem[];
	/** The requests of axios. Without them, it searches all functions. */
	requests?: BareRequest[];
}

export const startSubject = async (subject: Subject, workload: Workload) =>
	'steps' in subject ? await startInN8n(subject, workload) : startWithAxios(subject, workload);

/** After a 503 from n8n. */
const PAUSE = 50;

/** A released n8n with the package and a published workflow. A run calls its webhook. */
async function startInN8n(subject: N8nSubject, workload: Workload): Promise<SubjectProcess> {
	const { installation, tarball, cancelSignal, baseUrl, items } = workload;
	await using started = new AsyncDisposableStack();
	const folder = started.use(await mkdtempDisposable(join(tmpdir(), 'n8n-benchmark-')));
	const environment = {
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
	};
	const server = { installation, tarball, userFolder: folder.path, cancelSignal, environment };
	const n8n = await startN8n(server);
	started.defer(() => n8n.process.stop());
	const api = new N8nApi(n8n.url, cancelSignal);
	await api.setUpOwner();
	const service = { baseUrl, headerName: TOKEN_HEADER, token: DEMO_TOKEN };
	const header = { name: TOKEN_HEADER, value: DEMO_TOKEN };
	const credentials = {
		dataPlatformApi: await api.createCredential('Service', 'dataPlatformApi', service),
		httpHeaderAuth: await api.createCredential('Header', 'httpHeaderAuth', header),
	};
	const workflow = benchmarkWorkflow(subject.steps({ baseUrl, credentials }));
	await api.publish(await api.importWorkflow(workflow));
	const client = axios.create({ baseURL: n8n.url, proxy: false, signal: cancelSignal });
	async function run(): Promise<void> {
		const { status } = await client.post(`/webhook/${RUN}`, { items }, { validateStatus: null });
		if (status === 200) return;
		if (status !== 503) throw new Error(`${subject.name}: n8n returned ${status}`);
		// On a busy machine, n8n does nothing until its database has responded to a ping.
		await sleep(PAUSE);
		await run();
	}
	const running = started.move();
	return {
		processId: n8n.process.processId,
		run,
		[Symbol.asyncDispose]: () => running.disposeAsync(),
	};
}

function startWithAxios(
	subject: AxiosSubject,
	{ baseUrl, requests, cancelSignal }: Workload,
): SubjectProcess {
	const options = { ipc: true, stdio: 'inherit', reject: false, cancelSignal } as const;
	const child = execaNode('benchmarks/axios-process.ts', options);
	const headers = { [TOKEN_HEADER]: DEMO_TOKEN };
	const task: AxiosTask = { ...subject, baseUrl, headers, requests };
	return {
		processId: child.pid!,
		async run() {
			await Promise.all([child.getOneMessage(), child.sendMessage({ ...task })]);
		},
		async [Symbol.asyncDispose]() {
			child.kill();
			await child;
		},
	};
}

import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosError, type AxiosInstance } from 'axios';
import { parse as parseFlatted } from 'flatted';
import type * as n8n from 'n8n-workflow';

export type N8nItem = n8n.INodeExecutionData;

/** A workflow as n8n exports it. */
export type N8nWorkflow = Pick<
	n8n.IWorkflowBase,
	'name' | 'description' | 'nodes' | 'connections' | 'settings'
>;

export type N8nCredential = Record<'id' | 'name' | 'type', string>;

/** An execution that has ended. */
export interface N8nExecution {
	id: string;
	status: string;
	error?: n8n.ExecutionError;
	/** The name of the last node that ran. */
	lastNodeExecuted: string;
	/** By node name, one entry per run of the node. */
	runData: n8n.IRunData;
}

// prettier-ignore
export const OWNER = {
	email: 'owner@example.com', password: 'Passw0rd-on-loopback',
	firstName: 'Data', lastName: 'Platform',
};

const POLL_INTERVAL = 100;

/** Whether an execution with that status hasn't ended. */
export const isUnfinished = (status: string) => ['new', 'running', 'waiting'].includes(status);

/** A client for n8n's internal REST API. Every call throws an Error with n8n's response unless it succeeds. */
export class N8nApi {
	private readonly http: AxiosInstance;

	/** @param cancelSignal cancels calls and the wait for the end of an execution */
	constructor(url: string, cancelSignal?: AbortSignal) {
		// n8n may close a kept connection at the moment when the next call uses it.
		const httpAgent = new Agent({ keepAlive: false });
		this.http = axios.create({ baseURL: url, proxy: false, signal: cancelSignal, httpAgent });
		this.http.interceptors.response.use(undefined, (error: AxiosError) => {
			const { config, response, message } = error;
			const reason = response ? JSON.stringify(response.data) : '';
			throw new Error(`n8n: ${config?.method} ${config?.url}: ${message} ${reason}`);
		});
	}

	/** Signs in to a fresh n8n as its owner. Returns the session cookie, for another client. */
	async setUpOwner(): Promise<string> {
		const { headers } = await this.http.post('/rest/owner/setup', OWNER);
		const cookie = headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ');
		this.useSession(cookie);
		return cookie;
	}

	/** Uses another session for later calls. */
	useSession(cookie: string): void {
		this.http.defaults.headers.common.Cookie = cookie;
	}

	async createCredential(name: string, type: string, data: object): Promise<N8nCredential> {
		const { id } = await this.post<N8nCredential>('/rest/credentials', { name, type, data });
		return { id, name, type };
	}

	/** Runs the credential's test, as the editor does when it saves a credential. */
	async testCredential(credential: N8nCredential, data: object) {
		const body = { credentials: { ...credential, data } };
		type Result = { status: 'OK' | 'Error'; message: string };
		return await this.post<Result>('/rest/credentials/test', body);
	}

	/** Turns on n8n's MCP server, which assistants use to build workflows. */
	async openMcpServer(): Promise<{ url: string; key: string }> {
		await this.http.patch('/rest/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = await this.get<{ apiKey: string }>('/rest/mcp/api-key');
		return { url: `${this.http.defaults.baseURL}/mcp-server/http`, key: apiKey };
	}

	/** @returns the ID of the imported workflow */
	async importWorkflow(workflow: N8nWorkflow): Promise<string> {
		const { name, description, nodes, connections, settings } = workflow;
		const body = { name, description, nodes, connections, settings, active: false };
		return (await this.post<{ id: string }>('/rest/workflows', body)).id;
	}

	/** Starts a workflow from one of its triggers, as **Execute workflow** does, and waits for its end. */
	async runWorkflow(workflowId: string, triggerName: string): Promise<N8nExecution> {
		// n8n 1 runs the workflow in the request, n8n 2 the saved one.
		const workflowData = await this.get(`/rest/workflows/${workflowId}`);
		const body = { workflowData, triggerToStartFrom: { name: triggerName } };
		const path = `/rest/workflows/${workflowId}/run`;
		const { executionId } = await this.post<{ executionId: string }>(path, body);
		return await this.executionEnd(executionId);
	}

	/** Waits for the end of an execution. */
	async executionEnd(id: string): Promise<N8nExecution> {
		for (;;) {
			type Found = Record<'status' | 'data', string>;
			const { status, data } = await this.get<Found>(`/rest/executions/${id}`);
			// n8n 1 reports the end before it has saved the result.
			const result = isUnfinished(status) ? undefined : parseFlatted(data)?.resultData;
			if (result) return { id, status, error: undefined, ...result };
			await sleep(POLL_INTERVAL);
		}
	}

	/** Retries a failed execution. Returns the ID of the new execution. */
	async retry(executionId: string): Promise<string> {
		const body = { loadWorkflow: false };
		return (await this.post<{ id: string }>(`/rest/executions/${executionId}/retry`, body)).id;
	}

	/** The last 100 executions of a workflow, newest first. Their mode is how they were started, such as `manual`. */
	async executionsOf(workflowId: string) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		type Found = { results: Array<Record<'id' | 'mode' | 'status', string>> };
		return (await this.get<Found>(`/rest/executions?limit=100&filter=${filter}`)).results;
	}

	/** Publishes a workflow, and waits until its triggers are live. */
	async publish(workflowId: string): Promise<void> {
		const path = `/rest/workflows/${workflowId}`;
		const { versionId } = await this.get<{ versionId: string }>(path);
		await this.post(`${path}/activate`, { versionId });
		for (;;) {
			const options = { validateStatus: null };
			const { status, data } = await this.http.get(`${path}/publication-status`, options);
			// n8n 1 has done it already.
			if (status === 404) return;
			const { status: state, liveVersionId } = data.data ?? {};
			if (state === 'published' && liveVersionId === versionId) return;
			await sleep(POLL_INTERVAL);
		}
	}

	/** Unpublishes a workflow, so that its triggers don't start it. */
	async unpublish(workflowId: string): Promise<void> {
		await this.post(`/rest/workflows/${workflowId}/deactivate`, {});
	}

	/** The types that n8n has loaded. Those of community nodes start with the name of the package and a dot. */
	async types(
		kind: 'nodes' | 'credentials',
	): Promise<Array<Record<string, unknown> & { name: string }>> {
		return (await this.http.get(`/types/${kind}.json`)).data;
	}

	/** The HTTP status and media type of a path, such as that of an icon. */
	async statusOf(path: string): Promise<{ status: number; mediaType: string }> {
		const { status, headers } = await this.http.get(path, { validateStatus: null });
		return { status, mediaType: String(headers['content-type']) };
	}

	private async get<Data>(path: string): Promise<Data> {
		return (await this.http.get<{ data: Data }>(path)).data.data;
	}

	private async post<Data>(path: string, body: unknown): Promise<Data> {
		return (await this.http.post<{ data: Data }>(path, body)).data.data;
	}
}

/** The items of one output of a node, over all of its runs. */
export function itemsOfNode(execution: N8nExecution, nodeName: string, output = 0): N8nItem[] {
	const runs = execution.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main?.[output] ?? []);
}

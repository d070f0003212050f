import { mkdtempDisposable } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import pMap from 'p-map';
import { PAGE_SIZE, type Row } from './rows.ts';
import { N8nApi, type N8nCredential } from '../local/n8n-api.ts';
import type { N8nInstallation } from '../local/n8n-install.mjs';
import { startN8n } from '../local/n8n-server.ts';
import { DEMO_TOKEN, TOKEN_HEADER } from '../simulator/server.ts';
import { dataPlatform, type FullNode, node, row, sideBySide } from '../test/support/workflows.ts';

/** What does the work of a row. */
export type SubjectName = 'node' | 'HTTP Request' | 'axios';

/** A subject in its own process, ready to run. axios runs in this process, like the simulator. */
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

/** The work of a subject, at the address of the platform. */
interface Workload extends Bench, Row {
	baseUrl: string;
	ids: string[];
}

/** The path of the webhook. */
const RUN = 'run';

export const startSubject = async (name: SubjectName, work: Workload) =>
	name === 'axios' ? startAxios(work) : await startInN8n(name, work);

/** A released n8n with the package and a published workflow. A run calls its webhook. */
async function startInN8n(name: SubjectName, work: Workload): Promise<SubjectProcess> {
	const { cancelSignal, baseUrl, ids } = work;
	await using started = new AsyncDisposableStack();
	const { path: userFolder } = started.use(await mkdtempDisposable(join(tmpdir(), 'n8n-bench-')));
	const environment = {
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
		EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
	};
	const n8n = await startN8n({ ...work, userFolder, environment });
	started.defer(() => n8n.process.stop());
	const api = new N8nApi(n8n.url, cancelSignal);
	await api.setUpOwner();
	const [type, data] =
		name === 'node'
			? ['dataPlatformApi', { baseUrl, headerName: TOKEN_HEADER, token: DEMO_TOKEN }]
			: ['httpHeaderAuth', { name: TOKEN_HEADER, value: DEMO_TOKEN }];
	const credential = await api.createCredential('Platform', type as string, data as object);
	const steps = name === 'node' ? ourNode(work, credential) : httpRequest(work, credential);
	const parameters = { httpMethod: 'POST', path: RUN, responseMode: 'lastNode', options: {} };
	const webhook = { ...node('Webhook', 'webhook', 2.1, parameters), webhookId: RUN };
	const nodes = [webhook, splitOut('body.items'), ...steps, node('Items Out', 'noOp', 1)];
	await api.publish(await api.importWorkflow(row(RUN, ...sideBySide(nodes))));
	const client = axios.create({ baseURL: n8n.url, proxy: false, signal: cancelSignal });
	const items = ids.map((id) => ({ id }));
	async function run(): Promise<void> {
		const { status } = await client.post(`/webhook/${RUN}`, { items }, { validateStatus: null });
		if (status === 200) return;
		if (status !== 503) throw new Error(`${name}: n8n returned ${status}`);
		// On a busy machine, n8n does nothing until its database has responded to a ping.
		await sleep(50);
		await run();
	}
	const running = started.move();
	const { processId } = n8n.process;
	return { processId, run, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** Our node, with defaults for other parameters. */
const ourNode = ({ call }: Workload, credential: N8nCredential): FullNode[] => [
	{ ...dataPlatform('Data Platform', credential, call.parameters), ...CONTINUE },
];

/** HTTP Request with Header Auth, its cheapest authentication. It lists functions by its own pagination. */
function httpRequest({ call, items, baseUrl }: Workload, httpHeaderAuth: N8nCredential) {
	const { method, path, body } = call.request('{{ $json.id }}');
	const isList = items === undefined;
	// prettier-ignore
	const parameters = {
		method, url: `=${baseUrl}${path}`, options: isList ? { pagination: PAGES } : {},
		authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth',
		sendBody: true, specifyBody: 'json', jsonBody: `=${JSON.stringify(body)}`,
	};
	const request = node('HTTP Request', 'httpRequest', 4.5, parameters);
	const step = { ...request, ...CONTINUE, credentials: { httpHeaderAuth } };
	return isList ? [step, splitOut('results')] : [step];
}

const PAGES = {
	pagination: {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: {
			parameters: [{ type: 'body', name: 'offset', value: `={{ $pageCount * ${PAGE_SIZE} }}` }],
		},
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.hasMore }}',
		limitPagesFetched: false,
	},
};

/** Splits a list in an item into one item per element. */
const splitOut = (field: string) =>
	node(`Split ${field}`, 'splitOut', 1, { fieldToSplitOut: field, options: {} });

/** A pool of the right size with keep-alive, without validation or retries. */
function startAxios({ call, ids, baseUrl, axios: concurrency }: Workload): SubjectProcess {
	const headers = { [TOKEN_HEADER]: DEMO_TOKEN };
	const httpAgent = new Agent({ keepAlive: true });
	const client = axios.create({ baseURL: baseUrl, headers, httpAgent, proxy: false });
	async function send(id: string): Promise<void> {
		const { method, path, body } = call.request(id);
		await client.request({ method, url: path, data: body, validateStatus: null });
	}
	return {
		processId: process.pid,
		run: async () => void (await pMap(ids, send, { concurrency })),
		[Symbol.asyncDispose]: async () => httpAgent.destroy(),
	};
}

import type { AxiosResponse } from 'axios';
import axios from 'axios';
import { CONTROL_PATH } from '../../../simulator/control.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/server.ts';
import { startSimulator } from '../../../simulator/server.ts';

export const TOKEN = 'the-right-token';

export const PATHS = {
	searchFunctions: '/api/query/v1/functions/search',
	updateJob: '/v1/applications/app-1/jobs/job-1',
	runConnector: '/api/data/v1/streams/42/executions',
	extractData: '/api/ai/v1/extract',
};

/** A valid body for each operation. */
export const BODIES = {
	searchFunctions: { filters: [], sort: { field: 'name', ascending: true }, limit: 10 },
	updateJob: { jobId: 'job-1', jobName: 'Nightly' },
	runConnector: { runType: 'MANUAL' },
	extractData: {
		input: [{ type: 'TEXT', text: 'Total: 12.50 EUR\nFrom: Ana Silva <ana@example.com>' }],
		outputStructure: { total: { type: 'number' }, email: { type: 'string' } },
	},
};

export type OperationName = keyof typeof PATHS;

/** Starts a simulator in this process, and returns a client that accepts any status. */
export async function start(options: SimulatorOptions = {}) {
	const simulator: Simulator = await startSimulator({ token: TOKEN, ...options });
	const http = axios.create({
		baseURL: simulator.url,
		headers: { 'Content-Type': 'application/json', 'X-SERVICE-Developer-Token': TOKEN },
		validateStatus: () => true,
		maxRedirects: 0,
		proxy: false,
	});

	/** Sends an operation with its valid body and changes. */
	const call = (operation: OperationName, changes: object = {}): Promise<AxiosResponse> =>
		http.request({
			method: operation === 'updateJob' ? 'PUT' : 'POST',
			url: PATHS[operation],
			// As bytes, because axios drops members named `__proto__` or `constructor`.
			data: Buffer.from(JSON.stringify({ ...BODIES[operation], ...changes })),
		});

	const control = async (method: 'GET' | 'PUT' | 'POST', path: string, data?: object) =>
		await http.request({ method, url: CONTROL_PATH + path, data });

	return { simulator, http, call, control };
}

export type SimulatorUnderTest = Awaited<ReturnType<typeof start>>;

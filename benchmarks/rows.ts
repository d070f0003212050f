import type { FaultRule } from '../simulator/faults/rules.ts';
import { testOperations } from '../test/support/operations.ts';

/** How the subjects call an operation. */
interface Call {
	/** The ID of the input item with an index. */
	id: (index: number) => string;
	/** The request for an ID, or for an expression. */
	request: (id: string) => { method: string; path: string; body: object };
	/** The parameters of our node. */
	parameters: Record<string, unknown>;
}

/** An upper limit for a measure of our node. */
export interface Target {
	measure: 'wall' | 'cpu' | 'peakMemory' | 'throttled';
	/** The subject whose measure is 1. Without it, the limit is absolute. */
	baseline?: 'HTTP Request' | 'axios';
	atMost: number;
}

/** The same work for every subject, on the same platform. */
export interface Row {
	name: string;
	title: string;
	call: Call;
	/** The number of input items. Without it, all functions are searched once. */
	items?: number;
	functions?: number;
	/** How the platform behaves. */
	faults: FaultRule[];
	/** Executions per round. */
	executions?: number;
	/** The number of requests in parallel of axios, if the row has it. */
	axios?: number;
	targets: Target[];
}

/** Functions per page: the platform's maximum. */
export const PAGE_SIZE = 5000;

const post = (path: string, body: object) => ({ method: 'POST', path, body });

const search: Call = {
	id: String,
	request() {
		const sort = { field: 'name', ascending: true };
		const body = { filters: [], sort, offset: 0, limit: PAGE_SIZE };
		return post('/api/query/v1/functions/search', body);
	},
	parameters: { resource: 'function', operation: 'search', name: '', returnAll: true },
};
const extract: Call = {
	id: (index) => `Invoice ${index}`,
	request: (id) =>
		post('/api/ai/v1/extract', {
			input: [{ type: 'TEXT', text: `${id}: total 99.50` }],
			outputStructure: { total: { type: 'number' } },
		}),
	parameters: testOperations.Extract.parameters,
};
const run: Call = {
	id: (index) => String(1000 + index),
	request: (id) => post(`/api/data/v1/streams/${id}/executions`, { runType: 'MANUAL' }),
	parameters: testOperations.Run.parameters,
};
const update: Call = {
	id: (index) => `job-${index}`,
	request: (id) => ({
		method: 'PUT',
		path: `/v1/applications/reporting/jobs/${id}`,
		body: { jobId: id, jobName: 'Nightly load' },
	}),
	parameters: testOperations.Update.parameters,
};

const latency = (ms: number): FaultRule[] => [{ fault: 'delay', ms }];

const toHttp = (measure: Target['measure'], atMost: number): Target => {
	return { measure, baseline: 'HTTP Request', atMost };
};

// prettier-ignore
const single = (name: string, call: Call): Row => ({
	name: `single-${name}`, title: `${name}: one item, 200 executions`,
	call, items: 1, executions: 200, faults: [],
	targets: [toHttp('wall', 1.05)],
});

// prettier-ignore
const searchAll = (functions: number, ...targets: Target[]): Row => ({
	name: `search-${functions}`,
	title: `Search: ${functions.toLocaleString('en')} functions, pages of 5,000, 50 ms a page`,
	call: search, functions, faults: latency(50), targets,
});

/** The rows of the table. */
// prettier-ignore
export const ROWS: Row[] = [
	{
		name: 'extract', title: 'Extract: 200 × 300 ms, any number in parallel',
		call: extract, items: 200, faults: latency(300), axios: 200,
		targets: [toHttp('wall', 1.4)],
	},
	{
		name: 'throttled', title: 'Extract: 200 × 300 ms, 8 in parallel, otherwise 429 with Retry-After: 1',
		call: extract, items: 200, axios: 8,
		faults: [{ fault: 'capacity', capacity: 8, retryAfter: 1, ms: 300 }],
		targets: [
			{ measure: 'wall', baseline: 'axios', atMost: 1.3 },
			{ measure: 'throttled', atMost: 0.05 },
		],
	},
	{
		name: 'update', title: 'Update: 200 × 50 ms, any number in parallel',
		call: update, items: 200, faults: latency(50), axios: 200,
		targets: [toHttp('wall', 0.75)],
	},
	{
		name: 'run', title: 'Run: 500 items, one at a time',
		call: run, items: 500, faults: [], axios: 1,
		targets: [toHttp('cpu', 0.8)],
	},
	single('run', run),
	single('extract', extract),
	searchAll(100_000, toHttp('wall', 0.5)),
	searchAll(1_000_000, toHttp('wall', 0.4), toHttp('peakMemory', 0.85)),
];

import { testOperations } from '../test/support/operations.ts';

/** A request of a bare HTTP client. */
export interface BareRequest {
	method: 'POST' | 'PUT';
	path: string;
	body: object;
}

export type BenchmarkItem = Record<string, string>;

/** How each subject calls an operation for each input item. */
export interface Call {
	/** The input item with an index. */
	item: (index: number) => BenchmarkItem;
	/** The request for an item. For HTTP Request, the item contains expressions. */
	request: (item: BenchmarkItem) => BareRequest;
	/** Parameters of our node. */
	node: Record<string, unknown>;
}

/** Functions per page: the platform's maximum. */
export const PAGE_SIZE = 5000;

const post = (path: string, body: object): BareRequest => ({ method: 'POST', path, body });

/** The request for a page of all functions. */
export const searchPage = (offset: number) =>
	post('/api/query/v1/functions/search', {
		...{ filters: [], sort: { field: 'name', ascending: true }, offset, limit: PAGE_SIZE },
	});

export type CallName = 'search' | 'extract' | 'run' | 'update';

export const CALLS: Record<CallName, Call> = {
	search: {
		item: () => ({}),
		request: () => searchPage(0),
		node: { resource: 'function', operation: 'search' },
	},
	extract: {
		item: (index) => ({ id: `Invoice ${index}` }),
		request: ({ id }) =>
			post('/api/ai/v1/extract', {
				input: [{ type: 'TEXT', text: `${id}: total 99.50` }],
				outputStructure: { total: { type: 'number' } },
			}),
		node: testOperations.Extract.parameters,
	},
	run: {
		item: (index) => ({ id: String(1000 + index) }),
		request: ({ id }) => post(`/api/data/v1/streams/${id}/executions`, { runType: 'MANUAL' }),
		node: testOperations.Run.parameters,
	},
	update: {
		item: (index) => ({ id: `job-${index}` }),
		request: ({ id }) => ({
			method: 'PUT',
			path: `/v1/applications/reporting/jobs/${id}`,
			body: { jobId: id, jobName: 'Nightly load' },
		}),
		node: testOperations.Update.parameters,
	},
};

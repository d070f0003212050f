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
		item: (index) => ({ text: `Invoice number: R-${index}\nTotal: ${index}.50 EUR` }),
		request: ({ text }) =>
			post('/api/ai/v1/extract', {
				input: [{ type: 'TEXT', text }],
				outputStructure: { invoiceNumber: { type: 'string' }, total: { type: 'number' } },
			}),
		node: {
			resource: 'ai',
			operation: 'extract',
			text: '={{ $json.text }}',
			fields: {
				field: [
					{ name: 'invoiceNumber', type: 'string' },
					{ name: 'total', type: 'number' },
				],
			},
		},
	},
	run: {
		item: (index) => ({ streamId: String(1000 + index) }),
		request: ({ streamId }) =>
			post(`/api/data/v1/streams/${streamId}/executions`, { runType: 'MANUAL' }),
		node: { resource: 'connector', operation: 'run', streamId: '={{ $json.streamId }}' },
	},
	update: {
		item: (index) => ({ jobId: `job-${index}` }),
		request: ({ jobId }) => ({
			method: 'PUT',
			path: `/v1/applications/reporting/jobs/${jobId}`,
			body: { jobId, jobName: 'Nightly load' },
		}),
		node: {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting',
			jobId: '={{ $json.jobId }}',
			jobName: 'Nightly load',
		},
	},
};

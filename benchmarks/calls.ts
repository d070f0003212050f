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
export const SEARCH_PATH = '/api/query/v1/functions/search';
export const SEARCH = { filters: [], sort: { field: 'name', ascending: true } };

const OUTPUT_STRUCTURE = {
	invoiceNumber: { type: 'string', description: 'Number of the invoice' },
	total: { type: 'number', description: 'Total amount' },
};

const APPLICATION = 'reporting';
const JOB_NAME = 'Nightly load';

export type CallName = 'search' | 'extract' | 'run' | 'update';

export const CALLS: Record<CallName, Call> = {
	search: {
		item: (index) => ({ name: `revenue per store ${index}` }),
		request: ({ name }) => ({
			method: 'POST',
			path: SEARCH_PATH,
			body: { ...SEARCH, name, limit: 50 },
		}),
		node: { resource: 'function', operation: 'search', name: '={{ $json.name }}' },
	},
	extract: {
		item: (index) => ({ text: `Invoice number: R-${index}\nTotal: ${index}.50 EUR` }),
		request: ({ text }) => ({
			method: 'POST',
			path: '/api/ai/v1/extract',
			body: { input: [{ type: 'TEXT', text }], outputStructure: OUTPUT_STRUCTURE },
		}),
		node: {
			resource: 'ai',
			operation: 'extract',
			text: '={{ $json.text }}',
			fields: {
				field: Object.entries(OUTPUT_STRUCTURE).map(([name, field]) => ({ name, ...field })),
			},
		},
	},
	run: {
		item: (index) => ({ streamId: String(1000 + index) }),
		request: ({ streamId }) => ({
			method: 'POST',
			path: `/api/data/v1/streams/${streamId}/executions`,
			body: { runType: 'MANUAL' },
		}),
		node: { resource: 'connector', operation: 'run', streamId: '={{ $json.streamId }}' },
	},
	update: {
		item: (index) => ({ jobId: `job-${index}` }),
		request: ({ jobId }) => ({
			method: 'PUT',
			path: `/v1/applications/${APPLICATION}/jobs/${jobId}`,
			body: { jobId, jobName: JOB_NAME },
		}),
		node: {
			resource: 'job',
			operation: 'update',
			applicationId: APPLICATION,
			jobId: '={{ $json.jobId }}',
			jobName: JOB_NAME,
		},
	},
};

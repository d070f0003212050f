// The conditions of a fault rule for the requests of one item.
const inThePath = (id: string) => ({ id });
const inTheBody = (id: string) => ({ containing: id });

const search = {
	idempotency: 'safe',
	success: 200,
	when: inTheBody,
	parameters: {
		resource: 'function',
		operation: 'search',
		limit: 1,
		options: { filtersJson: '={{ [{ field: "name", id: $json.id }] }}' },
	},
};

/** Operations with parameters that put the `id` of the input item into every request. */
export const testOperations = {
	Search: search,
	'Search All': { ...search, parameters: { ...search.parameters, returnAll: true } },
	Update: {
		idempotency: 'idempotent',
		success: 200,
		when: inThePath,
		parameters: {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting',
			jobId: '={{ $json.id }}',
			jobName: 'Nightly load',
		},
	},
	Extract: {
		idempotency: 'repeatable',
		success: 200,
		when: inTheBody,
		parameters: {
			resource: 'ai',
			operation: 'extract',
			text: '={{ $json.id }}: total 99.50',
			fields: { field: [{ name: 'total', type: 'number' }] },
		},
	},
	Run: {
		idempotency: 'nonIdempotent',
		success: 201,
		when: inThePath,
		parameters: { resource: 'connector', operation: 'run', streamId: '={{ $json.id }}' },
	},
};

export type TestOperationName = keyof typeof testOperations;

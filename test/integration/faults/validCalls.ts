/** A call of each operation, by its action, with a response that the API describes. */
export const validCalls: Record<string, { values: Record<string, unknown>; response: object }> = {
	'Search functions': {
		values: { limit: 1, options: { whenIncomplete: 'hint' } },
		response: { totalHits: 1, hasMore: false, degraded: false, results: [{ id: 1 }] },
	},
	'Update job': {
		values: { applicationId: 'a', jobId: 'b', jobName: 'c' },
		response: { status: 'OK', code: 200, message: 'Updated' },
	},
	'Run connector': {
		values: { streamId: '4711' },
		response: { executionId: 5, streamId: 4711 },
	},
	'Extract fields from text with AI': {
		values: { text: 'Total: 5', fields: { field: [{ name: 'total' }] }, items: 'raw' },
		response: { output: { total: '5' }, model: 'a', isCustomerModel: false },
	},
};

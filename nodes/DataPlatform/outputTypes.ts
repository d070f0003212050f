// Generated from contract/openapi.yaml: do not edit, run `npm run docs`.

/** What each operation puts out by default, where its parameters do not name it. */
export const outputTypes: Record<string, string | undefined> = {
	'function/search':
		'{ id: number; name: string; brokenLinks: string; status: string; owner: number; created: string; lastModified: string; linkCount: number; brokenLinkCount: number }',
	'job/update':
		'{ applicationId: string; jobId: string; jobName: string; status: string; code: number; message: string }',
	'connector/run':
		'{ executionId: number; streamId: number; currentState: string; runType: string; startedAt: string; endedAt: string | null; updateMethod: string; rowsInserted: number; bytesInserted: number; errors: unknown[] }',
};

// Generated from contract/openapi.yaml: do not edit, run `npm run docs`.

/** The TypeScript type of each operation's output items. The user names the fields of AI: Extract. */
export const outputTypes: Record<string, string | undefined> = {
	'function/search':
		'{ id: number | string; name: string; brokenLinks: string; status: string; owner: number | string; created: string | number; lastModified: string | number; linkCount: number; brokenLinkCount: number }',
	'job/update':
		'{ applicationId: string | number; jobId: string | number; jobName: string; status: string; code: number; message: string }',
	'connector/run':
		'{ executionId: number | string; streamId: string | number; currentState: string; runType: string; startedAt: string | number; endedAt: string | number | null; updateMethod: string; rowsInserted: number; bytesInserted: number; errors: unknown[] }',
};

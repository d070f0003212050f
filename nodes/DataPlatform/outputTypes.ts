const FUNCTION = [
	'id: number | string',
	'name: string',
	'brokenLinks: string',
	'status: string',
	'owner: number | string (a user ID)',
	'created: string (ISO 8601, UTC)',
	'lastModified: string',
	'linkCount: number',
	'brokenLinkCount: number',
];

const UPDATE = [
	'applicationId: string | number',
	'jobId: string | number',
	'jobName: string',
	'status: string',
	'code: number',
	'message: string',
];

const RUN = [
	'executionId: number | string',
	'streamId: string | number',
	'currentState: string',
	'runType: string',
	'startedAt: string (ISO 8601)',
	'endedAt: string | null',
	'updateMethod: string',
	'rowsInserted: number',
	'bytesInserted: number',
	'errors: unknown[]',
];

/**
 * The types of each operation's default output, for AI assistants. Whole numbers above 2^53 are text. The user
 * names the fields of AI: Extract.
 */
export const outputTypes: Record<string, string | undefined> = {
	'function/search': `{ ${FUNCTION.join('; ')} }`,
	'job/update': `{ ${UPDATE.join('; ')} }`,
	'connector/run': `{ ${RUN.join('; ')} }`,
};

/**
 * What the API sends and takes (api-spec.md 2 and 4). Operations repeat its names where they build a request, or read
 * or convert a member. A test compares it with contract/openapi.yaml.
 */
import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../helpers/values';

/** A stored function (part 2.1), with the members that the node reads. Times are epoch milliseconds. */
export interface StoredFunction extends IDataObject {
	id?: number;
	name?: string;
	owner?: number;
	lastModified?: number;
	created?: number;
	status?: string;
	links?: Link[];
}

/** All members of a stored function. Users can select them, and sort by them. */
// prettier-ignore
export const FUNCTION_MEMBERS = [
	'id', 'name', 'owner', 'lastModified', 'created', 'global', 'locked', 'legacyId', 'status',
	'links', 'archived', 'activeLinks',
];

/** What a function uses (part 2.2). */
export type Link = {
	resource?: { type?: string; id?: string };
	/** Observed values are VALID and ILLEGAL_REFERENCE. */
	valid?: string;
};

/** One page of functions (part 4.1), apart from `results`. */
export interface SearchResponse {
	totalHits?: number;
	hasMore?: boolean;
	degraded?: boolean;
}

/** The definition of a job (part 2.4), as in `requestSchemas.Job`, with the members that the node reads. */
export interface Job extends IDataObject {
	jobId: string;
	jobName: string;
	executionPayload?: { policies?: object };
	resources?: object;
}

/** The envelope of the response to a job update (parts 2.5 and 7). */
export interface JobUpdateResult extends IDataObject {
	status?: string;
	code?: number;
	message?: string;
}

/** A connector execution (part 2.6), with the members that the node reads. The unit of times isn't documented. */
export interface ConnectorExecution extends IDataObject {
	executionId?: number;
	startedAt?: number;
	endedAt?: number | null;
	errors?: unknown[];
}

/** All members of a connector execution. Users can select them. */
// prettier-ignore
export const EXECUTION_MEMBERS = [
	'streamId', 'executionId', 'toe', 'startedAt', 'endedAt', 'updateMethod', 'index', 'retryCount',
	'containerManagerId', 'currentState', 'runType', 'removed', 'rowsInserted', 'bytesInserted',
	'startedBy', 'exportable', 'manualIndex', 'errors', 'retryExecution', 'uploadId',
	'indexRequestKey', 'createdAt', 'modifiedAt', 'latestPhase', 'currentPhase', 'cancelledBy',
	'dataTag', 'peakMemoryUsedBytes', 'peakMemoryCommittedBytes',
];

/** The response to an extraction (part 2.8), with the member that the node reads. */
export interface ExtractResponse extends IDataObject {
	output: IDataObject;
}

/** A schema: both members are text. */
const TEXT_CONTENT = { type: 'text', text: 'text' } as const;
/** The API documents no members of content items that aren't text. */
const OTHER_CONTENT = { type: 'text', '*': 'anything' } as const;

/** JSON that users write (parts 2.3, 2.4 and 2.7), as schemas for `validateSchema`. `'*'` is for any other member. */
export const requestSchemas = {
	Job: {
		jobId: 'text',
		jobName: 'text',
		executionTimeout: 'wholeNumber',
		executionPayload: {
			remoteInstance: 'text',
			subscriberJobId: 'text',
			policies: {
				AccessTokens: 'text',
				DirectSignOn: 'text',
				DomainWhitelist: 'text',
				IPWhitelist: 'text',
				OIDC: 'text',
				SAML: 'text',
			},
			metricsDatasetId: 'text',
		},
		executionResponse: 'object',
		accounts: ['wholeNumber'],
		resources: { requests: { memory: 'text' }, limits: { memory: 'text' } },
		triggers: ['object'],
	},
	FilterItem: { field: 'text', '*': 'anything' },
	OutputStructure: { '*': { type: 'text', description: 'text', '*': 'anything' } },
	MessageContent: (item: unknown) =>
		isObject(item) && item['type'] === 'TEXT' ? TEXT_CONTENT : OTHER_CONTENT,
} as const;

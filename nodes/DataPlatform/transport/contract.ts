import type { IDataObject } from 'n8n-workflow';

/** The types of the API that the node uses (api-spec.md 2 and 4). A test compares them with the contract. */

/** A stored function (part 2.1), without the members that the node only passes on. */
export interface StoredFunction extends Members<'Function'> {
	id?: number;
	name?: string;
	owner?: number;
	/** Epoch milliseconds. */
	lastModified?: number;
	created?: number;
	status?: string;
	links?: Link[];
}

/** What a function uses (part 2.2). */
export type Link = {
	resource?: { type?: string; id?: string };
	/** Observed values are VALID and ILLEGAL_REFERENCE. */
	valid?: string;
};

/** An element of `filters` (part 2.3). Members other than `field` are passed on unchanged. */
export interface FilterItem {
	[member: string]: unknown;
	field?: string;
}

export interface Sort {
	field?: string;
	ascending?: boolean;
}

/** The body of a function search (part 4.1). */
export interface SearchRequest {
	filters: FilterItem[];
	sort: Sort;
	limit: number;
	name?: string;
	/** Index of the first function to return. */
	offset?: number;
}

/** One page of functions (part 4.1). */
export interface SearchResponse {
	totalHits?: number;
	results?: StoredFunction[];
	hasMore?: boolean;
	degraded?: boolean;
}

/** The definition of a job, the body of a job update (part 2.4). */
export interface Job {
	jobId: string;
	jobName: string;
	/** Seconds. */
	executionTimeout?: number;
	executionPayload?: {
		remoteInstance?: string;
		subscriberJobId?: string;
		policies?: Record<string, string | undefined>;
		metricsDatasetId?: string;
	};
	executionResponse?: IDataObject;
	/** Account identifiers. */
	accounts?: number[];
	resources?: { requests?: { memory?: string }; limits?: { memory?: string } };
	triggers?: IDataObject[];
}

/** The envelope of the response to a job update (parts 2.5 and 7). */
export interface JobUpdateResult {
	status?: string;
	/** Mirrors the HTTP status. */
	code?: number;
	message?: string;
}

/** The body of a connector run (part 4.3). */
export interface RunRequest {
	runType: 'MANUAL';
}

/** A connector execution (part 2.6), without the members that the node only passes on. */
export interface ConnectorExecution extends Members<'ConnectorExecution'> {
	executionId?: number;
	/** Epoch milliseconds. */
	startedAt?: number;
	endedAt?: number | null;
	errors?: unknown[];
}

/** The body of an extraction (part 2.7). */
export interface ExtractRequest {
	input: MessageContent[];
	outputStructure: OutputStructure;
	instructions?: string;
	model?: string;
	modelConfiguration?: IDataObject;
	sessionId?: string;
	reasoningConfig?: IDataObject;
}

/** A content item (part 2.7). Only the members of the type TEXT are documented. */
export interface MessageContent {
	[member: string]: unknown;
	type?: string;
}

/** Maps the name of each output field to its definition (part 2.7). */
export type OutputStructure = Record<string, ParameterDefinition>;

export interface ParameterDefinition {
	[member: string]: unknown;
	type?: string;
	description?: string;
}

type Members<Name extends keyof typeof resultMembers> = Partial<
	Record<(typeof resultMembers)[Name][number], unknown>
>;

/** The members of results that users can select. */
export const resultMembers = {
	ConnectorExecution: [
		'streamId',
		'executionId',
		'toe',
		'startedAt',
		'endedAt',
		'updateMethod',
		'index',
		'retryCount',
		'containerManagerId',
		'currentState',
		'runType',
		'removed',
		'rowsInserted',
		'bytesInserted',
		'startedBy',
		'exportable',
		'manualIndex',
		'errors',
		'retryExecution',
		'uploadId',
		'indexRequestKey',
		'createdAt',
		'modifiedAt',
		'latestPhase',
		'currentPhase',
		'cancelledBy',
		'dataTag',
		'peakMemoryUsedBytes',
		'peakMemoryCommittedBytes',
	],
	Function: [
		'id',
		'name',
		'owner',
		'lastModified',
		'created',
		'global',
		'locked',
		'legacyId',
		'status',
		'links',
		'archived',
		'activeLinks',
	],
} as const;

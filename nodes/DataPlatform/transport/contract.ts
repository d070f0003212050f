import type { IDataObject } from 'n8n-workflow';

/** The types of the API that the node uses (api-spec.md 2 and 4). A test compares them with the contract. */

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

/** What a function uses (part 2.2). */
export type Link = {
	resource?: { type?: string; id?: string };
	/** Observed values are VALID and ILLEGAL_REFERENCE. */
	valid?: string;
};

/** One page of functions (part 4.1). */
export interface SearchResponse {
	totalHits?: number;
	results?: StoredFunction[];
	hasMore?: boolean;
	degraded?: boolean;
}

/** The definition of a job (part 2.4). The node sends all its members. */
export interface Job extends IDataObject {
	jobId: string;
	jobName: string;
	executionPayload?: { policies?: object };
}

/** The envelope of the response to a job update (parts 2.5 and 7). */
export interface JobUpdateResult extends IDataObject {
	status?: string;
	code?: number;
	message?: string;
}

/** A connector execution (part 2.6), with the members that the node reads. Times are epoch milliseconds. */
export interface ConnectorExecution extends IDataObject {
	executionId?: number;
	startedAt?: number;
	endedAt?: number | null;
	errors?: unknown[];
}

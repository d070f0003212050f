// Generated from contract/openapi.yaml: do not edit, run `npm run docs`.

export type ConnectorExecution = {
	/** Format: int64 */
	streamId?: number;
	/** Format: int64 */
	executionId?: number;
	toe?: string;
	/** Format: double */
	startedAt?: number;
	/** Format: double */
	endedAt?: number | null;
	updateMethod?: string;
	index?: boolean;
	retryCount?: number;
	containerManagerId?: string;
	currentState?: string;
	runType?: string;
	removed?: boolean;
	/** Format: int64 */
	rowsInserted?: number;
	/** Format: int64 */
	bytesInserted?: number;
	startedBy?: string;
	exportable?: boolean;
	manualIndex?: boolean;
	errors?: unknown[];
	retryExecution?: ExecutionDetail;
	uploadId?: ExecutionDetail;
	indexRequestKey?: ExecutionDetail;
	createdAt?: ExecutionDetail;
	modifiedAt?: ExecutionDetail;
	latestPhase?: ExecutionDetail;
	currentPhase?: ExecutionDetail;
	cancelledBy?: ExecutionDetail;
	dataTag?: ExecutionDetail;
	peakMemoryUsedBytes?: ExecutionDetail;
	peakMemoryCommittedBytes?: ExecutionDetail;
};

export type ExecutionDetail = {
	[key: string]: unknown;
};

export type ExecutionPayload = {
	remoteInstance?: string;
	subscriberJobId?: string;
	policies?: Policies;
	metricsDatasetId?: string;
};

export type ExecutionResponse = {
	[key: string]: unknown;
};

export type ExtractRequest = {
	/** @description Content to extract from (text, images, documents) */
	input: MessageContent[];
	outputStructure: OutputStructure;
	/** @description Extraction behavior */
	instructions?: string;
	/** @description Model identifier; a default model is used when omitted */
	model?: string;
	/** @description Extra model parameters such as temperature or maximum tokens */
	modelConfiguration?: {
		[key: string]: unknown;
	};
	/**
	 * Format: uuid
	 * @description Associates the request with an existing AI session
	 */
	sessionId?: string;
	/** @description Reasoning behavior */
	reasoningConfig?: {
		[key: string]: unknown;
	};
};

export type FilterItem = {
	field?: string;
} & {
	[key: string]: unknown;
};

export type Function = {
	/**
	 * Format: int64
	 * @description Function identifier
	 */
	id?: number;
	name?: string;
	/**
	 * Format: int64
	 * @description Identifier of the owning user
	 */
	owner?: number;
	/**
	 * Format: int64
	 * @description Epoch timestamp in milliseconds
	 */
	lastModified?: number;
	/**
	 * Format: int64
	 * @description Epoch timestamp in milliseconds
	 */
	created?: number;
	global?: boolean;
	locked?: boolean;
	legacyId?: string;
	/** @description Observed value is VALID */
	status?: string;
	links?: Link[];
	archived?: boolean;
	/** @description An object with undocumented contents */
	activeLinks?: {
		[key: string]: unknown;
	};
};

export type Job = {
	/** @description Job identifier */
	jobId: string;
	jobName: string;
	/**
	 * Format: int64
	 * @description Seconds
	 */
	executionTimeout?: number;
	executionPayload?: ExecutionPayload;
	executionResponse?: ExecutionResponse;
	/** @description Account identifiers */
	accounts?: number[];
	resources?: Resources;
	triggers?: Trigger[];
};

export type JobUpdateResult = {
	status?: string;
	/** @description Mirrors the HTTP status */
	code?: number;
	message?: string;
};

export type Link = {
	resource?: LinkResource;
	visible?: boolean;
	active?: boolean;
	/** @description Observed values are VALID and ILLEGAL_REFERENCE */
	valid?: string;
};

export type LinkResource = {
	/** @description Observed values are CARD and DATA_SOURCE */
	type?: string;
	id?: string;
};

export type Memory = {
	/** @description A size as text (api-spec.md 8) */
	memory?: string;
};

export type MessageContent = TextContent | OtherContent;

export type OtherContent = {
	type?: string;
} & {
	[key: string]: unknown;
};

export type OutputStructure = {
	[key: string]: ParameterDefinition;
};

export type ParameterDefinition = {
	/** @description The field's type, for example string */
	type?: string;
	description?: string;
} & {
	[key: string]: unknown;
};

export type Policies = {
	AccessTokens?: string;
	DomainWhitelist?: string;
	IPWhitelist?: string;
	OIDC?: string;
	SAML?: string;
	DirectSignOn?: string;
};

export type Resources = {
	requests?: Memory;
	limits?: Memory;
};

export type RunRequest = {
	/**
	 * @description MANUAL is the only allowed value
	 * @enum {string}
	 */
	runType: 'MANUAL';
};

export type SearchRequest = {
	filters: FilterItem[];
	sort: Sort;
	/** @description The largest number of functions in the response (api-spec.md 8) */
	limit: number;
	/** @description Search functions by name */
	name?: string;
	/**
	 * Format: int64
	 * @description Index of the first record to return
	 */
	offset?: number;
};

export type SearchResponse = {
	/** Format: int64 */
	totalHits?: number;
	/** @description At most limit functions */
	results?: Function[];
	/** @description Whether more records exist beyond the returned page */
	hasMore?: boolean;
	degraded?: boolean;
};

export type Sort = {
	/** @description The field to sort by */
	field?: string;
	ascending?: boolean;
};

export type TextContent = {
	/** @constant */
	type: 'TEXT';
	text?: string;
};

export type Trigger = {
	[key: string]: unknown;
};

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

// Generated from contract/openapi.yaml: do not edit, run `npm run docs`.

export interface components {
	schemas: {
		/** @description The body of an error. Its shape is not shown, so it may be anything. */
		ErrorBody: unknown;
		/** @description A stored function, a user-defined calculation expression (part 2.1) */
		Function: {
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
			links?: components['schemas']['Link'][];
			archived?: boolean;
			/** @description An object with undocumented contents */
			activeLinks?: {
				[key: string]: unknown;
			};
		};
		/** @description An entry of a function's links (part 2.2) */
		Link: {
			resource?: components['schemas']['LinkResource'];
			visible?: boolean;
			active?: boolean;
			/** @description Observed values are VALID and ILLEGAL_REFERENCE */
			valid?: string;
		};
		/** @description The resource of a link (part 2.2) */
		LinkResource: {
			/** @description Observed values are CARD and DATA_SOURCE */
			type?: string;
			id?: string;
		};
		/** @description An element of filters (part 2.3). Only field is shown; every other member is passed on as given. */
		FilterItem: {
			field?: string;
		} & {
			[key: string]: unknown;
		};
		/** @description How the functions are sorted (part 2.3) */
		Sort: {
			/** @description The field to sort by */
			field?: string;
			ascending?: boolean;
		};
		/** @description The body of a function search (part 4.1) */
		SearchRequest: {
			filters: components['schemas']['FilterItem'][];
			sort: components['schemas']['Sort'];
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
		/** @description One page of functions (part 4.1). There are at most limit results, and hasMore is true when more records exist beyond this page. */
		SearchResponse: {
			/** Format: int64 */
			totalHits?: number;
			/** @description At most limit functions */
			results?: components['schemas']['Function'][];
			/** @description Whether more records exist beyond the returned page */
			hasMore?: boolean;
			degraded?: boolean;
		};
		/** @description The definition of a job, the body of a job update (part 2.4) */
		Job: {
			/** @description Job identifier */
			jobId: string;
			jobName: string;
			/**
			 * Format: int64
			 * @description Seconds
			 */
			executionTimeout?: number;
			executionPayload?: components['schemas']['ExecutionPayload'];
			executionResponse?: components['schemas']['ExecutionResponse'];
			/** @description Account identifiers */
			accounts?: number[];
			resources?: components['schemas']['Resources'];
			triggers?: components['schemas']['Trigger'][];
		};
		/** @description The executionPayload of a job (part 2.4) */
		ExecutionPayload: {
			remoteInstance?: string;
			subscriberJobId?: string;
			policies?: components['schemas']['Policies'];
			metricsDatasetId?: string;
		};
		/** @description Policy names, each with a string identifier (part 2.4) */
		Policies: {
			AccessTokens?: string;
			DomainWhitelist?: string;
			IPWhitelist?: string;
			OIDC?: string;
			SAML?: string;
			DirectSignOn?: string;
		};
		/** @description An object whose members are not shown (part 2.4) */
		ExecutionResponse: {
			[key: string]: unknown;
		};
		/** @description The resources of a job (part 2.4) */
		Resources: {
			requests?: components['schemas']['Memory'];
			limits?: components['schemas']['Memory'];
		};
		/** @description The requests or the limits of a job's resources (part 2.4) */
		Memory: {
			/** @description A size as text (api-spec.md 8) */
			memory?: string;
		};
		/** @description An object whose members are not shown (part 2.4) */
		Trigger: {
			[key: string]: unknown;
		};
		/** @description The envelope that answers a job update (parts 2.5 and 7) */
		JobUpdateResult: {
			status?: string;
			/** @description Mirrors the HTTP status */
			code?: number;
			message?: string;
		};
		/** @description The body of a connector run (part 4.3) */
		RunRequest: {
			/**
			 * @description MANUAL is the only allowed value
			 * @enum {string}
			 */
			runType: 'MANUAL';
		};
		/** @description An execution of a connector (part 2.6) */
		ConnectorExecution: {
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
			retryExecution?: components['schemas']['ExecutionDetail'];
			uploadId?: components['schemas']['ExecutionDetail'];
			indexRequestKey?: components['schemas']['ExecutionDetail'];
			createdAt?: components['schemas']['ExecutionDetail'];
			modifiedAt?: components['schemas']['ExecutionDetail'];
			latestPhase?: components['schemas']['ExecutionDetail'];
			currentPhase?: components['schemas']['ExecutionDetail'];
			cancelledBy?: components['schemas']['ExecutionDetail'];
			dataTag?: components['schemas']['ExecutionDetail'];
			peakMemoryUsedBytes?: components['schemas']['ExecutionDetail'];
			peakMemoryCommittedBytes?: components['schemas']['ExecutionDetail'];
		};
		/** @description An object-typed member of an execution, whose inner structure is left open (part 2.6). */
		ExecutionDetail: {
			[key: string]: unknown;
		};
		/** @description The body of an extraction (part 2.7) */
		ExtractRequest: {
			/** @description Content to extract from (text, images, documents) */
			input: components['schemas']['MessageContent'][];
			outputStructure: components['schemas']['OutputStructure'];
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
		/** @description An item of the content to extract from (part 2.7) */
		MessageContent: components['schemas']['TextContent'] | components['schemas']['OtherContent'];
		/** @description Text to extract from (part 2.7). The type is required only because its value TEXT is what makes an item a text. */
		TextContent: {
			/** @constant */
			type: 'TEXT';
			text?: string;
		};
		/** @description A content item of another type than TEXT, an image or a document for instance (part 2.7). Neither the types nor their members are shown, so everything is passed on as given. */
		OtherContent: {
			type?: string;
		} & {
			[key: string]: unknown;
		};
		/** @description Map from output field name to its definition; all fields are treated as required (part 2.7) */
		OutputStructure: {
			[key: string]: components['schemas']['ParameterDefinition'];
		};
		/** @description The definition of one output field (part 2.7) */
		ParameterDefinition: {
			/** @description The field's type, for example string */
			type?: string;
			description?: string;
		} & {
			[key: string]: unknown;
		};
		/** @description The answer of an extraction (part 2.8) */
		ExtractResponse: {
			/** @description Map of extracted data matching outputStructure: its members are named as there. Values may be strings, arrays or nested objects. */
			output: {
				[key: string]: unknown;
			};
			/** @description Model identifier used */
			model?: string;
			/** Format: uuid */
			requestId?: string;
			/** @description Whether a customer-provided model was used */
			isCustomerModel?: boolean;
			modelProviderUsage?: {
				[key: string]: unknown;
			};
		};
	};
	responses: {
		/** @description Anything but success */
		Error: {
			headers: {
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ErrorBody'];
			};
		};
	};
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type ErrorBody = components['schemas']['ErrorBody'];
export type Function = components['schemas']['Function'];
export type Link = components['schemas']['Link'];
export type LinkResource = components['schemas']['LinkResource'];
export type FilterItem = components['schemas']['FilterItem'];
export type Sort = components['schemas']['Sort'];
export type SearchRequest = components['schemas']['SearchRequest'];
export type SearchResponse = components['schemas']['SearchResponse'];
export type Job = components['schemas']['Job'];
export type ExecutionPayload = components['schemas']['ExecutionPayload'];
export type Policies = components['schemas']['Policies'];
export type ExecutionResponse = components['schemas']['ExecutionResponse'];
export type Resources = components['schemas']['Resources'];
export type Memory = components['schemas']['Memory'];
export type Trigger = components['schemas']['Trigger'];
export type JobUpdateResult = components['schemas']['JobUpdateResult'];
export type RunRequest = components['schemas']['RunRequest'];
export type ConnectorExecution = components['schemas']['ConnectorExecution'];
export type ExecutionDetail = components['schemas']['ExecutionDetail'];
export type ExtractRequest = components['schemas']['ExtractRequest'];
export type MessageContent = components['schemas']['MessageContent'];
export type TextContent = components['schemas']['TextContent'];
export type OtherContent = components['schemas']['OtherContent'];
export type OutputStructure = components['schemas']['OutputStructure'];
export type ParameterDefinition = components['schemas']['ParameterDefinition'];
export type ExtractResponse = components['schemas']['ExtractResponse'];
export type ResponseError = components['responses']['Error'];

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

// Copied by hand from the tables in contract/api-spec.md, to check the contract. A type with ! is required.

/** Members of the spec's objects, by name in the contract. */
export const OBJECTS: Record<string, { part: string; members: Record<string, string> }> = {
	Function: {
		part: '2.1',
		members: {
			id: 'integer',
			name: 'string',
			owner: 'integer',
			lastModified: 'integer',
			created: 'integer',
			global: 'boolean',
			locked: 'boolean',
			legacyId: 'string',
			status: 'string',
			links: 'array of Link',
			archived: 'boolean',
			activeLinks: 'object',
		},
	},
	Link: {
		part: '2.2',
		members: {
			resource: 'LinkResource',
			visible: 'boolean',
			active: 'boolean',
			valid: 'string',
		},
	},
	LinkResource: { part: '2.2', members: { type: 'string', id: 'string' } },
	FilterItem: { part: '2.3', members: { field: 'string' } },
	Sort: { part: '2.3', members: { field: 'string', ascending: 'boolean' } },
	Job: {
		part: '2.4',
		members: {
			jobId: 'string!',
			jobName: 'string!',
			executionTimeout: 'integer',
			executionPayload: 'ExecutionPayload',
			executionResponse: 'ExecutionResponse',
			accounts: 'array of integer',
			resources: 'Resources',
			triggers: 'array of Trigger',
		},
	},
	ExecutionPayload: {
		part: '2.4',
		members: {
			remoteInstance: 'string',
			subscriberJobId: 'string',
			policies: 'Policies',
			metricsDatasetId: 'string',
		},
	},
	Policies: {
		part: '2.4',
		members: {
			AccessTokens: 'string',
			DomainWhitelist: 'string',
			IPWhitelist: 'string',
			OIDC: 'string',
			SAML: 'string',
			DirectSignOn: 'string',
		},
	},
	Resources: { part: '2.4', members: { requests: 'Memory', limits: 'Memory' } },
	Memory: { part: '2.4', members: { memory: 'string' } },
	ExecutionResponse: { part: '2.4', members: {} },
	Trigger: { part: '2.4', members: {} },
	JobUpdateResult: {
		part: '2.5',
		members: { status: 'string', code: 'integer', message: 'string' },
	},
	ConnectorExecution: {
		part: '2.6',
		members: {
			streamId: 'integer',
			executionId: 'integer',
			toe: 'string',
			startedAt: 'number',
			endedAt: 'number or null',
			updateMethod: 'string',
			index: 'boolean',
			retryCount: 'integer',
			containerManagerId: 'string',
			currentState: 'string',
			runType: 'string',
			removed: 'boolean',
			rowsInserted: 'integer',
			bytesInserted: 'integer',
			startedBy: 'string',
			exportable: 'boolean',
			manualIndex: 'boolean',
			errors: 'array',
			retryExecution: 'ExecutionDetail',
			uploadId: 'ExecutionDetail',
			indexRequestKey: 'ExecutionDetail',
			createdAt: 'ExecutionDetail',
			modifiedAt: 'ExecutionDetail',
			latestPhase: 'ExecutionDetail',
			currentPhase: 'ExecutionDetail',
			cancelledBy: 'ExecutionDetail',
			dataTag: 'ExecutionDetail',
			peakMemoryUsedBytes: 'ExecutionDetail',
			peakMemoryCommittedBytes: 'ExecutionDetail',
		},
	},
	ExecutionDetail: { part: '2.6', members: {} },
	ExtractRequest: {
		part: '2.7',
		members: {
			input: 'array of MessageContent!',
			outputStructure: 'OutputStructure!',
			instructions: 'string',
			model: 'string',
			modelConfiguration: 'object',
			sessionId: 'string (uuid)',
			reasoningConfig: 'object',
		},
	},
	// Only the type TEXT makes an item a text item.
	TextContent: { part: '2.7', members: { type: 'string TEXT!', text: 'string' } },
	OtherContent: { part: '2.7', members: { type: 'string not TEXT' } },
	ParameterDefinition: { part: '2.7', members: { type: 'string', description: 'string' } },
	ExtractResponse: {
		part: '2.8',
		members: {
			output: 'object!',
			model: 'string',
			requestId: 'string (uuid)',
			isCustomerModel: 'boolean',
			modelProviderUsage: 'object',
		},
	},
	SearchRequest: {
		part: '4.1',
		members: {
			filters: 'array of FilterItem!',
			sort: 'Sort!',
			limit: 'integer 1 to 5000!',
			name: 'string',
			offset: 'integer',
		},
	},
	SearchResponse: {
		part: '4.1',
		members: {
			totalHits: 'integer',
			results: 'array of Function',
			hasMore: 'boolean',
			degraded: 'boolean',
		},
	},
	RunRequest: { part: '4.3', members: { runType: 'string MANUAL!' } },
};

/** Method and path, path parameters, request body, and the status and body of a success (part 4). */
export const ENDPOINTS = [
	'POST /api/query/v1/functions/search () SearchRequest -> 200 SearchResponse',
	'PUT /v1/applications/{applicationId}/jobs/{jobId} (applicationId string!, jobId string!) Job -> 200 JobUpdateResult',
	'POST /api/data/v1/streams/{streamId}/executions (streamId string!) RunRequest -> 201 ConnectorExecution',
	'POST /api/ai/v1/extract () ExtractRequest -> 200 ExtractResponse',
];

/** Observed values. There may be others (parts 2.1, 2.2, and 3). */
export const OBSERVED: Record<string, string[]> = {
	'Function.status': ['VALID'],
	'Link.valid': ['VALID', 'ILLEGAL_REFERENCE'],
	'LinkResource.type': ['CARD', 'DATA_SOURCE'],
};

export const TOKEN_HEADER = 'X-SERVICE-Developer-Token';

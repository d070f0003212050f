// Copied by hand from the tables in contract/api-spec.md, to check the contract. A type with ! is required.

const all = (type: string, names: string) =>
	Object.fromEntries(names.split(' ').map((name) => [name, type]));

/** Members of the spec's objects, by name in the contract. */
export const OBJECTS: Record<string, { part: string; members: Record<string, string> }> = {
	Function: {
		part: '2.1',
		members: {
			...all('integer', 'id owner lastModified created'),
			...all('string', 'name legacyId status'),
			...all('boolean', 'global locked archived'),
			...{ links: 'array of Link', activeLinks: 'object' },
		},
	},
	Link: {
		part: '2.2',
		members: { resource: 'LinkResource', ...all('boolean', 'visible active'), valid: 'string' },
	},
	LinkResource: { part: '2.2', members: all('string', 'type id') },
	FilterItem: { part: '2.3', members: { field: 'string' } },
	Sort: { part: '2.3', members: { field: 'string', ascending: 'boolean' } },
	Job: {
		part: '2.4',
		members: {
			...all('string!', 'jobId jobName'),
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
			...all('string', 'remoteInstance subscriberJobId metricsDatasetId'),
			policies: 'Policies',
		},
	},
	Policies: {
		part: '2.4',
		members: all('string', 'AccessTokens DomainWhitelist IPWhitelist OIDC SAML DirectSignOn'),
	},
	Resources: { part: '2.4', members: all('Memory', 'requests limits') },
	Memory: { part: '2.4', members: { memory: 'string' } },
	ExecutionResponse: { part: '2.4', members: {} },
	Trigger: { part: '2.4', members: {} },
	JobUpdateResult: {
		part: '2.5',
		members: { ...all('string', 'status message'), code: 'integer' },
	},
	ConnectorExecution: {
		part: '2.6',
		members: {
			...all('integer', 'streamId executionId retryCount rowsInserted bytesInserted'),
			...{ startedAt: 'number', endedAt: 'number or null' },
			...all('string', 'toe updateMethod containerManagerId currentState runType startedBy'),
			...all('boolean', 'index removed exportable manualIndex'),
			errors: 'array',
			...all('ExecutionDetail', 'retryExecution uploadId indexRequestKey createdAt modifiedAt'),
			...all('ExecutionDetail', 'latestPhase currentPhase cancelledBy dataTag'),
			...all('ExecutionDetail', 'peakMemoryUsedBytes peakMemoryCommittedBytes'),
		},
	},
	ExecutionDetail: { part: '2.6', members: {} },
	ExtractRequest: {
		part: '2.7',
		members: {
			...{ input: 'array of MessageContent!', outputStructure: 'OutputStructure!' },
			...all('string', 'instructions model'),
			...all('object', 'modelConfiguration reasoningConfig'),
			sessionId: 'string (uuid)',
		},
	},
	// Only the type TEXT makes an item a text item.
	TextContent: { part: '2.7', members: { type: 'string TEXT!', text: 'string' } },
	OtherContent: { part: '2.7', members: { type: 'string not TEXT' } },
	ParameterDefinition: { part: '2.7', members: all('string', 'type description') },
	ExtractResponse: {
		part: '2.8',
		members: {
			...{ output: 'object!', model: 'string', requestId: 'string (uuid)' },
			...{ isCustomerModel: 'boolean', modelProviderUsage: 'object' },
		},
	},
	SearchRequest: {
		part: '4.1',
		members: {
			...{ filters: 'array of FilterItem!', sort: 'Sort!', limit: 'integer 1 to 5000!' },
			...{ name: 'string', offset: 'integer' },
		},
	},
	SearchResponse: {
		part: '4.1',
		members: {
			...{ totalHits: 'integer', results: 'array of Function' },
			...all('boolean', 'hasMore degraded'),
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

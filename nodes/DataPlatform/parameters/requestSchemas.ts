// Generated from contract/openapi.yaml: do not edit, run `npm run docs`.

import type { Schema } from './schema';

export const requestSchemas = {
	Job: {
		type: 'object',
		required: ['jobId', 'jobName'],
		properties: {
			jobId: { type: 'string' },
			jobName: { type: 'string' },
			executionTimeout: { type: 'integer' },
			executionPayload: {
				type: 'object',
				properties: {
					remoteInstance: { type: 'string' },
					subscriberJobId: { type: 'string' },
					policies: {
						type: 'object',
						properties: {
							AccessTokens: { type: 'string' },
							DomainWhitelist: { type: 'string' },
							IPWhitelist: { type: 'string' },
							OIDC: { type: 'string' },
							SAML: { type: 'string' },
							DirectSignOn: { type: 'string' },
						},
					},
					metricsDatasetId: { type: 'string' },
				},
			},
			executionResponse: { type: 'object', additionalProperties: true },
			accounts: { type: 'array', items: { type: 'integer' } },
			resources: {
				type: 'object',
				properties: {
					requests: { type: 'object', properties: { memory: { type: 'string' } } },
					limits: { type: 'object', properties: { memory: { type: 'string' } } },
				},
			},
			triggers: { type: 'array', items: { type: 'object', additionalProperties: true } },
		},
	},
	FilterItem: {
		type: 'object',
		additionalProperties: true,
		properties: { field: { type: 'string' } },
	},
	MessageContent: {
		oneOf: [
			{
				type: 'object',
				required: ['type'],
				properties: { type: { type: 'string', const: 'TEXT' }, text: { type: 'string' } },
			},
			{
				type: 'object',
				additionalProperties: true,
				properties: { type: { type: 'string', not: { const: 'TEXT' } } },
			},
		],
	},
	OutputStructure: {
		type: 'object',
		additionalProperties: {
			type: 'object',
			additionalProperties: true,
			properties: { type: { type: 'string' }, description: { type: 'string' } },
		},
	},
} satisfies Record<string, Schema>;

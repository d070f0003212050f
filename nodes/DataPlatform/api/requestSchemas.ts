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
						additionalProperties: false,
					},
					metricsDatasetId: { type: 'string' },
				},
				additionalProperties: false,
			},
			executionResponse: { type: 'object', additionalProperties: true },
			accounts: { type: 'array', items: { type: 'integer' } },
			resources: {
				type: 'object',
				properties: {
					requests: {
						type: 'object',
						properties: { memory: { type: 'string' } },
						additionalProperties: false,
					},
					limits: {
						type: 'object',
						properties: { memory: { type: 'string' } },
						additionalProperties: false,
					},
				},
				additionalProperties: false,
			},
			triggers: { type: 'array', items: { type: 'object', additionalProperties: true } },
		},
		additionalProperties: false,
	},
	FilterItem: {
		type: 'object',
		required: ['field'],
		properties: { field: { type: 'string' } },
		additionalProperties: true,
	},
	MessageContent: {
		oneOf: [
			{
				type: 'object',
				required: ['type', 'text'],
				properties: { type: { type: 'string', const: 'TEXT' }, text: { type: 'string' } },
				additionalProperties: false,
			},
			{
				type: 'object',
				required: ['type'],
				properties: { type: { type: 'string', not: { const: 'TEXT' } } },
				additionalProperties: true,
			},
		],
	},
	OutputStructure: {
		type: 'object',
		additionalProperties: {
			type: 'object',
			required: ['type'],
			properties: { type: { type: 'string' }, description: { type: 'string' } },
			additionalProperties: true,
		},
	},
} satisfies Record<string, Schema>;

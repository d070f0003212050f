import { isObject } from '../helpers/values';
import type { Schema } from './schema';

/** What the API documents about JSON that users write (api-spec.md 2.3, 2.4 and 2.7). */
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

	// The API documents no members of content items that aren't text.
	MessageContent(item: unknown): Record<string, 'text' | 'anything'> {
		const isText = isObject(item) && item['type'] === 'TEXT';
		return { type: 'text', ...(isText ? { text: 'text' } : { '*': 'anything' }) };
	},
} satisfies Record<string, Schema>;

import type { N8nCredential } from '../../../local/n8n-api.ts';
import type { JsonSchema } from './scripted-model.ts';
import { dataPlatformTool, type FullNode, type Connection } from '../../support/workflows.ts';

/** A parameter that the model must fill in. */
export function fromAi(key: string, description: string, type = 'string'): string {
	return `={{ $fromAI('${key}', '${description}', '${type}') }}`;
}

/** A parameter that the model may leave out: text, because only text can be empty. */
function optionalFromAi(key: string, description: string): string {
	return `={{ $fromAI('${key}', '${description}', 'string', '') }}`;
}

/** The four operations as an AI agent gets them, with the parameters that the model fills in. */
export function fourTools(credential: N8nCredential): FullNode[] {
	return [
		dataPlatformTool('Search functions', credential, {
			resource: 'function',
			operation: 'search',
			name: optionalFromAi('name', 'Part of the name of the function'),
			limit: fromAi('limit', 'How many functions at most', 'number'),
		}),
		dataPlatformTool('Update job', credential, {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting-app',
			jobId: fromAi('jobId', 'The job to replace'),
			jobName: fromAi('jobName', 'The new name of the job'),
			jobDefinition: {
				executionTimeout: optionalFromAi('timeout', 'Seconds that it may take'),
				accounts: optionalFromAi('accounts', 'Account numbers with commas'),
				executionResponse: optionalFromAi('response', 'A JSON object'),
			},
		}),
		dataPlatformTool('Run connector', credential, {
			resource: 'connector',
			operation: 'run',
			streamId: fromAi('streamId', 'The stream whose connector starts'),
			requestOptions: { maxRetries: 0 },
		}),
		dataPlatformTool('Extract contact', credential, {
			resource: 'ai',
			operation: 'extract',
			text: fromAi('text', 'The text to read'),
			fields: {
				field: [
					{ name: 'email', type: 'string', description: 'E-mail address' },
					{ name: 'phone', type: 'string', description: 'Telephone number' },
				],
			},
		}),
	];
}

/** AI: Extract with fields that the model chooses. */
export function extractionOfItsChoice(credential: N8nCredential): FullNode {
	return dataPlatformTool('Extract anything', credential, {
		resource: 'ai',
		operation: 'extract',
		text: fromAi('text', 'The text to read'),
		specifyFields: 'example',
		jsonExample: fromAi('example', 'A JSON object as the result should look', 'json'),
	});
}

/** Gives an agent, or whatever else can call them, the tools. */
export function asToolsOf(user: { name: string }, tools: FullNode[]): Connection[] {
	return tools.map(({ name }) => ({ from: name, to: user.name, type: 'ai_tool' as const }));
}

/** What a model must see of them: description and parameters by tool. */
export const SEEN_BY_THE_MODEL = {
	Search_functions: {
		description: 'Search stored functions in Data Platform',
		properties: {
			limit: { type: 'number', description: 'How many functions at most' },
			name: { type: 'string', description: 'Part of the name of the function', default: '' },
		},
		required: ['limit'],
	},
	Update_job: {
		description: 'Replace job definition in Data Platform',
		properties: {
			jobId: { type: 'string', description: 'The job to replace' },
			jobName: { type: 'string', description: 'The new name of the job' },
			timeout: { type: 'string', description: 'Seconds that it may take', default: '' },
			accounts: { type: 'string', description: 'Account numbers with commas', default: '' },
			response: { type: 'string', description: 'A JSON object', default: '' },
		},
		required: ['jobId', 'jobName'],
	},
	Run_connector: {
		description: 'Start connector run in Data Platform',
		properties: { streamId: { type: 'string', description: 'The stream whose connector starts' } },
		required: ['streamId'],
	},
	Extract_contact: {
		description: 'Extract fields from text with AI in Data Platform',
		properties: { text: { type: 'string', description: 'The text to read' } },
		required: ['text'],
	},
};

/** The schemas by tool, without the order of their members. */
export function schemasByTool(
	tools: Array<{ name: string; description: string; schema: JsonSchema }>,
) {
	return Object.fromEntries(
		tools.map(({ name, description, schema: { properties, required = [] } }) => [
			name,
			{ description, properties, required: [...required].sort() },
		]),
	);
}

import type { N8nCredential } from '../../../local/n8n-api.ts';
import { dataPlatformTool, type FullNode, type Connection } from '../../support/workflows.ts';
import type { JsonSchema } from './scripted-model.ts';

/** A parameter that the model must fill in. */
const fromAi = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'The ${key}', '${type}') }}`;

/** A parameter that the model may leave out: text, because only text can be empty. */
const optionalFromAi = (key: string) => `={{ $fromAI('${key}', 'The ${key}', 'string', '') }}`;

/** The four operations as an AI agent gets them, with the parameters that the model fills in. */
export function fourTools(credential: N8nCredential): FullNode[] {
	return [
		dataPlatformTool('Search functions', credential, {
			resource: 'function',
			operation: 'search',
			name: optionalFromAi('name'),
			limit: fromAi('limit', 'number'),
		}),
		dataPlatformTool('Update job', credential, {
			resource: 'job',
			operation: 'update',
			applicationId: 'reporting-app',
			jobId: fromAi('jobId'),
			jobName: fromAi('jobName'),
			jobDefinition: {
				executionTimeout: optionalFromAi('timeout'),
				accounts: optionalFromAi('accounts'),
				executionResponse: optionalFromAi('response'),
			},
		}),
		dataPlatformTool('Run connector', credential, {
			resource: 'connector',
			operation: 'run',
			streamId: fromAi('streamId'),
			requestOptions: { maxRetries: 0 },
		}),
		dataPlatformTool('Extract anything', credential, {
			resource: 'ai',
			operation: 'extract',
			text: fromAi('text'),
			specifyFields: 'example',
			jsonExample: fromAi('example', 'json'),
		}),
	];
}

/** Gives an agent, or whatever else can call them, the tools. */
export function asToolsOf(user: { name: string }, tools: FullNode[]): Connection[] {
	return tools.map(({ name }) => ({ from: name, to: user.name, type: 'ai_tool' as const }));
}

/** What a model must see of each tool: its description, and the parameters that it must and may fill in. */
export const SEEN_BY_THE_MODEL = {
	Search_functions: ['Search stored functions in Data Platform', ['limit'], ['name']],
	Update_job: [
		'Replace job definition in Data Platform',
		['jobId', 'jobName'],
		['accounts', 'response', 'timeout'],
	],
	Run_connector: ['Start connector run in Data Platform', ['streamId'], []],
	Extract_anything: ['Extract fields from text with AI in Data Platform', ['example', 'text'], []],
};

/** Reads the same from what a model sees. */
export function readTools(tools: Array<{ name: string; description: string; schema: JsonSchema }>) {
	const entries = tools.map(({ name, description, schema: { properties, required = [] } }) => {
		for (const [key, property] of Object.entries(properties)) {
			expect(property.description).toBe(`The ${key}`);
		}
		const optional = Object.keys(properties).filter((key) => !required.includes(key));
		return [name, [description, required.toSorted(), optional.sort()]];
	});
	return Object.fromEntries(entries);
}

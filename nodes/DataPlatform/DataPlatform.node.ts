import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { createNodeProperties, createNodeSubtitle, findOperation } from './actions/operations';
import { executeOperation } from './actions/router';
import { createBuilderHint } from './builderHint';

export class DataPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Data Platform',
		name: 'dataPlatform',
		icon: {
			light: 'file:../../icons/dataPlatform.svg',
			dark: 'file:../../icons/dataPlatform.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: createNodeSubtitle(),
		description:
			'Extract fields from text with AI, run connectors, search functions and update jobs on your data platform',
		defaults: { name: 'Data Platform' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'dataPlatformApi', required: true }],
		builderHint: createBuilderHint(),
		properties: createNodeProperties(),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await executeOperation(this, findOperation(this))];
	}
}

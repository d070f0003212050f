import { type IExecuteFunctions, type INodeProperties, NodeOperationError } from 'n8n-workflow';
import { aiExtract } from './ai/extract.operation';
import {
	createApprovalNotices,
	createRequestOptionsProperty,
	showRequestNotice,
} from './common.descriptions';
import { connectorRun } from './connector/run.operation';
import { functionSearch } from './function/search.operation';
import { jobUpdate } from './job/update.operation';
import type { Operation } from './operation';

/** In the order of the panel: n8n's lint wants resources and operations from A to Z. */
export const operations: Operation[] = [aiExtract, connectorRun, functionSearch, jobUpdate];

/**
 * Returns the operation that Resource and Operation select.
 * @throws NodeOperationError if there is none with these values
 */
export function findOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const found = operations.find(
		(candidate) => candidate.resource.value === resource && candidate.option.value === operation,
	);
	if (found) return found;
	const message = `There is no operation '${String(operation)}' of the resource '${String(resource)}'`;
	const description = 'Choose Resource and Operation from their lists.';
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** Creates the node's properties: Resource, Operation, and the parameters of each operation. */
export function createNodeProperties(): INodeProperties[] {
	const byValue = new Map(operations.map(({ resource }) => [resource.value, resource]));
	const resources = [...byValue.values()];
	const [{ value }] = resources;
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources,
			default: value,
		},
		...resources.map(createOperationProperty),
		showRequestNotice,
		...operations.flatMap((operation) => [
			...createApprovalNotices(operation),
			...operation.properties,
			createRequestOptionsProperty(operation),
		]),
	];
}

function createOperationProperty({ value }: Operation['resource']): INodeProperties {
	const ofResource = operations.filter(({ resource }) => resource.value === value);
	const options = ofResource.map(({ option }) => option);
	const [{ value: first }] = options;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options,
		default: first,
		displayOptions: { show: { resource: [value] } },
	};
}

/** Creates the expression for the text below the node's name on the canvas, such as `AI: Extract`. */
export function createNodeSubtitle(): string {
	const texts = operations.map(
		({ resource, option }) =>
			`"${resource.value}.${option.value}": "${resource.name}: ${option.name}"`,
	);
	return `={{ ({ ${texts.join(', ')} })[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

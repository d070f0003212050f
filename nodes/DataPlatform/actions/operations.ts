import {
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { notice, select, showFor } from '../parameters/declare';
import { createRequestOptionsProperty, showRequestNotice } from '../parameters/requestOptions';
import { toTitleCase } from '../helpers/values';
import { IDEMPOTENCY } from '../transport/idempotency';
import { aiExtract } from './ai/extract.operation';
import { connectorRun } from './connector/run.operation';
import { functionSearch } from './function/search.operation';
import { jobUpdate } from './job/update.operation';
import type { Operation } from './operation';

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
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation '${String(operation)}' of the resource '${String(resource)}'`,
		{ description: 'Choose Resource and Operation from their lists.' },
	);
}

const approvalNotice = notice(
	'To <a href="https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/how-to/use-with-the-ai-agent-node.md#ask-a-person-first" target="_blank">have a person approve each call</a>, put a Human Review node between this tool and the agent, and delete the direct line',
	'approvalNotice',
	'',
	showFor('@tool', true),
);

/** Creates the node's properties: Resource, Operation, and the parameters of each operation. */
export function createNodeProperties(): INodeProperties[] {
	const byValue = new Map(operations.map(({ resource }) => [resource.value, resource]));
	const resources = [...byValue.values()].sort((a, b) => a.name.localeCompare(b.name));
	return [
		createChoice('resource', resources),
		...resources.map(createOperationChoice),
		showRequestNotice,
		...operations.flatMap(createOperationProperties),
	];
}

/** Creates the expression for the text below the node's name on the canvas, such as `AI: Extract`. */
export function createNodeSubtitle(): string {
	const texts = operations.map(
		({ resource, option }) =>
			`"${resource.value}.${option.value}": "${resource.name}: ${option.name}"`,
	);
	return `={{ ({ ${texts.join(', ')} })[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

function createOperationChoice({ value }: Operation['resource']): INodeProperties {
	const ofResource = operations.filter(({ resource }) => resource.value === value);
	const options = ofResource.map(({ option }) => option);
	return { ...createChoice('operation', options), ...showFor('resource', value) };
}

function createChoice(name: string, options: INodePropertyOptions[]): INodeProperties {
	return select(toTitleCase(name), name, '', options, { noDataExpression: true });
}

function createOperationProperties(operation: Operation): INodeProperties[] {
	const { resource, option, properties, idempotency } = operation;
	const show = { resource: [resource.value], operation: [option.value] };
	const notices = IDEMPOTENCY[idempotency].changesSomething ? [approvalNotice] : [];
	return [...notices, ...properties, createRequestOptionsProperty(operation)].map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...show, ...property.displayOptions?.show },
		},
	}));
}

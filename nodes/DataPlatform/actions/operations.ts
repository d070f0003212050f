import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { requestOptionsField, showRequestNotice } from '../parameters/requestOptions';
import { toTitleCase } from '../parameters/titleCase';
import { IDEMPOTENCY } from '../transport/idempotency';
import { aiExtract } from './ai/extract.operation';
import { connectorRun } from './connector/run.operation';
import { functionSearch } from './function/search.operation';
import { jobUpdate } from './job/update.operation';
import type { Operation } from './operation';

/** Every operation of the node. A new one is one file plus one line here. */
export const operations = [aiExtract, connectorRun, functionSearch, jobUpdate] as Operation[];

/**
 * The operation that the panel's Resource and Operation stand for.
 * @throws NodeOperationError when there is none of that name
 */
export function requestedOperation(context: IExecuteFunctions): Operation {
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

/** Shown where an agent has the node as its tool. */
const approvalNotice: INodeProperties = {
	displayName:
		'To <a href="https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/how-to/use-with-the-ai-agent-node.md#ask-a-person-first" target="_blank">have a person approve each call</a>, connect this tool to a Human Review node and that node to the agent, and delete the direct line from this tool to the agent',
	name: 'approvalNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** The whole panel: Resource, Operation, what holds for every operation, and the fields of each. */
export function panelFields(): INodeProperties[] {
	return [
		choiceField('resource', resources()),
		...resources().map(operationField),
		showRequestNotice,
		...operations.flatMap(fieldsOfOperation),
	];
}

/** What stands below the node's name on the canvas, in the panel's words: `AI: Extract`. */
export function panelSubtitle(): string {
	const words = operations.map(
		({ resource, option }) =>
			`"${resource.value}.${option.value}": "${resource.name}: ${option.name}"`,
	);
	return `={{ ({ ${words.join(', ')} })[$parameter["resource"] + "." + $parameter["operation"]] }}`;
}

function resources(): INodePropertyOptions[] {
	const byValue = new Map(operations.map(({ resource }) => [resource.value, resource]));
	return [...byValue.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function operationField({ value }: INodePropertyOptions): INodeProperties {
	const ofResource = operations.filter(({ resource }) => resource.value === value);
	const options = ofResource.map(({ option }) => option);
	const displayOptions = { show: { resource: [value as string] } };
	return { ...choiceField('operation', options), displayOptions };
}

function choiceField(name: string, options: INodePropertyOptions[]): INodeProperties {
	const [{ value: first }] = options;
	return {
		displayName: toTitleCase(name),
		name,
		type: 'options',
		noDataExpression: true,
		options,
		default: first,
	};
}

function fieldsOfOperation(operation: Operation) {
	const { resource, option, fields, idempotency } = operation;
	const show = { resource: [resource.value as string], operation: [option.value as string] };
	const notices = IDEMPOTENCY[idempotency].changesSomething ? [approvalNotice] : [];
	return [...notices, ...fields, requestOptionsField(operation)].map((field) => ({
		...field,
		displayOptions: { ...field.displayOptions, show: { ...show, ...field.displayOptions?.show } },
	}));
}

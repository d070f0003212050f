import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Operation } from './operation';
import { listFields, type ResultShape } from './resultFormat';
import { completeDefaults } from '../parameters/requestOptions';
import { IDEMPOTENCY } from '../transport/idempotency';
import { DEFAULT_MAX_RETRIES } from '../transport/retry';

type Show = NonNullable<IDisplayOptions['show']>;

/**
 * Display conditions for properties that are made from an operation. An operation's own files write them out, because
 * its properties are part of it.
 */
const showOnlyFor = ({ resource, option }: Pick<Operation, 'resource' | 'option'>): Show => ({
	resource: [resource.value],
	operation: [option.value],
});

/** Creates the parameter Output. `simplified` is the description of its choice Simplified. */
export function createOutputProperty(
	simplified: string,
	show: Show,
	furtherChoices: INodePropertyOptions[] = [],
): INodeProperties {
	return {
		displayName: 'Output',
		name: 'resultFormat',
		type: 'options',
		options: [
			{ name: 'Simplified', value: 'simplified', description: simplified },
			{
				name: 'Raw',
				value: 'raw',
				description: 'All fields as the platform sends them. Very long whole numbers become text.',
			},
			...furtherChoices,
		],
		default: 'simplified',
		description: 'Which fields each item contains',
		displayOptions: { show },
	};
}

const selectedFields: INodePropertyOptions = {
	name: 'Selected Fields',
	value: 'selected',
	description: 'The ID, and the fields that you choose',
};

/** Creates Output with the choice Selected Fields, and the parameter Fields to select them. */
export function createOutputWithFields(shape: ResultShape, show: Show): INodeProperties[] {
	const simplified = 'The most useful fields, with times as text such as 2026-05-31T14:30:00.000Z';
	return [
		createOutputProperty(simplified, show, [selectedFields]),
		{
			displayName: 'Fields',
			name: 'selectedFields',
			type: 'multiOptions',
			options: createFieldChoices(listFields(shape)),
			default: [],
			description: `Fields to return, as sent by the platform. "${shape.id}" is always included.`,
			displayOptions: { show: { ...show, resultFormat: ['selected'] } },
		},
	];
}

/** Creates choices for names in camel case, sorted by their labels, such as `Legacy ID` for `legacyId`. */
export function createFieldChoices(names: readonly string[]): INodePropertyOptions[] {
	const choices = names.map((value) => {
		const words = value.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/\bid\b/i, 'ID');
		return { name: words[0].toUpperCase() + words.slice(1), value };
	});
	return choices.sort((a, b) => a.name.localeCompare(b.name));
}

/** Creates the parameter Request Options with the defaults of one operation. */
export function createRequestOptionsProperty(operation: Operation): INodeProperties {
	const { maxConcurrency, timeout } = completeDefaults(operation.requestDefaults);
	const { maySendTwice } = IDEMPOTENCY[operation.idempotency];
	const retryCases = maySendTwice ? 'a temporary failure' : 'a failure to connect';
	return {
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		placeholder: 'Add request option',
		default: {},
		options: [
			{
				displayName: 'Max Concurrency',
				name: 'maxConcurrency',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: maxConcurrency,
				description: 'Upper limit on parallel requests',
			},
			{
				displayName: 'Max Requests per Second',
				name: 'maxRequestsPerSecond',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'Upper limit on requests per second, or 0 for no limit',
			},
			{
				displayName: 'Max Retries',
				name: 'maxRetries',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 20 },
				default: DEFAULT_MAX_RETRIES,
				description: `How often to retry after ${retryCases}`,
			},
			{
				displayName: 'Show Request Only',
				name: 'showRequest',
				type: 'boolean',
				default: false,
				description: 'Whether to output the request instead of sending it',
			},
			{
				displayName: 'Timeout (Seconds)',
				name: 'timeout',
				type: 'number',
				// Beyond 2^31 - 1 ms, Node's timers fire at once.
				typeOptions: { minValue: 1, maxValue: 2_147_483 },
				default: timeout,
				description: 'Seconds to wait for the complete response',
			},
		],
		displayOptions: { show: showOnlyFor(operation) },
	};
}

/** Shown above the operation's parameters, because the option itself is easily overlooked below them. */
export const showRequestNotice: INodeProperties = {
	displayName:
		'If <b>Request Options</b> > <b>Show Request Only</b> is on for an item, the output shows its request, and nothing is sent for it',
	name: 'showRequestNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '/requestOptions.showRequest': [true] } },
};

/** Creates the notice about approval, if the operation starts or replaces something. */
export function createApprovalNotices(operation: Operation): INodeProperties[] {
	if (!IDEMPOTENCY[operation.idempotency].changesSomething) return [];
	return [
		{
			displayName:
				'To <a href="https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/how-to/use-with-the-ai-agent-node.md#ask-a-person-first" target="_blank">have a person approve each call</a>, put a Human Review node between this tool and the agent, and delete the direct line',
			name: 'approvalNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { ...showOnlyFor(operation), '@tool': [true] } },
		},
	];
}

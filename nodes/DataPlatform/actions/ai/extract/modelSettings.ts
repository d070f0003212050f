import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import type { ParameterReader } from '../../../parameters/reader';
import { readRowValue, rowValueFields } from '../../../parameters/rowValue';

const settings: INodeProperties[] = [
	{
		displayName: 'Model',
		name: 'model',
		type: 'string',
		typeOptions: { showEvenWhenOptional: true },
		default: '',
		description: 'The identifier of the model to use; a default model when empty',
	},
	{
		displayName: 'Model Parameters',
		name: 'modelParameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Parameter',
		default: {},
		description:
			'The modelConfiguration of the API, which documents no names: ask those who run your instance',
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. temperature',
					},
					...rowValueFields('e.g. 0.2'),
				],
			},
		],
	},
	{
		displayName: 'Parameters (JSON)',
		name: 'modelParametersJson',
		type: 'json',
		default: '',
		placeholder: 'e.g. {"temperature": 0.2}',
		description:
			'The modelConfiguration as a JSON object; it wins over a parameter of the same name',
	},
	{
		displayName: 'Reasoning (JSON)',
		name: 'reasoning',
		type: 'json',
		default: '',
		description:
			'The reasoningConfig of the API, which documents no properties: leave it empty if you know none',
	},
	{
		displayName: 'Session ID',
		name: 'sessionId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 123e4567-e89b-12d3-a456-426614174000',
		description:
			'UUID of an existing AI session. What a repeated request leaves in it the API does not document: with one, set Max Retries to 0 if that matters.',
	},
	{
		displayName: 'Send JSON Schema',
		name: 'sendJsonSchema',
		type: 'boolean',
		default: false,
		description:
			'Whether to send "items", "properties", "enum" and "format" beside the words. The API does not document them: ask whether your instance understands them.',
	},
];

/** Which model extracts, and how the request tells it; only what is chosen is sent. */
export const modelSettings: INodeProperties = compact({
	displayName: 'Model and Session',
	name: 'modelSettings',
	type: 'fixedCollection',
	// Without the first and the default, n8n drops the group while it is empty.
	typeOptions: {
		multipleValues: false,
		hideOptionalFields: true,
		addOptionalFieldButtonText: 'Add Setting',
	},
	default: { settings: {} },
	options: [{ displayName: 'Settings', name: 'settings', values: settings }],
});

/**
 * What the panel says of the model, as members of the request, and how the request tells the fields.
 * @throws InvalidParameterError
 */
export function readModelSettings(options: ParameterReader) {
	const chosen = options.group('modelSettings');
	return {
		model: chosen.text('model'),
		modelConfiguration: readModelParameters(chosen),
		sessionId: chosen.uuid('sessionId'),
		reasoningConfig: chosen.jsonObject('reasoning'),
		sendsJsonSchema: chosen.boolean('sendJsonSchema'),
	};
}

function readModelParameters(read: ParameterReader): IDataObject | undefined {
	const rows = read
		.rows('modelParameters')
		.map((row) => [row.requiredText('name'), readRowValue(row)]);
	const parameters = { ...Object.fromEntries(rows), ...read.jsonObject('modelParametersJson') };
	return Object.keys(parameters).length === 0 ? undefined : parameters;
}

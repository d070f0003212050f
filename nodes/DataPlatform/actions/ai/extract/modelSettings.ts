import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../../helpers/values';
import { InvalidParameterError } from '../../../parameters/validators';
import type { ParameterReader } from '../../../parameters/reader';

/** The members of the request that the API documents without their members. */
const MEMBERS = ['modelConfiguration', 'reasoningConfig'] as const;

/** Which model extracts, and how the request describes the fields. Only what is set is sent. */
export const modelOptions: INodeProperties[] = [
	{
		displayName: 'Model',
		name: 'model',
		type: 'string',
		default: '',
		description: 'Identifier of the model, or empty for the default model',
	},
	{
		displayName: 'Model Settings (JSON)',
		name: 'modelSettingsJson',
		type: 'json',
		default: '',
		placeholder: 'e.g. {"modelConfiguration": {"temperature": 0.2}}',
		description:
			'The modelConfiguration and the reasoningConfig of the request. Ask your platform administrator for their members.',
	},
	{
		displayName: 'Session ID',
		name: 'sessionId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 123e4567-e89b-12d3-a456-426614174000',
		description:
			'UUID of an existing AI session. If a repeated request must not change the session, set Max Retries to 0.',
	},
	{
		displayName: 'Send JSON Schema',
		name: 'sendJsonSchema',
		type: 'boolean',
		default: true,
		builderHint: { propertyHint: 'Left out: off' },
		description:
			'Whether to send the keywords of JSON Schema, such as items, properties and enum, next to the description. Your platform may not support them.',
	},
];

/**
 * Reads the members of the request about the model.
 * @throws InvalidParameterError
 */
export function readModelOptions(options: ParameterReader) {
	return {
		model: options.text('model'),
		sessionId: options.uuid('sessionId'),
		...readSettings(options),
	};
}

function readSettings(options: ParameterReader): IDataObject {
	const settings = options.jsonObject('modelSettingsJson') ?? {};
	const wrong = Object.entries(settings).find(
		([name, value]) => !(MEMBERS as readonly string[]).includes(name) || !isObject(value),
	);
	if (!wrong) return settings;
	throw new InvalidParameterError(
		options.displayName('modelSettingsJson'),
		`must be an object of ${MEMBERS.join(' and ')}, each an object, but has "${wrong[0]}"`,
		'Write it as {"modelConfiguration": { … }, "reasoningConfig": { … }}.',
	);
}

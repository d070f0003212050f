import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { collection, number, rows, text } from '../../../parameters/declare';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import type { Job } from '../../../transport/contract';
import { requestSchemas } from '../../../parameters/requestSchemas';
import { omitEmpty, toTitleCase } from '../../../helpers/values';
import { isUnset } from '../../../parameters/validators';
import { validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';

/** Text fields of the execution payload. Their labels are short, because n8n's editor cuts long labels. */
const PAYLOAD = {
	remoteInstance: 'Remote Instance',
	subscriberJobId: 'Subscriber Job',
	metricsDatasetId: 'Metrics Dataset',
};

const POLICIES = ['AccessTokens', 'DirectSignOn', 'DomainWhitelist', 'IPWhitelist', 'OIDC', 'SAML'];

/** Returns a hint that lists the missing or null parts of a job definition; [] if it's complete. */
export function describeLeftOut(job: Job): string[] {
	const { policies, ...payload } = job.executionPayload ?? {};
	const given: Record<string, unknown> = {
		...job,
		executionPayload: omitEmpty(payload),
		policies: omitEmpty(policies ?? {}),
	};
	const parts = (jobDefinitionProperty.options as INodeProperties[])
		.filter(({ name }) => isUnset(given[name]))
		.map(({ name, displayName }) =>
			name === 'executionPayload' && given['policies'] ? `the rest of ${displayName}` : displayName,
		);
	if (parts.length === 0) return [];
	return [
		`The definition leaves out ${parts.join(', ')}. An update replaces the whole definition, so the job loses these parts if it has them.`,
	];
}

/**
 * Declares a part of the definition that has several fields. Without `multipleValues: false` and a default,
 * n8n drops the part when the user adds another part.
 */
const definitionPart = (
	displayName: string,
	name: string,
	description: string,
	group: INodePropertyCollection,
) =>
	rows(displayName, name, description, {
		typeOptions: { multipleValues: false },
		default: { [group.name]: {} },
		options: [group],
	});

const payloadFields = Object.entries(PAYLOAD).map(([name, displayName]) =>
	text(
		displayName,
		name,
		`Sent as executionPayload.${name}. Ask your platform administrator about it.`,
	),
);

const policyFields = POLICIES.map((policy) =>
	text(toTitleCase(policy), policy, 'The identifier of the policy'),
);

const memoryFields = [
	text(
		'Memory Request',
		'requestsMemory',
		'Memory that the job requests, sent as resources.requests.memory',
		{ placeholder: 'e.g. 256M' },
	),
	text('Memory Limit', 'limitsMemory', 'Memory limit of the job, sent as resources.limits.memory', {
		placeholder: 'e.g. 512M',
	}),
];

/** The parts of a job's definition other than jobId and jobName (api-spec.md 2.4). */
const parts: INodeProperties[] = [
	text('Accounts', 'accounts', 'Account identifiers (whole numbers), separated by commas', {
		placeholder: 'e.g. 101, 102',
	}),
	definitionPart(
		'Execution Payload',
		'executionPayload',
		'The payload without its policies. Add the policies under Policies.',
		{ displayName: 'Payload', name: 'payload', values: payloadFields },
	),
	// Execution Response and Triggers are text, because n8n shows an error for an empty field of type json.
	text(
		'Execution Response',
		'executionResponse',
		'A JSON object. Ask your platform administrator which properties it needs.',
		{
			typeOptions: { rows: 3 },
			placeholder: 'e.g. {"property": "value"}',
			builderHint: { propertyHint: 'JSON object' },
		},
	),
	number('Execution Timeout (Seconds)', 'executionTimeout', 'How long the job may run', {
		default: '',
		placeholder: 'e.g. 3600',
		builderHint: { propertyHint: 'seconds' },
	}),
	definitionPart(
		'Policies',
		'policies',
		"Policies of the execution payload. Policies without an identifier aren't sent.",
		{ displayName: 'Policies', name: 'ids', values: policyFields },
	),
	definitionPart(
		'Resources',
		'resources',
		'The memory that the job requests, and the memory limit',
		{
			displayName: 'Memory',
			name: 'memory',
			values: memoryFields,
		},
	),
	text(
		'Triggers',
		'triggers',
		'A JSON array of objects, or [] for no triggers. Ask your platform administrator which properties the objects need.',
		{
			typeOptions: { rows: 3 },
			placeholder: 'e.g. [{"property": "value"}]',
			builderHint: { propertyHint: 'JSON array of objects' },
		},
	),
];

export const jobDefinitionProperty = shortenForAssistants(
	collection(
		'Job Definition',
		'jobDefinition',
		"The other parts of the definition. The node can't read a job, so copy the parts from your records.",
		{ placeholder: 'Add field', options: parts },
	),
);

/**
 * Returns the parts of the definition that are set.
 * @throws InvalidParameterError if a value is invalid, or the triggers don't match the schema of the API
 */
export function readJobDefinition(read: ParameterReader): Omit<Job, 'jobId' | 'jobName'> {
	const triggers = read.jsonArray('triggers');
	validateSchema(read.displayName('triggers'), triggers, requestSchemas.Job.properties.triggers);
	const memory = read.group('resources');
	return {
		executionTimeout: read.integer('executionTimeout'),
		executionPayload: omitEmpty({
			...readTexts(read, 'executionPayload', payloadFields),
			policies: readTexts(read, 'policies', policyFields),
		}),
		executionResponse: read.jsonObject('executionResponse'),
		accounts: read.integerList('accounts') as Job['accounts'],
		resources: omitEmpty({
			requests: omitEmpty({ memory: memory.text('requestsMemory') }),
			limits: omitEmpty({ memory: memory.text('limitsMemory') }),
		}),
		triggers: triggers as Job['triggers'],
	};
}

/** Returns the values of a part's text fields, without empty fields; undefined if all are empty. */
function readTexts(read: ParameterReader, name: string, fields: INodeProperties[]) {
	const group = read.group(name);
	return omitEmpty(Object.fromEntries(fields.map((field) => [field.name, group.text(field.name)])));
}

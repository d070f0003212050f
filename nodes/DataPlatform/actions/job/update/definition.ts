import type { INodeProperties } from 'n8n-workflow';
import { shortenForAssistants } from '../../../parameters/shortenForAssistants';
import type { ExecutionPayload, Job, Memory } from '../../../transport/contract';
import { requestSchemas } from '../../../parameters/requestSchemas';
import { omitEmpty, toTitleCase, withoutUndefined } from '../../../helpers/values';
import { isUnset } from '../../../parameters/validators';
import { validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';

/** Labels of the text fields in the execution payload. The editor cuts longer labels. */
const PAYLOAD = {
	remoteInstance: 'Remote Instance',
	subscriberJobId: 'Subscriber Job',
	metricsDatasetId: 'Metrics Dataset',
};

const POLICIES = ['AccessTokens', 'DirectSignOn', 'DomainWhitelist', 'IPWhitelist', 'OIDC', 'SAML'];

/** Returns a hint with the parts that a job leaves out, or no hint. null counts as left out. */
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

/** The parts of a job's definition other than its ids and its name (api-spec.md 2.4). */
export const jobDefinitionProperty: INodeProperties = shortenForAssistants({
	displayName: 'Job Definition',
	name: 'jobDefinition',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description:
		"The other parts of the definition. The node can't read a job, so copy the parts from your records.",
	options: [
		{
			displayName: 'Accounts',
			name: 'accounts',
			type: 'string',
			default: '',
			placeholder: 'e.g. 101, 102',
			description: 'Account identifiers (whole numbers), separated by commas',
		},
		{
			displayName: 'Execution Payload',
			name: 'executionPayload',
			type: 'fixedCollection',
			// Without these two settings, n8n hides the fields at first, and drops the part if they are empty.
			typeOptions: { multipleValues: false },
			default: { payload: {} },
			description: 'The payload without its policies. Add the policies under Policies.',
			options: [
				{
					displayName: 'Payload',
					name: 'payload',
					values: Object.entries(PAYLOAD).map(([name, displayName]) => ({
						displayName,
						name,
						type: 'string',
						default: '',
						description: `Sent as executionPayload.${name}. Ask your platform administrator about it.`,
					})),
				},
			],
		},
		{
			displayName: 'Execution Response',
			name: 'executionResponse',
			type: 'string',
			// An empty field of type json would show an error.
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. {"property": "value"}',
			builderHint: { propertyHint: 'JSON object' },
			description: 'A JSON object. Ask your platform administrator which properties it needs.',
		},
		{
			displayName: 'Execution Timeout (Seconds)',
			name: 'executionTimeout',
			type: 'number',
			default: '',
			placeholder: 'e.g. 3600',
			builderHint: { propertyHint: 'seconds' },
			description: 'How long the job may run',
		},
		{
			displayName: 'Policies',
			name: 'policies',
			type: 'fixedCollection',
			typeOptions: { multipleValues: false },
			default: { ids: {} },
			description: "Policies of the execution payload. Policies without an identifier aren't sent.",
			options: [
				{
					displayName: 'Policies',
					name: 'ids',
					values: POLICIES.map((policy) => ({
						displayName: toTitleCase(policy),
						name: policy,
						type: 'string',
						default: '',
						description: 'The identifier of the policy',
					})),
				},
			],
		},
		{
			displayName: 'Resources',
			name: 'resources',
			type: 'fixedCollection',
			typeOptions: { multipleValues: false },
			default: { memory: {} },
			description: 'The memory that the job requests, and the memory limit',
			options: [
				{
					displayName: 'Memory',
					name: 'memory',
					values: [
						{
							displayName: 'Memory Request',
							name: 'requestsMemory',
							type: 'string',
							default: '',
							placeholder: 'e.g. 256M',
							description: 'Memory that the job requests, sent as resources.requests.memory',
						},
						{
							displayName: 'Memory Limit',
							name: 'limitsMemory',
							type: 'string',
							default: '',
							placeholder: 'e.g. 512M',
							description: 'Memory limit of the job, sent as resources.limits.memory',
						},
					],
				},
			],
		},
		{
			displayName: 'Triggers',
			name: 'triggers',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			placeholder: 'e.g. [{"property": "value"}]',
			builderHint: { propertyHint: 'JSON array of objects' },
			description:
				'A JSON array of objects, or [] for no triggers. Ask your platform administrator which properties the objects need.',
		},
	],
});

/**
 * Returns the parts of the definition that are set.
 * @throws InvalidParameterError, also for triggers that the contract doesn't allow
 */
export function readJobDefinition(read: ParameterReader): Omit<Job, 'jobId' | 'jobName'> {
	return withoutUndefined<Omit<Job, 'jobId' | 'jobName'>>({
		executionTimeout: read.integer('executionTimeout'),
		executionPayload: readPayload(read),
		executionResponse: read.jsonObject('executionResponse'),
		accounts: read.integerList('accounts') as Job['accounts'],
		resources: readResources(read.group('resources')),
		triggers: readTriggers(read),
	});
}

function readPayload(read: ParameterReader): ExecutionPayload | undefined {
	const payload = read.group('executionPayload');
	const texts: Omit<ExecutionPayload, 'policies'> = Object.fromEntries(
		Object.keys(PAYLOAD).map((name) => [name, payload.text(name)]),
	);
	return omitEmpty(withoutUndefined<ExecutionPayload>({ ...texts, policies: readPolicies(read) }));
}

function readPolicies(read: ParameterReader): ExecutionPayload['policies'] {
	const ids = read.group('policies');
	return omitEmpty(
		withoutUndefined(Object.fromEntries(POLICIES.map((policy) => [policy, ids.text(policy)]))),
	);
}

function readResources(resources: ParameterReader): Job['resources'] {
	return omitEmpty(
		withoutUndefined({
			requests: toMemory(resources.text('requestsMemory')),
			limits: toMemory(resources.text('limitsMemory')),
		}),
	);
}

function toMemory(size: string | undefined): Memory | undefined {
	return size === undefined ? undefined : { memory: size };
}

function readTriggers(read: ParameterReader): Job['triggers'] {
	const triggers = read.jsonArray('triggers');
	validateSchema(read.displayName('triggers'), triggers, requestSchemas.Job.properties.triggers);
	return triggers as Job['triggers'];
}

import type { INodeProperties } from 'n8n-workflow';
import { compact } from '../../../parameters/compact';
import type { ExecutionPayload, Job, Memory } from '../../../transport/contract';
import { requestSchemas } from '../../../transport/requestSchemas';
import { withoutUnset } from '../../../helpers/values';
import { isUnset } from '../../../parameters/validators';
import { validateSchema } from '../../../parameters/json';
import type { ParameterReader } from '../../../parameters/reader';
import { toTitleCase } from '../../../parameters/titleCase';

/** Texts of the execution payload. */
const PAYLOAD = ['remoteInstance', 'subscriberJobId', 'metricsDatasetId'];

const POLICIES = ['AccessTokens', 'DirectSignOn', 'DomainWhitelist', 'IPWhitelist', 'OIDC', 'SAML'];

/** A hint of the parts that a job does not have, or none; what is null counts as left out. */
export function hintOfLeftOut(job: Job): string[] {
	const { policies, ...payload } = job.executionPayload ?? {};
	const given: Record<string, unknown> = {
		...job,
		executionPayload: unlessEmpty(payload),
		policies: unlessEmpty(policies ?? {}),
	};
	const parts = (jobDefinitionField.options as INodeProperties[])
		.filter(({ name }) => isUnset(given[name]))
		.map(({ displayName }) => displayName);
	if (parts.length === 0) return [];
	return [
		`Left out of the job's definition: ${parts.join(', ')}. An update replaces the whole definition: expect what is left out to be gone.`,
	];
}

/** The parts of a job's definition beside its ids and its name (api-spec.md 2.4). */
export const jobDefinitionField: INodeProperties = compact({
	displayName: 'Job Definition',
	name: 'jobDefinition',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description: 'The other parts of the definition; a part that is not added is not sent',
	options: [
		{
			displayName: 'Accounts',
			name: 'accounts',
			type: 'string',
			default: '',
			placeholder: 'e.g. 101, 102',
			description: 'Account identifiers, separated by commas, or a list by expression',
		},
		{
			displayName: 'Execution Payload',
			name: 'executionPayload',
			type: 'fixedCollection',
			// Without both, n8n hides the fields at first and drops the part while they are empty.
			typeOptions: { multipleValues: false },
			default: { payload: {} },
			description: "The job's executionPayload; its policies have a field of their own",
			options: [
				{
					displayName: 'Payload',
					name: 'payload',
					values: PAYLOAD.map((name) => ({
						displayName: toTitleCase(name),
						name,
						type: 'string',
						default: '',
						description:
							'Text. The API does not document what it means: ask those who run your instance, or leave it out.',
					})),
				},
			],
		},
		{
			displayName: 'Execution Response',
			name: 'executionResponse',
			type: 'json',
			default: '',
			placeholder: 'e.g. {"property": "value"}',
			description:
				"The job's executionResponse as a JSON object. The API does not document its properties: ask those who run your instance, or leave it out.",
		},
		{
			displayName: 'Execution Timeout (Seconds)',
			name: 'executionTimeout',
			type: 'number',
			default: '',
			placeholder: 'e.g. 3600',
			description:
				"The job's executionTimeout. The API does not document its bounds: ask those who run your instance.",
		},
		{
			displayName: 'Policies',
			name: 'policies',
			type: 'fixedCollection',
			typeOptions: { multipleValues: false },
			default: { ids: {} },
			description: 'The policies of the execution payload; one without an identifier is not sent',
			options: [
				{
					displayName: 'Policies',
					name: 'ids',
					values: POLICIES.map((policy) => ({
						displayName: toTitleCase(policy),
						name: policy,
						type: 'string',
						default: '',
						description: 'The identifier of the policy, as text',
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
			description: "The job's resources: the memory of its requests and of its limits",
			options: [
				{
					displayName: 'Memory',
					name: 'memory',
					values: [
						{
							displayName: 'Requested Memory',
							name: 'requestsMemory',
							type: 'string',
							default: '',
							placeholder: 'e.g. 256M',
							description:
								'The memory of resources.requests, a size as text. The API does not document which units it takes: ask those who run your instance.',
						},
						{
							displayName: 'Memory Limit',
							name: 'limitsMemory',
							type: 'string',
							default: '',
							placeholder: 'e.g. 512M',
							description:
								'The memory of resources.limits, a size as text. The API does not document which units it takes: ask those who run your instance.',
						},
					],
				},
			],
		},
		{
			displayName: 'Triggers',
			name: 'triggers',
			type: 'json',
			default: '',
			placeholder: 'e.g. [{"property": "value"}]',
			description:
				'A JSON array of objects; [] for none. The API does not document their properties: ask those who run your instance, or leave it out.',
		},
	],
});

/** The parts that the panel sets; a part that is not set is left out, so that it is not sent. */
export function readJobDefinition(read: ParameterReader): Omit<Job, 'jobId' | 'jobName'> {
	return withoutUnset<Omit<Job, 'jobId' | 'jobName'>>({
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
		PAYLOAD.map((name) => [name, payload.text(name)]),
	);
	return unlessEmpty(withoutUnset<ExecutionPayload>({ ...texts, policies: readPolicies(read) }));
}

function readPolicies(read: ParameterReader): ExecutionPayload['policies'] {
	const ids = read.group('policies');
	// An expression without a value would take the policy from the job.
	const idOf = (policy: string) =>
		ids.isExpression(policy) ? ids.requiredText(policy) : ids.text(policy);
	return unlessEmpty(
		withoutUnset(Object.fromEntries(POLICIES.map((policy) => [policy, idOf(policy)]))),
	);
}

function readResources(resources: ParameterReader): Job['resources'] {
	return unlessEmpty(
		withoutUnset({
			requests: memory(resources.text('requestsMemory')),
			limits: memory(resources.text('limitsMemory')),
		}),
	);
}

function memory(size: string | undefined): Memory | undefined {
	return size === undefined ? undefined : { memory: size };
}

function readTriggers(read: ParameterReader): Job['triggers'] {
	const triggers = read.jsonArray('triggers');
	validateSchema(read.displayName('triggers'), triggers, requestSchemas.Job.properties.triggers);
	return triggers as Job['triggers'];
}

function unlessEmpty<Members extends object>(members: Members): Members | undefined {
	return Object.keys(members).length === 0 ? undefined : members;
}

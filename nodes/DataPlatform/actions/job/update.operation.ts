import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { jobUpdateAnswer } from './update/answer';
import type { Job } from '../../transport/contract';
import { path } from '../../transport/request';
import { requestSchemas } from '../../transport/requestSchemas';
import { isUnset, InvalidParameterError } from '../../parameters/validators';
import { hintOfLeftOut, jobDefinitionField, readJobDefinition } from './update/definition';
import { hintUnlisted, validateSchema } from '../../parameters/json';
import { outputField } from '../../parameters/output';
import type { ParameterReader } from '../../parameters/reader';
import { quote, withoutUnset } from '../../helpers/values';
import type { Operation } from '../operation';

interface UpdateParameters {
	applicationId: string;
	job: Job;
	hints: string[];
	/** Whether the answer's envelope comes out as it came. */
	isRaw: boolean;
}

const usingFields = { show: { specifyJob: ['fields'] } };

const fields: INodeProperties[] = [
	{
		displayName:
			'This replaces the whole definition of the job: expect what you leave out here to be gone. No documented operation reads a job: take its current definition from your own records first.',
		name: 'replaceNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Application ID',
		name: 'applicationId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. reporting-app',
		description: 'The application that the job belongs to',
	},
	{
		displayName: 'Job ID',
		name: 'jobId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. nightly-load',
		description: 'The job whose definition is replaced',
	},
	{
		displayName: 'Specify Job',
		name: 'specifyJob',
		type: 'options',
		default: 'fields',
		description: 'How you give the new definition',
		options: [
			{ name: 'Using Fields', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
	},
	{
		displayName: 'Job Name',
		name: 'jobName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Nightly load',
		description: 'The name that the job has from now on',
		displayOptions: usingFields,
	},
	{ ...jobDefinitionField, displayOptions: usingFields },
	{
		displayName: 'Job (JSON)',
		name: 'jobJson',
		type: 'json',
		required: true,
		default: '{\n  "jobName": ""\n}',
		description:
			'The whole definition as the API takes it: jobName, and executionTimeout, accounts, resources, executionPayload, executionResponse, triggers. "jobId" may be left out; what else is in it is sent too.',
		displayOptions: { show: { specifyJob: ['json'] } },
	},
	outputField({ description: 'Which job it was, with status, code and message of the answer' }),
];

/** Job → Update (api-spec.md 4.2): replaces one job's whole definition for each input item. */
export const jobUpdate: Operation<UpdateParameters, IDataObject> = {
	resource: { name: 'Job', value: 'job' },
	option: {
		name: 'Update',
		value: 'update',
		action: "Replace a job's whole definition",
		description:
			"Replace the whole definition of an application's job; expect what is left out to be gone",
	},
	builderNotes: [
		'REPLACES the whole definition: expect each part that is not sent to be gone. No operation reads a job: take its current one from the user or records, and send all of it. The timeout is executionTimeout, in seconds; members that the API does not name are sent as they stand, such as "timeout".',
	],
	effect: 'replaces',
	identifiedBy: ['applicationId', 'jobId'],
	changes: ({ applicationId, job }) => path`${applicationId}/${job.jobId}`,
	requestDefaults: { timeout: 60 },
	fields,

	parameters(read) {
		const jobId = read.pathSegment('jobId');
		const definitions = { fields: jobFromFields, json: jobFromJson };
		const job = definitions[read.choice<keyof typeof definitions>('specifyJob')](read, jobId);
		return {
			applicationId: read.pathSegment('applicationId'),
			job,
			hints: [
				...hintUnlisted(read.displayName('jobJson'), job, requestSchemas.Job),
				...hintOfLeftOut(job),
			],
			isRaw: read.choice('resultFormat') === 'raw',
		};
	},

	hints: ({ hints }) => hints,

	request: ({ applicationId, job }) => ({
		method: 'PUT',
		path: path`/v1/applications/${applicationId}/jobs/${job.jobId}`,
		body: job,
		hasEnvelope: true,
	}),

	answer: jobUpdateAnswer,

	async perform(parameters, send) {
		const result = await send(this.request(parameters));
		const { applicationId, isRaw } = parameters;
		const { jobId, jobName } = parameters.job;
		const { status, code, message } = result;
		const told = withoutUnset({ applicationId, jobId, jobName, status, code, message });
		return { items: [isRaw ? result : told], done: {} };
	},
};

function jobFromFields(read: ParameterReader, jobId: string): Job {
	return {
		jobId,
		jobName: read.requiredText('jobName'),
		...readJobDefinition(read.collection('jobDefinition')),
	};
}

function jobFromJson(read: ParameterReader, jobId: string): Job {
	const parameter = read.displayName('jobJson');
	const json = read.required('jobJson', read.jsonObject('jobJson'));
	if (json.jobId !== undefined && String(json.jobId) !== jobId) {
		throw new InvalidParameterError(
			parameter,
			`names another job (${quote(json.jobId)}) than 'Job ID' (${quote(jobId)})`,
			`Make both the same, or take "jobId" out of the JSON: 'Job ID' is then used.`,
		);
	}
	const job = { ...json, jobId };
	if (json.jobName === undefined) {
		throw new InvalidParameterError(
			parameter,
			'has no jobName',
			'The API requires a name: add it.',
		);
	}
	if (isUnset(json.jobName)) {
		throw new InvalidParameterError(parameter, 'is empty', 'The API requires a name.', 'jobName');
	}
	validateSchema(parameter, job, requestSchemas.Job);
	return job as unknown as Job;
}

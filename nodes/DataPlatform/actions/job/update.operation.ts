import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { requireObject, createUnexpectedJsonError } from '../../transport/response';
import type { Job, JobUpdateResult } from '../../transport/contract';
import { type ApiRequest, path } from '../../transport/request';
import { requestSchemas } from '../../parameters/requestSchemas';
import { isUnset, InvalidParameterError } from '../../parameters/validators';
import { describeLeftOut, jobDefinitionProperty, readJobDefinition } from './update/definition';
import { hintUnlisted, validateSchema } from '../../parameters/json';
import { json, notice, select, showFor, text } from '../../parameters/declare';
import { createOutputProperty } from '../../parameters/output';
import type { ParameterReader } from '../../parameters/reader';
import { quote, withoutUndefined } from '../../helpers/values';
import type { ItemParameters, Operation } from '../operation';

interface UpdateParameters extends ItemParameters {
	applicationId: string;
	job: Job;
	/** The application ID and job ID for the output item. A parameter that is a number stays a number. */
	ids: IDataObject;
	isRaw: boolean;
}

const properties: INodeProperties[] = [
	notice(
		'This replaces the whole job: Accounts, Execution Payload with its Policies, Execution Response, Execution Timeout, Resources and Triggers are lost if you leave them out',
		'replaceNotice',
	),
	text('Application ID', 'applicationId', 'ID of the application that the job belongs to', {
		required: true,
		placeholder: 'e.g. reporting-app',
	}),
	text('Job ID', 'jobId', 'ID of the job to replace', {
		required: true,
		placeholder: 'e.g. nightly-load',
	}),
	select(
		'Specify Job',
		'specifyJob',
		'How to specify the new definition',
		`fields | Using Fields
		json | Using JSON`,
	),
	text('Job Name', 'jobName', 'Name of the job in the new definition', {
		required: true,
		placeholder: 'e.g. Nightly load',
		...showFor('specifyJob', 'fields'),
	}),
	{ ...jobDefinitionProperty, ...showFor('specifyJob', 'fields') },
	json(
		'Job (JSON)',
		'jobJson',
		'The whole definition as an object with jobName. The node sends all properties.',
		{ required: true, default: '{\n  "jobName": ""\n}', ...showFor('specifyJob', 'json') },
	),
	createOutputProperty('The IDs, the job name, and status, code and message of the response'),
];

/** Job: Update (api-spec.md 4.2). Replaces the whole definition of one job per input item. */
export const jobUpdate: Operation<UpdateParameters> = {
	resource: { name: 'Job', value: 'job' },
	option: {
		name: 'Update',
		value: 'update',
		action: 'Replace job definition',
		description: 'Replace the whole definition of a job',
	},
	assistantNotes: [
		'REPLACES the whole definition: a part that is left out is lost. No operation reads a job: get its current definition from the user and send all of it. jobJson may be an object or JSON text with the names of the API, such as executionTimeout (seconds) and resources.limits.memory.',
	],
	idempotency: 'idempotent',
	idParameters: ['applicationId', 'jobId'],
	requestDefaults: { timeout: 60 },
	properties,

	readParameters(read) {
		const jobId = read.pathSegment('jobId');
		const definitions = { fields: readJobFromFields, json: readJobFromJson };
		const job = definitions[read.choice<keyof typeof definitions>('specifyJob')](read, jobId);
		const applicationId = read.pathSegment('applicationId');
		return {
			applicationId,
			job,
			ids: {
				applicationId: read.value('applicationId'),
				jobId: read.value('jobId'),
			} as IDataObject,
			hints: [
				...hintUnlisted(read.displayName('jobJson'), job, requestSchemas.Job),
				...describeLeftOut(job),
			],
			isRaw: read.choice('resultFormat') === 'raw',
			orderKey: path`${applicationId}/${jobId}`,
		};
	},

	async execute({ applicationId, job, ids, isRaw }, api) {
		const result = await api.request(updateJob(applicationId, job));
		const { status, code, message } = result;
		const simplified: IDataObject = { ...ids, jobName: job.jobName, status, code, message };
		return {
			items: [isRaw ? (result as IDataObject) : withoutUndefined<IDataObject>(simplified)],
			completed: {},
		};
	},
};

function updateJob(applicationId: string, job: Job): ApiRequest<JobUpdateResult> {
	return {
		method: 'PUT',
		path: path`/v1/applications/${applicationId}/jobs/${job.jobId}`,
		body: job,
		hasEnvelope: true,
		parse: parseEnvelope,
		policy: { idempotency: 'idempotent' },
	};
}

/**
 * Returns a response as the result of a job update (api-spec.md 2.5).
 * @throws ApiError unless the response is an object with text as `status` or an integer as `code`
 */
export function parseEnvelope(response: unknown): JobUpdateResult {
	const result = requireObject<JobUpdateResult>(response);
	if (typeof result.status === 'string' || Number.isInteger(result.code)) return result;
	throw createUnexpectedJsonError(
		response,
		'has neither "status" as text nor "code" as a whole number',
	);
}

function readJobFromFields(read: ParameterReader, jobId: string): Job {
	return {
		jobId,
		jobName: read.requiredText('jobName'),
		...readJobDefinition(read.collection('jobDefinition')),
	};
}

function readJobFromJson(read: ParameterReader, jobId: string): Job {
	const parameter = read.displayName('jobJson');
	const json = read.required('jobJson', read.jsonObject('jobJson'));
	const { jobId: jobIdInJson, jobName } = json;
	if (jobIdInJson !== undefined && String(jobIdInJson) !== jobId) {
		throw new InvalidParameterError(
			parameter,
			`has the jobId ${quote(jobIdInJson)}, but 'Job ID' is ${quote(jobId)}`,
			`Use the same identifier for both, or remove "jobId" from the JSON.`,
		);
	}
	if (jobName !== undefined && isUnset(jobName)) {
		throw new InvalidParameterError(
			parameter,
			'has an empty jobName',
			'Enter the name of the job.',
		);
	}
	const job = { ...json, jobId };
	validateSchema(parameter, job, requestSchemas.Job);
	return job as unknown as Job;
}

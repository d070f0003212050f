import type { IDataObject } from 'n8n-workflow';
import { quote, trimInvisible, withoutUndefined } from '../../helpers/values';
import type { ParameterReader } from '../../parameters/reader';
import { hintUnlisted } from '../../parameters/validateSchema';
import { isUnset } from '../../parameters/validators';
import { type Job, type JobUpdateResult, requestSchemas } from '../../transport/contract';
import { path } from '../../transport/request';
import { createOutputProperty } from '../common.descriptions';
import type { ItemParameters, Operation } from '../operation';
import {
	createUnexpectedJsonError,
	readText,
	readWholeNumber,
	requireObject,
} from '../responseMembers';
import {
	hintLeftOut,
	jobDefinition,
	readJobFields,
	replaceNotice,
	showOnlyForUpdate,
} from './update/definition';

interface UpdateParameters extends ItemParameters {
	applicationId: string;
	job: Job;
	/** The application ID and job ID for the output item. A parameter that is a number stays a number. */
	givenIds: IDataObject;
	output: 'raw' | 'simplified';
}

/** Job: Update (api-spec.md 4.2). Replaces the whole definition of one job per input item. */
export const jobUpdate: Operation<UpdateParameters> = {
	resource: { name: 'Job', value: 'job' },
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update job',
		description: 'Update a job by replacing its whole definition',
	},
	assistantNotes: [
		'OUTPUT: { applicationId: string | number; jobId: string | number; jobName: string; status: string; code: number; message: string }',
		'REPLACES the whole definition: a part that is left out is lost. No operation reads a job: get its current definition from the user and send all of it. jobJson may be an object or JSON text with the names of the API, such as executionTimeout (whole seconds) and resources.limits.memory. The node adds jobId, and rejects another one.',
		'status, code and message are from the response. A code of 400 to 599 fails the item, like that HTTP status.',
		'If details.mayHaveRun is true, the job may have been replaced. Sending it again overwrites changes made since.',
	],
	idempotency: 'idempotent',
	idParameters: ['applicationId', 'jobId'],
	requestDefaults: { timeout: 60 },
	properties: [
		replaceNotice,
		{
			displayName: 'Application ID',
			name: 'applicationId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. reporting-app',
			description: 'ID of the application that the job belongs to',
			displayOptions: { show: showOnlyForUpdate },
		},
		{
			displayName: 'Job ID',
			name: 'jobId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. nightly-load',
			description: 'ID of the job to update',
			displayOptions: { show: showOnlyForUpdate },
		},
		{
			displayName: 'Specify Job',
			name: 'specifyJob',
			type: 'options',
			options: [
				{ name: 'Using Fields', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description: 'How to specify the new definition',
			displayOptions: { show: showOnlyForUpdate },
		},
		{
			displayName: 'Job Name',
			name: 'jobName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Nightly load',
			description: 'Name of the job in the new definition',
			displayOptions: { show: { ...showOnlyForUpdate, specifyJob: ['fields'] } },
		},
		jobDefinition,
		{
			displayName: 'Job (JSON)',
			name: 'jobJson',
			type: 'json',
			required: true,
			default: '{\n  "jobName": ""\n}',
			description: 'The whole definition as an object with jobName. The node sends all properties.',
			displayOptions: { show: { ...showOnlyForUpdate, specifyJob: ['json'] } },
		},
		createOutputProperty(
			'The IDs, the job name, and status, code and message of the response',
			showOnlyForUpdate,
		),
	],

	readParameters(read) {
		const jobId = read.pathSegment('jobId');
		const readJob = read.choice('specifyJob') === 'json' ? readJobJson : readJobFields;
		const job = readJob(read, jobId);
		// Fields always have the members and types of the API, so the label is only shown for JSON.
		const unlisted = hintUnlisted(read.displayName('jobJson'), job, requestSchemas.Job);
		const applicationId = read.pathSegment('applicationId');
		return {
			applicationId,
			job,
			givenIds: { applicationId: read.id('applicationId'), jobId: read.id('jobId') },
			output: read.choice('resultFormat'),
			hints: [...unlisted, ...hintLeftOut(job)],
			orderKey: path`${applicationId}/${jobId}`,
		};
	},

	async execute({ applicationId, job, givenIds, output }, api) {
		const result = await api.request({
			method: 'PUT',
			path: path`/v1/applications/${applicationId}/jobs/${job.jobId}`,
			body: job,
			hasEnvelope: true,
			parse: parseEnvelope,
			unknownOutcome: { message: 'The job may have been replaced' },
		});
		const { status, message } = result;
		// A number even if the platform sends it as text. Otherwise it's null or missing, and stays so.
		const code = readWholeNumber(result, 'code') ?? result.code;
		const simplified = { ...givenIds, jobName: job.jobName, status, code, message };
		const item = output === 'raw' ? result : withoutUndefined<IDataObject>(simplified);
		return { items: [item], completed: {} };
	},
};

/**
 * Returns a response as the result of a job update (api-spec.md 2.5).
 * @throws ApiError if the response isn't an object, has neither `status` nor `code`, or has a `status` that isn't text
 * or a `code` that isn't a whole number, even if the other member is valid: it isn't a response of the API then
 */
export function parseEnvelope(response: unknown): JobUpdateResult {
	const result = requireObject<JobUpdateResult>(response);
	const status = readText(result, 'status');
	const code = readWholeNumber(result, 'code');
	if (status !== undefined || code !== undefined) return result;
	const what = 'has neither "status" as text nor "code" as a whole number';
	throw createUnexpectedJsonError(response, what);
}

function readJobJson(read: ParameterReader, jobId: string): Job {
	const json = read.required('jobJson', read.jsonObject('jobJson'));
	const { jobId: given = jobId, jobName } = json;
	if (typeof given === 'object' || trimInvisible(String(given)) !== jobId) {
		const reason = `has the jobId ${quote(given)}, but 'Job ID' is ${quote(jobId)}`;
		const advice = 'Use the same identifier for both, or remove "jobId" from the JSON.';
		throw read.invalid('jobJson', reason, advice);
	}
	if (isUnset(jobName)) throw read.invalid('jobJson', 'has no jobName', 'Add "jobName".');
	return { ...json, jobId } as Job;
}

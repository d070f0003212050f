import {
	jobUpdate,
	parseEnvelope,
} from '../../../../nodes/DataPlatform/actions/job/update.operation.ts';
import { membersOf } from '../../../support/contract.ts';
import type { ParameterValues } from '../../../support/run-operation.ts';
import { catchFailure } from '../../../support/catch-failure.ts';
import {
	collectItems,
	readParameters,
	catchInvalid,
	captureFirstRequest,
	captureRequest,
} from '../../../support/run-operation.ts';

const ids = { applicationId: 'reporting', jobId: 'nightly' };
const named = { ...ids, jobName: 'Nightly load' };
const using = (jobJson: unknown) => ({ ...ids, specifyJob: 'json', jobJson });
const defined = (jobDefinition: ParameterValues) => ({ ...named, jobDefinition });

const everything = {
	jobId: 'nightly',
	jobName: 'Nightly load',
	executionTimeout: 3600,
	executionPayload: {
		remoteInstance: 'eu-1',
		subscriberJobId: 'subscriber',
		metricsDatasetId: 'metrics',
		policies: {
			AccessTokens: 'p1',
			DirectSignOn: 'p2',
			DomainWhitelist: 'p3',
			IPWhitelist: 'p4',
			OIDC: 'p5',
			SAML: 'p6',
		},
	},
	executionResponse: { any: 'thing' },
	accounts: [101, 102],
	resources: { requests: { memory: '256M' }, limits: { memory: '512M' } },
	triggers: [{ on: 'monday' }],
};

const everyField = defined({
	accounts: '101, 102',
	executionPayload: {
		payload: {
			remoteInstance: 'eu-1',
			subscriberJobId: 'subscriber',
			metricsDatasetId: 'metrics',
		},
	},
	executionResponse: '{"any": "thing"}',
	executionTimeout: 3600,
	policies: { ids: everything.executionPayload.policies },
	resources: { memory: { requestsMemory: '256M', limitsMemory: '512M' } },
	triggers: '[{"on": "monday"}]',
});

test('the path names application and job, the body the job again', async () => {
	expect(
		await captureRequest(jobUpdate, {
			applicationId: ' a/b ',
			jobId: 'c d',
			jobName: 'Nightly load',
		}),
	).toEqual({
		method: 'PUT',
		path: '/v1/applications/a%2Fb/jobs/c%20d',
		body: { jobId: 'c d', jobName: 'Nightly load' },
		hasEnvelope: true,
	});
});

test('by fields: every member of the contract can be sent', async () => {
	const { body } = await captureRequest(jobUpdate, everyField);

	expect(body).toEqual(everything);
	expect(Object.keys(body).sort()).toEqual(membersOf('Job').sort());
	const { executionPayload, resources } = everything;
	expect(Object.keys(executionPayload).sort()).toEqual(membersOf('ExecutionPayload').sort());
	expect(Object.keys(executionPayload.policies).sort()).toEqual(membersOf('Policies').sort());
	expect(Object.keys(resources).sort()).toEqual(membersOf('Resources').sort());
	expect(Object.keys(resources.limits)).toEqual(membersOf('Memory'));
});

test.each([
	['text', JSON.stringify(everything)],
	['an object', everything],
	['text without jobId', JSON.stringify({ ...everything, jobId: undefined })],
])('by JSON as %s: the definition is sent unchanged', async (_, jobJson) => {
	expect((await captureRequest(jobUpdate, using(jobJson))).body).toEqual(everything);
});

test('a job named in JSON by a number is the same job', async () => {
	const { body } = await captureRequest(jobUpdate, {
		...using({ jobId: 34, jobName: 'n' }),
		jobId: '34',
	});

	expect(body).toEqual({ jobId: '34', jobName: 'n' });
});

const blanks = {
	accounts: '',
	executionPayload: { payload: { remoteInstance: '', subscriberJobId: ' ', metricsDatasetId: '' } },
	executionResponse: '',
	executionTimeout: '',
	policies: { ids: { SAML: '' } },
	resources: { memory: { requestsMemory: '', limitsMemory: null } },
	triggers: '',
};

test.each([
	['nothing', {}],
	['blanks', blanks],
])('%s in the definition: nothing is sent of it', async (_, jobDefinition) => {
	expect((await captureRequest(jobUpdate, defined(jobDefinition))).body).toEqual({
		jobId: 'nightly',
		jobName: 'Nightly load',
	});
});

test('what is empty on purpose is sent', async () => {
	const jobDefinition = { accounts: '[]', executionResponse: '{}', triggers: [] };

	expect((await captureRequest(jobUpdate, defined(jobDefinition))).body).toEqual({
		...{ jobId: 'nightly', jobName: 'Nightly load' },
		...{ accounts: [], executionResponse: {}, triggers: [] },
	});
});

test.each([
	[{ executionTimeout: '60' }, { executionTimeout: 60 }],
	[{ executionTimeout: 0 }, { executionTimeout: 0 }],
	[{ accounts: 5 }, { accounts: [5] }],
	[{ accounts: ['1', 2] }, { accounts: [1, 2] }],
	[{ executionResponse: { a: 1 } }, { executionResponse: { a: 1 } }],
	[{ triggers: [{ a: 1 }] }, { triggers: [{ a: 1 }] }],
	[
		{ executionPayload: { payload: { subscriberJobId: 7 } } },
		{ executionPayload: { subscriberJobId: '7' } },
	],
	[
		{ resources: { memory: { limitsMemory: 1024 } } },
		{ resources: { limits: { memory: '1024' } } },
	],
])('values by expression: %p becomes %p', async (jobDefinition, members) => {
	expect((await captureRequest(jobUpdate, defined(jobDefinition))).body).toMatchObject(members);
});

const invalidCases: Array<[string, ParameterValues, RegExp]> = [
	['Application ID', { ...named, applicationId: '' }, /empty/],
	['Application ID', { ...named, applicationId: 'a/..' }, /address/],
	['Application ID', { ...named, applicationId: {} }, /must be text/],
	['Job ID', { ...named, jobId: '..' }, /address/],
	['Job ID', { ...named, jobId: undefined }, /empty/],
	['Job ID', { ...named, jobId: 2 ** 53 }, /too long to be exact/],
	['Job ID', { ...named, jobId: NaN }, /is NaN, which can't be sent/],
	['Job Name', ids, /is empty/],
	['Job Name', { ...ids, jobName: ['n'] }, /must be text/],
	['Accounts', defined({ accounts: '1, b' }), /contains "b", which isn't a whole number/],
	['Accounts', defined({ accounts: [1.5] }), /whole number/],
	['Execution Response', defined({ executionResponse: '[]' }), /JSON object/],
	['Execution Response', defined({ executionResponse: '{' }), /isn't valid JSON/],
	['Execution Timeout (Seconds)', defined({ executionTimeout: 'soon' }), /whole number/],
	['Execution Timeout (Seconds)', defined({ executionTimeout: 1.5 }), /whole number/],
	['Triggers', defined({ triggers: '{}' }), /JSON array/],
	['Triggers', defined({ triggers: '["a"]' }), /"\[0\]", which must be an object/],
	['SAML', defined({ policies: { ids: { SAML: {} } } }), /must be text/],
	['Job (JSON)', using(''), /is empty/],
	['Job (JSON)', using('{"jobName": "a"'), /isn't valid JSON/],
	['Job (JSON)', using('[]'), /must be a JSON object/],
	['Job (JSON)', using('{"jobName": "a", "jobId": "other"}'), /has the jobId "other"/],
	['Job (JSON)', using({ jobName: 'a', jobId: null }), /has the jobId null/],
	['Job (JSON)', using({}), /^'Job \(JSON\)' has no "jobName"$/],
	['Job (JSON)', using({ jobName: ' ' }), /^'Job \(JSON\)' has an empty jobName$/],
	['Job (JSON)', using({ jobName: null }), /^'Job \(JSON\)' has an empty jobName$/],
	['Job (JSON)', using({ jobName: 5 }), /"jobName", which must be text/],
	[
		'Job (JSON)',
		using({ jobName: 'a', executionTimeout: '60' }),
		/"executionTimeout", which must be/,
	],
	['Job (JSON)', using({ jobName: 'a', accounts: [1, '2'] }), /"accounts\[1\]", which must be/],
	[
		'Job (JSON)',
		using({ jobName: 'a', resources: { limits: { memory: 5 } } }),
		/"resources.limits.memory", which must be text/,
	],
	['Job (JSON)', using({ jobName: 'a', triggers: {} }), /"triggers", which must be a list/],
];

test.each(invalidCases)('%s: %p is invalid', async (parameter, values, reason) => {
	const invalid = await catchInvalid(() => captureRequest(jobUpdate, values));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('by JSON: what the API does not document is sent, and a hint names it', async () => {
	const definition = {
		jobName: 'a',
		timeout: 5,
		executionPayload: { policies: { Saml: 'x' } },
	};
	const parameters = readParameters(jobUpdate, using(definition));
	const { body } = await captureFirstRequest(jobUpdate, parameters);

	expect(body).toEqual({ ...definition, jobId: 'nightly' });
	expect(parameters.hints).toContain(
		`'Job (JSON)' contains "timeout", "executionPayload.policies.Saml", which the API doesn't document. The node sends everything, so check the spelling.`,
	);
});

test('by JSON: null is sent as it is given, and of a definition as documented a hint says only what is left out', async () => {
	const definition = { jobName: 'a', executionTimeout: null, resources: { limits: null } };
	const parameters = readParameters(jobUpdate, using(definition));
	const { body } = await captureFirstRequest(jobUpdate, parameters);

	expect(body).toEqual({ ...definition, jobId: 'nightly' });
	expect(parameters.hints).toEqual([expect.stringMatching(/^The definition leaves out/)]);
});

const NONE_GIVEN =
	'Accounts, Execution Payload, Execution Response, Execution Timeout (Seconds), Policies, Resources, Triggers';

test.each<[string, ParameterValues, string]>([
	['the name alone', named, NONE_GIVEN],
	['the name alone, by JSON', using({ jobName: 'a', jobId: 'nightly' }), NONE_GIVEN],
	['null next to it', using({ jobName: 'a', executionTimeout: null }), NONE_GIVEN],
	['parts that were added and left empty', defined(blanks), NONE_GIVEN],
	[
		'a part that is empty on purpose',
		defined({ accounts: '[]' }),
		NONE_GIVEN.replace('Accounts, ', ''),
	],
	[
		'the policies of a payload alone',
		defined({ policies: { ids: { OIDC: 'a' } } }),
		NONE_GIVEN.replace('Policies, ', '').replace('Execution P', 'the rest of Execution P'),
	],
	[
		'the policies of a payload alone, by JSON',
		using({ jobName: 'a', executionPayload: { policies: { OIDC: 'a' } } }),
		NONE_GIVEN.replace('Policies, ', '').replace('Execution P', 'the rest of Execution P'),
	],
	[
		'a payload without policies',
		using({ ...everything, executionPayload: { remoteInstance: 'a' }, triggers: null }),
		'Policies, Triggers',
	],
	['everything', everyField, ''],
])('%s: a hint says what is left out', (_, values, leftOut) => {
	const hints = readParameters(jobUpdate, values).hints;

	expect(hints).toEqual(
		leftOut === ''
			? []
			: [
					`The definition leaves out ${leftOut}. An update replaces the whole definition, so the job loses these parts if it has them.`,
				],
	);
});

const answer = { status: 'OK', code: 200, message: 'done', further: [1] };

test.each([
	['fields', named],
	['JSON', { ...using('{"jobName": "Nightly load"}'), resultFormat: 'simplified' }],
])('by %s: an item says which job it was, and what the envelope says', async (_, values) => {
	const [item] = await collectItems(jobUpdate, values, answer);

	expect(Object.entries(item)).toEqual([
		['applicationId', 'reporting'],
		['jobId', 'nightly'],
		['jobName', 'Nightly load'],
		['status', 'OK'],
		['code', 200],
		['message', 'done'],
	]);
});

test('the identifiers come back as they were given', async () => {
	const values = { ...named, applicationId: 12, jobId: '007' };

	expect(await collectItems(jobUpdate, values, answer)).toMatchObject([
		{ applicationId: 12, jobId: '007' },
	]);
});

test('what the envelope lacks is left out', async () => {
	expect(await collectItems(jobUpdate, named, { code: 200 })).toEqual([
		{ applicationId: 'reporting', jobId: 'nightly', jobName: 'Nightly load', code: 200 },
	]);
});

test('Raw: the envelope comes out as it came', async () => {
	expect(await collectItems(jobUpdate, { ...named, resultFormat: 'raw' }, answer)).toEqual([
		answer,
	]);
});

test('an answer that is no object is no update', async () => {
	await expect(collectItems(jobUpdate, named, 'OK')).rejects.toThrow("isn't a JSON object");
});

test.each([[{ status: 'OK' }], [{ code: 200 }]])('%p says that the job is updated', (response) => {
	expect(parseEnvelope(response)).toBe(response);
});

test.each([[{}], [{ message: 'Unauthorized' }], [{ code: '200' }]])(
	"%p doesn't say that the job is updated",
	(response) => {
		expect(catchFailure(() => parseEnvelope(response)).message).toBe(
			'The response has neither "status" as text nor "code" as a whole number',
		);
	},
);

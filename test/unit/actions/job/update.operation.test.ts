import {
	jobUpdate,
	parseEnvelope,
} from '../../../../nodes/DataPlatform/actions/job/update.operation.ts';
import { catchFailure } from '../../../support/catch-failure.ts';
import { membersOf } from '../../../support/contract.ts';
import {
	captureRequest,
	catchInvalid,
	collectItems,
	type ParameterValues,
	readParameters,
} from '../../../support/run-operation.ts';

const ids = { applicationId: 'reporting', jobId: 'nightly' };
const named = { ...ids, jobName: 'Nightly load' };
const usingJson = (jobJson: unknown) => ({ ...ids, specifyJob: 'json', jobJson });
const usingFields = (jobDefinition: ParameterValues) => ({ ...named, jobDefinition });

const policies = {
	AccessTokens: 'p1',
	DirectSignOn: 'p2',
	DomainWhitelist: 'p3',
	IPWhitelist: 'p4',
	OIDC: 'p5',
	SAML: 'p6',
};
const payload = { remoteInstance: 'eu-1', subscriberJobId: 's', metricsDatasetId: 'm' };

const wholeJob = {
	jobId: 'nightly',
	jobName: 'Nightly load',
	executionTimeout: 3600,
	executionPayload: { ...payload, policies },
	executionResponse: { any: 'thing' },
	accounts: [101, 102],
	resources: { requests: { memory: '256M' }, limits: { memory: '512M' } },
	triggers: [{ on: 'monday' }],
};
const allFields = usingFields({
	accounts: '101, 102',
	executionPayload: { payload },
	executionResponse: '{"any": "thing"}',
	executionTimeout: 3600,
	policies: { ids: policies },
	resources: { memory: { requestsMemory: '256M', limitsMemory: '512M' } },
	triggers: '[{"on": "monday"}]',
});
const blankFields = usingFields({
	accounts: '',
	executionResponse: '',
	executionTimeout: '',
	triggers: '',
	executionPayload: { payload: { remoteInstance: '', subscriberJobId: ' ' } },
	policies: { ids: { SAML: '\u200b' } },
	resources: { memory: { requestsMemory: '', limitsMemory: null } },
});
const empty = { accounts: [], executionResponse: {}, triggers: [], executionTimeout: 0 };

const { jobId: _, ...wholeJobWithoutId } = wholeJob;

test.each([
	['fields', allFields],
	['JSON text', usingJson(JSON.stringify(wholeJob))],
	['JSON without jobId', usingJson(wholeJobWithoutId)],
	['JSON with a number as jobId', { ...usingJson({ ...wholeJob, jobId: 34 }), jobId: '34' }],
])('every member of the contract can be sent by %s', async (_, values) => {
	const { body, hasEnvelope } = await captureRequest(jobUpdate, values);

	expect(hasEnvelope).toBe(true);
	expect(body).toEqual({ ...wholeJob, jobId: values.jobId });
	expect(Object.keys(body).sort()).toEqual(membersOf('Job').sort());
	const { executionPayload } = wholeJob;
	expect(Object.keys(executionPayload).sort()).toEqual(membersOf('ExecutionPayload').sort());
	expect(Object.keys(policies).sort()).toEqual(membersOf('Policies').sort());
	expect(readParameters(jobUpdate, values).hints).toEqual([]);
});

test.each([
	['blank fields are not sent', blankFields, {}],
	['empty lists, {} and 0 are sent', usingFields(empty), empty],
	[
		'a name is sent without blanks and zero-width characters at its ends',
		{
			...ids,
			jobName: '\ufeffNightly load ',
			jobDefinition: { policies: { ids: { SAML: ' a' } } },
		},
		{ executionPayload: { policies: { SAML: 'a' } } },
	],
])('%s', async (_, values, sent) => {
	const { body } = await captureRequest(jobUpdate, values);

	expect(body).toEqual({ jobId: 'nightly', jobName: 'Nightly load', ...sent });
});

test.each<[string, ParameterValues, RegExp]>([
	['Application ID', { ...named, applicationId: 'a/..' }, /address/],
	['Job Name', ids, /is empty/],
	['Execution Response', usingFields({ executionResponse: '[]' }), /JSON object/],
	['Execution Timeout (Seconds)', usingFields({ executionTimeout: 'soon' }), /whole number/],
	['Triggers', usingFields({ triggers: '["a"]' }), /"\[0\]", which must be an object/],
	['Job (JSON)', usingJson(''), /is empty/],
	['Job (JSON)', usingJson({ jobName: 'a', jobId: 'other' }), /has the jobId "other"/],
	['Job (JSON)', usingJson({ jobName: 'a', jobId: null }), /has the jobId null/],
	['Job (JSON)', usingJson({ jobName: ' ' }), /has no jobName/],
	['Job (JSON)', usingJson({ ...wholeJob, accounts: 5 }), /"accounts", which must be a list/],
])('%s: %j is invalid', async (parameter, values, reason) => {
	const invalid = await catchInvalid(() => captureRequest(jobUpdate, values));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('undocumented members of JSON are sent, and a hint names them', async () => {
	const definition = { jobName: 'a', timeout: 5, executionPayload: { policies: { Saml: 'x' } } };
	const values = usingJson(definition);

	expect((await captureRequest(jobUpdate, values)).body).toEqual({
		...definition,
		jobId: 'nightly',
	});
	expect(readParameters(jobUpdate, values).hints).toContainEqual(
		expect.stringContaining('"timeout", "executionPayload.policies.Saml"'),
	);
});

const ALL_PARTS =
	'Accounts, Execution Payload, Execution Response, Execution Timeout (Seconds), Policies, Resources, Triggers';

test('a group with several rows is invalid, because only one would be sent', async () => {
	const rows = [{ OIDC: '1' }, { SAML: '2' }];
	for (const policies of [rows, { ids: rows }]) {
		const invalid = await catchInvalid(() => readParameters(jobUpdate, usingFields({ policies })));
		expect(invalid.message).toBe("'Policies' must be one object, but is a list of 2");
	}
	const single = usingFields({ policies: rows.slice(1) });
	expect(readParameters(jobUpdate, single)).toMatchObject({
		job: { executionPayload: { policies: { SAML: '2' } } },
	});
});

test.each<[string, ParameterValues, string]>([
	['null in JSON', usingJson({ jobName: 'a', executionTimeout: null }), ALL_PARTS],
	[
		'empty objects in JSON',
		usingJson({ jobName: 'a', executionPayload: {}, resources: {} }),
		ALL_PARTS,
	],
	['an empty list', usingFields({ accounts: '[]' }), ALL_PARTS.replace('Accounts, ', '')],
	[
		'only policies',
		usingFields({ policies: { ids: { OIDC: 'a' } } }),
		ALL_PARTS.replace('Policies, ', '').replace('Execution P', 'the rest of Execution P'),
	],
	['a payload without policies', usingJson({ ...wholeJob, executionPayload: payload }), 'Policies'],
])('%s: a hint lists the parts that are left out', (_, values, leftOut) => {
	expect(readParameters(jobUpdate, values).hints).toEqual([
		expect.stringContaining(`The definition leaves out ${leftOut}.`),
	]);
});

test('an item has the IDs, the name, and status, code and message of the response', async () => {
	const response = { status: 'OK', code: '200', message: 'done', further: [1] };
	const raw = { ...named, resultFormat: 'raw' };

	expect(await collectItems(jobUpdate, named, response)).toEqual([
		{ ...named, status: 'OK', code: 200, message: 'done' },
	]);
	for (const part of [{ code: 200 }, { status: 'OK' }]) {
		expect(await collectItems(jobUpdate, named, part)).toEqual([{ ...named, ...part }]);
	}
	expect(await collectItems(jobUpdate, raw, response)).toEqual([response]);
});

test.each([
	{},
	{ message: 'Unauthorized' },
	{ code: 'OK' },
	{ status: 'OK', code: 'done' },
	{ status: 200, code: 200 },
	'OK',
])('the response %j is not an update', (response) => {
	expect(catchFailure(() => parseEnvelope(response)).details.kind).toBe('unexpectedResponse');
});

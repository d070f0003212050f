import {
	jobUpdate,
	parseEnvelope,
} from '../../../../nodes/DataPlatform/actions/job/update.operation.ts';
import { catchFailure } from '../../../support/catch-failure.ts';
import { membersOf } from '../../../support/contract.ts';
import {
	catchInvalid,
	captureFirstRequest,
	captureRequest,
	collectItems,
	type ParameterValues,
	readParameters,
} from '../../../support/run-operation.ts';

const ids = { applicationId: 'reporting', jobId: 'nightly' };
const named = { ...ids, jobName: 'Nightly load' };
const usingJson = (jobJson: unknown) => ({ ...ids, specifyJob: 'json', jobJson });
const usingFields = (jobDefinition: ParameterValues) => ({ ...named, jobDefinition });

const policies = {
	...{ AccessTokens: 'p1', DirectSignOn: 'p2', DomainWhitelist: 'p3' },
	...{ IPWhitelist: 'p4', OIDC: 'p5', SAML: 'p6' },
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
	executionPayload: { payload: { remoteInstance: '', subscriberJobId: ' ' } },
	executionResponse: '',
	executionTimeout: '',
	policies: { ids: { SAML: '\u200b' } },
	resources: { memory: { requestsMemory: '', limitsMemory: null } },
	triggers: '',
});

const bodyOf = async (values: ParameterValues) => (await captureRequest(jobUpdate, values)).body;

test.each([
	['fields', allFields],
	['JSON text', usingJson(JSON.stringify(wholeJob))],
	['an object', usingJson(wholeJob)],
	['JSON without jobId', usingJson({ ...wholeJob, jobId: undefined })],
	['JSON with a number as jobId', { ...usingJson({ ...wholeJob, jobId: 34 }), jobId: '34' }],
])('every member of the contract can be sent by %s', async (_, values) => {
	const { body, hasEnvelope } = await captureRequest(jobUpdate, values);

	expect(hasEnvelope).toBe(true);
	expect(body).toEqual({ ...wholeJob, jobId: values.jobId });
	expect(Object.keys(body).sort()).toEqual(membersOf('Job').sort());
	expect(readParameters(jobUpdate, values).hints).toEqual([]);
});

test('IDs and names are sent without blanks and zero-width characters at their ends', async () => {
	const values = {
		...{ applicationId: '\u200breporting', jobId: ' nightly\u200b', jobName: '\ufeffNightly ' },
		jobDefinition: { policies: { ids: { SAML: '\u200bp6' } } },
	};
	const { path, body } = await captureRequest(jobUpdate, values);

	expect(path).toBe('/v1/applications/reporting/jobs/nightly');
	const executionPayload = { policies: { SAML: 'p6' } };
	expect(body).toEqual({ jobId: 'nightly', jobName: 'Nightly', executionPayload });
});

test('blank fields are not sent, but empty lists, {} and 0 are', async () => {
	const empty = { accounts: '[]', executionResponse: '{}', triggers: [], executionTimeout: 0 };

	expect(await bodyOf(blankFields)).toEqual({ jobId: 'nightly', jobName: 'Nightly load' });
	expect(await bodyOf(usingFields(empty))).toEqual({
		...{ jobId: 'nightly', jobName: 'Nightly load' },
		...{ accounts: [], executionResponse: {}, triggers: [], executionTimeout: 0 },
	});
});

test.each<[string, ParameterValues, RegExp]>([
	['Application ID', { ...named, applicationId: 'a/..' }, /address/],
	['Job ID', { ...named, jobId: undefined }, /empty/],
	['Job Name', ids, /is empty/],
	['Accounts', usingFields({ accounts: '1, b' }), /contains "b", which isn't a whole number/],
	['Execution Response', usingFields({ executionResponse: '[]' }), /JSON object/],
	['Execution Timeout (Seconds)', usingFields({ executionTimeout: 'soon' }), /whole number/],
	['Triggers', usingFields({ triggers: '["a"]' }), /"\[0\]", which must be an object/],
	['Job (JSON)', usingJson(''), /is empty/],
	['Job (JSON)', usingJson('[]'), /must be a JSON object/],
	['Job (JSON)', usingJson({ jobName: 'a', jobId: 'other' }), /has the jobId "other"/],
	['Job (JSON)', usingJson({ jobName: 'a', jobId: null }), /has the jobId null/],
	['Job (JSON)', usingJson({}), /has no jobName/],
	['Job (JSON)', usingJson({ jobName: ' ' }), /has no jobName/],
	['Job (JSON)', usingJson({ ...wholeJob, accounts: 5 }), /"accounts", which must be a list/],
])('%s: %j is invalid', async (parameter, values, reason) => {
	const invalid = await catchInvalid(() => captureRequest(jobUpdate, values));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('undocumented members of JSON are sent, and a hint names them', async () => {
	const definition = { jobName: 'a', timeout: 5, executionPayload: { policies: { Saml: 'x' } } };
	const parameters = readParameters(jobUpdate, usingJson(definition));
	const { body } = await captureFirstRequest(jobUpdate, parameters);

	expect(body).toEqual({ ...definition, jobId: 'nightly' });
	expect(parameters.hints).toContainEqual(
		expect.stringContaining('"timeout", "executionPayload.policies.Saml"'),
	);
});

const ALL_PARTS =
	'Accounts, Execution Payload, Execution Response, Execution Timeout (Seconds), Policies, Resources, Triggers';
const ONLY_POLICIES = { policies: { OIDC: 'a' } };

test.each<[string, ParameterValues, string]>([
	['only a name', named, ALL_PARTS],
	['null in JSON', usingJson({ jobName: 'a', executionTimeout: null }), ALL_PARTS],
	['an empty list', usingFields({ accounts: '[]' }), ALL_PARTS.replace('Accounts, ', '')],
	[
		'only policies',
		usingJson({ jobName: 'a', executionPayload: ONLY_POLICIES }),
		ALL_PARTS.replace('Policies, ', '').replace('Execution P', 'the rest of Execution P'),
	],
	[
		'a payload without policies',
		usingJson({ ...wholeJob, executionPayload: payload, triggers: null }),
		'Policies, Triggers',
	],
])('%s: a hint lists the parts that are left out', (_, values, leftOut) => {
	expect(readParameters(jobUpdate, values).hints).toEqual([
		expect.stringContaining(`The definition leaves out ${leftOut}.`),
	]);
});

test('an item has the IDs, the name, and status, code and message of the response', async () => {
	const response = { status: 'OK', code: '200', message: 'done', further: [1] };
	const [item] = await collectItems(jobUpdate, named, response);
	const [raw] = await collectItems(jobUpdate, { ...named, resultFormat: 'raw' }, response);

	expect(Object.entries(item)).toEqual([
		...Object.entries(named),
		['status', 'OK'],
		['code', 200],
		['message', 'done'],
	]);
	expect(raw).toBe(response);
	expect(await collectItems(jobUpdate, named, { code: 200 })).toEqual([{ ...named, code: 200 }]);
});

test('a response without status and code is not an update', () => {
	for (const response of [{ status: 'OK' }, { code: 200 }, { code: '200' }]) {
		expect(parseEnvelope(response)).toBe(response);
	}
	for (const response of [{}, { message: 'Unauthorized' }, { code: 'OK' }, 'OK']) {
		expect(catchFailure(() => parseEnvelope(response)).details.kind).toBe('unexpectedResponse');
	}
});

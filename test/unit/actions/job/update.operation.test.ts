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
			...{ AccessTokens: 'p1', DirectSignOn: 'p2', DomainWhitelist: 'p3' },
			...{ IPWhitelist: 'p4', OIDC: 'p5', SAML: 'p6' },
		},
	},
	executionResponse: { any: 'thing' },
	accounts: [101, 102],
	resources: { requests: { memory: '256M' }, limits: { memory: '512M' } },
	triggers: [{ on: 'monday' }],
};

const { policies, ...payload } = everything.executionPayload;
const everyField = defined({
	accounts: '101, 102',
	executionPayload: { payload },
	executionResponse: '{"any": "thing"}',
	executionTimeout: 3600,
	policies: { ids: policies },
	resources: { memory: { requestsMemory: '256M', limitsMemory: '512M' } },
	triggers: '[{"on": "monday"}]',
});

test('by fields: every member of the contract can be sent', async () => {
	const { body, hasEnvelope } = await captureRequest(jobUpdate, everyField);

	expect(hasEnvelope).toBe(true);
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
	const empty = { accounts: '[]', executionResponse: '{}', triggers: [], executionTimeout: 0 };

	expect((await captureRequest(jobUpdate, defined(empty))).body).toEqual({
		...{ jobId: 'nightly', jobName: 'Nightly load' },
		...{ accounts: [], executionResponse: {}, triggers: [], executionTimeout: 0 },
	});
});

const invalidCases: Array<[string, ParameterValues, RegExp]> = [
	['Application ID', { ...named, applicationId: '' }, /empty/],
	['Application ID', { ...named, applicationId: 'a/..' }, /address/],
	['Application ID', { ...named, applicationId: {} }, /must be text/],
	['Job ID', { ...named, jobId: '..' }, /address/],
	['Job ID', { ...named, jobId: undefined }, /empty/],
	['Job ID', { ...named, jobId: 2 ** 53 }, /can't be sent exactly/],
	['Job ID', { ...named, jobId: NaN }, /is NaN, which can't be sent/],
	['Job Name', ids, /is empty/],
	['Job Name', { ...ids, jobName: ['n'] }, /must be text/],
	['Accounts', defined({ accounts: '1, b' }), /contains "b", which isn't a whole number/],
	['Accounts', defined({ accounts: [1.5] }), /whole number/],
	['Execution Response', defined({ executionResponse: '[]' }), /JSON object/],
	['Execution Timeout (Seconds)', defined({ executionTimeout: 'soon' }), /whole number/],
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
		using({ jobName: 'a', resources: { limits: { memory: 5 } } }),
		/"resources.limits.memory", which must be text/,
	],
];

test.each(invalidCases)('%s: %p is invalid', async (parameter, values, reason) => {
	const invalid = await catchInvalid(() => captureRequest(jobUpdate, values));

	expect(invalid.parameter).toBe(parameter);
	expect(invalid.message).toMatch(reason);
});

test('by JSON: what the API does not document is sent, and a hint names it', async () => {
	const executionPayload = { policies: { Saml: 'x' } };
	const definition = { jobName: 'a', timeout: 5, executionPayload };
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
const NO_ACCOUNTS = NONE_GIVEN.replace('Accounts, ', '');
const REST_OF_PAYLOAD = NONE_GIVEN.replace('Policies, ', '').replace(
	'Execution P',
	'the rest of Execution P',
);
const withPayload = (executionPayload: object, more = {}) =>
	using({ jobName: 'a', ...more, executionPayload });

test.each<[string, ParameterValues, string]>([
	['the name alone', named, NONE_GIVEN],
	['the name alone, by JSON', using({ jobName: 'a', jobId: 'nightly' }), NONE_GIVEN],
	['null next to it', using({ jobName: 'a', executionTimeout: null }), NONE_GIVEN],
	['parts that were added and left empty', defined(blanks), NONE_GIVEN],
	['a part that is empty on purpose', defined({ accounts: '[]' }), NO_ACCOUNTS],
	['only the policies', defined({ policies: { ids: { OIDC: 'a' } } }), REST_OF_PAYLOAD],
	['only the policies, by JSON', withPayload({ policies: { OIDC: 'a' } }), REST_OF_PAYLOAD],
	[
		'a payload without policies',
		withPayload({ remoteInstance: 'a' }, { ...everything, triggers: null }),
		'Policies, Triggers',
	],
])('%s: a hint says what is left out', (_, values, leftOut) => {
	expect(readParameters(jobUpdate, values).hints).toEqual([
		`The definition leaves out ${leftOut}. An update replaces the whole definition, so the job loses these parts if it has them.`,
	]);
});

test('a whole definition has no hint', () => {
	expect(readParameters(jobUpdate, everyField).hints).toEqual([]);
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

test('what the envelope lacks is left out', async () => {
	expect(await collectItems(jobUpdate, named, { code: 200 })).toEqual([
		{ applicationId: 'reporting', jobId: 'nightly', jobName: 'Nightly load', code: 200 },
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

import { errorOf, hintsOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';

const platform = simulatedPlatform();

const update = {
	resource: 'job',
	operation: 'update',
	applicationId: '={{ $json.application }}',
	jobId: '={{ $json.job }}',
};

test('each item replaces a job with its own values', async () => {
	const ended = await runNode({
		parameters: {
			...update,
			jobName: '={{ $json.name }}',
			jobDefinition: {
				executionTimeout: "={{ $json.timeout ?? '' }}",
				accounts: '={{ $json.accounts }}',
				executionPayload: { payload: { remoteInstance: "={{ $json.instance ?? '' }}" } },
				executionResponse: "={{ $json.response ?? '' }}",
				policies: { ids: { SAML: '={{ $json.policy }}' } },
				resources: { memory: { requestsMemory: "={{ $json.memory ?? '' }}", limitsMemory: '1G' } },
				triggers: "={{ $json.triggers ?? '' }}",
			},
		},
		input: [
			{
				json: {
					application: 'reporting',
					job: 'nightly',
					name: 'Nightly load',
					timeout: 60,
					accounts: [101, 102],
					instance: 'eu-1',
					response: { keep: true },
					policy: 7,
					memory: '256M',
					triggers: [{ on: 'monday' }],
				},
			},
			{
				json: {
					application: 12,
					job: 34,
					name: 56,
					timeout: '3600',
					accounts: '101, 102',
					response: '{"keep": false}',
					policy: 'p-8',
					triggers: '[]',
				},
			},
			{
				json: { application: 'a', job: 'b', name: 'c', accounts: 5, policy: 'p-9' },
			},
		],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)).toBeUndefined();
	expect(platform.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
		'PUT /v1/applications/reporting/jobs/nightly',
		'PUT /v1/applications/12/jobs/34',
		'PUT /v1/applications/a/jobs/b',
	]);
	expect(platform.bodies()).toEqual([
		{
			jobId: 'nightly',
			jobName: 'Nightly load',
			executionTimeout: 60,
			executionPayload: { remoteInstance: 'eu-1', policies: { SAML: '7' } },
			executionResponse: { keep: true },
			accounts: [101, 102],
			resources: { requests: { memory: '256M' }, limits: { memory: '1G' } },
			triggers: [{ on: 'monday' }],
		},
		{
			jobId: '34',
			jobName: '56',
			executionTimeout: 3600,
			executionPayload: { policies: { SAML: 'p-8' } },
			executionResponse: { keep: false },
			accounts: [101, 102],
			resources: { limits: { memory: '1G' } },
			triggers: [],
		},
		{
			jobId: 'b',
			jobName: 'c',
			executionPayload: { policies: { SAML: 'p-9' } },
			accounts: [5],
			resources: { limits: { memory: '1G' } },
		},
	]);
	expect(jsonOf(ended)).toEqual([
		{
			...{ applicationId: 'reporting', jobId: 'nightly', jobName: 'Nightly load' },
			...{ status: 'OK', code: 200, message: 'Job nightly of application reporting is updated' },
		},
		{
			...{ applicationId: 12, jobId: 34, jobName: '56' },
			...{ status: 'OK', code: 200, message: 'Job 34 of application 12 is updated' },
		},
		{
			...{ applicationId: 'a', jobId: 'b', jobName: 'c' },
			...{ status: 'OK', code: 200, message: 'Job b of application a is updated' },
		},
	]);
	expect(pairsOf(ended)).toEqual([0, 1, 2]);
	expect(ended.decryptions).toBe(2);
});

test('updates of the same job run in the order of the items, and others in parallel', async () => {
	platform.faults([{ fault: 'delay', ms: 100 }]);
	const jobs = [1, 1, 2, 1, '1', 2, 3, 1];
	await runNode({
		parameters: { ...update, jobName: '={{ "v" + $itemIndex }}' },
		input: jobs.map((job) => ({ json: { application: 'a', job } })),
		credentials: platform.credentials(),
	});

	const requests = platform.requests();
	const namesOf = (job: string) =>
		requests
			.filter(({ parameters }) => parameters.jobId === job)
			.map(({ body }) => (body as { jobName: string }).jobName);
	expect(['1', '2', '3'].map(namesOf)).toEqual([
		['v0', 'v1', 'v3', 'v4', 'v7'],
		['v2', 'v5'],
		['v6'],
	]);
	expect(Math.max(...requests.map(({ concurrent }) => concurrent))).toBe(3);
});

test('by default, only the ID and the name are sent', async () => {
	await runNode({
		parameters: { ...update, jobName: 'n' },
		input: [{ json: { application: 'a', job: 'j' } }],
		credentials: platform.credentials(),
	});

	expect(platform.bodies()).toEqual([{ jobId: 'j', jobName: 'n' }]);
});

test('hints name the settings that each job loses', async () => {
	const ended = await runNode({
		parameters: {
			...update,
			jobName: 'n',
			jobDefinition: { executionTimeout: "={{ $json.timeout ?? '' }}" },
		},
		input: [
			{ json: { application: 'a', job: 'one' } },
			{ json: { application: 'a', job: 'two', timeout: 60 } },
			{ json: { application: 'b', job: 'three' } },
		],
		credentials: platform.credentials(),
	});

	expect(hintsOf(ended)).toEqual([
		expect.stringMatching(
			/Execution Timeout .+ so the job loses these parts if it has them\. \[2 of 3 items: a \/ one, b \/ three\]$/,
		),
		expect.stringMatching(
			/^(?!.*Execution Timeout).+ loses these parts .+ \[1 of 3 items: a \/ two\]$/,
		),
	]);
});

test('a policy with an empty expression is invalid, because the job would lose it', async () => {
	const ended = await runNode({
		parameters: {
			...update,
			jobName: 'n',
			jobDefinition: { policies: { ids: { SAML: '={{ $json.policy }}', OIDC: '' } } },
		},
		input: [{ json: { application: 'a', job: 'j' } }],
		credentials: platform.credentials(),
	});

	expect(errorOf(ended)?.message).toBe(
		"'SAML' has no value: {{ $json.policy }} is undefined. Nothing was sent.",
	);
});

test('JSON is sent unchanged, from text or from an object', async () => {
	const definition = {
		jobName: 'From JSON',
		executionTimeout: 10,
		executionPayload: {
			remoteInstance: 'eu-1',
			subscriberJobId: 's',
			policies: { AccessTokens: 'a', DomainWhitelist: 'd', IPWhitelist: 'i', OIDC: 'o' },
			metricsDatasetId: 'm',
		},
		executionResponse: { any: ['thing'] },
		accounts: [1],
		resources: { limits: { memory: '512M' } },
		triggers: [{}],
	};
	await runNode({
		parameters: { ...update, specifyJob: 'json', jobJson: '={{ $json.definition }}' },
		input: [
			{ json: { application: 'a', job: 'one', definition } },
			{ json: { application: 'a', job: 'two', definition: JSON.stringify(definition) } },
			{ json: { application: 'a', job: 'three', definition: { ...definition, jobId: 'three' } } },
		],
		credentials: platform.credentials(),
	});

	expect(platform.bodies()).toEqual([
		{ ...definition, jobId: 'one' },
		{ ...definition, jobId: 'two' },
		{ ...definition, jobId: 'three' },
	]);
});

test('undocumented members are sent and named in a hint, and null is sent', async () => {
	const definition = { jobName: 'Nightly', timeoutSeconds: 5, accounts: null };
	const ended = await runNode({
		parameters: {
			resource: 'job',
			operation: 'update',
			applicationId: 'app-1',
			jobId: 'job-1',
			specifyJob: 'json',
			jobJson: JSON.stringify(definition),
			requestOptions: { showRequest: true },
		},
		input: [{ json: {} }],
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toMatchObject([{ body: { ...definition, jobId: 'job-1' } }]);
	expect(hintsOf(ended)).toContain(
		`'Job (JSON)' contains "timeoutSeconds", which the API doesn't document. The node sends everything, so check the spelling.`,
	);
});

import { errorOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
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

test('a code of 404 in the body fails the item, also as text', async () => {
	platform.faults([{ fault: 'wrong-shape', body: { status: 'ERROR', code: '404' } }]);
	const ended = await runNode({
		parameters: { ...update, jobName: 'Nightly' },
		input: [{ json: { application: 'reporting', job: 'nightly' } }],
		settings: { onError: 'continueRegularOutput' },
		credentials: platform.credentials(),
	});

	expect(jsonOf(ended)).toMatchObject([{ details: { kind: 'rejected', httpCode: 404 } }]);
});

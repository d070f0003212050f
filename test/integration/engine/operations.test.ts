// Each operation with several items: what is sent, and what comes out.
import { readFileSync } from 'node:fs';
import type { INode, INodeParameters } from 'n8n-workflow';
import { errorOf, hintsOf, jsonOf, pairsOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import { perElement } from '../../support/workflows.ts';

const platform = simulatedPlatform({ functions: 700 });

const run = async (
	parameters: INodeParameters,
	input: object[] = [{}],
	settings?: Partial<INode>,
) =>
	await runNode({
		parameters,
		input: input.map((json) => ({ json: { ...json } })),
		settings,
		credentials: platform.credentials(),
	});
const sent = () => platform.requests().map(({ method, path }) => `${method} ${path}`);

test('Run: each item starts a run and is paired with its output', async () => {
	const ended = await run(
		{ resource: 'connector', operation: 'run', streamId: '={{ $json.stream }}' },
		[{ stream: 4711 }, { stream: '815' }],
	);

	expect(errorOf(ended)).toBeUndefined();
	expect(sent()).toEqual([
		'POST /api/data/v1/streams/4711/executions',
		'POST /api/data/v1/streams/815/executions',
	]);
	expect(platform.bodies()).toEqual(Array(2).fill({ runType: 'MANUAL' }));
	expect(jsonOf(ended)).toMatchObject([
		{ streamId: 4711, executionId: 1, currentState: 'ACTIVE', runType: 'MANUAL' },
		{ streamId: '815', executionId: 2 },
	]);
	expect(pairsOf(ended)).toEqual([0, 1]);
});

const search = { resource: 'function', operation: 'search' };

test('Search: a list that may be incomplete fails, and Retry On Fail reads it again', async () => {
	const find = async (settings?: Partial<INode>) => {
		platform.faults([{ fault: 'degraded', when: { request: 2 } }]);
		const requestOptions = { maxConcurrency: 1 };
		return await run({ ...search, requestOptions }, [{}, {}], settings);
	};

	const error = errorOf(await find());
	expect(error?.message).toMatch(/may be incomplete/);
	expect(Object.keys(error?.context.data as object)).toEqual(['failed']);
	const ended = await find({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
	expect(errorOf(ended)).toBeUndefined();
	expect(jsonOf(ended)).toHaveLength(100);
});

test('Update: each item replaces a job with its own values', async () => {
	const parameters = {
		resource: 'job',
		operation: 'update',
		applicationId: '={{ $json.application }}',
		jobId: '={{ $json.job }}',
		jobName: '={{ $json.name }}',
		jobDefinition: {
			accounts: '={{ $json.accounts }}',
			policies: { ids: { SAML: "={{ $json.policy ?? '' }}" } },
		},
	};
	const ended = await run(parameters, [
		{ application: 'reporting', job: 'nightly', name: 'Load', accounts: [101], policy: 7 },
		{ application: 12, job: 34, name: 56, accounts: '101, 102' },
	]);

	expect(errorOf(ended)).toBeUndefined();
	expect(sent()).toEqual([
		'PUT /v1/applications/reporting/jobs/nightly',
		'PUT /v1/applications/12/jobs/34',
	]);
	const executionPayload = { policies: { SAML: '7' } };
	expect(platform.bodies()).toEqual([
		{ jobId: 'nightly', jobName: 'Load', executionPayload, accounts: [101] },
		{ jobId: '34', jobName: '56', accounts: [101, 102] },
	]);
	expect(jsonOf(ended)).toMatchObject([
		{ applicationId: 'reporting', jobId: 'nightly', jobName: 'Load', status: 'OK' },
		{ applicationId: 12, jobId: 34, jobName: '56', status: 'OK' },
	]);
	expect(ended.decryptions).toBe(2);
});

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

test.each<[string, string, INodeParameters]>([
	['function', 'search', {}],
	['connector', 'run', { streamId: '4711' }],
	['job', 'update', { applicationId: 'reporting', jobId: 'load', jobName: 'Nightly load' }],
])(
	'%s: %s returns the members and types of its output schema',
	async (resource, operation, parameters) => {
		const ended = await run({ resource, operation, ...parameters });
		const file = `nodes/DataPlatform/__schema__/v1.0.0/${resource}/${operation}.json`;
		const { properties } = JSON.parse(readFileSync(file, 'utf8'));

		expect(jsonOf(ended).length).toBeGreaterThan(0);
		for (const json of jsonOf(ended)) {
			expect(Object.keys(json)).toEqual(Object.keys(properties));
			for (const [name, { type }] of Object.entries<{ type: string | string[] }>(properties)) {
				expect({ name, types: [type].flat() }).toEqual({
					name,
					types: expect.arrayContaining([typeOf(json[name])]),
				});
			}
		}
	},
);

test('Show Request Only shows the request as it would be sent', async () => {
	const ids = { applicationId: 'a/b', jobId: 'load' };
	const job = { jobName: 'Load', jobDefinition: { accounts: '9007199254740993' } };
	const requestOptions = { showRequest: true };
	const ended = await run({ resource: 'job', operation: 'update', ...ids, ...job, requestOptions });

	const request = { sent: false, method: 'PUT', path: '/v1/applications/a%2Fb/jobs/load' };
	const body = { jobId: 'load', jobName: 'Load', accounts: ['9007199254740993'] };
	expect(jsonOf(ended)).toEqual([{ ...ids, ...request, body }]);
	expect(sent()).toEqual([]);
	expect(hintsOf(ended)).toEqual([
		expect.stringMatching(/^Nothing was sent: /),
		expect.stringMatching(/^The definition leaves out /),
		expect.stringMatching(/^'Show Request Only' shows very long whole numbers as text/),
	]);
});

test('Extract: List may be left empty if there is one list', async () => {
	const column = [{ name: 'article' }];
	const ended = await run({
		resource: 'ai',
		operation: 'extract',
		...perElement(''),
		text: '- 2 x Desk lamp 39.90\n- 1 x Office chair 249.00',
		fields: { field: [{ name: 'lines', type: 'array', columns: { column } }] },
	});

	expect(jsonOf(ended)).toEqual([{ article: 'Desk lamp' }, { article: 'Office chair' }]);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { CONTROL_PATH } from '../../../simulator/control.ts';
import type { SimulatorUnderTest, OperationName } from './client.ts';
import { BODIES, PATHS, start, TOKEN } from './client.ts';

let client: SimulatorUnderTest;
beforeAll(async () => {
	client = await start();
});
afterAll(() => client.simulator.close());

const operations = Object.keys(PATHS) as OperationName[];

describe('invalid requests', () => {
	test.each(operations)('%s rejects a missing and a wrong token', async (operation) => {
		for (const token of [undefined, 'wrong']) {
			const response = await client.http.request({
				method: operation === 'updateJob' ? 'PUT' : 'POST',
				url: PATHS[operation],
				data: BODIES[operation],
				headers: { 'X-SERVICE-Developer-Token': token },
			});
			expect(response.status).toBe(401);
			expect(response.data).toEqual({
				status: 'UNAUTHORIZED',
				code: 401,
				message: expect.stringContaining('X-SERVICE-Developer-Token'),
			});
		}
	});

	test.each(operations)('%s rejects another content type', async (operation) => {
		const response = await client.http.request({
			method: operation === 'updateJob' ? 'PUT' : 'POST',
			url: PATHS[operation],
			data: JSON.stringify(BODIES[operation]),
			headers: { 'Content-Type': 'text/plain' },
		});
		expect([response.status, response.data.message]).toEqual([
			415,
			expect.stringContaining('text/plain'),
		]);
	});

	test.each([
		['{"runType"', 'not JSON'],
		['', 'not JSON'],
		['"{\\"runType\\":\\"MANUAL\\"}"', 'a JSON string'],
		['[]', 'body must be object'],
		['null', 'body must be object'],
	])('the body %s is invalid', async (body, reason) => {
		const response = await client.http.post(PATHS.runConnector, Buffer.from(body));
		expect([response.status, response.data.message]).toEqual([
			400,
			expect.stringContaining(reason),
		]);
	});

	test.each([
		['searchFunctions', { limit: 0 }, 'body/limit must be >= 1'],
		['searchFunctions', { limit: 5001 }, 'body/limit must be <= 5000'],
		['searchFunctions', { limit: '10' }, 'body/limit must be integer'],
		['searchFunctions', { sort: undefined }, "must have required property 'sort'"],
		['updateJob', { jobName: undefined }, "must have required property 'jobName'"],
		['updateJob', { executionTimeout: null }, 'body/executionTimeout must be integer'],
		['updateJob', { accounts: ['1'] }, 'body/accounts/0 must be integer'],
		['updateJob', { executionTimeout: 1.5 }, 'body/executionTimeout must be integer'],
		[
			'updateJob',
			{ resources: { limits: { memory: 512 } } },
			'body/resources/limits/memory must be string',
		],
		['runConnector', { runType: 'AUTOMATIC' }, 'allowed values: MANUAL'],
		['extractData', { sessionId: 'abc' }, 'body/sessionId must match format "uuid"'],
		[
			'extractData',
			{ outputStructure: { a: { type: 1 } } },
			'body/outputStructure/a/type must be string',
		],
	] as Array<[OperationName, object, string]>)(
		'%s %j is invalid: %s',
		async (operation, changes, reason) => {
			const response = await client.call(operation, changes);
			expect([response.status, response.data.message]).toEqual([
				400,
				expect.stringContaining(reason),
			]);
		},
	);

	test('none of them was executed', async () => {
		const stats = await client.control.stats();
		expect(stats.requests).toBeGreaterThan(0);
		expect(stats.handled).toBe(0);
		expect(await client.control.executions()).toEqual([]);
		expect(await client.control.jobs()).toEqual([]);
	});

	test('unknown paths and other methods are rejected', async () => {
		const unknown = await client.http.post('/api/query/v2/functions/search', {});
		expect([unknown.status, unknown.data.code]).toEqual([404, 404]);
		const other = await client.http.get(PATHS.searchFunctions);
		expect([other.status, other.data.code]).toEqual([405, 405]);
		const undecodable = await client.http.put('/v1/applications/a/jobs/%zz', BODIES.updateJob);
		expect([undecodable.status, undecodable.data.code]).toEqual([400, 400]);
	});
});

describe('requests that the spec leaves open are accepted', () => {
	test.each<[OperationName, object]>([
		['searchFunctions', { offset: -1, nam: 'x', filters: [{ value: 1 }] }],
		['searchFunctions', { sort: { field: 'name' } }],
		['searchFunctions', { sort: {} }],
		['updateJob', { region: 'eu', executionPayload: { policies: { Saml: 'x' } } }],
		['extractData', { input: [{ type: 'TEXT' }, { url: 'x' }] }],
		['extractData', { outputStructure: { a: { description: 'untyped' } } }],
	])('%s %j', async (operation, changes) => {
		const { status, data } = await client.call(operation, changes);
		expect([status, data.message]).toEqual([
			200,
			operation === 'updateJob' ? data.message : undefined,
		]);
	});

	test("an execution has a fraction in startedAt, and its objects aren't empty", async () => {
		const { data } = await client.call('runConnector');
		expect(Number.isInteger(data.startedAt)).toBe(false);
		expect(data.dataTag).toEqual({ simulated: data.executionId });
		expect(data.peakMemoryUsedBytes).toEqual({ simulated: data.executionId });
	});

	test('a function has activeLinks, and a customer model is recognized', async () => {
		const found = await client.call('searchFunctions');
		expect(Object.keys(found.data.results[0].activeLinks)).not.toEqual([]);
		const models = ['customer-1', 'other', undefined];
		const responses = await Promise.all(
			models.map((model) => client.call('extractData', { model })),
		);
		expect(responses.map(({ data }) => data.isCustomerModel)).toEqual([true, false, false]);
	});
});

describe('jobs and executions', () => {
	beforeEach(() => client.control.reset());

	test('a job keeps its last definition, with decoded IDs', async () => {
		const url = '/v1/applications/a%2Fb/jobs/%F0%9F%98%80%20x';
		const first = { jobId: 'x', jobName: 'First', accounts: [1, 2] };
		const second = {
			jobId: 'x',
			jobName: 'Second',
			executionTimeout: 60,
			executionPayload: { remoteInstance: 'r', policies: { OIDC: 'p' } },
			executionResponse: { any: { thing: [1] } },
			resources: { requests: { memory: '1Gi' }, limits: { memory: '2Gi' } },
			triggers: [{ cron: '0 3 * * *' }],
		};
		await client.http.put(url, first);
		const response = await client.http.put(url, second);
		expect(response.status).toBe(200);
		expect(response.data).toEqual({ status: 'OK', code: 200, message: expect.any(String) });
		expect(await client.control.jobs()).toEqual([
			{ applicationId: 'a/b', jobId: '😀 x', updates: 2, definition: second },
		]);
	});

	test('an ID can have 10,000 characters', async () => {
		const jobId = '字'.repeat(10_000);
		const response = await client.http.put(
			`/v1/applications/a/jobs/${encodeURIComponent(jobId)}`,
			BODIES.updateJob,
		);
		expect(response.status).toBe(200);
		expect((await client.control.jobs())[0].jobId).toBe(jobId);
	});

	test('executions count up and have every field of the spec', async () => {
		const before = Date.now();
		const responses = [await client.call('runConnector'), await client.call('runConnector')];
		expect(responses.map(({ status }) => status)).toEqual([201, 201]);
		expect(responses.map(({ data }) => data.executionId)).toEqual([1, 2]);
		const [{ data }] = responses;
		expect(data).toMatchObject({
			streamId: 42,
			currentState: 'ACTIVE',
			runType: 'MANUAL',
			errors: [],
		});
		expect(data.startedAt).toBeGreaterThanOrEqual(before);
		const spec = `streamId executionId toe startedAt endedAt updateMethod index retryCount containerManagerId
			currentState runType removed rowsInserted bytesInserted startedBy exportable manualIndex errors
			retryExecution uploadId indexRequestKey createdAt modifiedAt latestPhase currentPhase cancelledBy
			dataTag peakMemoryUsedBytes peakMemoryCommittedBytes`;
		expect(Object.keys(data).sort()).toEqual(spec.split(/\s+/).sort());
		expect(await client.control.executions()).toEqual(responses.map((each) => each.data));
	});

	test.each(['abc', '1.5', '99999999999999999999'])("a stream %s doesn't exist", async (id) => {
		const response = await client.http.post(
			`/api/data/v1/streams/${id}/executions`,
			BODIES.runConnector,
		);
		expect([response.status, response.data.message]).toEqual([404, expect.stringContaining(id)]);
		expect(await client.control.executions()).toEqual([]);
	});
});

describe('the journal', () => {
	test('has the requests, newest last, but never the token', async () => {
		await client.control.reset();
		await client.call('runConnector');
		await client.call('runConnector', { runType: 'X' });
		const requests = await client.control.requests();
		expect(requests).toMatchObject([
			{
				number: 1,
				operation: 'runConnector',
				method: 'POST',
				path: PATHS.runConnector,
				parameters: { streamId: '42' },
				body: { runType: 'MANUAL' },
				status: 201,
				handled: true,
				tokenAccepted: true,
				concurrent: 1,
				connectionClosedByClient: false,
				items: { streamId: '42', executionId: 1 },
			},
			{ number: 2, status: 400, handled: false, body: { runType: 'X' } },
		]);
		expect(requests[0].headersSeen['x-service-developer-token']).toBe('[token]');
		expect(JSON.stringify(requests)).not.toContain(TOKEN);
		expect((await client.http.delete(`${CONTROL_PATH}/requests`)).data).toEqual([]);
	});

	test('writes a line of JSON for each request to the log, but never the token', async () => {
		const log = join(await temporaryFolder(), 'requests.log');
		const logged = await start({ log, latency: 5 });
		await logged.call('searchFunctions');
		await logged.call('updateJob');
		await logged.simulator.close();
		const text = await readFile(log, 'utf8');
		const lines = text
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(lines).toMatchObject([
			{
				operation: 'searchFunctions',
				status: 200,
				body: BODIES.searchFunctions,
				items: { count: 10, first: 1000, last: 1009 },
			},
			{ operation: 'updateJob', status: 200, items: { applicationId: 'app-1', jobId: 'job-1' } },
		]);
		expect(text).not.toContain(TOKEN);
	});

	test('shows requests that the client closed, and the highest concurrency', async () => {
		const slow = await start({ latency: 300 });
		const gone = new AbortController();
		const calls = [1, 2, 3].map(() => slow.call('runConnector'));
		const aborted = slow.http.post(PATHS.runConnector, BODIES.runConnector, {
			signal: gone.signal,
		});
		setTimeout(() => gone.abort(), 100);
		await expect(aborted).rejects.toThrow('canceled');
		await Promise.all(calls);
		const requests = await slow.control.requests();
		expect(requests.filter((each) => each.connectionClosedByClient)).toHaveLength(1);
		expect(await slow.control.stats()).toMatchObject({
			requests: 4,
			handled: 4,
			highestConcurrency: 4,
		});
		await slow.simulator.close();
	});
});

describe('options', () => {
	test('it accepts another header, another token, and a base path', async () => {
		const other = await start({ token: 'T-2', header: 'X-BRAND-Token', basePath: '/eu/' });
		const send = (headers: object, url = `/eu${PATHS.runConnector}`) =>
			other.http.post(url, BODIES.runConnector, {
				headers: { 'X-SERVICE-Developer-Token': undefined, ...headers },
			});
		expect((await send({ 'X-BRAND-Token': 'T-2' })).status).toBe(201);
		expect((await send({ 'X-BRAND-Token': 'T-2' }, PATHS.runConnector)).status).toBe(404);
		expect((await send({ 'X-SERVICE-Developer-Token': 'T-2' })).status).toBe(401);
		await other.simulator.close();
	});

	test('it listens on loopback only', () => {
		expect(new URL(client.simulator.url).hostname).toBe('127.0.0.1');
	});
});

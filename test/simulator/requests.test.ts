import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { CONTROL_PATH } from '../../simulator/control.ts';
import type { Client, OperationName } from './client.ts';
import { BODIES, PATHS, start, TOKEN } from './client.ts';

let client: Client;
beforeAll(async () => {
	client = await start();
});
afterAll(() => client.simulator.close());

const operations = Object.keys(PATHS) as OperationName[];

describe('what is refused before anything is carried out', () => {
	test.each(operations)('%s: a missing and a wrong token', async (operation) => {
		for (const token of [undefined, 'wrong']) {
			const answer = await client.http.request({
				method: operation === 'updateJob' ? 'PUT' : 'POST',
				url: PATHS[operation],
				data: BODIES[operation],
				headers: { 'X-SERVICE-Developer-Token': token },
			});
			expect(answer.status).toBe(401);
			expect(answer.data).toEqual({
				status: 'UNAUTHORIZED',
				code: 401,
				message: expect.stringContaining('X-SERVICE-Developer-Token'),
			});
		}
	});

	test.each(operations)('%s: another content type', async (operation) => {
		const answer = await client.http.request({
			method: operation === 'updateJob' ? 'PUT' : 'POST',
			url: PATHS[operation],
			data: JSON.stringify(BODIES[operation]),
			headers: { 'Content-Type': 'text/plain' },
		});
		expect([answer.status, answer.data.message]).toEqual([
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
	])('the body %s', async (body, reason) => {
		const answer = await client.http.post(PATHS.runConnector, Buffer.from(body));
		expect([answer.status, answer.data.message]).toEqual([400, expect.stringContaining(reason)]);
	});

	test.each([
		['searchFunctions', { limit: 0 }, 'body/limit must be >= 1'],
		['searchFunctions', { limit: 5001 }, 'body/limit must be <= 5000'],
		['searchFunctions', { limit: '10' }, 'body/limit must be integer'],
		['searchFunctions', { offset: -1 }, 'body/offset must be >= 0'],
		['searchFunctions', { sort: undefined }, "must have required property 'sort'"],
		[
			'searchFunctions',
			{ sort: { field: 'name' } },
			"body/sort must have required property 'ascending'",
		],
		[
			'searchFunctions',
			{ filters: [{ value: 1 }] },
			"body/filters/0 must have required property 'field'",
		],
		['searchFunctions', { nam: 'x' }, 'must NOT have additional properties: nam'],
		['updateJob', { jobName: undefined }, "must have required property 'jobName'"],
		['updateJob', { accounts: ['1'] }, 'body/accounts/0 must be integer'],
		['updateJob', { executionTimeout: 1.5 }, 'body/executionTimeout must be integer'],
		[
			'updateJob',
			{ executionPayload: { policies: { Saml: 'x' } } },
			'body/executionPayload/policies must NOT have additional properties: Saml',
		],
		[
			'updateJob',
			{ resources: { limits: { memory: 512 } } },
			'body/resources/limits/memory must be string',
		],
		['runConnector', { runType: 'AUTOMATIC' }, 'allowed values: MANUAL'],
		[
			'extractData',
			{ input: [{ type: 'TEXT' }] },
			"body/input/0 must have required property 'text'",
		],
		['extractData', { sessionId: 'abc' }, 'body/sessionId must match format "uuid"'],
		[
			'extractData',
			{ outputStructure: { a: { type: 1 } } },
			'body/outputStructure/a/type must be string',
		],
	] as Array<[OperationName, object, string]>)('%s %j: %s', async (operation, changes, reason) => {
		const answer = await client.call(operation, changes);
		expect([answer.status, answer.data.message]).toEqual([400, expect.stringContaining(reason)]);
	});

	test('none of that was carried out', async () => {
		const stats = await client.control.stats();
		expect(stats.requests).toBeGreaterThan(0);
		expect(stats.handled).toBe(0);
		expect(await client.control.executions()).toEqual([]);
		expect(await client.control.jobs()).toEqual([]);
	});

	test('unknown paths and other methods', async () => {
		const unknown = await client.http.post('/api/query/v2/functions/search', {});
		expect([unknown.status, unknown.data.code]).toEqual([404, 404]);
		const other = await client.http.get(PATHS.searchFunctions);
		expect([other.status, other.data.code]).toEqual([405, 405]);
		const undecodable = await client.http.put('/v1/applications/a/jobs/%zz', BODIES.updateJob);
		expect([undecodable.status, undecodable.data.code]).toEqual([400, 400]);
	});
});

describe('jobs and executions', () => {
	beforeEach(() => client.control.reset());

	test('a job remembers its last definition, under decoded ids', async () => {
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
		const answer = await client.http.put(url, second);
		expect(answer.status).toBe(200);
		expect(answer.data).toEqual({ status: 'OK', code: 200, message: expect.any(String) });
		expect(await client.control.jobs()).toEqual([
			{ applicationId: 'a/b', jobId: '😀 x', updates: 2, definition: second },
		]);
	});

	test('an id of 10,000 characters arrives', async () => {
		const jobId = '字'.repeat(10_000);
		const answer = await client.http.put(
			`/v1/applications/a/jobs/${encodeURIComponent(jobId)}`,
			BODIES.updateJob,
		);
		expect(answer.status).toBe(200);
		expect((await client.control.jobs())[0].jobId).toBe(jobId);
	});

	test('executions count up and carry every field of the spec', async () => {
		const before = Date.now();
		const answers = [await client.call('runConnector'), await client.call('runConnector')];
		expect(answers.map(({ status }) => status)).toEqual([201, 201]);
		expect(answers.map(({ data }) => data.executionId)).toEqual([1, 2]);
		const [{ data }] = answers;
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
		expect(await client.control.executions()).toEqual(answers.map((each) => each.data));
	});

	test.each(['abc', '1.5', '99999999999999999999'])('a stream %s does not exist', async (id) => {
		const answer = await client.http.post(
			`/api/data/v1/streams/${id}/executions`,
			BODIES.runConnector,
		);
		expect([answer.status, answer.data.message]).toEqual([404, expect.stringContaining(id)]);
		expect(await client.control.executions()).toEqual([]);
	});
});

describe('what is remembered', () => {
	test('requests, newest last, and never the token', async () => {
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

	test('a line of JSON for each request in the log, never the token', async () => {
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

	test('a client that goes away, and the highest concurrency', async () => {
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
	test('another header, another token, a base path', async () => {
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

import { membersOf } from '../../support/contract.ts';
import type { SimulatorUnderTest, OperationName } from './client.ts';
import { BODIES, PATHS, start } from './client.ts';

let client: SimulatorUnderTest;
beforeAll(async () => {
	client = await start();
});
afterAll(() => client.simulator.close());

const operations = Object.keys(PATHS) as OperationName[];

describe('invalid requests', () => {
	test.each<[object, status: number, words: string]>([
		[{ 'X-SERVICE-Developer-Token': undefined }, 401, 'X-SERVICE-Developer-Token is missing'],
		[{ 'X-SERVICE-Developer-Token': 'wrong' }, 401, 'X-SERVICE-Developer-Token is missing'],
		[{ 'Content-Type': 'text/plain' }, 415, 'text/plain'],
	])('headers %j are rejected by every operation', async (headers, status, words) => {
		for (const operation of operations) {
			const response = await client.http.request({
				...{ method: operation === 'updateJob' ? 'PUT' : 'POST', url: PATHS[operation] },
				...{ data: JSON.stringify(BODIES[operation]), headers },
			});
			expect(response.status).toBe(status);
			expect(response.data).toMatchObject({
				code: status,
				message: expect.stringContaining(words),
			});
		}
	});

	test.each([
		['{"runType"', 'not JSON'],
		['"{\\"runType\\":\\"MANUAL\\"}"', 'a JSON string'],
		['[]', 'body must be object'],
	])('the body %s is invalid', async (body, reason) => {
		const response = await client.http.post(PATHS.runConnector, Buffer.from(body));
		expect([response.status, response.data.message]).toEqual([
			400,
			expect.stringContaining(reason),
		]);
	});

	test.each([
		['searchFunctions', { limit: 0 }, 'body/limit must be >= 1'],
		['updateJob', { accounts: ['1'] }, 'body/accounts/0 must be integer'],
		['runConnector', { runType: 'AUTOMATIC' }, 'allowed values: MANUAL'],
		['extractData', { sessionId: 'abc' }, 'body/sessionId must match format "uuid"'],
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

describe('jobs and executions', () => {
	beforeEach(() => client.control.reset());

	test('a job keeps its last definition, with decoded IDs', async () => {
		const url = '/v1/applications/a%2Fb/jobs/%F0%9F%98%80%20x';
		const first = { jobId: 'x', jobName: 'First', accounts: [1, 2] };
		const second = { jobId: 'x', jobName: 'Second', executionTimeout: 60 };
		await client.http.put(url, first);
		const response = await client.http.put(url, second);
		expect(response.status).toBe(200);
		expect(response.data).toEqual({ status: 'OK', code: 200, message: expect.any(String) });
		expect(await client.control.jobs()).toEqual([
			{ applicationId: 'a/b', jobId: '😀 x', updates: 2, definition: second },
		]);
	});

	test('executions count up and have every member of the contract', async () => {
		const responses = [await client.call('runConnector'), await client.call('runConnector')];
		expect(responses.map(({ status }) => status)).toEqual([201, 201]);
		expect(responses.map(({ data }) => data.executionId)).toEqual([1, 2]);
		const [{ data }] = responses;
		expect(data).toMatchObject({ streamId: 42, currentState: 'ACTIVE', errors: [] });
		expect(Object.keys(data).sort()).toEqual(membersOf('ConnectorExecution').sort());
		expect(await client.control.executions()).toEqual(responses.map((each) => each.data));
	});

	test("a stream whose ID isn't a number doesn't exist", async () => {
		const url = '/api/data/v1/streams/abc/executions';
		const { status, data } = await client.http.post(url, BODIES.runConnector);
		expect([status, data.message]).toEqual([404, expect.stringContaining('abc')]);
		expect(await client.control.executions()).toEqual([]);
	});
});

test('it listens on loopback only', () => {
	expect(new URL(client.simulator.url).hostname).toBe('127.0.0.1');
});

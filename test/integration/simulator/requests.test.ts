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
		['searchFunctions', { sort: undefined }, "must have required property 'sort'"],
		['updateJob', { accounts: ['1'] }, 'body/accounts/0 must be integer'],
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

	test.each(['abc', '1.5', '99999999999999999999'])("a stream %s doesn't exist", async (id) => {
		const response = await client.http.post(
			`/api/data/v1/streams/${id}/executions`,
			BODIES.runConnector,
		);
		expect([response.status, response.data.message]).toEqual([404, expect.stringContaining(id)]);
		expect(await client.control.executions()).toEqual([]);
	});
});

test('it listens on loopback only', () => {
	expect(new URL(client.simulator.url).hostname).toBe('127.0.0.1');
});

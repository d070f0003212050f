import { setTimeout as sleep } from 'node:timers/promises';
import { CONTROL_PATH } from '../../../simulator/control.ts';
import { BIG_ID } from '../../../simulator/faults/invalid-responses.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { OperationName, SimulatorUnderTest } from './client.ts';
import { BODIES, PATHS, start, TOKEN } from './client.ts';

let client: SimulatorUnderTest;
beforeEach(async () => {
	client = await start({ functions: 100 });
});
afterEach(() => client.simulator.close());

const script = (...rules: FaultRule[]) => client.control.setFaults(rules);
const executions = async () => (await client.control.stats()).handled;
const runs = (count: number) =>
	Promise.all(Array.from({ length: count }, () => client.call('runConnector')));

const page = (expected: object) => expect.objectContaining(expected);
const idsFrom = (first: number, count: number) =>
	Array.from({ length: count }, (_, index) => page({ id: first + index }));
const contains = (text: string) => expect.stringContaining(text);
const ERROR = { fault: 'status', status: 502, message: 'No' };

// The fault matrix of the node holds the faults of connections.
test.each<[OperationName, FaultRule, status: number, data: unknown]>([
	['runConnector', ERROR, 502, { status: 'BAD_GATEWAY', code: 502, message: 'No' }],
	['runConnector', { ...ERROR, format: 'html' }, 502, contains('<h1>No</h1>')],
	['runConnector', { ...ERROR, body: { any: ['thing'] }, handled: true }, 502, { any: ['thing'] }],
	['runConnector', { fault: 'echo-token' }, 401, page({ message: contains(TOKEN) })],
	['searchFunctions', { fault: 'html-200' }, 200, contains('Sign in')],
	['searchFunctions', { fault: 'total-hits-wrong', totalHits: 3 }, 200, page({ totalHits: 3 })],
	['searchFunctions', { fault: 'has-more-never' }, 200, page({ hasMore: false, totalHits: 100 })],
	[
		'searchFunctions',
		{ fault: 'short-page' },
		200,
		page({ results: idsFrom(1000, 5), hasMore: true }),
	],
	['searchFunctions', { fault: 'empty-page' }, 200, page({ results: [], hasMore: true })],
	['runConnector', { fault: 'execution-errors', errors: ['b'] }, 201, page({ errors: ['b'] })],
	[
		'extractData',
		{ fault: 'null-fields', fields: ['email'] },
		200,
		page({ output: { total: 12.5, email: null } }),
	],
	[
		'extractData',
		{ fault: 'missing-fields', fields: ['email'] },
		200,
		page({ output: { total: 12.5 } }),
	],
	['extractData', { fault: 'output-not-object', output: [1] }, 200, page({ output: [1] })],
])('%s, %j', async (operation, rule, status, data) => {
	await script(rule);
	const response = await client.call(operation);

	expect([response.status, response.data]).toEqual([status, data]);
	const isHandled =
		rule.handled === true || (status < 300 && !/200|shape|envelope/.test(rule.fault));
	expect(await client.control.requests()).toMatchObject([{ handled: isHandled }]);
	expect(JSON.stringify(await client.control.requests())).not.toContain(TOKEN);
});

test.each([
	[{ fault: 'growing-list' }, [1000, 1009, 1018]],
	[{ fault: 'shrinking-list', records: 2 }, [1000, 1012, 1024]],
	[{ fault: 'has-more-always' }, [1000, 1010, 1020]],
])('%j: the pages of a list begin at other functions', async (rule, firsts) => {
	await script(rule);
	const pages = [];
	for (const offset of [0, 10, 20]) pages.push(await client.call('searchFunctions', { offset }));

	expect(pages.map(({ data }) => data.results[0].id)).toEqual(firsts);
	expect(pages.at(-1)!.data.hasMore).toBe(true);
});

test('IDs that are too large for a double are sent with all digits', async () => {
	await script({ fault: 'big-ids' });
	const asText = { transformResponse: (text: string) => text };
	const { data } = await client.http.post(PATHS.runConnector, BODIES.runConnector, asText);

	expect(data).toContain(`"executionId":${BIG_ID + 1n}`);
});

test.each([
	['delay', 1],
	['delay-before', 0],
])('after a %s has begun, %d runs are executed', async (fault, executed) => {
	await script({ fault, ms: 1000 });
	const call = client.call('runConnector');
	await sleep(100);

	expect(await executions()).toBe(executed);
	expect((await call).status).toBe(201);
	expect(await executions()).toBe(1);
});

test('a capacity has a queue, throttles the rest, and changes later', async () => {
	const settings = { capacity: 3, ms: 200, queue: 2, status: 503, retryAfter: 2 };
	await script({ fault: 'capacity', ...settings, changes: [{ after: 300, capacity: 1 }] });
	const responses = await runs(10);

	const throttled = responses.filter(({ status }) => status === 503);
	expect(throttled).toHaveLength(5);
	expect(throttled.every(({ headers }) => headers['retry-after'] === '2')).toBe(true);
	expect(await executions()).toBe(5);
	await sleep(100);
	expect((await runs(4)).map(({ status }) => status).sort()).toEqual([201, 201, 201, 503]);
});

test('a rate limit counts the requests of a second', async () => {
	await script({ fault: 'rate-limit', limit: 4 });

	expect((await runs(10)).filter(({ status }) => status === 429)).toHaveLength(6);
	await sleep(1050);
	expect((await client.call('runConnector')).status).toBe(201);
});

describe('conditions of a rule', () => {
	const statuses = async (count: number, operation: OperationName = 'runConnector') => {
		const found = [];
		for (let call = 0; call < count; call++) found.push((await client.call(operation)).status);
		return found;
	};
	const failing = (...numbers: number[]) =>
		Array.from({ length: 6 }, (_, index) => (numbers.includes(index + 1) ? 500 : 201));

	test.each([
		[{ when: { request: [1, 4] } }, failing(1, 4)],
		[{ when: { request: '2-4' } }, failing(2, 3, 4)],
		[{ when: { every: 3 } }, failing(3, 6)],
		[{ when: { attempt: 1 } }, failing(1)],
		[{ times: 2 }, failing(1, 2)],
		[{ when: { id: '42' }, times: 1 }, failing(1)],
		[{ when: { containing: 'AUTOMATIC' } }, failing()],
		[{ operation: 'updateJob' as const }, failing()],
		[
			{ operation: ['updateJob', 'runConnector'] as ['updateJob', 'runConnector'], times: 1 },
			failing(1),
		],
	])('%j', async (rule, expected) => {
		await script({ fault: 'status', ...rule });
		expect(await statuses(6)).toEqual(expected);
		expect((await client.control.faults())[0].fired).toBe(
			expected.filter((status) => status === 500).length,
		);
	});

	test('chance is the same for the same seed, and differs for other seeds', async () => {
		const run = async (seed: number) => {
			await script({ fault: 'status', when: { probability: 0.5 }, seed });
			return await statuses(30);
		};
		const first = await run(1);
		expect(new Set(first)).toEqual(new Set([201, 500]));
		expect(await run(1)).toEqual(first);
		expect(await run(2)).not.toEqual(first);
	});

	test("a fault for one operation doesn't affect the others", async () => {
		await script({ fault: 'degraded' }, { fault: 'null-fields' });
		expect((await client.call('runConnector')).status).toBe(201);
		expect((await client.control.requests())[0].faults).toEqual([]);
	});

	test('if two rules match a request, the first one is the outermost', async () => {
		await script({ fault: 'reset-after', when: { request: 1 } }, { fault: 'execution-errors' });
		await expect(client.call('runConnector')).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await client.control.requests()).toMatchObject([
			{ faults: ['reset-after', 'execution-errors'], handled: true },
		]);
		expect((await client.call('runConnector')).data.errors).toHaveLength(1);
	});
});

describe('fault rules', () => {
	test.each([
		[[{ fault: 'nonsense' }], 'nonsense'],
		[[{ fault: 'status', staus: 500 }], 'staus'],
		[[{ fault: 'reset' }, { fault: 'status', status: '500' }], 'Expected number'],
		[[{ fault: 'reset', when: { request: '2 to 3' } }], '2-5'],
	])('%j is invalid and changes nothing', async (rules, reason) => {
		await script({ fault: 'degraded' });
		const { status, data } = await client.http.put(`${CONTROL_PATH}/faults`, rules);
		expect([status, data.message]).toEqual([400, expect.stringContaining(reason)]);
		expect(await client.control.faults()).toMatchObject([{ fault: 'degraded' }]);
	});

	test('they can be removed, and a reset restores those from the start', async () => {
		const scripted = await start({ faults: [{ fault: 'status' }] });
		expect((await scripted.call('runConnector')).status).toBe(500);
		await scripted.http.delete(`${CONTROL_PATH}/faults`);
		expect((await scripted.call('runConnector')).status).toBe(201);
		await scripted.control.reset();
		expect(await scripted.control.requests()).toEqual([]);
		expect((await scripted.call('runConnector')).status).toBe(500);
		await scripted.simulator.close();
	});
});

test('the client sets faults during some work, and returns the requests of that time', async () => {
	await client.call('updateJob');
	const { result, requests: meanwhile } = await client.control.requestsDuring(() =>
		client.control.withFaults([{ fault: 'status', status: 503 }], () =>
			client.call('runConnector'),
		),
	);
	expect(result.status).toBe(503);
	expect(meanwhile).toMatchObject([{ operation: 'runConnector', status: 503 }]);
	expect((await client.call('runConnector')).status).toBe(201);
});

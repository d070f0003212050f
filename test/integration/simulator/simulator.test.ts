import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { CONTROL_PATH } from '../../../simulator/control.ts';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import { type Simulator, startSimulator, TOKEN_HEADER } from '../../../simulator/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TOKEN = 'the-right-token';

/** Each operation with a valid body. */
const OPERATIONS: Record<string, [method: string, url: string, body: object]> = {
	Search: [
		'POST',
		'/api/query/v1/functions/search',
		{ filters: [], sort: { field: 'name', ascending: true }, limit: 10 },
	],
	Update: ['PUT', '/v1/applications/app-1/jobs/job-1', { jobId: 'job-1', jobName: 'Nightly' }],
	Run: ['POST', '/api/data/v1/streams/42/executions', { runType: 'MANUAL' }],
	Extract: [
		'POST',
		'/api/ai/v1/extract',
		{ input: [], outputStructure: { total: { type: 'number' } } },
	],
};

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({ token: TOKEN, functions: 100 });
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

const send = async (method: string, path: string, data?: unknown, headers: object = {}) =>
	await axios.request({
		method,
		url: simulator.url + path,
		// As bytes, so that axios neither changes it nor the content type.
		data: data === undefined ? undefined : Buffer.from(JSON.stringify(data)),
		headers: { 'Content-Type': 'application/json', [TOKEN_HEADER]: TOKEN, ...headers },
		validateStatus: null,
		proxy: false,
	});

async function call(operation: string, changes: object = {}, headers: object = {}) {
	const [method, path, body] = OPERATIONS[operation];
	return await send(method, path, { ...body, ...changes }, headers);
}

const script = async (...rules: FaultRule[]) => await send('PUT', `${CONTROL_PATH}/faults`, rules);
const run = async () => (await call('Run')).status;
const runs = async (count: number) => await Promise.all(Array.from({ length: count }, run));

describe('a request that is invalid', () => {
	afterEach(() => expect(simulator.journal.stats().handled).toBe(0));

	const rejection = (code: number, words = '') => ({
		status: code,
		data: expect.objectContaining({ code, message: expect.stringContaining(words) }),
	});

	test.each(Object.keys(OPERATIONS))('%s: without token, or not as JSON', async (operation) => {
		for (const token of [undefined, 'wrong']) {
			const response = await call(operation, {}, { [TOKEN_HEADER]: token });
			expect(response).toMatchObject(rejection(401, TOKEN_HEADER));
		}
		const asText = await call(operation, {}, { 'Content-Type': 'text/plain' });
		expect(asText).toMatchObject(rejection(415, 'text/plain'));
	});

	test.each<[string, object, string]>([
		['Search', { limit: 0 }, 'body/limit must be >= 1'],
		['Update', { accounts: ['1'] }, 'body/accounts/0 must be integer'],
		['Run', { runType: 'AUTOMATIC' }, 'allowed values: MANUAL'],
		['Extract', { sessionId: 'abc' }, 'body/sessionId must match format "uuid"'],
	])('%s %j: %s', async (operation, changes, reason) => {
		expect(await call(operation, changes)).toMatchObject(rejection(400, reason));
	});

	test.each([
		['POST', '/api/data/v1/streams/abc/executions', 404],
		['GET', '/api/query/v1/functions/search', 405],
		['PUT', '/v1/applications/a/jobs/%zz', 400],
	])('%s %s: %d', async (method, path, status) => {
		const body = method === 'GET' ? undefined : { runType: 'MANUAL' };
		expect(await send(method, path, body)).toMatchObject(rejection(status));
	});
});

const search = async (changes: object): Promise<Array<Record<string, number>>> =>
	(await call('Search', { limit: 5000, ...changes })).data.results;

test('functions are sorted in both directions, and filtered by values', async () => {
	const sorted = await search({ sort: { field: 'owner', ascending: true } });
	expect(sorted).toEqual(sorted.toSorted((a, b) => a.owner - b.owner));
	const down = await search({ sort: { field: 'owner', ascending: false } });
	expect(down).toEqual(sorted.toReversed());

	const { owner } = sorted[0];
	const own = sorted.filter((each) => each.owner === owner).map(({ id }) => id);
	for (const filter of [{ idList: [owner] }, { values: [`${owner}`] }, { value: owner }]) {
		const found = await search({ filters: [{ field: 'owner', ...filter }] });
		expect(found.map(({ id }) => id).sort()).toEqual(own.sort());
	}
	expect(await search({ filters: [{ field: 'owner', mystery: 1 }] })).toHaveLength(100);
});

test('an extraction finds values by the shortest label and by type', async () => {
	const text = `Net total: 9\nTotal   1,469.06 EUR\nDate due: 3 March 2026\nPriority: HIGH!
Paid: yes\nGuests: Ana, Ben\nWrite to ana@b.example.`;
	const outputStructure = {
		total: { type: 'number' },
		vat: { type: 'number' },
		dueDate: { type: 'string', description: 'Date as YYYY-MM-DD.' },
		priority: { type: 'string', description: 'JSON Schema: {"enum":["low","high"]}.' },
		paid: { type: 'boolean' },
		guests: { type: 'array' },
		email: { type: 'string' },
	};
	const { data } = await call('Extract', { input: [{ type: 'TEXT', text }], outputStructure });
	// prettier-ignore
	expect(data.output).toEqual({
		total: 1469.06, vat: null, dueDate: '2026-03-03', priority: 'high', paid: true,
		guests: ['Ana', 'Ben'], email: 'ana@b.example',
	});
});

test('a capacity has a queue, throttles the rest, and changes later', async () => {
	const settings = { capacity: 3, ms: 400, queue: 2, status: 503 };
	await script({ fault: 'capacity', ...settings, changes: [{ after: 900, capacity: 1 }] });
	expect((await runs(10)).filter((status) => status === 503)).toHaveLength(5);
	expect(simulator.journal.stats().handled).toBe(5);
	await sleep(200);
	expect((await runs(4)).sort()).toEqual([201, 201, 201, 503]);
});

test('a rate limit counts the requests of a second', async () => {
	await script({ fault: 'rate-limit', limit: 4 });
	expect((await runs(10)).filter((status) => status === 429)).toHaveLength(6);
	await sleep(1050);
	expect(await run()).toBe(201);
});

async function statuses(count: number): Promise<number[]> {
	const found = [];
	for (let request = 0; request < count; request++) found.push(await run());
	return found;
}

test.each<[Omit<FaultRule, 'fault'>, failing: number[]]>([
	[{ when: { request: [1, 4] } }, [1, 4]],
	[{ when: { request: '2-4' } }, [2, 3, 4]],
	[{ when: { every: 3 } }, [3, 6]],
	[{ when: { attempt: 1 } }, [1]],
	[{ times: 2 }, [1, 2]],
	[{ when: { id: '43' } }, []],
	[{ when: { containing: 'AUTOMATIC' } }, []],
	[{ operation: 'updateJob' }, []],
])('a rule with %j affects the requests %j', async (rule, failing) => {
	await script({ fault: 'status', ...rule });
	const found = await statuses(6);
	expect(found.flatMap((status, index) => (status === 500 ? index + 1 : []))).toEqual(failing);
});

test('chance is the same for the same seed, and differs for other seeds', async () => {
	const withSeed = async (seed: number) => {
		await script({ fault: 'status', when: { probability: 0.5 }, seed });
		return await statuses(30);
	};
	const first = await withSeed(1);
	expect(new Set(first)).toEqual(new Set([201, 500]));
	expect(await withSeed(1)).toEqual(first);
	expect(await withSeed(2)).not.toEqual(first);
});

test('if two rules match a request, the first one is the outermost', async () => {
	await script({ fault: 'reset-after', when: { request: 1 } }, { fault: 'execution-errors' });
	await expect(run()).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(simulator.journal.list()).toMatchObject([
		{ faults: ['reset-after', 'execution-errors'], handled: true },
	]);
});

test.each([
	[[{ fault: 'nonsense' }], 'nonsense'],
	[[{ fault: 'status', staus: 500 }], 'staus'],
	[[{ fault: 'reset' }, { fault: 'status', status: '500' }], 'Expected number'],
	[[{ fault: 'reset', when: { request: '2 to 3' } }], '2-5'],
])('the rules %j are invalid and change nothing', async (rules, reason) => {
	await script({ fault: 'degraded' });
	const { status, data } = await script(...(rules as FaultRule[]));
	expect([status, data.message]).toEqual([400, expect.stringContaining(reason)]);
	expect(simulator.faults.list()).toMatchObject([{ fault: 'degraded' }]);
});

test('the program prints its address, starts with rules, and stops at a signal', async () => {
	const faults = join(await temporaryFolder(), 'faults.json');
	await writeFile(faults, JSON.stringify([{ fault: 'hang' }]));
	const child = spawn(process.execPath, ['simulator/cli.ts', '--faults', faults]);
	const [line] = await once(child.stdout, 'data');
	const url = /^Data Platform simulator listens at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)![1];
	const headers = { [TOKEN_HEADER]: 'demo-token' };
	const hanging = axios.post(url + OPERATIONS.Run[1], {}, { headers, proxy: false });
	const stats = () => axios.get(`${url + CONTROL_PATH}/stats`, { proxy: false });
	while ((await stats()).data.inFlight === 0);
	child.kill();
	await expect(hanging).rejects.toThrow();
	expect(await once(child, 'exit')).toEqual([0, null]);
});

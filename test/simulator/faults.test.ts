import axios from 'axios';
import { faultKinds } from '../../simulator/faults/kinds.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import type { Client, OperationName } from './client.ts';
import { BODIES, PATHS, start, TOKEN } from './client.ts';

let client: Client;
beforeEach(async () => {
	client = await start({ functions: 100 });
});
afterEach(() => client.simulator.close());

async function script(...rules: FaultRule[]): Promise<void> {
	const { status, data } = await client.http.put('/_simulator/faults', rules);
	expect([status, data.message]).toEqual([200, undefined]);
}

const executions = async () => (await client.http.get('/_simulator/executions')).data.length;
const requests = async () => (await client.http.get('/_simulator/requests')).data;
const errorCode = (call: Promise<unknown>) =>
	call.then(
		() => 'answered',
		(error: unknown) => axios.isAxiosError(error) && error.code,
	);

/** The whole search in pages of 10, with a bound so that a lie cannot keep it busy for ever. */
async function pages(most = 20) {
	const found = [];
	for (let offset = 0, page = 0; page < most; page++) {
		const { data } = await client.call('searchFunctions', { limit: 10, offset });
		found.push(data);
		offset += 10;
		if (!data.hasMore) break;
	}
	return found;
}

const ids = (found: Array<{ results: Array<{ id: number }> }>) =>
	found.flatMap(({ results }) => results.map(({ id }) => id));
const all = Array.from({ length: 100 }, (_, index) => 1000 + index);

/** What each kind does, proven over a real connection. Every kind of the table must stand here. */
const PROOFS: Record<string, () => Promise<void>> = {
	async status() {
		const formats: Array<[string, string | undefined, unknown]> = [
			[
				'json',
				'application/json; charset=utf-8',
				{ status: 'BAD_GATEWAY', code: 502, message: 'No' },
			],
			['text', 'text/plain; charset=utf-8', 'No'],
			['html', 'text/html; charset=utf-8', expect.stringContaining('<h1>No</h1>')],
			['empty', undefined, ''],
		];
		for (const [format, type, body] of formats) {
			await script({
				fault: 'status',
				status: 502,
				format,
				message: 'No',
				headers: { 'X-Trace': 't' },
			});
			const answer = await client.call('runConnector');
			expect([answer.status, answer.headers['content-type'], answer.data]).toEqual([
				502,
				type,
				body,
			]);
			expect(answer.headers['x-trace']).toBe('t');
		}
		expect(await executions()).toBe(0);
		await script({ fault: 'status', status: 418, body: { any: ['thing'] }, handled: true });
		const answer = await client.call('runConnector');
		expect([answer.status, answer.data]).toEqual([418, { any: ['thing'] }]);
		expect(await executions()).toBe(1);
	},
	async 'retry-after'() {
		await script({ fault: 'retry-after', seconds: 3 });
		const { status, headers } = await client.call('runConnector');
		expect([status, headers['retry-after']]).toEqual([429, '3']);
	},
	async 'retry-after-date'() {
		await script({ fault: 'retry-after-date', seconds: 60, status: 503 });
		const { status, headers } = await client.call('runConnector');
		const ahead = Date.parse(headers['retry-after']) - Date.now();
		expect(status).toBe(503);
		expect(ahead).toBeGreaterThan(50_000);
		expect(ahead).toBeLessThanOrEqual(60_000);
	},
	async 'retry-after-long'() {
		await script({ fault: 'retry-after-long' });
		const { status, headers } = await client.call('runConnector');
		expect([status, headers['retry-after']]).toEqual([503, '86400']);
	},
	async 'echo-token'() {
		await script({ fault: 'echo-token' });
		const { status, headers, data } = await client.call('runConnector');
		expect([status, headers['x-rejected-token']]).toEqual([401, TOKEN]);
		expect(data.message).toContain(TOKEN);
		expect(JSON.stringify(await requests())).not.toContain(TOKEN);
	},
	async redirect() {
		await script({ fault: 'redirect', location: 'http://127.0.0.1:9/elsewhere', status: 307 });
		const { status, headers } = await client.call('runConnector');
		expect([status, headers.location]).toEqual([307, 'http://127.0.0.1:9/elsewhere']);
		expect(await executions()).toBe(0);
	},
	async 'html-200'() {
		await script({ fault: 'html-200' });
		const { status, headers, data } = await client.call('searchFunctions');
		expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(data).toContain('Sign in');
	},
	async 'empty-200'() {
		await script({ fault: 'empty-200' });
		const { status, data } = await client.call('extractData');
		expect([status, data]).toEqual([200, '']);
	},
	async 'truncated-json'() {
		await script({ fault: 'truncated-json' });
		const { status, data } = await client.call('runConnector');
		expect([status, typeof data]).toEqual([201, 'string']);
		expect(data).toMatch(/^\{"streamId":42/);
		expect(await executions()).toBe(1);
	},
	async 'wrong-shape'() {
		for (const body of [{ data: [] }, [], null, 'text', 7]) {
			await script({ fault: 'wrong-shape', body });
			const { status, data } = await client.call('runConnector');
			expect([status, data]).toEqual([201, body]);
		}
		expect((await client.call('searchFunctions')).status).toBe(200);
		expect(await executions()).toBe(0);
	},
	async 'envelope-error'() {
		await script({ fault: 'envelope-error', code: 409, message: 'Locked' });
		const { status, data } = await client.call('updateJob');
		expect([status, data]).toEqual([200, { status: 'CONFLICT', code: 409, message: 'Locked' }]);
		expect((await client.http.get('/_simulator/jobs')).data).toEqual([]);
	},
	async reset() {
		await script({ fault: 'reset' });
		expect(await errorCode(client.call('runConnector'))).toBe('ECONNRESET');
		expect(await executions()).toBe(0);
		expect(await requests()).toMatchObject([{ handled: false, connectionClosedByClient: false }]);
	},
	async 'reset-after'() {
		await script({ fault: 'reset-after' });
		expect(await errorCode(client.call('runConnector'))).toBe('ECONNRESET');
		expect(await executions()).toBe(1);
		expect(await requests()).toMatchObject([{ handled: true, connectionClosedByClient: false }]);
	},
	async 'broken-off'() {
		await script({ fault: 'broken-off' });
		expect(await errorCode(client.call('runConnector'))).toMatch(
			/ECONNRESET|ECONNABORTED|ERR_BAD_RESPONSE/,
		);
		expect(await executions()).toBe(1);
	},
	async stall() {
		await script({ fault: 'stall' });
		const { data } = await client.http.post(PATHS.runConnector, BODIES.runConnector, {
			responseType: 'stream',
			signal: AbortSignal.timeout(300),
		});
		let received = '';
		const reading = (async () => {
			for await (const piece of data) received += piece;
		})();
		await expect(reading).rejects.toThrow(/canceled|aborted/);
		expect(received).toMatch(/^\{"streamId":42/);
		expect(await executions()).toBe(1);
	},
	async hang() {
		await script({ fault: 'hang' });
		expect(
			await errorCode(client.http.post(PATHS.runConnector, BODIES.runConnector, { timeout: 200 })),
		).toBe('ECONNABORTED');
		expect(await executions()).toBe(0);
		await nextTurn();
		expect(await requests()).toMatchObject([{ handled: false, connectionClosedByClient: true }]);
	},
	async 'hang-after'() {
		await script({ fault: 'hang-after' });
		expect(
			await errorCode(client.http.post(PATHS.runConnector, BODIES.runConnector, { timeout: 200 })),
		).toBe('ECONNABORTED');
		expect(await executions()).toBe(1);
	},
	async delay() {
		await script({ fault: 'delay', ms: 300 });
		const before = performance.now();
		const call = client.call('runConnector');
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(await executions()).toBe(1);
		expect((await call).status).toBe(201);
		expect(performance.now() - before).toBeGreaterThan(290);
	},
	async 'delay-before'() {
		await script({ fault: 'delay-before', ms: 300 });
		const call = client.call('runConnector');
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(await executions()).toBe(0);
		expect((await call).status).toBe(201);
		expect(await executions()).toBe(1);
	},
	async 'concurrency-limit'() {
		await script(
			{ fault: 'concurrency-limit', limit: 3, retryAfter: 2 },
			{ fault: 'delay', ms: 200 },
		);
		const answers = await Promise.all(all.slice(0, 10).map(() => client.call('runConnector')));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(7);
		expect(refused.every(({ headers }) => headers['retry-after'] === '2')).toBe(true);
		expect(await executions()).toBe(3);
		expect((await client.call('runConnector')).status).toBe(201);
	},
	async 'rate-limit'() {
		await script({ fault: 'rate-limit', limit: 4 });
		const answers = await Promise.all(all.slice(0, 10).map(() => client.call('runConnector')));
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
		await new Promise((resolve) => setTimeout(resolve, 1050));
		expect((await client.call('runConnector')).status).toBe(201);
	},
	async 'total-hits-wrong'() {
		await script({ fault: 'total-hits-wrong', totalHits: 3 });
		const found = await pages();
		expect(found.every(({ totalHits }) => totalHits === 3)).toBe(true);
		expect(ids(found)).toEqual(all);
	},
	async 'total-hits-missing'() {
		await script({ fault: 'total-hits-missing' });
		const found = await pages();
		expect(found.some((page) => 'totalHits' in page)).toBe(false);
		expect(ids(found)).toEqual(all);
	},
	async 'has-more-always'() {
		await script({ fault: 'has-more-always' });
		const found = await pages(15);
		expect(found.every(({ hasMore }) => hasMore)).toBe(true);
		expect([found.length, ids(found)]).toEqual([15, all]);
	},
	async 'has-more-never'() {
		await script({ fault: 'has-more-never' });
		expect(ids(await pages())).toEqual(all.slice(0, 10));
	},
	async 'short-page'() {
		await script(
			{ fault: 'short-page', when: { request: 2 } },
			{ fault: 'short-page', missing: 1, when: { request: 3 } },
		);
		const found = await pages();
		expect(found.map(({ results }) => results.length)).toEqual([
			10, 5, 9, 10, 10, 10, 10, 10, 10, 10,
		]);
		expect(found[1]).toMatchObject({ hasMore: true, totalHits: 100 });
	},
	async 'empty-page'() {
		await script({ fault: 'empty-page', when: { request: 3 } });
		const found = await pages();
		expect(found[2]).toEqual({ totalHits: 100, results: [], hasMore: true, degraded: false });
		expect(ids(found)).toHaveLength(90);
	},
	async 'growing-list'() {
		await script({ fault: 'growing-list' });
		const found = await pages();
		expect(ids(found)).toHaveLength(110);
		expect([...new Set(ids(found))]).toEqual(all);
		expect(found.at(-1)?.totalHits).toBe(110);
	},
	async 'shrinking-list'() {
		await script({ fault: 'shrinking-list', records: 2 });
		const found = await pages();
		expect(ids(found)).toHaveLength(100 - 2 * 8);
		expect(found.at(-1)?.totalHits).toBeLessThan(100);
	},
	async degraded() {
		await script({ fault: 'degraded' });
		expect((await client.call('searchFunctions')).data.degraded).toBe(true);
	},
	async 'execution-errors'() {
		await script({ fault: 'execution-errors', errors: [{ message: 'a' }, 'b'] });
		const { status, data } = await client.call('runConnector');
		expect([status, data.errors]).toEqual([201, [{ message: 'a' }, 'b']]);
	},
	async 'null-fields'() {
		await script({ fault: 'null-fields', fields: ['email'] });
		expect((await client.call('extractData')).data.output).toEqual({ total: 12.5, email: null });
	},
	async 'missing-fields'() {
		await script({ fault: 'missing-fields', fields: ['total'] });
		expect((await client.call('extractData')).data.output).toEqual({ email: 'ana@example.com' });
		await script({ fault: 'missing-fields' });
		expect((await client.call('extractData')).data.output).toEqual({});
	},
	async 'output-not-object'() {
		await script({ fault: 'output-not-object', output: [1] });
		const { status, data } = await client.call('extractData');
		expect([status, data.output]).toEqual([200, [1]]);
	},
};

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 50));

test('every kind of the table is proven here', () => {
	expect(Object.keys(PROOFS).sort()).toEqual(Object.keys(faultKinds).sort());
});

test.each(Object.keys(PROOFS))('%s', (kind) => PROOFS[kind]());

describe('when a rule fires', () => {
	const statuses = async (count: number, operation: OperationName = 'runConnector') => {
		const found = [];
		for (let call = 0; call < count; call++) found.push((await client.call(operation)).status);
		return found;
	};
	const failing = (...numbers: number[]) =>
		Array.from({ length: 6 }, (_, index) => (numbers.includes(index + 1) ? 500 : 201));

	test.each([
		[{ when: { request: 2 } }, failing(2)],
		[{ when: { request: [1, 4] } }, failing(1, 4)],
		[{ when: { request: '2-4' } }, failing(2, 3, 4)],
		[{ when: { request: '5-' } }, failing(5, 6)],
		[{ when: { every: 3 } }, failing(3, 6)],
		[{ when: { attempt: 1 } }, failing(1)],
		[{ times: 2 }, failing(1, 2)],
		[{ when: { id: '42' }, times: 1 }, failing(1)],
		[{ when: { id: ['1', '2'] } }, failing()],
		[{ when: { containing: 'MANUAL' } }, failing(1, 2, 3, 4, 5, 6)],
		[{ when: { containing: 'AUTOMATIC' } }, failing()],
		[{ when: { probability: 0 } }, failing()],
		[{ when: { probability: 1 } }, failing(1, 2, 3, 4, 5, 6)],
		[{ operation: 'updateJob' as const }, failing()],
		[
			{ operation: ['updateJob', 'runConnector'] as ['updateJob', 'runConnector'], times: 1 },
			failing(1),
		],
	])('%j', async (rule, expected) => {
		await script({ fault: 'status', ...rule });
		expect(await statuses(6)).toEqual(expected);
		const { data } = await client.http.get('/_simulator/faults');
		expect(data[0].fired).toBe(expected.filter((status) => status === 500).length);
	});

	test('chance is the same for the same seed, and another for another', async () => {
		const run = async (seed: number) => {
			await script({ fault: 'status', when: { probability: 0.5 }, seed });
			return await statuses(30);
		};
		const first = await run(1);
		expect(new Set(first)).toEqual(new Set([201, 500]));
		expect(await run(1)).toEqual(first);
		expect(await run(2)).not.toEqual(first);
	});

	test('a kind that belongs to an operation leaves the others alone', async () => {
		await script({ fault: 'degraded' }, { fault: 'null-fields' });
		expect((await client.call('runConnector')).status).toBe(201);
		expect((await requests())[0].faults).toEqual([]);
	});

	test('two rules meet one request, the first is the outermost', async () => {
		await script({ fault: 'reset-after', when: { request: 1 } }, { fault: 'execution-errors' });
		expect(await errorCode(client.call('runConnector'))).toBe('ECONNRESET');
		expect(await requests()).toMatchObject([
			{ faults: ['reset-after', 'execution-errors'], handled: true },
		]);
		expect((await client.call('runConnector')).data.errors).toHaveLength(1);
	});
});

describe('the script', () => {
	test.each([
		[[{ fault: 'nonsense' }], 'nonsense'],
		[[{ fault: 'status', staus: 500 }], 'staus'],
		[[{ fault: 'reset' }, { fault: 'status', status: '500' }], 'Expected number'],
		[[{ fault: 'reset', when: { reqest: 1 } }], 'reqest'],
		[[{ fault: 'reset', when: { request: '2 to 3' } }], '2-5'],
		[[{ fault: 'redirect' }], 'location'],
		[{ fault: 'reset' }, 'Expected array'],
	])('%j is refused and changes nothing', async (rules, reason) => {
		await script({ fault: 'degraded' });
		const { status, data } = await client.http.put('/_simulator/faults', rules);
		expect([status, data.message]).toEqual([400, expect.stringContaining(reason)]);
		expect((await client.http.get('/_simulator/faults')).data).toMatchObject([
			{ fault: 'degraded' },
		]);
	});

	test('it can be removed, and a reset brings back the one from the start', async () => {
		const scripted = await start({ faults: [{ fault: 'status' }] });
		expect((await scripted.call('runConnector')).status).toBe(500);
		await scripted.http.delete('/_simulator/faults');
		expect((await scripted.call('runConnector')).status).toBe(201);
		await scripted.http.post('/_simulator/reset');
		expect((await scripted.http.get('/_simulator/executions')).data).toEqual([]);
		expect((await scripted.call('runConnector')).status).toBe(500);
		await scripted.simulator.close();
	});
});

test('an answer that breaks the contract by accident is a 500 with the reason', async () => {
	await script({ fault: 'total-hits-wrong', totalHits: -1 }, { fault: 'execution-errors' });
	expect((await client.call('searchFunctions')).status).toBe(200);
	const { executions: store } = client.simulator.platform();
	jest.spyOn(store, 'start').mockReturnValue({ executionId: 'one' } as never);
	const { status, data } = await client.call('runConnector');
	expect([status, data.message]).toEqual([
		500,
		expect.stringContaining('body/executionId must be integer'),
	]);
});

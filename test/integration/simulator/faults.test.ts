import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { SimulatorUnderTest } from './client.ts';
import { start } from './client.ts';

let client: SimulatorUnderTest;
beforeEach(async () => {
	client = await start({ functions: 100 });
});
afterEach(() => client.simulator.close());

const script = (...rules: FaultRule[]) => client.control('PUT', '/faults', rules);
const runs = (count: number) =>
	Promise.all(Array.from({ length: count }, () => client.call('runConnector')));

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

test('a capacity has a queue, throttles the rest, and changes later', async () => {
	const settings = { capacity: 3, ms: 400, queue: 2, status: 503, retryAfter: 2 };
	await script({ fault: 'capacity', ...settings, changes: [{ after: 900, capacity: 1 }] });
	const responses = await runs(10);

	const throttled = responses.filter(({ status }) => status === 503);
	expect(throttled).toHaveLength(5);
	expect(throttled.every(({ headers }) => headers['retry-after'] === '2')).toBe(true);
	expect((await client.control('GET', '/stats')).data.handled).toBe(5);
	await sleep(200);
	expect((await runs(4)).map(({ status }) => status).sort()).toEqual([201, 201, 201, 503]);
});

test('a rate limit counts the requests of a second', async () => {
	await script({ fault: 'rate-limit', limit: 4 });

	expect((await runs(10)).filter(({ status }) => status === 429)).toHaveLength(6);
	await sleep(1050);
	expect((await client.call('runConnector')).status).toBe(201);
});

describe('conditions of a rule', () => {
	async function statuses(count: number) {
		const found = [];
		for (let call = 0; call < count; call++) found.push((await client.call('runConnector')).status);
		return found;
	}
	const failing = (...numbers: number[]) =>
		Array.from({ length: 6 }, (_, index) => (numbers.includes(index + 1) ? 500 : 201));

	test.each([
		[{ when: { request: [1, 4] } }, failing(1, 4)],
		[{ when: { request: '2-4' } }, failing(2, 3, 4)],
		[{ when: { every: 3 } }, failing(3, 6)],
		[{ when: { attempt: 1 } }, failing(1)],
		[{ times: 2 }, failing(1, 2)],
		[{ when: { id: '43' } }, failing()],
		[{ when: { containing: 'AUTOMATIC' } }, failing()],
		[{ operation: 'updateJob' as const }, failing()],
	])('%j', async (rule, expected) => {
		await script({ fault: 'status', ...rule });
		expect(await statuses(6)).toEqual(expected);
		expect((await client.control('GET', '/faults')).data[0].fired).toBe(
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

	test('if two rules match a request, the first one is the outermost', async () => {
		await script({ fault: 'reset-after', when: { request: 1 } }, { fault: 'execution-errors' });
		await expect(client.call('runConnector')).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(client.simulator.journal.list()).toMatchObject([
			{ faults: ['reset-after', 'execution-errors'], handled: true },
		]);
		expect((await client.call('runConnector')).data.errors).toHaveLength(1);
	});
});

test.each([
	[[{ fault: 'nonsense' }], 'nonsense'],
	[[{ fault: 'status', staus: 500 }], 'staus'],
	[[{ fault: 'reset' }, { fault: 'status', status: '500' }], 'Expected number'],
	[[{ fault: 'reset', when: { request: '2 to 3' } }], '2-5'],
])('the rules %j are invalid and change nothing', async (rules, reason) => {
	await script({ fault: 'degraded' });
	const { status, data } = await client.control('PUT', '/faults', rules);
	expect([status, data.message]).toEqual([400, expect.stringContaining(reason)]);
	expect(client.simulator.faults.list()).toMatchObject([{ fault: 'degraded' }]);
});

test('a reset restores the rules from the start', async () => {
	const { simulator, call, control } = await start({ faults: [{ fault: 'status' }] });
	await control('PUT', '/faults', []);
	expect((await call('runConnector')).status).toBe(201);
	await control('POST', '/reset');
	expect((await control('GET', '/requests')).data).toEqual([]);
	expect((await call('runConnector')).status).toBe(500);
	await simulator.close();
});

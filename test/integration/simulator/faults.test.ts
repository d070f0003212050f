import { CONTROL_PATH } from '../../../simulator/control.ts';
import type { OperationName } from './client.ts';
import { start } from './client.ts';
import { client, errorCode, requests, script } from './scripted.ts';

describe('conditions of a rule', () => {
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
		expect((await requests())[0].faults).toEqual([]);
	});

	test('if two rules match a request, the first one is the outermost', async () => {
		await script({ fault: 'reset-after', when: { request: 1 } }, { fault: 'execution-errors' });
		expect(await errorCode(client.call('runConnector'))).toBe('ECONNRESET');
		expect(await requests()).toMatchObject([
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
		[[{ fault: 'reset', when: { reqest: 1 } }], 'reqest'],
		[[{ fault: 'reset', when: { request: '2 to 3' } }], '2-5'],
		[[{ fault: 'redirect' }], 'location'],
		[{ fault: 'reset' }, 'Expected array'],
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
		expect(await scripted.control.executions()).toEqual([]);
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

test('a response that breaks the contract by mistake becomes a 500 with the reason', async () => {
	const { executions: store } = client.simulator.platform();
	jest.spyOn(store, 'start').mockReturnValue({ executionId: 'one' } as never);
	const { status, data } = await client.call('runConnector');
	expect([status, data.message]).toEqual([
		500,
		expect.stringContaining('body/executionId must be integer'),
	]);
});

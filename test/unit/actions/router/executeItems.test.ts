import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { connectorRun } from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import type { Operation } from '../../../../nodes/DataPlatform/actions/operation.ts';
import { executeItems } from '../../../../nodes/DataPlatform/actions/router/executeItems.ts';
import type { Item } from '../../../../nodes/DataPlatform/actions/router/item.ts';
import { runInOrder } from '../../../../nodes/DataPlatform/actions/router/itemOrder.ts';
import { preview } from '../../../../nodes/DataPlatform/actions/router/preview.ts';
import { validateItems } from '../../../../nodes/DataPlatform/actions/router/validateItems.ts';

/** Slots whose number nothing changes but the function. */
const slotsFor = (getCurrent: () => number) => ({ getCurrent, noteUse() {}, onChange() {} });

/** Runs items that end in random order, and checks that those with the same key run in turn. */
async function record(keys: Array<string | undefined>, most: number, s: fc.Scheduler) {
	const items = keys.map((key, index) => {
		return { index, key, prepared: { parameters: { orderKey: key } } as Item['prepared'] };
	});
	const started: number[] = [];
	const ended: number[] = [];
	let highest = 0;
	const all = runInOrder(
		items,
		slotsFor(() => most),
		async ({ index, key }) => {
			for (const earlier of items.slice(0, index)) {
				if (key !== undefined && earlier.key === key) expect(ended).toContain(earlier.index);
			}
			started.push(index);
			highest = Math.max(highest, started.length - ended.length);
			await s.schedule(Promise.resolve());
			ended.push(index);
		},
	);
	await s.waitFor(all);
	return { started, ended, highest };
}
const keys = fc.array(fc.constantFrom('a', 'b', 'c', undefined), { maxLength: 30 });
const slots = fc.integer({ min: 1, max: 6 });

test('items with the same key run in turn, whatever ends first, and no more than there are slots', async () => {
	await fc.assert(
		fc.asyncProperty(keys, slots, fc.scheduler(), async (all, most, s) => {
			const { started, ended, highest } = await record(all, most, s);
			expect(ended.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
			expect(highest).toBeLessThanOrEqual(most);
			if (most === 1) expect(started).toEqual([...all.keys()]);
		}),
	);
});

test('items with the same key keep no others waiting', async () => {
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), async (s) => {
			expect((await record(['a', 'a', 'a', 'b', 'c'], 3, s)).highest).toBe(3);
		}),
	);
});

test('more items run as soon as there are more slots', async () => {
	let current = 1;
	let running = 0;
	let highest = 0;
	await runInOrder(
		Array(20).fill({}),
		slotsFor(() => current),
		async () => {
			highest = Math.max(highest, ++running);
			await Promise.resolve();
			current = 5;
			running--;
		},
	);
	expect(highest).toBe(5);
});

test.each([
	['No file', () => Promise.reject(new Error('No file'))],
	['sends no request', async () => await Promise.resolve({ items: [] })],
])('Show Request Only fails an item: %s', async (message, run) => {
	const operation = { ...connectorRun, execute: run } as Operation;
	await expect(preview(operation, {}, {})).rejects.toThrow(message);
});

test('a hint says that a long number is shown as text, but not that a long ID is', async () => {
	const show = async (body: object) => {
		const parse = () => ({ items: [] });
		const request = { method: 'PUT', path: '/x', body, parse } as const;
		const execute: Operation['execute'] = async (_, api) => await api.request(request);
		return await preview({ ...connectorRun, execute } as Operation, {}, {});
	};
	const ID = '9007199254740993';
	const body = { accounts: [ID] };
	const item = { sent: false, method: 'PUT', path: '/x', body };

	expect(await show(body)).toEqual({ items: [item], hints: [] });
	expect(await show({ accounts: [BigInt(ID)] })).toEqual({
		items: [item],
		hints: [expect.stringContaining('as text')],
	});
});

/** Executes items with the same or with different keys. */
async function execute(
	count: number,
	orderKey: string | undefined,
	run: Operation['execute'],
	send = jest.fn() as () => Promise<unknown>,
) {
	const items = Array.from({ length: count }, (_, itemIndex): Item => {
		const prepared = {
			parameters: { orderKey },
			requestOptions: {},
			access: {},
		} as Item['prepared'];
		return { itemIndex, ids: {}, prepared };
	});
	const connection = { createSlots: () => slotsFor(() => 4), createRequest: () => send };
	await executeItems(
		items,
		{ ...connectorRun, execute: run } as Operation,
		connection as unknown as Parameters<typeof executeItems>[2],
		{ isOver: () => false, onFailure: () => {} },
	);
	return items;
}

test.each([undefined, null, 0, 'text', Symbol('s'), {}, Object.create(null), []])(
	'an operation that throws %p fails its item as an error of the node',
	async (thrown) => {
		const [item, next] = await execute(2, 'key', async () => await Promise.reject(thrown));

		expect(item).toMatchObject({ error: { details: { kind: 'internal' } } });
		expect(item.error?.message).toMatch(/^Internal error: .+ was thrown$/);
		expect(next.error).toBeDefined();
	},
);

test('an error in our own code keeps its stack', async () => {
	const failsHere = async () => await Promise.reject(new TypeError('x is undefined'));
	const [item] = await execute(1, undefined, failsHere);

	expect(item.error).toMatchObject({
		message: 'Internal error: x is undefined',
		details: { kind: 'internal', stack: expect.stringContaining('failsHere') },
		cause: expect.any(TypeError),
	});
});

test.each([undefined, 'same key'])(
	'many items that fail at once leave n8n time for other work (%s)',
	async (orderKey) => {
		let ticks = 0;
		const ticker = setInterval(() => ticks++, 1);
		await execute(300, orderKey, async () => {
			const end = performance.now() + 1;
			while (performance.now() < end);
			return await Promise.reject(new Error('Not sent'));
		});
		clearInterval(ticker);

		expect(ticks).toBeGreaterThan(2);
	},
);

test('the stack of an error does not grow with the items before it', async () => {
	const { stackTraceLimit } = Error;
	Error.stackTraceLimit = Infinity;
	const lengths = new Set<number>();
	try {
		await execute(200, 'same key', async () => {
			await Promise.resolve();
			lengths.add(new Error('Not sent').stack!.split('\n').length);
			return { items: [] };
		});
	} finally {
		Error.stackTraceLimit = stackTraceLimit;
	}
	expect(lengths.size).toBeLessThan(4);
});

test('items start without waiting for another one to end as soon as a search adds slots', async () => {
	let current = 1;
	let running = 0;
	let isOver = () => {};
	let notify = () => {};
	const all = new Promise<void>((resolve) => (isOver = resolve));
	const onChange = (listener: () => void) => (notify = listener);
	const slots = { ...slotsFor(() => current), onChange };
	setImmediate(() => {
		current = 3;
		notify();
	});
	await runInOrder(Array(3).fill({}), slots, async () => {
		if (++running === 3) isOver();
		await all;
	});
	expect(running).toBe(3);
});

test('an item whose run rejects does not keep others from running', async () => {
	const ran: number[] = [];
	const items: Array<{ n: number; prepared?: Item['prepared'] }> = [{ n: 1 }, { n: 2 }];
	const run = runInOrder(
		items,
		slotsFor(() => 1),
		async ({ n }) => {
			ran.push(n);
			return await Promise.reject(new Error(`${n} rejects`));
		},
	);
	await expect(run).rejects.toThrow('1 rejects');
	expect(ran).toEqual([1, 2]);
});

test('validation pauses, so that Stop takes effect', async () => {
	let isStopped = false;
	setImmediate(() => (isStopped = true));
	const context = {
		getNode: () => ({ parameters: { streamId: '={{ of n8n }}' } }),
		getInputData: () => Array(1000).fill({ json: {} }),
		getCredentials: async () => ({ baseUrl: 'https://h.example.com', token: 't', headerName: 'X' }),
		getNodeParameter(name: string) {
			if (name !== 'streamId') return undefined;
			const end = performance.now() + 5;
			while (performance.now() < end);
			return 7;
		},
	} as unknown as IExecuteFunctions;
	const items = await validateItems(context, connectorRun as Operation, () => isStopped);

	const valid = items.filter((item) => item.prepared).length;
	expect(valid).toBeGreaterThan(0);
	expect(valid).toBeLessThan(1000);
});

test('a response that was paid for is in the details of what fails after it', async () => {
	const response = { requestId: 'r1' };
	const [item] = await execute(
		1,
		undefined,
		async (_, api) => {
			await api.request({} as never);
			throw new TypeError('in our own code');
		},
		async () => await Promise.resolve(response),
	);
	expect(item.error?.details).toMatchObject({ kind: 'internal', received: response });
});

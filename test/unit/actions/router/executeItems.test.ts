import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { connectorRun } from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import type { Operation } from '../../../../nodes/DataPlatform/actions/operation.ts';
import {
	executeItems,
	runKeyed,
} from '../../../../nodes/DataPlatform/actions/router/executeItems.ts';
import type { Item } from '../../../../nodes/DataPlatform/actions/router/item.ts';
import { preview } from '../../../../nodes/DataPlatform/actions/router/preview.ts';
import { validateItems } from '../../../../nodes/DataPlatform/actions/router/validateItems.ts';
import type { ApiClient } from '../../../../nodes/DataPlatform/transport/apiClient.ts';
import { createSlots } from '../../../../nodes/DataPlatform/transport/concurrency.ts';
import { requestOf } from '../../transport/platform.ts';
import { repeat } from './items.ts';

const never = () => false;
const requestOptions = {
	maxConcurrency: 1,
	maxRequestsPerSecond: Infinity,
	maxRetries: 3,
	showRequest: false,
	timeout: 1,
};

describe('runKeyed', () => {
	/** Runs items that end in random order, and checks that those with the same key run in turn. */
	async function record(keys: Array<string | undefined>, most: number, s: fc.Scheduler) {
		const items = keys.map((key, index) => {
			return { index, key, valid: { parameters: { orderKey: key }, requestOptions } };
		});
		const started: number[] = [];
		const ended: number[] = [];
		let highest = 0;
		const all = runKeyed(items, { getCurrent: () => most }, async ({ index, key }) => {
			for (const earlier of items.slice(0, index)) {
				if (key !== undefined && earlier.key === key) expect(ended).toContain(earlier.index);
			}
			started.push(index);
			highest = Math.max(highest, started.length - ended.length);
			await s.schedule(Promise.resolve());
			ended.push(index);
		});
		await s.waitFor(all);
		return { started, ended, highest };
	}
	const keys = fc.array(fc.constantFrom('a', 'b', 'c', undefined), { maxLength: 30 });

	test('runs items with the same key in turn, whatever ends first, and no more than there are slots', async () => {
		await fc.assert(
			fc.asyncProperty(
				keys,
				fc.integer({ min: 1, max: 6 }),
				fc.scheduler(),
				async (all, most, s) => {
					const { started, ended, highest } = await record(all, most, s);
					expect(ended.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
					expect(highest).toBeLessThanOrEqual(most);
					if (most === 1) expect(started).toEqual([...all.keys()]);
				},
			),
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
		await runKeyed(
			repeat(20, () => ({})),
			{ getCurrent: () => current },
			async () => {
				highest = Math.max(highest, ++running);
				await Promise.resolve();
				current = 5;
				running--;
			},
		);
		expect(highest).toBe(5);
	});
});

test('the parameters of an item are kept no longer than until its execution', async () => {
	const valid = { parameters: {}, requestOptions };
	const items = repeat(2, (itemIndex): Item => ({ itemIndex, ids: {}, valid, state: 'notSent' }));
	const kept: number[][] = [];
	const operation = {
		...connectorRun,
		execute: async () => {
			kept.push(items.filter((item) => item.valid).map(({ itemIndex }) => itemIndex));
			return await Promise.resolve({ items: [] });
		},
	} as Operation;
	const connection = { createSlots, createRequest: async () => await Promise.resolve({}) };
	await executeItems(items, {
		operation,
		connection: connection as never,
		signal: new AbortController().signal,
		isOver: never,
		onFailure() {},
	});
	expect(kept).toEqual([[1], []]);
	// Without `completed` in its result, an item doesn't count as done.
	expect(items.map(({ state }) => state)).toEqual(['returned', 'returned']);
});

describe('the preview', () => {
	const operationThat = (execute: (api: ApiClient) => Promise<unknown>) =>
		({ execute: async (_: object, api: ApiClient) => await execute(api) }) as Operation;
	const request = (path: string) => ({
		...requestOf('safe'),
		path,
		body: { id: 12345678901234567890n },
	});

	test('is the first request', async () => {
		const operation = operationThat(async (api) => {
			await Promise.allSettled(['/a', '/b'].map((path) => api.request(request(path))));
		});
		expect((await preview(operation, {})).items).toEqual([
			{ sent: false, method: 'POST', path: '/a', body: { id: '12345678901234567890' } },
		]);
	});

	test('of an operation without a request says that nothing was sent', async () => {
		const operation = operationThat(async () => await Promise.resolve({ items: [] }));
		expect((await preview(operation, {})).items).toEqual([{ sent: false }]);
	});

	test('throws an error before the first request', async () => {
		const operation = operationThat(async () => await Promise.reject(new Error('No file')));
		await expect(preview(operation, {})).rejects.toThrow('No file');
	});
});

describe('validateItems', () => {
	/** Items whose stream an expression gives, which only n8n can evaluate. */
	function contextOf(
		count: number,
		valueOf: (itemIndex: number) => unknown,
		options?: (itemIndex: number) => IDataObject,
	) {
		const expression = '={{ of n8n }}';
		return {
			getNode: () => ({
				parameters: {
					streamId: expression,
					...(options && { requestOptions: { timeout: expression } }),
				},
			}),
			getInputData: () => repeat(count, () => ({ json: {} })),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, itemIndex: number) =>
				new Map([
					['streamId', valueOf],
					['requestOptions', options ?? (() => undefined)],
				]).get(name)?.(itemIndex),
		} as unknown as IExecuteFunctions;
	}
	const validate = async (context: IExecuteFunctions, isOver = never) =>
		await validateItems(context, connectorRun as Operation, isOver);

	test('evaluates an expression once for each item, and uses its value', async () => {
		let evaluations = 0;
		const items = await validate(contextOf(3, () => ++evaluations));
		expect(items.map(({ valid }) => valid?.parameters)).toMatchObject([
			{ streamId: '1' },
			{ streamId: '2' },
			{ streamId: '3' },
		]);
	});

	test('pauses, so that Stop takes effect', async () => {
		let isStopped = false;
		setImmediate(() => (isStopped = true));
		const slow = contextOf(1000, () => {
			const end = performance.now() + 5;
			while (performance.now() < end);
			return 7;
		});
		const items = await validate(slow, () => isStopped);
		expect(items).toHaveLength(1000);
		expect(items.filter(({ valid }) => valid).length).toBeLessThan(1000);
	});

	test('leaves out IDs that are blank, are objects, or cannot be read', async () => {
		const items = await validate(
			contextOf(4, (index) => {
				if (index === 3) throw new Error('The expression is broken');
				return [7, { id: 7 }, ''][index];
			}),
		);
		expect(items.map(({ ids }) => Object.entries(ids))).toEqual([[['streamId', 7]], [], [], []]);
	});

	test('fails only the items with invalid Request Options', async () => {
		const items = await validate(
			contextOf(
				3,
				() => 7,
				(index) => ({ timeout: index === 0 ? 0 : 5 }),
			),
		);
		expect(items.map(({ state, valid }) => [state, valid !== undefined])).toEqual([
			['invalid', false],
			['notSent', true],
			['notSent', true],
		]);
	});
});

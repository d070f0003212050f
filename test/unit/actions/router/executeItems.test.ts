import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { connectorRun } from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import type { RequestOptions } from '../../../../nodes/DataPlatform/parameters/requestOptions.ts';
import type { ApiClient } from '../../../../nodes/DataPlatform/transport/apiClient.ts';
import { ApiError } from '../../../../nodes/DataPlatform/transport/apiError.ts';
import type { Slots } from '../../../../nodes/DataPlatform/transport/requestQueue.ts';
import { requestOf } from '../../transport/platform.ts';
import type { Operation } from '../../../../nodes/DataPlatform/actions/operation.ts';
import {
	executeItems,
	preview,
	runKeyed,
} from '../../../../nodes/DataPlatform/actions/router/executeItems.ts';
import {
	type Item,
	validateItems,
} from '../../../../nodes/DataPlatform/actions/router/validateItems.ts';

/** Runs items that end in random order, and checks that those with the same key run in turn. */
async function record(keys: Array<string | undefined>, most: number, s: fc.Scheduler) {
	const items = keys.map((key, index) => {
		return { index, key, valid: { parameters: { orderKey: key } } as Item['valid'] };
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
	await runKeyed(Array(20).fill({}), { getCurrent: () => current }, async () => {
		highest = Math.max(highest, ++running);
		await Promise.resolve();
		current = 5;
		running--;
	});
	expect(highest).toBe(5);
});

test('Show Request Only fails an item whose file can not be read', async () => {
	const operation = { ...connectorRun, execute: () => Promise.reject(new Error('No file')) };
	await expect(preview(operation as Operation, {})).rejects.toThrow('No file');
});

test('validation pauses, so that Stop takes effect', async () => {
	let isStopped = false;
	setImmediate(() => (isStopped = true));
	const context = {
		getNode: () => ({ parameters: { streamId: '={{ of n8n }}' } }),
		getInputData: () => Array(1000).fill({ json: {} }),
		getNodeParameter(name: string) {
			if (name !== 'streamId') return undefined;
			const end = performance.now() + 5;
			while (performance.now() < end);
			return 7;
		},
	} as unknown as IExecuteFunctions;
	const items = await validateItems(context, connectorRun as Operation, () => isStopped);

	const valid = items.filter((item) => item.valid).length;
	expect(valid).toBeGreaterThan(0);
	expect(valid).toBeLessThan(1000);
});

test.each([new TypeError('a bug'), new ApiError('Issues', '', { kind: 'issues' })])(
	'a failure after a response (%s) keeps the response, because it may have been paid for',
	async (error) => {
		const item: Item = { itemIndex: 0, ids: {}, state: 'notSent' };
		item.valid = { parameters: {}, requestOptions: {} as RequestOptions };
		const operation = {
			...connectorRun,
			async execute(_: unknown, api: ApiClient) {
				await api.request(requestOf('nonIdempotent'));
				throw error;
			},
		} as Operation;
		const send = async () => await Promise.resolve({ executionId: 5 } as never);
		const connection = {
			createSlots: () => ({ getCurrent: () => 1 }) as Slots,
			createRequest: async () => await Promise.resolve(send),
		};
		await executeItems([item], operation, connection, { isOver: () => false, onFailure() {} });

		expect(item.error?.details.received).toEqual({ executionId: 5 });
	},
);

import fc from 'fast-check';
import { connectorRun } from '../../../../nodes/DataPlatform/actions/connector/run.operation.ts';
import type { ExecutionContext } from '../../../../nodes/DataPlatform/actions/router/executeItems.ts';
import {
	executeItems,
	runKeyed,
} from '../../../../nodes/DataPlatform/actions/router/executeItems.ts';
import { ExecutionController } from '../../../../nodes/DataPlatform/helpers/executionController.ts';

interface Item {
	index: number;
	key?: string;
}

/** Runs items that end in random order, and records when each started and ended. */
async function record(keys: Array<string | undefined>, concurrency: number, s: fc.Scheduler) {
	const items = keys.map((key, index): Item => ({ index, key }));
	const started: number[] = [];
	const ended: number[] = [];
	let most = 0;
	const all = runKeyed(items, { concurrency }, async ({ index, key }) => {
		for (const earlier of items.slice(0, index)) {
			const isSame = key !== undefined && earlier.key === key;
			if (isSame) expect(ended).toContain(earlier.index);
		}
		started.push(index);
		most = Math.max(most, started.length - ended.length);
		await s.schedule(Promise.resolve());
		ended.push(index);
	});
	await s.waitFor(all);
	return { started, ended, most };
}

const keys = fc.array(fc.constantFrom('a', 'b', 'c', undefined), { maxLength: 30 });

test('items with the same key run one after another in their order, whatever ends first', async () => {
	await fc.assert(
		fc.asyncProperty(keys, fc.integer({ min: 1, max: 6 }), fc.scheduler(), async (all, most, s) => {
			const result = await record(all, most, s);

			expect(result.ended.toSorted((a, b) => a - b)).toEqual([...all.keys()]);
			expect(result.most).toBeLessThanOrEqual(most);
		}),
	);
});

test('without parallel items, they run in their order', async () => {
	await fc.assert(
		fc.asyncProperty(keys, fc.scheduler(), async (all, s) => {
			expect((await record(all, 1, s)).started).toEqual([...all.keys()]);
		}),
	);
});

test('items with the same key keep no others waiting', async () => {
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), async (s) => {
			const { most } = await record(['a', 'a', 'a', 'b', 'c'], 3, s);
			expect(most).toBe(3);
		}),
	);
});

test('as soon as more items may run in parallel, more do', async () => {
	const limiter = { concurrency: 1 };
	let running = 0;
	let most = 0;
	await runKeyed(
		Array.from({ length: 20 }, () => ({})),
		limiter,
		async () => {
			most = Math.max(most, ++running);
			await Promise.resolve();
			limiter.concurrency = 5;
			running--;
		},
	);
	expect(most).toBe(5);
});

test('an item is no longer kept once it is executed, which frees the memory of its texts', async () => {
	const requestOptions = {
		...{ maxConcurrency: 1, maxRequestsPerSecond: Infinity, showRequest: false, maxRetries: 0 },
		...{ retryBudget: 1, trustsThrottling: true, timeout: 1 },
	};
	const valid = { parameters: {}, requestOptions };
	const all = [0, 1].map((itemIndex) => ({ itemIndex, ids: {}, valid, state: 'notSent' as const }));
	const kept: number[][] = [];
	const execution = {
		operation: {
			...connectorRun,
			execute: async () => {
				kept.push(all.filter((item) => item.valid).map(({ itemIndex }) => itemIndex));
				return await Promise.resolve({ items: [] });
			},
		},
		connecting: Promise.resolve({ getClient: async () => await Promise.resolve({}) }),
		controller: new ExecutionController(undefined),
		stopsAtFailure: true,
		hasEarlierOutcomes: false,
	} as unknown as ExecutionContext;
	await executeItems(all, execution);

	expect(kept).toEqual([[1], []]);
});

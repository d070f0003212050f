import { Aborted } from '../../helpers/abort';
import type { Connection } from '../../transport/apiClient';
import { StillUnknown } from '../../transport/apiError';
import { IDEMPOTENCY } from '../../transport/idempotency';
import type { Operation } from '../operation';
import { failItem, type Item } from './item';
import { preview } from './preview';

interface ExecutionContext {
	operation: Operation;
	connection: Pick<Connection, 'createSlots' | 'createRequest'>;
	/** After it aborts, nothing is sent anymore. */
	signal: AbortSignal;
	/** Whether the remaining items needn't be executed. */
	isOver(): boolean;
	onFailure(): void;
}

/**
 * Executes the valid items, as many in parallel as there are slots. Sets their state, and their result or
 * error; aborted items stay `notSent`. Items with the same order key run one after another.
 */
export async function executeItems(
	items: Item[],
	{ operation, connection, signal, isOver, onFailure }: ExecutionContext,
): Promise<void> {
	const validItems = items.filter(({ valid }) => valid);
	// The items share the slots, so the lowest limits of any item apply to all.
	const findLowest = (limit: 'maxConcurrency' | 'maxRequestsPerSecond' | 'timeout') =>
		validItems.reduce((min, { valid }) => Math.min(min, valid!.requestOptions[limit]), Infinity);
	const slots = connection.createSlots({
		startConcurrency: IDEMPOTENCY[operation.idempotency].startConcurrency,
		maxConcurrency: findLowest('maxConcurrency'),
		maxRequestsPerSecond: findLowest('maxRequestsPerSecond'),
		timeout: findLowest('timeout'),
	});
	let pendingItems = validItems.length;
	const maxParallelRequests = () =>
		Math.ceil(slots.getCurrent() / Math.min(slots.getCurrent(), pendingItems));

	async function execute(item: Item): Promise<void> {
		if (isOver()) return;
		const { parameters, requestOptions } = item.valid!;
		// Frees the memory of its texts.
		item.valid = undefined;
		if (requestOptions.showRequest) {
			item.result = await preview(operation, parameters);
		} else {
			const { itemIndex } = item;
			const request = await connection.createRequest({
				...requestOptions,
				itemIndex,
				slots,
				signal,
			});
			item.result = await operation.execute(parameters, { request, maxParallelRequests });
		}
		item.state = item.result.completed ? 'completed' : 'returned';
	}

	await runKeyed(validItems, slots, async (item) => {
		await execute(item).catch((reason: unknown) => {
			if (reason instanceof Aborted) return;
			failItem(item, reason);
			// StillUnknown is about a request of an earlier try, so it doesn't stop the other items.
			if (!(reason instanceof StillUnknown)) onFailure();
		});
		pendingItems--;
	});
}

/**
 * Runs items in parallel, except that items with the same order key run one after another, in their order.
 * @param slots how many items may run in parallel; the number may change during the run
 * @param run must never reject, because the promise returned here would then never settle
 */
export async function runKeyed<Keyed extends Pick<Item, 'valid'>>(
	items: Keyed[],
	slots: { getCurrent(): number },
	run: (item: Keyed) => Promise<void>,
): Promise<void> {
	const chains = new Map<string | symbol, Promise<void>>();
	let notify = () => {};
	const waitForEnd = async () => await new Promise<void>((resolve) => (notify = resolve));
	for (const item of items) {
		const key = item.valid?.parameters.orderKey ?? Symbol();
		while (!chains.has(key) && chains.size >= slots.getCurrent()) await waitForEnd();
		const previous = chains.get(key) ?? Promise.resolve();
		const chain = previous.then(async () => await run(item));
		chains.set(key, chain);
		void chain.then(() => {
			if (chains.get(key) === chain) chains.delete(key);
			notify();
		});
	}
	while (chains.size > 0) await waitForEnd();
}

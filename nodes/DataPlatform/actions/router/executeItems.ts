import type { IDataObject } from 'n8n-workflow';
import { Aborted } from '../../helpers/abort';
import { createBreather } from '../../helpers/breather';
import type { ApiClient, Connection } from '../../transport/apiClient';
import { NotSentAgain } from '../../transport/apiError';
import type { Operation } from '../operation';
import { preview } from './preview';
import { failItem, type Item } from './validateItems';

/**
 * Executes the valid items until `isOver`. Sets their state, and their result or error. Aborted ones stay `notSent`.
 */
export async function executeItems(
	items: Item[],
	operation: Operation,
	connection: Pick<Connection, 'createSlots' | 'createRequest'>,
	{ isOver, onFailure }: { isOver(): boolean; onFailure(): void },
): Promise<void> {
	const validItems = items.filter(({ valid }) => valid);
	// The items share the slots, so the lowest limits of any item apply to all.
	const findLowest = (limit: 'maxConcurrency' | 'maxRequestsPerSecond' | 'timeout') =>
		validItems.reduce((min, { valid }) => Math.min(min, valid!.requestOptions[limit]), Infinity);
	const slots = connection.createSlots({
		maxConcurrency: findLowest('maxConcurrency'),
		maxRequestsPerSecond: findLowest('maxRequestsPerSecond'),
		timeout: findLowest('timeout'),
	});
	const breathe = createBreather();
	let pendingItems = validItems.length;
	const maxParallelRequests = () => Math.ceil(slots.getCurrent() / pendingItems);

	async function executeItem(item: Item): Promise<void> {
		const { itemIndex, ids } = item;
		const { parameters, requestOptions, access } = item.valid!;
		let received: IDataObject | undefined;
		try {
			// If nothing is sent anymore, items end without waiting for anything.
			await breathe();
			if (isOver()) return;
			// Frees the memory of its texts.
			item.valid = undefined;
			if (access) {
				const options = { ...requestOptions, itemIndex, slots, access };
				const send = await connection.createRequest(options);
				const request: ApiClient['request'] = async (each) => {
					const response = await send(each);
					// For the error if something fails later, because it may have been paid for.
					if (operation.idempotency !== 'safe') received = response as IDataObject;
					return response;
				};
				item.result = await operation.execute(parameters, { request, maxParallelRequests });
			} else {
				const shownIds = operation.idParameters ? ids : {};
				item.result = await preview(operation, parameters, shownIds);
				item.isPreview = true;
			}
			item.state = item.result.completed ? 'completed' : 'returned';
		} catch (reason) {
			if (reason instanceof Aborted) return;
			failItem(item, reason, received);
			// NotSentAgain is about a request of an earlier try, so it doesn't stop the other items.
			if (!(reason instanceof NotSentAgain)) onFailure();
		} finally {
			pendingItems--;
		}
	}

	await runKeyed(validItems, slots, executeItem);
}

/**
 * Runs items in parallel, as many as there are slots, and those with the same order key in turn.
 * @throws the first error of `run`, after all items
 */
export async function runKeyed<Keyed extends Pick<Item, 'valid'>>(
	items: Keyed[],
	slots: { getCurrent(runningItems?: number): number; onChange?(listener: () => void): void },
	run: (item: Keyed) => Promise<void>,
): Promise<void> {
	/** The items of each key that runs, in order. */
	const queues = new Map<string | symbol, Keyed[]>();
	const errors: unknown[] = [];
	let notify = () => {};

	/** Runs a queue, to which items may be added meanwhile. */
	async function runQueue(key: string | symbol, queue: Keyed[]): Promise<void> {
		for (const item of queue) {
			await run(item).catch((error: unknown) => errors.push(error));
		}
		queues.delete(key);
		notify();
	}

	/** Waits until a queue ends, or the slots change, because a search may add some. */
	const waitForChange = async () => await new Promise<void>((resolve) => (notify = resolve));
	slots.onChange?.(() => notify());

	for (const item of items) {
		const key = item.valid?.parameters.orderKey ?? Symbol();
		const queue = queues.get(key);
		if (queue) {
			queue.push(item);
			continue;
		}
		while (queues.size >= slots.getCurrent(queues.size)) await waitForChange();
		const started = [item];
		queues.set(key, started);
		void runQueue(key, started);
	}
	while (queues.size > 0) await waitForChange();
	if (errors.length > 0) throw errors[0];
}

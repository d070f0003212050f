import { Aborted, type ExecutionController } from '../../helpers/executionController';
import { type Connection, createApiClient } from '../../transport/apiClient';
import { ApiError } from '../../transport/apiError';
import { IDEMPOTENCY } from '../../transport/idempotency';
import { RateLimiter } from '../../transport/rateLimiter';
import { toRetryBounds } from '../../transport/retry';
import { StillUnknown } from '../../transport/responseCache';
import type { Operation } from '../operation';
import { failItem, type Item } from './item';
import { preview } from './preview';

export interface ExecutionContext {
	operation: Operation;
	/** If this promise rejects, items fail with its error. */
	connecting: Promise<Connection>;
	controller: ExecutionController;
	/** Whether a failed item ends the execution. If so, pending requests finish, but no more are sent. */
	stopsAtFailure: boolean;
	/** Whether the cache has outcomes of earlier tries. The error must report them, even after Stop. */
	hasEarlierOutcomes: boolean;
}

/**
 * Executes the valid items, as many in parallel as the rate limiter allows. Sets their state, and their
 * result or error; aborted items stay `notSent`. Items with the same order key run one after another.
 */
export async function executeItems(
	items: Item[],
	{ operation, connecting, controller, stopsAtFailure, hasEarlierOutcomes }: ExecutionContext,
): Promise<void> {
	if (stopsAtFailure && items.some(({ error }) => error)) controller.abort();

	const validItems = items.filter(({ valid }) => valid);
	const { startConcurrency } = IDEMPOTENCY[operation.idempotency];
	// The items share one rate limiter, so the lowest limits of any item apply to all.
	const findLowest = (limit: 'maxConcurrency' | 'maxRequestsPerSecond') =>
		validItems.reduce((min, { valid }) => Math.min(min, valid!.requestOptions[limit]), Infinity);
	const rateLimiter = new RateLimiter({
		maxConcurrency: findLowest('maxConcurrency'),
		maxRequestsPerSecond: findLowest('maxRequestsPerSecond'),
		startConcurrency,
	});
	const pending = { items: validItems.length };

	async function execute(item: Item) {
		const { parameters, requestOptions } = item.valid!;
		item.valid = undefined;
		const itemController = controller.createChild();
		try {
			if (!hasEarlierOutcomes) controller.throwIfAborted();
			const connection = await connecting;
			if (requestOptions.showRequest) {
				item.result = await preview(operation, parameters);
			} else {
				const { itemIndex } = item;
				const bounds = toRetryBounds(requestOptions);
				const shared = { bounds, controller: itemController, rateLimiter, pending };
				const api = await createApiClient(connection, { itemIndex, ...shared });
				item.result = await operation.execute(parameters, api);
			}
			item.state = item.result.completed ? 'completed' : 'returned';
		} catch (reason) {
			if (reason instanceof Aborted) return;
			failItem(item, adviseOnNotFound(operation, reason));
			// StillUnknown is about a request of an earlier try, so it doesn't stop the other items.
			if (stopsAtFailure && !(reason instanceof StillUnknown)) controller.abort();
		} finally {
			pending.items--;
			// Rejects this item's requests that still wait to be sent. Nothing needs their responses.
			itemController.abort();
		}
	}

	await runKeyed(validItems, rateLimiter, execute);
}

/** For a 404, returns an error that names the ID parameters to check, because an ID may be wrong. */
function adviseOnNotFound({ properties, idParameters = [] }: Operation, reason: unknown): unknown {
	const isNotFound = reason instanceof ApiError && reason.details.httpCode === 404;
	if (!isNotFound || idParameters.length === 0) return reason;
	const names = properties.flatMap(({ name, displayName }) =>
		idParameters.includes(name) ? [displayName] : [],
	);
	const description = `Check ${names.join(' and ')} of this item. If all items fail like this, check the Base URL in the credential.`;
	return new ApiError(reason.message, description, reason.details);
}

/**
 * Runs items in parallel, except that items with the same key run one after another, in their order.
 * @param limiter how many items may run in parallel; the number may change during the run
 * @param run must never reject, because the promise returned here would then never settle
 */
export async function runKeyed<Item extends { key?: string }>(
	items: Iterable<Item>,
	limiter: { readonly concurrency: number },
	run: (item: Item) => Promise<void>,
): Promise<void> {
	const queues = new Map<string | symbol, Set<Item>>();
	let notify = () => {};
	const waitForEnd = async () => await new Promise<void>((resolve) => (notify = resolve));

	/** Runs all items with this key, including those that are added to the queue in the meantime. */
	async function runQueue(queue: Set<Item>, key: string | symbol): Promise<void> {
		// The queue is a Set, because Array.shift would move all remaining items each time.
		for (const item of queue) {
			queue.delete(item);
			await run(item);
			notify();
		}
		queues.delete(key);
		notify();
	}

	for (const item of items) {
		const key = item.key ?? Symbol();
		const queue = queues.get(key);
		if (queue) queue.add(item);
		else {
			while (queues.size > 0 && queues.size >= limiter.concurrency) await waitForEnd();
			const newQueue = new Set([item]);
			queues.set(key, newQueue);
			void runQueue(newQueue, key);
		}
	}
	while (queues.size > 0) await waitForEnd();
}

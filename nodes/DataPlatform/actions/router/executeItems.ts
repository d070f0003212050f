import type { IDataObject } from 'n8n-workflow';
import { Aborted } from '../../helpers/abort';
import { parseJsonText } from '../../helpers/exactJson';
import type { Connection } from '../../transport/apiClient';
import { NotSentAgain } from '../../transport/apiError';
import { type ApiRequest, serialize } from '../../transport/request';
import type { ItemParameters, Operation } from '../operation';
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
	let pendingItems = validItems.length;
	const maxParallelRequests = () => Math.ceil(slots.getCurrent() / pendingItems);

	await runKeyed(validItems, slots, async (item) => {
		const { itemIndex, valid } = item;
		const { parameters, requestOptions } = valid!;
		let received: unknown;
		try {
			if (isOver()) return;
			// Frees the memory of its texts.
			item.valid = undefined;
			if (requestOptions.showRequest) {
				item.result = await preview(operation, parameters);
			} else {
				const send = await connection.createRequest({ ...requestOptions, itemIndex, slots });
				const request = async <Response>(each: ApiRequest<Response>) => {
					const response = await send(each);
					// Kept for the error if something fails later, because it may have been paid for.
					if (operation.idempotency !== 'safe') received = response;
					return response;
				};
				item.result = await operation.execute(parameters, { request, maxParallelRequests });
			}
			item.state = item.result.completed ? 'completed' : 'returned';
		} catch (reason) {
			if (reason instanceof Aborted) return;
			failItem(item, reason);
			if (received) item.error!.details['received'] ??= received as IDataObject;
			// NotSentAgain is about a request of an earlier try, so it doesn't stop the other items.
			if (!(reason instanceof NotSentAgain)) onFailure();
		} finally {
			pendingItems--;
		}
	});
}

/**
 * Runs items in parallel, as many as there are slots, and those with the same order key in turn.
 * @param run must never reject, because then the promise returned here might never settle
 */
export async function runKeyed<Keyed extends Pick<Item, 'valid'>>(
	items: Keyed[],
	slots: { getCurrent(items?: number): number; onChange?(listener: () => void): void },
	run: (item: Keyed) => Promise<void>,
): Promise<void> {
	const chains = new Map<string | symbol, Promise<void>>();
	let notify = () => {};
	slots.onChange?.(() => notify());
	for (const item of items) {
		const key = item.valid?.parameters.orderKey ?? Symbol();
		while (!chains.has(key) && chains.size >= slots.getCurrent(chains.size)) {
			await new Promise<void>((resolve) => (notify = resolve));
		}
		const chain = Promise.resolve(chains.get(key)).then(async () => {
			await run(item);
			if (chains.get(key) === chain) chains.delete(key);
			notify();
		});
		chains.set(key, chain);
	}
	await Promise.all(chains.values());
}

/**
 * For Show Request Only: returns an item's first request as the result of the item, without sending it.
 * @throws whatever the operation throws before its first request
 */
export async function preview(operation: Operation, parameters: ItemParameters) {
	const requests: IDataObject[] = [];
	const request = async (unsent: ApiRequest) => {
		const { method, path, text } = serialize(unsent);
		const body = parseJsonText(text) as IDataObject | undefined;
		requests.push({ method, path, ...(body && { body }) });
		// Without a response, the operation can't continue.
		return await Promise.reject(new Aborted());
	};
	const recorder = { request, maxParallelRequests: () => 1 };
	await operation.execute(parameters, recorder).catch((reason: unknown) => {
		if (requests.length === 0) throw reason;
	});
	return { items: [{ sent: false, ...requests[0] }], isPreview: true };
}

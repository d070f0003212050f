import type { IDataObject } from 'n8n-workflow';
import { type Item, toItemError } from './item';
import { runInOrder } from './itemOrder';
import { preview } from './preview';
import { Aborted } from '../../helpers/abort';
import { createBreather } from '../../helpers/breather';
import type { ApiClient, Connection } from '../../transport/apiClient';
import { NotSentAgain } from '../../transport/apiError';
import type { Operation } from '../operation';

/** Executes the valid items until `isOver`, and sets the result or error of each. Aborted ones have neither. */
export async function executeItems(
	items: Item[],
	operation: Operation,
	connection: Pick<Connection, 'createSlots' | 'createRequest'>,
	{ isOver, onFailure }: { isOver(): boolean; onFailure(): void },
): Promise<void> {
	const validItems = items.filter(({ prepared }) => prepared);
	// The items share the slots, so the lowest limits of any item apply to all.
	const findLowest = (limit: 'maxConcurrency' | 'maxRequestsPerSecond' | 'timeout') =>
		validItems.reduce(
			(lowest, { prepared }) => Math.min(lowest, prepared!.requestOptions[limit]),
			Infinity,
		);
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
		const { parameters, requestOptions, access } = item.prepared!;
		let received: IDataObject | undefined;
		try {
			await breathe();
			// Nothing is sent anymore, so the item isn't even executed.
			if (isOver()) return;
			// Items stay in memory until the execution ends. Their parameters, such as long texts, needn't.
			item.prepared = undefined;
			if (!access) {
				item.result = await preview(operation, parameters, operation.idParameters ? ids : {});
				item.isPreview = true;
				return;
			}
			const send = connection.createRequest({ ...requestOptions, itemIndex, slots, access });
			const request: ApiClient['request'] = async (each) => {
				const response = await send(each);
				// For the error if something fails later, because it may have been paid for.
				if (operation.idempotency !== 'safe') received = response as IDataObject;
				return response;
			};
			item.result = await operation.execute(parameters, { request, maxParallelRequests });
		} catch (reason) {
			if (reason instanceof Aborted) return;
			item.error = toItemError(reason);
			item.hasResponse = received !== undefined;
			// An error about issues has it already, and http.ts adds it if parsing fails.
			if (received) item.error.details.received ??= received;
			// NotSentAgain is about a request of an earlier try, or about an equal run, so it doesn't stop the other items.
			if (!(reason instanceof NotSentAgain)) onFailure();
		} finally {
			pendingItems--;
		}
	}

	await runInOrder(validItems, slots, executeItem);
}

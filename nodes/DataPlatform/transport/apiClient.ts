import type { IExecuteFunctions } from 'n8n-workflow';
import { combineSignals } from '../helpers/abort';
import { type Slots, withSlot } from './concurrency';
import { createAccessReader } from './credentials';
import { createHttp } from './http';
import { type Idempotency, IDEMPOTENCY } from './idempotency';
import { Outage, withOutage } from './outage';
import { type ApiRequest, serialize } from './request';
import { withParsing } from './response';
import { ResponseCache, withCache } from './responseCache';
import { type RetryOptions, withRetry } from './retry';

/** Sends the requests of one item. */
export interface ApiClient {
	/** Returns the parsed response. Throws ApiError, or Aborted if the request isn't sent or is canceled. */
	request<Response>(request: ApiRequest<Response>): Promise<Response>;
	/** Returns how many requests the item may send in parallel now. */
	maxParallelRequests(): number;
}

/** What the requests of one item need. */
export interface ItemConnection extends RetryOptions {
	itemIndex: number;
	slots: Slots;
	/** After it aborts, nothing is sent anymore. */
	signal: AbortSignal;
	/** Returns how many items of the execution aren't finished. */
	countPendingItems(): number;
}

export type Connection = ReturnType<typeof openConnection>;

/** Creates what the requests of one execution of the node share. */
export function openConnection(context: IExecuteFunctions, idempotency: Idempotency) {
	// How often this execution ran the node before, such as in a loop.
	const runIndex = context.getWorkflowDataProxy(0)['$runIndex'] as number;
	const nodeContext = context.getContext('node');
	const outage = new Outage(nodeContext, context.getExecutionId?.());
	const cache = new ResponseCache(nodeContext, context.getNode(), runIndex);
	const { cachesResponse } = IDEMPOTENCY[idempotency];
	const readAccess = createAccessReader(context);

	/**
	 * Puts the policies of one item together. Each adds one concern and knows no other. Parsing is inside
	 * the cache: a run answered with something else than JSON isn't a cached success, its outcome is unknown.
	 * @throws UserError if the item's credential can't be used
	 */
	async function createApiClient(item: ItemConnection): Promise<ApiClient> {
		const { itemIndex, slots, signal, countPendingItems, timeout } = item;
		const access = await readAccess(itemIndex);
		const sender = { key: `${runIndex}:${itemIndex}`, timeout };
		const http = createHttp(context, access, timeout);
		const single = withSlot(slots, withOutage(outage, sender, http));
		const parsed = withParsing(withRetry(item, single));
		const send = cachesResponse ? withCache(cache, access, itemIndex, parsed) : parsed;
		return {
			async request<Response>(request: ApiRequest<Response>) {
				const needed = combineSignals([signal, request.signal]);
				const response = send(serialize(request), needed.signal);
				return (await response.finally(needed.release)) as Response;
			},
			maxParallelRequests: () =>
				Math.ceil(slots.current / Math.min(slots.current, countPendingItems())),
		};
	}

	return { cache, createApiClient };
}

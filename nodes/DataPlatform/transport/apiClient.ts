import type { IExecuteFunctions } from 'n8n-workflow';
import { type Cancellation, combine } from '../helpers/abort';
import { createSlots, type Slots } from './requestQueue';
import type { Access } from './credentials';
import { createHttp } from './http';
import { type Idempotency, IDEMPOTENCY } from './idempotency';
import { createOutagePolicy } from './circuitBreaker';
import { type ApiRequest, serialize } from './request';
import { withParsing } from './response';
import { createResponseCache } from './responseCache';
import { type RetryOptions, withRetry } from './retry';

/** Sends the requests of one item. */
export interface ApiClient {
	/** Returns the parsed response. Throws ApiError, or Aborted if the request isn't sent or is canceled. */
	request<Response>(request: ApiRequest<Response>): Promise<Response>;
	/** Returns how many requests the item may send in parallel now. */
	maxParallelRequests(): number;
}

interface ItemConnection {
	itemIndex: number;
	slots: Slots;
	access: Access;
}

export type Connection = ReturnType<typeof openConnection>;

/**
 * Creates what the requests of one execution of the node share.
 * @param end after it aborts, nothing is sent anymore
 */
export function openConnection(
	context: IExecuteFunctions,
	idempotency: Idempotency,
	end: Cancellation,
) {
	// How often this execution ran the node before, such as in a loop.
	const runIndex = context.getWorkflowDataProxy(0)['$runIndex'] as number;
	const nodeContext = context.getContext('node');
	const withOutage = createOutagePolicy(nodeContext, context.getExecutionId?.());
	const cache = createResponseCache(nodeContext, context.getNode(), runIndex);
	const { cachesResponse } = IDEMPOTENCY[idempotency];

	/**
	 * Puts the policies of one item together. Each adds one concern and knows no other. Parsing is inside
	 * the cache: a run answered with something else than JSON isn't a cached success, its outcome is unknown.
	 */
	async function createRequest(item: RetryOptions & ItemConnection) {
		const { itemIndex, slots, timeout, access } = item;
		const http = createHttp(context, access, timeout);
		const guarded = withOutage(`${runIndex}:${itemIndex}`, timeout, http);
		const parsed = withParsing(withRetry(item, slots.withSlot(guarded)));
		const send = cachesResponse ? cache.withCache(access, itemIndex, parsed) : parsed;
		return async <Response>(request: ApiRequest<Response>) => {
			return (await send(serialize(request), combine([end, request.signal]))) as Response;
		};
	}

	return { cache, createSlots, createRequest };
}

import type { IExecuteFunctions } from 'n8n-workflow';
import type { ExecutionController } from '../helpers/executionController';
import { CircuitBreaker, failFast, withCircuitBreaker } from './circuitBreaker';
import { type ClientFactory, createClientFactory, withHttp } from './client';
import { type Idempotency, IDEMPOTENCY } from './idempotency';
import { probeBySearch } from './probe';
import { type RateLimiter, withRateLimit } from './rateLimiter';
import { type ApiRequest, serialize } from './request';
import { withParsing } from './response';
import { ResponseCache, withCache } from './responseCache';
import { type RetryBounds, withRetry } from './retry';

/** Sends the requests of one item. */
export interface ApiClient {
	/**
	 * Sends a request unless its response is cached, and returns the parsed response.
	 * @throws ApiError; Aborted if `request.signal` cancels the request, or if Stop or the end of its item
	 * or execution prevents it from being sent. If a try failed before, throws its ApiError, not Aborted.
	 */
	request<Response>(request: ApiRequest<Response>): Promise<Response>;
	/** Returns how many requests the item may send in parallel now. */
	maxParallelRequests(): number;
}

/** What the requests of one execution of the node share. */
export interface Connection {
	getClient: ClientFactory;
	breaker: CircuitBreaker;
	/** n8n's run index: how often this workflow execution ran the node before, such as in a loop. */
	runIndex: number;
	/** Undefined for `safe` operations (searches), whose responses aren't cached. */
	cache?: ResponseCache;
}

/** What the requests of one item share. */
interface ItemContext {
	itemIndex: number;
	bounds: RetryBounds;
	controller: ExecutionController;
	rateLimiter: RateLimiter;
	/** How many valid items aren't finished. An object, because executeItems.ts updates the number. */
	pending: { items: number };
}

/**
 * Creates what the requests of an execution share.
 * @throws ApiError or n8n's error if all items share a credential that can't be used
 */
export async function openConnection(
	context: IExecuteFunctions,
	idempotency: Idempotency,
): Promise<Connection> {
	const { cachesResponse } = IDEMPOTENCY[idempotency];
	const runIndex = context.getWorkflowDataProxy(0)['$runIndex'] as number;
	return {
		getClient: await createClientFactory(context),
		breaker: new CircuitBreaker(context.getContext('node'), context.getExecutionId?.()),
		runIndex,
		...(cachesResponse && { cache: new ResponseCache(context, runIndex) }),
	};
}

/** Creates the client of one item. Layers wrap each other, from HTTP (inside) to the cache (outside). */
export async function createApiClient(
	{ getClient, breaker, runIndex, cache }: Connection,
	{ itemIndex, bounds, controller, rateLimiter, pending }: ItemContext,
): Promise<ApiClient> {
	const client = await getClient(itemIndex);
	const sendOnce = withRateLimit(rateLimiter, withCircuitBreaker(breaker, withHttp(client)));
	const sendParsed = withParsing(withRetry(failFast(breaker, sendOnce)));
	const send = withCache(cache, client, itemIndex, sendParsed);
	return {
		async request<Response>(request: ApiRequest<Response>) {
			const { isRepeatable } = IDEMPOTENCY[request.policy.idempotency];
			const response = await send(serialize(request), {
				itemKey: `${runIndex}:${itemIndex}`,
				bounds,
				tryNumber: 1,
				sentAt: 0,
				wait: 0,
				controller: request.signal ? controller.createChild(request.signal) : controller,
				...(!isRepeatable && { probe: async (tried) => await probeBySearch(client, tried) }),
			});
			return response as Response;
		},
		maxParallelRequests() {
			const { concurrency } = rateLimiter;
			return Math.ceil(concurrency / Math.min(concurrency, pending.items));
		},
	};
}

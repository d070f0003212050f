import type { IExecuteFunctions } from 'n8n-workflow';
import { Aborted, type ExecutionController } from '../helpers/executionController';
import { CircuitBreaker, failFast, withCircuitBreaker } from './circuitBreaker';
import { type Client, type ClientFactory, createClientFactory } from './client';
import { ApiError, classifyFailure, showsPlatformIsUp } from './failures';
import { type Idempotency, IDEMPOTENCY } from './idempotency';
import { PROBE } from './probe';
import type { RateLimiter } from './rateLimiter';
import { type ApiRequest, serialize, type SerializedRequest } from './request';
import { ResponseCache, withCache } from './responseCache';
import { type Attempt, type RetryBounds, type Send, withRateLimit, withRetry } from './retry';

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
				number: 1,
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

function withHttp(client: Client): Send {
	return async (request, attempt) => {
		attempt.sentAt = performance.now();
		const { signal } = attempt.controller;
		const { timeout } = attempt.bounds;
		const { changesSomething: finishesOnStop } = IDEMPOTENCY[request.policy.idempotency];
		return await client
			.send(request, { timeout, signal, finishesOnStop })
			.catch((error: unknown) => {
				// The circuit breaker would take the ApiError of a canceled request as a sign of an outage.
				throw signal.aborted ? new Aborted() : error;
			});
	};
}

/** Returns a `Send` that parses the response, and throws `unknownOutcome` if a run may have started. */
function withParsing(send: Send): Send {
	return async (request, attempt) => {
		try {
			return request.parse(await send(request, attempt));
		} catch (reason) {
			throw toUnknownOutcome(request, reason, attempt) ?? reason;
		}
	};
}

function toUnknownOutcome({ policy }: SerializedRequest, reason: unknown, { bounds }: Attempt) {
	if (!policy.unknownOutcome || reason instanceof Aborted) return undefined;
	const isFailure = reason instanceof ApiError;
	if (isFailure && !classifyFailure(reason, bounds.trustsThrottling).mayHaveRun) return undefined;
	const { message, description } = policy.unknownOutcome;
	return new ApiError(`${message}: ${(reason as Error).message}`, description, {
		...(isFailure && reason.details),
		kind: 'unknownOutcome',
	});
}

/** Whether the platform responds to a search. An error status such as 401 also shows that it's up. */
async function probeBySearch(client: Client, { bounds, controller }: Attempt): Promise<boolean> {
	const { timeout } = bounds;
	const { signal } = controller;
	return await client.send(PROBE, { timeout, signal, finishesOnStop: false }).then(
		() => true,
		(error: unknown) => error instanceof ApiError && showsPlatformIsUp(error),
	);
}

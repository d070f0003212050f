import type { IExecuteFunctions } from 'n8n-workflow';
import { createCircuitBreaker } from './circuitBreaker';
import { START_CONCURRENCY } from './concurrencyLimit';
import type { Access } from './credentials';
import { createHttp } from './http';
import { type Idempotency, IDEMPOTENCY } from './idempotency';
import { createKeptResponses } from './keptResponses';
import { type ApiRequest, type Send, serialize } from './request';
import { createSlots, type SlotBounds, type Slots } from './requestQueue';
import { parseResponse } from './response';
import { type RetryOptions, withRetry } from './retry';
import { createUnknownOutcomes } from './unknownOutcome';
import { type Cancellation, combine } from '../helpers/abort';
import { isTool } from '../helpers/n8n';

/** Sends the requests of one item. */
export interface ApiClient {
	/** Returns the parsed response. Throws ApiError, or Aborted if the request isn't sent or is canceled. */
	request<Response>(request: ApiRequest<Response>): Promise<Response>;
	/** Returns how many requests the item may send in parallel now. */
	maxParallelRequests(): number;
}

/** Whose requests, with which credential, and which slots they share with other items. */
interface ItemConnection {
	itemIndex: number;
	slots: Slots;
	access: Access;
}

export type Connection = ReturnType<typeof openConnection>;

/**
 * Creates what the requests of one execution of the node share.
 * @param idempotency of all requests of the operation
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
	const { maySendTwice } = IDEMPOTENCY[idempotency];
	const cache = createKeptResponses(context, runIndex);
	const withUnknownOutcomes = createUnknownOutcomes(
		nodeContext,
		runIndex,
		isTool(context.getNode()),
	);
	const withBreaker = createCircuitBreaker(nodeContext, context.getExecutionId?.());

	/**
	 * Puts the policies of one item together, in this order because
	 * - parsing is inside of all: a run that is answered with something else than a run isn't a success for any,
	 * - the breaker is inside of the slots: what it doesn't send holds no slot, and each try counts,
	 * - slots are inside of retries: a retry waits for its turn, and its backoff holds no slot,
	 * - an outcome is unknown only after the last try, and what it says is kept.
	 */
	function createRequest(item: RetryOptions & ItemConnection) {
		const { itemIndex, slots, access, maxRetries, timeout } = item;
		const http = createHttp(context, access, timeout);
		const parsed: Send = async (request, signal) =>
			parseResponse(request, await http(request, signal));
		const guarded = withBreaker(`${runIndex}:${itemIndex}`, timeout, parsed);
		const tried = withRetry(item, slots.withSlot(guarded));
		const known = withUnknownOutcomes(access, itemIndex, tried);
		const send = cache.withKeptResponses(access, itemIndex, known);
		return async <Response>(request: ApiRequest<Response>) => {
			const isUnwanted = request.avoidsRepetition === true && maxRetries === undefined;
			const prepared = {
				...serialize(request),
				idempotency,
				maySendTwice: maySendTwice && !isUnwanted,
			};
			return (await send(prepared, combine([end, request.signal]))) as Response;
		};
	}

	return {
		cache,
		createRequest,
		/** Creates the slots that the items share. */
		createSlots: (bounds: Omit<SlotBounds, 'startConcurrency'>) =>
			createSlots({ ...bounds, startConcurrency: START_CONCURRENCY[idempotency] }),
	};
}

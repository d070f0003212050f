import type { IExecuteFunctions } from 'n8n-workflow';
import { createCircuitBreaker } from './circuitBreaker';
import { START_CONCURRENCY } from './concurrencyLimit';
import type { Access } from './credentials';
import { createHttp } from './http';
import { type Idempotency, IDEMPOTENCY } from './idempotency';
import { createKeptResponses, type KeptResponses } from './keptResponses';
import { type ApiRequest, type Send, serialize } from './request';
import { createSlots, type SlotBounds, type Slots } from './requestQueue';
import { type RetryOptions, withRetry } from './retry';
import { createUnknownOutcomes } from './unknownOutcome';
import { type Cancellation, combineSignals } from '../helpers/abort';
import { isTool } from '../helpers/n8n';

/** Sends the requests of one item. */
export interface ApiClient {
	/** Returns the parsed response. Throws ApiError, or Aborted if the request isn't sent or is canceled. */
	request<Response>(request: ApiRequest<Response>): Promise<Response>;
	/** Returns how many requests the item may send in parallel now. */
	maxParallelRequests(): number;
}

/** Whose requests, with which credential, and which slots they share with other items. */
interface ItemConnection extends RetryOptions {
	itemIndex: number;
	slots: Slots;
	access: Access;
}

/** What the requests of one execution of the node share. */
export interface Connection {
	keptResponses: KeptResponses;
	/** Creates the slots that the items share. */
	createSlots(bounds: Omit<SlotBounds, 'startConcurrency'>): Slots;
	createRequest(item: ItemConnection): ApiClient['request'];
}

/**
 * @param idempotency of all requests of the operation
 * @param end after it aborts, nothing is sent anymore
 */
export function openConnection(
	context: IExecuteFunctions,
	idempotency: Idempotency,
	end: Cancellation,
): Connection {
	// How often this execution ran the node before, such as in a loop.
	const runIndex = context.getWorkflowDataProxy(0)['$runIndex'] as number;
	const nodeContext = context.getContext('node');
	const isOfTool = isTool(context.getNode());
	const keptResponses = createKeptResponses(context, runIndex);
	const withUnknownOutcomes = createUnknownOutcomes(nodeContext, runIndex, isOfTool);
	const withBreaker = createCircuitBreaker(nodeContext, context.getExecutionId?.());

	/**
	 * Puts the policies of one item together, in this order because
	 * - parsing is inside of all: a run that is answered with something else than a run isn't a success for any,
	 * - the breaker is inside of the slots: it decides when a request is about to be sent, not when it queues up,
	 * - slots are inside of retries: a retry waits for its turn, and its backoff holds no slot,
	 * - an outcome is unknown only after the last try, and what it says is kept.
	 */
	function createSend(item: ItemConnection): Send {
		const { itemIndex, slots, access, timeout } = item;
		const http = createHttp(context, access, timeout);
		const guarded = withBreaker(`${runIndex}:${itemIndex}`, timeout, http);
		const tried = withRetry(item, slots.withSlot(guarded));
		const known = withUnknownOutcomes(access, itemIndex, tried);
		return keptResponses.withKeptResponses(access, itemIndex, known);
	}

	return {
		keptResponses,
		createSlots: (bounds) =>
			createSlots({ ...bounds, startConcurrency: START_CONCURRENCY[idempotency] }),
		createRequest(item) {
			const send = createSend(item);
			return async <Response>(request: ApiRequest<Response>) => {
				const repeatIsUnwanted = request.repeatsOnlyIfAsked && !item.maxRetries;
				const maySendTwice = IDEMPOTENCY[idempotency].maySendTwice && !repeatIsUnwanted;
				const prepared = { ...serialize(request), idempotency, maySendTwice };
				return (await send(prepared, combineSignals([end, request.signal]))) as Response;
			};
		},
	};
}

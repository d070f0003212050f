import type { IExecuteFunctions } from 'n8n-workflow';
import { combineSignals } from '../helpers/abort';
import { Slots, withSlot } from './concurrency';
import { type AccessReader, createAccessReader } from './credentials';
import { createHttp } from './http';
import { type Idempotency, IDEMPOTENCY } from './idempotency';
import { Outage, withOutage } from './outage';
import { type ApiRequest, serialize } from './request';
import { withParsing } from './response';
import { ResponseCache, withCache } from './responseCache';
import { type RetryOptions, withRetry } from './retry';

export { Slots };

/** Sends the requests of one item. */
export interface ApiClient {
	/**
	 * Sends a request unless its response is cached, and returns the parsed response.
	 * @throws ApiError; Aborted if the request isn't sent or is canceled, because of Stop, `request.signal` or
	 * the end of the execution
	 */
	request<Response>(request: ApiRequest<Response>): Promise<Response>;
	/** Returns how many requests the item may send in parallel now. */
	maxParallelRequests(): number;
}

/** What the requests of one execution of the node share. */
export interface Connection {
	context: IExecuteFunctions;
	/** If this promise rejects, all items fail with its error. */
	accessReader: Promise<AccessReader>;
	/** n8n's run index: how often this workflow execution ran the node before, such as in a loop. */
	runIndex: number;
	outage: Outage;
	cache: ResponseCache;
	cachesResponses: boolean;
}

export function openConnection(context: IExecuteFunctions, idempotency: Idempotency): Connection {
	const runIndex = context.getWorkflowDataProxy(0)['$runIndex'] as number;
	const nodeContext = context.getContext('node');
	const accessReader = createAccessReader(context);
	accessReader.catch(() => {});
	return {
		...{ context, accessReader, runIndex },
		outage: new Outage(nodeContext, context.getExecutionId?.()),
		cache: new ResponseCache(nodeContext, context.getNode(), runIndex),
		cachesResponses: IDEMPOTENCY[idempotency].cachesResponse,
	};
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

/**
 * Puts the policies of one item together. Each adds one concern and knows no other. Parsing is inside the cache:
 * a run answered with something else than JSON isn't a cached success, its outcome is unknown.
 * @throws ApiError or n8n's error if the item's credential can't be used
 */
export async function createApiClient(
	{ context, accessReader, runIndex, outage, cache, cachesResponses }: Connection,
	{ itemIndex, slots, signal, countPendingItems, ...options }: ItemConnection,
): Promise<ApiClient> {
	const access = await (await accessReader)(itemIndex);
	const http = createHttp(context, access, options.timeout);
	const item = { key: `${runIndex}:${itemIndex}`, timeout: options.timeout };
	const single = withSlot(slots, withOutage(outage, item, http));
	const parsed = withParsing(withRetry(options, single));
	const send = cachesResponses ? withCache(cache, { access, itemIndex }, parsed) : parsed;
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

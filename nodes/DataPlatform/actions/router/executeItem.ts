import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client, Clients } from '../../transport/client';
import { createClients } from '../../transport/client';
import { ApiError, failureOf, isResponse } from '../../transport/failures';
import type { ApiRequest, SerializedRequest } from '../../transport/request';
import { serialize } from '../../transport/request';
import { parseJsonForItems } from '../../helpers/exactJson';
import type { Operation, Outcome } from '../operation';
import type { RequestOptions } from '../../parameters/requestOptions';
import { IDEMPOTENCY } from '../../transport/idempotency';
import { ResponseCache } from '../../transport/responseCache';
import type { RateLimiter } from '../../transport/rateLimiter';
import type { ExecutionController } from '../../transport/abort';
import { Aborted } from '../../transport/abort';
import { CircuitBreaker, failFast, withCircuitBreaker } from '../../transport/circuitBreaker';
import { PROBE } from '../../transport/credentialTest';
import type { Attempt, Send } from '../../transport/retry';
import { withRateLimit, withRetry } from '../../transport/retry';
import type { ValidatedItem } from './validateItems';

/** What all items of a run share. */
export interface Run {
	operation: Operation;
	clients: Clients;
	breaker: CircuitBreaker;
	/** Of the node's execution: a loop has several, and each call of a tool is one. */
	runIndex: number;
	rateLimiter: RateLimiter;
	/** How many requests one item may have under way at a time, now. */
	requestsAtATime: () => number;
	/** Where nothing is kept, everything may be sent again. */
	responseCache?: ResponseCache;
}

/** The way to the platform. */
export type Platform = Pick<Run, 'clients' | 'breaker' | 'runIndex' | 'responseCache'>;

/**
 * Opens the way to the platform.
 * @throws ApiError when the credential cannot be used
 */
export async function openPlatform(
	context: IExecuteFunctions,
	{ idempotency }: Operation,
): Promise<Platform> {
	const { cachesResponse } = IDEMPOTENCY[idempotency];
	const clients = await createClients(context);
	const breaker = new CircuitBreaker(context.getContext('node'), context.getExecutionId?.());
	const runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
	return {
		clients,
		breaker,
		runIndex,
		...(cachesResponse && { responseCache: new ResponseCache(context) }),
	};
}

/** The request of the credential test: a 401 or 403 also means that the platform is up. */
async function probeBySearch(
	client: Client,
	{ bounds: { timeout }, controller: { signal } }: Attempt,
): Promise<boolean> {
	const request = serialize({
		method: 'POST',
		path: '/api/query/v1/functions/search',
		body: PROBE,
	});
	return await client.send(request, { timeout, signal, finishesOnStop: false }).then(
		() => true,
		(error: unknown) => error instanceof ApiError && isResponse(error),
	);
}

/**
 * One input item's way: parameters → requests → items. What it asked for ahead ends with it.
 * @param controller the item's own
 * @throws InvalidParameterError when a file cannot be sent; ApiError, Aborted
 */
export async function performItem(
	run: Run,
	itemIndex: number,
	{ parameters, bounds }: ValidatedItem,
	controller: ExecutionController,
): Promise<Outcome> {
	const { operation, clients, breaker, runIndex, rateLimiter, responseCache } = run;
	if (bounds.showRequest) return await shownRequest(operation, parameters);
	const client = await clients(itemIndex);
	const { idempotency } = operation;
	const { isRepeatable, changesSomething } = IDEMPOTENCY[idempotency];
	const itemKey = `${runIndex}:${itemIndex}`;
	const http: Send = async (request, attempt) => {
		attempt.sentAt = performance.now();
		const { signal } = attempt.controller;
		return await client
			.send(request, { timeout: bounds.timeout, signal, finishesOnStop: changesSomething })
			.catch((error: unknown) => {
				// A canceled request says nothing about the platform.
				throw signal.aborted ? new Aborted() : error;
			});
	};
	const sendGuarded = withRateLimit(rateLimiter, withCircuitBreaker(breaker, http));
	const sendWithRetries = withRetry(failFast(breaker, sendGuarded));
	let sent: SerializedRequest | undefined;

	async function send(request: ApiRequest | Promise<ApiRequest>): Promise<unknown> {
		const serialized = serialize(await request);
		const sendNow = async () => {
			sent = serialized;
			const attempt = {
				...{ itemKey, idempotency, bounds, number: 1, sentAt: 0, wait: 0 },
				controller: controllerOf(serialized, controller),
				...(!isRepeatable && {
					probe: async (each: Attempt) => await probeBySearch(client, each),
				}),
			};
			return operation.answer(await sendWithRetries(serialized, attempt));
		};
		return responseCache
			? await responseCache.respond(itemIndex, serialized, client, sendNow)
			: await sendNow();
	}

	try {
		return await operation.perform(parameters, send, run.requestsAtATime);
	} catch (reason) {
		const failure = sent && uncertainFailure(operation, parameters, reason, bounds);
		if (sent && failure) responseCache?.keepUnknown(itemIndex, sent, client, failure);
		throw failure ?? withFieldsToCheck(operation, reason);
	} finally {
		controller.abort();
	}
}

/** The controller of one request: it also ends when the request is canceled. */
function controllerOf(
	{ signal }: SerializedRequest,
	ofItem: ExecutionController,
): ExecutionController {
	if (!signal) return ofItem;
	const controller = ofItem.forItem();
	signal.addEventListener('abort', () => controller.abort());
	return controller;
}

async function shownRequest(operation: Operation, parameters: unknown): Promise<Outcome> {
	const request = await operation.request(parameters);
	const { method, path, text } = serialize(request);
	const body = parseJsonForItems(text) as IDataObject;
	return {
		items: [{ sent: false, method, path, body, ...operation.shownBeside?.(parameters, request) }],
		isOnlyShown: true,
	};
}

/** Of an address that is not there, the fields of the panel that lead to it. */
function withFieldsToCheck({ fields, identifiedBy = [] }: Operation, reason: unknown): unknown {
	const isNotFound = reason instanceof ApiError && reason.details.httpCode === 404;
	if (!isNotFound || identifiedBy.length === 0) return reason;
	const names = fields.flatMap(({ name, displayName }) =>
		identifiedBy.includes(name) ? [displayName] : [],
	);
	const description = `Check ${names.join(' and ')} of this item, or the Base URL in the credential if all items fail.`;
	return new ApiError(reason.message, description, reason.details);
}

/**
 * The failure of a request that may have started something, and says so: whatever went wrong after it
 * went out, also what nobody thought of.
 */
function uncertainFailure(
	operation: Operation,
	parameters: unknown,
	reason: unknown,
	{ trustsThrottling }: RequestOptions,
): ApiError | undefined {
	if (operation.idempotency !== 'nonIdempotent' || reason instanceof Aborted) return undefined;
	const isFailure = reason instanceof ApiError;
	if (isFailure && !failureOf(reason, trustsThrottling).mayHaveRun) return undefined;
	const { what, whereToLook } = operation.mayHaveHappened(parameters);
	return new ApiError(`${what}: ${(reason as Error).message}`, whereToLook, {
		...(isFailure && reason.details),
		kind: 'unknownOutcome',
	});
}

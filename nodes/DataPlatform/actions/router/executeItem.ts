import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../../transport/client';
import { openClient } from '../../transport/client';
import { ApiError } from '../../transport/failures';
import type { ApiRequest, WireRequest } from '../../transport/request';
import { onWire } from '../../transport/request';
import { parsedForItems } from '../../helpers/exactJson';
import type { Operation, Outcome } from '../operation';
import type { RequestOptions } from '../../parameters/requestOptions';
import { EFFECTS } from '../../transport/idempotency';
import { KeptAnswers } from '../../transport/responseCache';
import type { RateLimiter } from '../../transport/rateLimiter';
import { faultOf, isOutage, isResponse } from '../../transport/retryRules';
import type { RunController } from '../../transport/abort';
import { Aborted } from '../../transport/abort';
import type { Probe } from '../../transport/circuitBreaker';
import { CircuitBreaker, failFast, withCircuitBreaker } from '../../transport/circuitBreaker';
import { PROBE } from '../../transport/credentialTest';
import type { Send } from '../../transport/retry';
import { withRateLimit, withRetry } from '../../transport/retry';
import type { ValidatedItem } from './validateItems';

/** What all items of a run share. */
export interface Run {
	operation: Operation;
	client: Client;
	breaker: CircuitBreaker;
	/** Of the node's execution: a loop has several, and each call of a tool is one. */
	runIndex: number;
	rateLimiter: RateLimiter;
	/** How many requests one item may have under way at a time, now. */
	requestsAtATime: () => number;
	/** Where nothing is kept, everything may be sent again. */
	keptAnswers?: KeptAnswers;
}

/** The way to the platform. */
export type Platform = Pick<Run, 'client' | 'breaker' | 'runIndex' | 'keptAnswers'>;

/**
 * Opens the way to the platform.
 * @throws ApiError when the credential cannot be used
 */
export async function openPlatform(
	context: IExecuteFunctions,
	{ effect }: Operation,
): Promise<Platform> {
	const { changesSomething, keepsAnswers, isRepeatable } = EFFECTS[effect];
	const client = await openClient(context, changesSomething);
	const breaker = new CircuitBreaker(
		context.getContext('node'),
		context.getExecutionId?.(),
		isRepeatable ? undefined : probeBySearch(client),
	);
	const runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
	const keptAnswers = keepsAnswers ? new KeptAnswers(context, client.baseUrl) : undefined;
	return { client, breaker, runIndex, keptAnswers };
}

/** The request of the credential test: a 401 or 403 also means that the platform is up. */
function probeBySearch(client: Client): Probe {
	const request = onWire({ method: 'POST', path: '/api/query/v1/functions/search', body: PROBE });
	return async ({ bounds: { timeout }, controller: { signal } }) =>
		await client.send(request, { timeout, signal }).then(
			() => true,
			(error: unknown) => error instanceof ApiError && isResponse(error) && !isOutage(error),
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
	controller: RunController,
): Promise<Outcome> {
	const { operation, client, breaker, runIndex, rateLimiter, keptAnswers } = run;
	if (bounds.showRequest) return await shownRequest(operation, parameters);
	const { effect } = operation;
	const itemKey = `${runIndex}:${itemIndex}`;
	const http: Send = async (request, attempt) => {
		attempt.sentAt = performance.now();
		const { signal } = attempt.controller;
		return await client
			.send(request, { timeout: bounds.timeout, signal })
			.catch((error: unknown) => {
				// A canceled request says nothing about the platform.
				throw signal.aborted ? new Aborted() : error;
			});
	};
	const sendGuarded = withRateLimit(rateLimiter, withCircuitBreaker(breaker, http));
	const sendWithRetries = withRetry(failFast(breaker, sendGuarded));
	let sent: WireRequest | undefined;

	async function send(request: ApiRequest | Promise<ApiRequest>): Promise<unknown> {
		const wire = onWire(await request);
		const answerNow = async () => {
			sent = wire;
			const attempt = {
				...{ itemKey, effect, bounds, number: 1, sentAt: 0, isProbe: false, wait: 0 },
				controller: controllerOf(wire, controller),
			};
			return operation.answer(await sendWithRetries(wire, attempt));
		};
		return keptAnswers ? await keptAnswers.answer(itemIndex, wire, answerNow) : await answerNow();
	}

	try {
		return await operation.perform(parameters, send, run.requestsAtATime);
	} catch (reason) {
		const failure = sent && uncertainFailure(operation, parameters, reason, bounds);
		if (sent && failure) keptAnswers?.keepUncertain(itemIndex, sent, failure);
		throw failure ?? withFieldsToCheck(operation, reason);
	} finally {
		controller.abort();
	}
}

/** The controller of one request: it also ends when the request is canceled. */
function controllerOf({ signal }: WireRequest, ofItem: RunController): RunController {
	if (!signal) return ofItem;
	const controller = ofItem.forItem();
	signal.addEventListener('abort', () => controller.abort());
	return controller;
}

async function shownRequest(operation: Operation, parameters: unknown): Promise<Outcome> {
	const request = await operation.request(parameters);
	const { method, path, text } = onWire(request);
	const body = parsedForItems(text) as IDataObject;
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
	const description = `Check ${names.join(' and ')} of this item. Where all items fail so, check the Base URL in the credential.`;
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
	{ trustsNotNow }: RequestOptions,
): ApiError | undefined {
	if (operation.effect !== 'starts' || reason instanceof Aborted) return undefined;
	const isFailure = reason instanceof ApiError;
	if (isFailure && !faultOf(reason, trustsNotNow).mayBeDone) return undefined;
	const { what, whereToLook } = operation.mayHaveHappened(parameters);
	return new ApiError(`${what}: ${(reason as Error).message}`, whereToLook, {
		...(isFailure && reason.details),
		uncertain: true,
	});
}

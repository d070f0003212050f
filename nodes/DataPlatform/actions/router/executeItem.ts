import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Clients } from '../../transport/client';
import { createClients } from '../../transport/client';
import { ApiError, failureOf } from '../../transport/failures';
import type { ApiRequest, WireRequest } from '../../transport/request';
import { onWire } from '../../transport/request';
import { parsedForItems } from '../../helpers/exactJson';
import type { Operation, Outcome } from '../operation';
import type { RequestOptions } from '../../parameters/requestOptions';
import { EFFECTS } from '../../transport/idempotency';
import { ResponseCache } from '../../transport/responseCache';
import type { Pace } from '../../transport/rateLimiter';
import type { RunController } from '../../transport/abort';
import { Aborted } from '../../transport/abort';
import { sendWithRetries } from '../../transport/retry';
import type { CheckedItem } from './validateItems';

/** What all items of a run share. */
export interface Run {
	operation: Operation;
	clients: Clients;
	pace: Pace;
	/** How many requests one item may have under way at a time, now. */
	requestsAtATime: () => number;
	/** Where nothing is kept, everything may be sent again. */
	responseCache?: ResponseCache;
}

/** The way to the platform. */
export type Platform = Pick<Run, 'clients' | 'responseCache'>;

/**
 * Opens the way to the platform.
 * @throws ApiError when the credential cannot be used
 */
export async function openPlatform(
	context: IExecuteFunctions,
	{ effect }: Operation,
): Promise<Platform> {
	const { changesSomething, keepsAnswers } = EFFECTS[effect];
	const clients = await createClients(context, changesSomething);
	return { clients, ...(keepsAnswers && { responseCache: new ResponseCache(context) }) };
}

/**
 * One input item's way: parameters → requests → items. What it asked for ahead ends with it.
 * @param controller the item's own
 * @throws RefusedParameter when a file cannot be sent; ApiError, Aborted
 */
export async function performItem(
	run: Run,
	itemIndex: number,
	{ parameters, bounds }: CheckedItem,
	controller: RunController,
): Promise<Outcome> {
	const { operation, clients, pace, responseCache } = run;
	if (bounds.showRequest) return await shownRequest(operation, parameters);
	const client = await clients(itemIndex);
	const sender = { client, pace, controller, bounds };
	let sent: WireRequest | undefined;

	async function send(request: ApiRequest | Promise<ApiRequest>): Promise<unknown> {
		const wire = onWire(await request);
		const answerNow = async () => {
			sent = wire;
			return operation.answer(await sendWithRetries(sender, wire, operation.effect));
		};
		return responseCache
			? await responseCache.respond(itemIndex, wire, client, answerNow)
			: await answerNow();
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
	if (isFailure && !failureOf(reason, trustsNotNow).mayHaveRun) return undefined;
	const { what, whereToLook } = operation.mayHaveHappened(parameters);
	return new ApiError(`${what}: ${(reason as Error).message}`, whereToLook, {
		...(isFailure && reason.details),
		kind: 'unknownOutcome',
	});
}

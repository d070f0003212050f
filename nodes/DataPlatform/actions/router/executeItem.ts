import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '../../transport/client';
import { openClient } from '../../transport/client';
import { ApiFailure } from '../../transport/failures';
import type { ApiRequest, WireRequest } from '../../transport/request';
import { onWire } from '../../transport/request';
import { parsedForItems } from '../../helpers/exactJson';
import type { Operation, Outcome } from '../operation';
import type { RequestOptions } from '../../parameters/requestOptions';
import { EFFECTS } from '../../transport/idempotency';
import { KeptAnswers } from '../../transport/responseCache';
import type { RateLimiter } from '../../transport/rateLimiter';
import { faultOf } from '../../transport/retryRules';
import type { RunController } from '../../transport/abort';
import { Aborted } from '../../transport/abort';
import { sendWithRetries } from '../../transport/retry';
import type { CheckedItem } from './validateItems';

/** What all items of a run share. */
export interface Run {
	operation: Operation;
	client: Client;
	rateLimiter: RateLimiter;
	/** How many requests one item may have under way at a time, now. */
	requestsAtATime: () => number;
	/** Where nothing is kept, everything may be sent again. */
	keptAnswers?: KeptAnswers;
}

/** The way to the platform. */
export type Platform = Pick<Run, 'client' | 'keptAnswers'>;

/**
 * Opens the way to the platform.
 * @throws ApiFailure when the credential cannot be used
 */
export async function openPlatform(
	context: IExecuteFunctions,
	{ effect }: Operation,
): Promise<Platform> {
	const { changesSomething, keepsAnswers } = EFFECTS[effect];
	const client = await openClient(context, changesSomething);
	return { client, ...(keepsAnswers && { keptAnswers: new KeptAnswers(context, client.baseUrl) }) };
}

/**
 * One input item's way: parameters → requests → items. What it asked for ahead ends with it.
 * @param controller the item's own
 * @throws RefusedParameter when a file cannot be sent; ApiFailure, Aborted
 */
export async function performItem(
	run: Run,
	itemIndex: number,
	{ parameters, bounds }: CheckedItem,
	controller: RunController,
): Promise<Outcome> {
	const { operation, client, rateLimiter, keptAnswers } = run;
	if (bounds.showRequest) return await shownRequest(operation, parameters);
	const sender = { client, rateLimiter, controller, bounds };
	let sent: WireRequest | undefined;

	async function send(request: ApiRequest | Promise<ApiRequest>): Promise<unknown> {
		const wire = onWire(await request);
		const answerNow = async () => {
			sent = wire;
			return operation.answer(await sendWithRetries(sender, wire, operation.effect));
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
	const isNotFound = reason instanceof ApiFailure && reason.facts.httpCode === 404;
	if (!isNotFound || identifiedBy.length === 0) return reason;
	const names = fields.flatMap(({ name, displayName }) =>
		identifiedBy.includes(name) ? [displayName] : [],
	);
	const howToGoOn = `Check ${names.join(' and ')} of this item. Where all items fail so, check the Base URL in the credential.`;
	return new ApiFailure(reason.message, howToGoOn, reason.facts);
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
): ApiFailure | undefined {
	if (operation.effect !== 'starts' || reason instanceof Aborted) return undefined;
	const isFailure = reason instanceof ApiFailure;
	if (isFailure && !faultOf(reason, trustsNotNow).mayBeDone) return undefined;
	const { what, whereToLook } = operation.mayHaveHappened(parameters);
	return new ApiFailure(`${what}: ${(reason as Error).message}`, whereToLook, {
		...(isFailure && reason.facts),
		uncertain: true,
	});
}

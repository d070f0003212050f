import { createHash } from 'node:crypto';
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../helpers/values';
import type { Client } from './client';
import { ApiError, type ApiErrorDetails } from './failures';
import type { HttpRequest } from './request';
import type { Send } from './retry';

/** The error of a request with an unknown outcome, and the run and the item it belongs to. */
type SavedError = Pick<ApiError, 'message' | 'description'> &
	Pick<ApiErrorDetails, 'httpCode' | 'networkCode'> & { item: string };

/** Plain data, which n8n saves with the execution. */
interface NodeContext extends IContextObject {
	/** The responses of one run of the node, by item and request (`key` in `respond`). */
	responseCache?: { runIndex: number; responses: Record<string, unknown> };
	/** By request (`createFingerprint`). They're never dropped. */
	unknownOutcomes?: Record<string, SavedError>;
}

/** What the cache needs from a client. */
export type CacheClient = Pick<Client, 'baseUrl' | 'token' | 'isPerItem'>;

/** Thrown instead of sending a request if the outcome of an earlier, equal request is unknown. */
export class StillUnknown extends ApiError {}

/**
 * Keeps responses and unknown outcomes, so that executed requests aren't sent again if n8n executes the node
 * again: for Retry On Fail, or Retry of a failed execution. They're in the node's context, without the token,
 * and n8n saves the context with the execution. Responses are dropped when the run succeeds. Unknown outcomes
 * stay, because a loop or an agent may repeat a request.
 */
export class ResponseCache {
	/** Whether an earlier execution of the node left responses or unknown outcomes. */
	readonly isOfEarlierTry: boolean;
	private readonly context: NodeContext;
	private readonly isTool: boolean;
	private readonly runIndex: number;

	constructor(functions: IExecuteFunctions, runIndex: number) {
		this.context = functions.getContext('node');
		this.isTool = isTool(functions.getNode());
		this.runIndex = runIndex;
		const { responseCache, unknownOutcomes } = this.context;
		// Responses of an earlier iteration of a loop don't belong to this one.
		if (responseCache?.runIndex !== runIndex) this.dropResponses();
		this.isOfEarlierTry = (this.context.responseCache ?? unknownOutcomes) !== undefined;
	}

	/**
	 * Returns the response of an earlier try. If there is none, calls `send` and keeps the response or the
	 * unknown outcome.
	 * @param item `Attempt.itemKey`
	 * @throws StillUnknown if the outcome of an earlier, equal request is unknown; otherwise what `send` throws
	 */
	async respond(
		item: string,
		request: HttpRequest,
		client: CacheClient,
		send: () => Promise<unknown>,
	): Promise<unknown> {
		const fingerprint = createFingerprint(request, client);
		const key = `${item}:${fingerprint}`;
		const { responses = {} } = this.context.responseCache ?? {};
		if (Object.hasOwn(responses, key)) return responses[key];
		const savedError = this.context.unknownOutcomes?.[fingerprint];
		if (savedError) {
			const { message, description, item: sentItem, ...codes } = savedError;
			// If another item sent the request, nothing was sent for this item.
			throw this.isTool || item === sentItem
				? new StillUnknown(message, description, { ...codes, kind: 'unknownOutcome' })
				: new StillUnknown(`Not sent again: ${message}`, description, { kind: 'notSent' });
		}
		const response = await send().catch((error: unknown) => {
			this.keepIfUnknown(error, fingerprint, item);
			throw error;
		});
		// A call of a tool has one item, so there is no finished item that another try could repeat.
		if (!this.isTool) {
			this.context.responseCache ??= { runIndex: this.runIndex, responses: {} };
			this.context.responseCache.responses[key] = response;
		}
		return response;
	}

	/** Drops the responses, because no other try of this run follows. */
	dropResponses(): void {
		delete this.context.responseCache;
	}

	private keepIfUnknown(error: unknown, fingerprint: string, item: string): void {
		if (!(error instanceof ApiError) || error.details.kind !== 'unknownOutcome') return;
		const { message, description, details } = error;
		const { httpCode, networkCode } = details;
		this.context.unknownOutcomes ??= {};
		this.context.unknownOutcomes[fingerprint] = {
			item,
			message,
			description,
			httpCode,
			networkCode,
		};
	}
}

/** Identifies a request by its content and the base URL, and by the token if each item may have its own. */
function createFingerprint(
	{ method, path, text }: HttpRequest,
	{ baseUrl, token, isPerItem }: CacheClient,
): string {
	// 32 bits are enough to distinguish tokens, and too few to find out a token.
	const owner = isPerItem ? hash(token).toString('hex', 0, 4) : '';
	return hash(baseUrl, method, path, text, owner).toString('base64url', 0, 16);
}

/** Sends a request unless the cache has its response or its unknown outcome. */
export function withCache(cache: ResponseCache | undefined, client: CacheClient, send: Send): Send {
	if (!cache) return send;
	return async (request, attempt) =>
		await cache.respond(attempt.itemKey, request, client, async () => await send(request, attempt));
}

function hash(...parts: string[]): Buffer {
	const text = parts.map((part) => `${part}\n`).join('');
	return createHash('sha256').update(text).digest();
}

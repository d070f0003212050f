import { createHash } from 'node:crypto';
import type { IContextObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { isTool } from '../helpers/values';
import type { Client } from './client';
import { ApiError, type ApiErrorDetails } from './failures';
import type { HttpRequest } from './request';
import type { Send } from './retry';

/** Plain data, which n8n saves with the execution. */
interface CachedResponse {
	response: unknown;
	/** The node's run that the response belongs to: an iteration of a loop, or a try of a tool. */
	runIndex: number;
	/** How often n8n will try again, if the node is a tool and its run failed. */
	triesLeft?: number;
}

/** The error of a request with an unknown outcome, and the run and the item it belongs to. */
type SavedError = Pick<ApiError, 'message' | 'description'> &
	Pick<ApiErrorDetails, 'httpCode' | 'networkCode'> & { item: string };

interface Store {
	/** By item and request (`key` in `getOrSend`). */
	responses: Record<string, CachedResponse>;
	/** By request (`createFingerprint`). They're never dropped. */
	unknownOutcomes: Record<string, SavedError>;
}

/** What the cache needs from a client. */
export type RequestOwner = Pick<Client, 'baseUrl' | 'token' | 'isPerItem'>;

/** Thrown instead of sending a request if the outcome of an earlier, equal request is unknown. */
export class StillUnknown extends ApiError {}

/**
 * Keeps responses and unknown outcomes, so that executed requests aren't sent again if n8n executes the node
 * again: for Retry On Fail, the tries of a tool, or Retry of a failed execution. They're in the node's
 * context, without the token, and n8n saves the context with the execution. Responses are dropped when the
 * run succeeds. Unknown outcomes stay, because a loop or an agent may repeat a request.
 */
export class ResponseCache {
	/** Whether an earlier execution of the node left responses or unknown outcomes. */
	readonly hasEarlierOutcomes: boolean;
	private readonly context: { responseCache?: Store } & IContextObject;
	private readonly node: INode;
	private readonly runIndex: number;

	constructor(functions: IExecuteFunctions, runIndex: number) {
		this.context = functions.getContext('node');
		this.node = functions.getNode();
		this.runIndex = runIndex;
		// Responses of an earlier iteration of a loop don't belong to this one.
		if (!isTool(this.node)) this.dropResponses(({ runIndex }) => runIndex !== this.runIndex);
		this.hasEarlierOutcomes = this.context.responseCache !== undefined;
	}

	/**
	 * Returns the response of an earlier try. If there is none, calls `send` and keeps the response or the
	 * unknown outcome.
	 * @throws StillUnknown if the outcome of an earlier, equal request is unknown; otherwise what `send` throws
	 */
	async getOrSend(
		itemIndex: number,
		request: HttpRequest,
		client: RequestOwner,
		send: () => Promise<unknown>,
	): Promise<unknown> {
		const fingerprint = createFingerprint(request, client);
		const key = `${itemIndex}:${fingerprint}`;
		const item = `${this.runIndex}:${itemIndex}`;
		const cached = this.findCachedResponse(key);
		if (cached) return cached.response;
		const savedError = this.store.unknownOutcomes[fingerprint];
		if (savedError) {
			const { message, description, item: sentItem, ...codes } = savedError;
			// If another item sent the request, nothing was sent for this item.
			throw isTool(this.node) || item === sentItem
				? new StillUnknown(message, description, { ...codes, kind: 'unknownOutcome' })
				: new StillUnknown(`Not sent again: ${message}`, description, { kind: 'notSent' });
		}
		const response = await send().catch((error: unknown) => {
			this.keepIfUnknown(error, fingerprint, item);
			throw error;
		});
		this.store.responses[key] = { response, runIndex: this.runIndex };
		return response;
	}

	/** Drops the responses of the run, which has succeeded. */
	onRunSucceeded(): void {
		this.dropResponses(({ runIndex }) => runIndex === this.runIndex);
	}

	/** Keeps the responses of a failed run for another try. Drops them after a tool's last try. */
	onRunFailed(): void {
		if (!isTool(this.node)) return;
		this.dropResponses((cached) => {
			if (cached.runIndex !== this.runIndex) return false;
			cached.triesLeft = (cached.triesLeft ?? countTries(this.node)) - 1;
			return cached.triesLeft === 0;
		});
	}

	private keepIfUnknown(error: unknown, fingerprint: string, item: string): void {
		if (!(error instanceof ApiError) || error.details.kind !== 'unknownOutcome') return;
		const { message, description, details } = error;
		const { httpCode, networkCode } = details;
		this.store.unknownOutcomes[fingerprint] = { item, message, description, httpCode, networkCode };
	}

	private findCachedResponse(key: string): CachedResponse | undefined {
		const { responses } = this.store;
		const cached = Object.hasOwn(responses, key) ? responses[key] : undefined;
		if (cached?.runIndex !== this.runIndex && !cached?.triesLeft) return undefined;
		cached.runIndex = this.runIndex;
		return cached;
	}

	/** Read from the context each time, because parallel runs of a tool share the store. */
	private get store(): Store {
		return (this.context.responseCache ??= { responses: {}, unknownOutcomes: {} });
	}

	private dropResponses(isOver: (cached: CachedResponse) => boolean): void {
		const { responses, unknownOutcomes } = this.store;
		for (const [key, cached] of Object.entries(responses))
			if (isOver(cached)) delete responses[key];
		const isEmpty = Object.keys(responses).length + Object.keys(unknownOutcomes).length === 0;
		if (isEmpty) delete this.context.responseCache;
	}
}

/** Identifies a request by its content and the base URL, and by the token if each item may have its own. */
function createFingerprint(
	{ method, path, text }: HttpRequest,
	{ baseUrl, token, isPerItem }: RequestOwner,
): string {
	// 32 bits are enough to distinguish tokens, and too few to find out a token.
	const owner = isPerItem ? hash(token).toString('hex', 0, 4) : '';
	return hash(baseUrl, method, path, text, owner).toString('base64url', 0, 16);
}

/** Sends a request unless the cache has its response or its unknown outcome. */
export function withCache(
	cache: ResponseCache | undefined,
	client: RequestOwner,
	itemIndex: number,
	send: Send,
): Send {
	if (!cache) return send;
	return async (request, attempt) =>
		await cache.getOrSend(itemIndex, request, client, async () => await send(request, attempt));
}

function hash(...parts: string[]): Buffer {
	const text = parts.map((part) => `${part}\n`).join('');
	return createHash('sha256').update(text).digest();
}

/** Returns how often n8n tries a failing tool in total. */
function countTries({ retryOnFail, maxTries = 3 }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}

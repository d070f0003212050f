import { createHash, randomUUID } from 'node:crypto';
import type { IContextObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { isTool } from '../helpers/values';
import type { Client } from './client';
import { ApiError, type ApiErrorDetails } from './failures';
import type { HttpRequest } from './request';
import type { Send } from './retry';

interface CachedResponse {
	response: unknown;
	/** The hash of the token that the request was sent with. */
	token: string;
}

/** The error of a request with an unknown outcome, and the run and the item it belongs to. */
type SavedError = Pick<ApiError, 'message' | 'description'> &
	Pick<ApiErrorDetails, 'httpCode' | 'networkCode'> & { item: string };

/** Plain data, which n8n saves with the execution. */
interface Store {
	/** The node's run that the responses belong to, such as an iteration of a loop. */
	runIndex: number;
	/** By item and request (`key` in `respond`). */
	responses: Record<string, CachedResponse>;
	/** By request (`createFingerprint`), until the execution ends. */
	unknownOutcomes: Record<string, SavedError>;
	/** Added to a token before it is hashed. */
	salt?: string;
}

/** What the cache needs of a client. */
export type CacheClient = Pick<Client, 'baseUrl' | 'token' | 'isPerItem'>;

/** Thrown instead of sending a request if the outcome of an equal one of the same execution is unknown. */
export class StillUnknown extends ApiError {}

/**
 * Keeps responses and unknown outcomes, so that no request is sent twice if n8n executes the node again, for
 * Retry On Fail or Retry of a failed execution. They're in the node's context, without the token, and n8n saves
 * the context with the execution. Responses are dropped when the run succeeds, and a tool keeps none: its
 * parallel calls share the context. Unknown outcomes stay, because a loop or an agent may repeat a request.
 */
export class ResponseCache {
	/** Whether an earlier execution of the node left responses or unknown outcomes. */
	readonly isOfEarlierTry: boolean;
	/** Items whose response an earlier try got with another token. */
	readonly itemsWithOtherToken = new Set<number>();
	private readonly context: { responseCache?: Store } & IContextObject;
	private readonly node: INode;
	private readonly runIndex: number;

	constructor(functions: IExecuteFunctions) {
		this.context = functions.getContext('node');
		this.node = functions.getNode();
		this.runIndex = functions.getWorkflowDataProxy(0)['$runIndex'] as number;
		// Responses of an earlier iteration of a loop don't belong to this one.
		if (this.store.runIndex !== this.runIndex) this.dropResponses();
		const { responses, unknownOutcomes } = this.store;
		this.isOfEarlierTry = [responses, unknownOutcomes].some((kept) => Object.keys(kept).length > 0);
	}

	/**
	 * Returns the response of an earlier try. If there is none, calls `send` and keeps its outcome.
	 * @throws StillUnknown if the outcome of an earlier try is unknown; otherwise what `send` throws
	 */
	async respond(
		itemIndex: number,
		request: HttpRequest,
		client: CacheClient,
		send: () => Promise<unknown>,
	): Promise<unknown> {
		const token = this.hashToken(client);
		const fingerprint = this.createFingerprint(request, client);
		const key = `${itemIndex}:${fingerprint}`;
		const item = `${this.runIndex}:${itemIndex}`;
		const { responses, unknownOutcomes } = this.store;
		const cached = responses[key];
		if (cached) {
			if (cached.token !== token) this.itemsWithOtherToken.add(itemIndex);
			return cached.response;
		}
		const savedError = unknownOutcomes[fingerprint];
		if (savedError) {
			const { message, description, item: sentItem, ...codes } = savedError;
			// If another item sent the request, nothing was sent for this one.
			throw isTool(this.node) || item === sentItem
				? new StillUnknown(message, description, { ...codes, kind: 'unknownOutcome' })
				: new StillUnknown(`Not sent again: ${message}`, description, { kind: 'notSent' });
		}
		const response = await send().catch((error: unknown) => {
			this.keepIfUnknown(error, fingerprint, item);
			throw error;
		});
		if (!isTool(this.node)) this.store.responses[key] = { response, token };
		return response;
	}

	/** Drops the responses when the run has succeeded. */
	dropResponses(): void {
		const { unknownOutcomes } = this.store;
		if (Object.keys(unknownOutcomes).length === 0) delete this.context.responseCache;
		else Object.assign(this.store, { runIndex: this.runIndex, responses: {} });
	}

	private keepIfUnknown(error: unknown, fingerprint: string, item: string): void {
		if (!(error instanceof ApiError) || error.details.kind !== 'unknownOutcome') return;
		const { message, description, details } = error;
		const { httpCode, networkCode } = details;
		this.store.unknownOutcomes[fingerprint] = { item, message, description, httpCode, networkCode };
	}

	/** Read from the context each time, because parallel runs of a tool share the store. */
	private get store(): Store {
		const { context, runIndex } = this;
		return (context.responseCache ??= { runIndex, responses: {}, unknownOutcomes: {} });
	}

	/** Identifies a request by its content and the base URL, and by the token if each item may have its own. */
	private createFingerprint({ method, path, text }: HttpRequest, client: CacheClient): string {
		const ofItem = client.isPerItem ? [this.hashToken(client)] : [];
		return hash(client.baseUrl, method, path, text, ...ofItem).toString('base64url', 0, 16);
	}

	/** 32 bits are enough to notice another token, and too few to find out the token. */
	private hashToken({ token }: CacheClient): string {
		return hash((this.store.salt ??= randomUUID()), token).toString('hex', 0, 4);
	}
}

/** Sends a request unless the cache has its response or its unknown outcome. */
export function withCache(
	cache: ResponseCache | undefined,
	client: CacheClient,
	itemIndex: number,
	send: Send,
): Send {
	if (!cache) return send;
	return async (request, attempt) =>
		await cache.respond(itemIndex, request, client, async () => await send(request, attempt));
}

function hash(...parts: string[]): Buffer {
	const text = parts.map((part) => `${part}\n`).join('');
	return createHash('sha256').update(text).digest();
}

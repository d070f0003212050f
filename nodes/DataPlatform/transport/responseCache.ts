import { createHash } from 'node:crypto';
import type { IContextObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { isTool } from '../helpers/values';
import type { Client } from './client';
import { ApiError, type ApiErrorDetails } from './apiError';
import type { HttpRequest } from './request';
import type { Send } from './retry';

/** Plain data, which n8n saves with the execution. */
interface CachedResponse {
	response: unknown;
	/** n8n's index of the run that received or last reused the response. A loop iteration is a run. */
	runIndex: number;
	/** Tries left after a failed tool call. A try can be a new run, so any run may use the response. */
	triesLeft?: number;
}

/** The error of a request with an unknown outcome, and the request's run and item index, such as `0:3`. */
type SavedError = Pick<ApiError, 'message' | 'description'> &
	Pick<ApiErrorDetails, 'httpCode' | 'networkCode'> & { item: string };

interface Store {
	/** Each key is an item index and the fingerprint of a request. */
	responses: Record<string, CachedResponse>;
	/** Each key is the fingerprint of a request. Entries stay, so no item sends the same request again. */
	unknownOutcomes: Record<string, SavedError>;
}

/** What the cache needs from a client. */
export type RequestOwner = Pick<Client, 'baseUrl' | 'token' | 'isPerItem'>;

/** Thrown instead of sending a request if the outcome of an earlier, equal request is unknown. */
export class StillUnknown extends ApiError {}

/**
 * Keeps responses, and errors of requests that may have been executed (unknown outcomes). So these requests
 * aren't sent again by Retry On Fail, or by Retry of a failed execution. When the node's run succeeds, its
 * responses are dropped. Unknown outcomes stay, because a loop or an agent may repeat a request. The data
 * is in the node's context, which n8n saves with the execution. It doesn't contain the token.
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
		// Loop iterations don't share responses. Runs of a tool may, because they can be tries of one call.
		if (!isTool(this.node)) this.dropResponses(({ runIndex }) => runIndex !== this.runIndex);
		this.hasEarlierOutcomes = this.context.responseCache !== undefined;
	}

	/**
	 * Returns the cached response, or calls `send` and keeps its response or unknown outcome.
	 * @throws StillUnknown if the outcome of an earlier, equal request is unknown; any error of `send`
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
			// If another item sent the request, nothing was sent for this item. For a tool, the other item
			// may be an earlier try of the same call, with another run index.
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

	/** Read from the context each time, because a parallel run of a tool may have removed the store. */
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

/** Identifies a request by content and base URL, and by token if items may have different credentials. */
function createFingerprint(
	{ method, path, text }: HttpRequest,
	{ baseUrl, token, isPerItem }: RequestOwner,
): string {
	// 32 bits are enough to distinguish tokens, and too few to find out a token.
	const tokenHash = isPerItem ? hash(token).toString('hex', 0, 4) : '';
	return hash(baseUrl, method, path, text, tokenHash).toString('base64url', 0, 16);
}

/**
 * Returns a `Send` that calls `send` only if the cache has no response. The returned `Send` throws
 * StillUnknown if the outcome of an earlier, equal request is unknown.
 */
export function withCache(
	cache: ResponseCache | undefined,
	client: RequestOwner,
	itemIndex: number,
	send: Send,
): Send {
	if (!cache) return send;
	return async (request, state) =>
		await cache.getOrSend(itemIndex, request, client, async () => await send(request, state));
}

function hash(...parts: string[]): Buffer {
	const text = parts.map((part) => `${part}\n`).join('');
	return createHash('sha256').update(text).digest();
}

/** Returns how often n8n tries a failing tool in total. */
function countTries({ retryOnFail, maxTries = 3 }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}

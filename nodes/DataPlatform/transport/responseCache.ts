import { createHash, randomUUID } from 'node:crypto';
import type { IContextObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { isTool } from '../helpers/values';
import type { Client } from './client';
import type { ApiErrorDetails } from './failures';
import { ApiError } from './failures';
import type { HttpRequest } from './request';
import type { Send } from './retry';

/** Plain data, which n8n saves with the execution. */
interface CachedResponse {
	response: unknown;
	/** The node's run that it belongs to: an iteration of a loop, or a try of a tool. */
	runIndex: number;
	/** The hash of the token it was requested with. */
	token?: string;
	/** Of a tool whose run failed: how many more tries n8n makes. */
	triesLeft?: number;
}

/** The error of a request with an unknown outcome, and the run and the item it belongs to. */
type SavedError = Pick<ApiError, 'message' | 'description'> &
	Pick<ApiErrorDetails, 'httpCode' | 'networkCode'> & { item: string };

interface Store {
	/** By item and request. */
	responses: Record<string, CachedResponse>;
	/** By request, until the execution ends. */
	unknownOutcomes: Record<string, SavedError>;
	/** Added to a token before it is hashed. */
	salt?: string;
}

/** The sender of a request. */
export type CacheClient = Pick<Client, 'baseUrl' | 'token' | 'isOfItem'>;

/** A request whose outcome has been unknown since an earlier try, and that isn't sent again. */
export class StillUnknown extends ApiError {}

/**
 * Keeps what must not be sent again if n8n executes the node once more: by Retry On Fail, by its silent
 * retry if the first output item is a failed one, by a tool's tries, or by Retry of a failed execution.
 * It is in the node's context, which n8n saves with the execution, without the token. Responses are
 * dropped when the run succeeds. Unknown outcomes stay, because a loop or an agent may repeat a request.
 */
export class ResponseCache {
	/** Whether an earlier try left something behind. */
	readonly isOfEarlierTry: boolean;
	/** Items whose response an earlier try got with another token. */
	readonly itemsOfOtherToken = new Set<number>();
	private readonly context: { responseCache?: Store } & IContextObject;
	private readonly node: INode;
	private readonly runIndex: number;

	constructor(functions: IExecuteFunctions) {
		this.context = functions.getContext('node');
		this.node = functions.getNode();
		this.runIndex = functions.getWorkflowDataProxy(0)['$runIndex'] as number;
		// What an earlier iteration of a loop left behind doesn't belong to this one.
		if (!isTool(this.node)) this.forget(({ runIndex }) => runIndex !== this.runIndex);
		this.isOfEarlierTry = this.context.responseCache !== undefined;
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
		const token = this.tokenHash(client);
		const fingerprint = this.fingerprint(request, client);
		const key = `${itemIndex}:${fingerprint}`;
		const item = `${this.runIndex}:${itemIndex}`;
		const cached = this.cachedResponse(key);
		if (cached) {
			if (cached.token !== token) this.itemsOfOtherToken.add(itemIndex);
			return cached.response;
		}
		const unknown = this.store.unknownOutcomes[fingerprint];
		if (unknown) {
			const { message, description, item: sentItem, ...codes } = unknown;
			// Nothing was ever sent for another item.
			throw isTool(this.node) || item === sentItem
				? new StillUnknown(message, description, { ...codes, kind: 'unknownOutcome' })
				: new StillUnknown(`Not sent: ${message}`, description, { kind: 'notSent' });
		}
		const response = await send().catch((error: unknown) => {
			this.keepIfUnknown(error, fingerprint, item);
			throw error;
		});
		this.store.responses[key] = { response, runIndex: this.runIndex, token };
		return response;
	}

	/** The run has succeeded: drops its responses. */
	runSucceeded(): void {
		this.forget(({ runIndex }) => runIndex === this.runIndex);
	}

	/** The run has failed: keeps its responses for the tries that follow. */
	runFailed(): void {
		if (!isTool(this.node)) return;
		this.forget((cached) => {
			if (cached.runIndex !== this.runIndex) return false;
			cached.triesLeft = (cached.triesLeft ?? triesOf(this.node)) - 1;
			return cached.triesLeft === 0;
		});
	}

	private keepIfUnknown(error: unknown, fingerprint: string, item: string): void {
		if (!(error instanceof ApiError) || error.details.kind !== 'unknownOutcome') return;
		const { message, description, details } = error;
		const { httpCode, networkCode } = details;
		this.store.unknownOutcomes[fingerprint] = { item, message, description, httpCode, networkCode };
	}

	private cachedResponse(key: string): CachedResponse | undefined {
		const { responses } = this.store;
		const cached = Object.hasOwn(responses, key) ? responses[key] : undefined;
		if (cached?.runIndex !== this.runIndex && !cached?.triesLeft) return undefined;
		cached.runIndex = this.runIndex;
		return cached;
	}

	/** Parallel runs of a tool share it. */
	private get store(): Store {
		return (this.context.responseCache ??= { responses: {}, unknownOutcomes: {} });
	}

	private forget(isOver: (cached: CachedResponse) => boolean): void {
		const { responses, unknownOutcomes } = this.store;
		for (const [key, cached] of Object.entries(responses))
			if (isOver(cached)) delete responses[key];
		const isEmpty = Object.keys(responses).length + Object.keys(unknownOutcomes).length === 0;
		if (isEmpty) delete this.context.responseCache;
	}

	/** Another instance is another request. So is another token, if each item may have its own. */
	private fingerprint({ method, path, text }: HttpRequest, client: CacheClient): string {
		const ofItem = client.isOfItem ? [this.tokenHash(client)] : [];
		return hash(client.baseUrl, method, path, text, ...ofItem).toString('base64url', 0, 16);
	}

	/** 32 bits: enough to notice another token, too few to find it out. */
	private tokenHash({ token }: CacheClient): string {
		return hash((this.store.salt ??= randomUUID()), token).toString('hex', 0, 4);
	}
}

/** Sends a request unless the cache has its response, or knows that its outcome is unknown. */
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

/** How often n8n tries a failing tool in all. */
function triesOf({ retryOnFail, maxTries = 3 }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}

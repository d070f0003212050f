import { createHash } from 'node:crypto';
import type { IContextObject, INode } from 'n8n-workflow';
import { isTool } from '../helpers/values';
import { ApiError } from './apiError';
import type { Access } from './credentials';
import type { Send, SerializedRequest } from './request';

interface CachedResponse {
	response: unknown;
	/** n8n's index of the run that received or last reused the response. A loop iteration is a run. */
	runIndex: number;
	/** Tries left after a failed tool call. A try can be a new run, so any run may use the response. */
	triesLeft?: number;
}

/** The error of a request with an unknown outcome, and the request's run and item index, such as `0:3`. */
type SavedError = { item: string } & Pick<ApiError, 'message' | 'description' | 'details'>;

/** Plain data in the node's context, which n8n saves with the execution. It doesn't contain the token. */
interface Store {
	/** Each key is an item index and the fingerprint of a request. */
	responses: Record<string, CachedResponse>;
	/** Each key is the fingerprint of a request. Entries stay, so no item sends the same request again. */
	unknownOutcomes: Record<string, SavedError>;
}

/** Thrown instead of sending a request if the outcome of an earlier, equal request is unknown. */
export class StillUnknown extends ApiError {}

/**
 * Keeps responses, and errors with an unknown outcome, so that Retry On Fail, and Retry of a failed execution,
 * don't send these requests again. When the node's run succeeds, its responses are dropped. Unknown outcomes
 * stay, because a loop or an agent may repeat a request.
 */
export class ResponseCache {
	private readonly context: { responseCache?: Store } & IContextObject;
	private readonly node: INode;
	private readonly runIndex: number;

	constructor(context: IContextObject, node: INode, runIndex: number) {
		this.context = context;
		this.node = node;
		this.runIndex = runIndex;
		// Loop iterations don't share responses. Runs of a tool may, because they can be tries of one call.
		if (!isTool(node)) this.drop((cached) => cached.runIndex !== runIndex);
	}

	/** Whether an earlier try left responses or unknown outcomes. */
	get isEmpty(): boolean {
		return this.context.responseCache === undefined;
	}

	/** Read from the context each time, because a parallel run of a tool may have removed the store. */
	private get store(): Store {
		return (this.context.responseCache ??= { responses: {}, unknownOutcomes: {} });
	}

	findResponse(key: string): CachedResponse | undefined {
		const { responses } = this.store;
		const cached = Object.hasOwn(responses, key) ? responses[key] : undefined;
		if (cached?.runIndex !== this.runIndex && !cached?.triesLeft) return undefined;
		cached.runIndex = this.runIndex;
		return cached;
	}

	keepResponse(key: string, response: unknown): void {
		this.store.responses[key] = { response, runIndex: this.runIndex };
	}

	/** @throws StillUnknown if the outcome of an earlier, equal request is unknown */
	throwIfUnknown(fingerprint: string, itemIndex: number): void {
		const saved = this.store.unknownOutcomes[fingerprint];
		if (!saved) return;
		const { message, description, details, item } = saved;
		// If another item sent the request, nothing was sent for this item. For a tool, the other item may be
		// an earlier try of the same call, with another run index.
		throw isTool(this.node) || item === `${this.runIndex}:${itemIndex}`
			? new StillUnknown(message, description, details)
			: new StillUnknown(`Not sent again: ${message}`, description, { kind: 'notSent' });
	}

	keepIfUnknown(fingerprint: string, itemIndex: number, error: unknown): void {
		if (!(error instanceof ApiError) || error.details.kind !== 'unknownOutcome') return;
		const { message, description, details } = error;
		const { kind, httpCode, networkCode } = details;
		const item = `${this.runIndex}:${itemIndex}`;
		const known = { kind, httpCode, networkCode };
		this.store.unknownOutcomes[fingerprint] = { item, message, description, details: known };
	}

	/** Drops the responses of the run if it succeeded, or after a tool's last try. */
	endRun(hasFailed: boolean): void {
		this.drop((cached) => {
			if (cached.runIndex !== this.runIndex || !hasFailed) return cached.runIndex === this.runIndex;
			if (!isTool(this.node)) return false;
			cached.triesLeft = (cached.triesLeft ?? countTries(this.node)) - 1;
			return cached.triesLeft === 0;
		});
	}

	private drop(isOver: (cached: CachedResponse) => boolean): void {
		const { responses, unknownOutcomes } = this.store;
		for (const [key, cached] of Object.entries(responses)) {
			if (isOver(cached)) delete responses[key];
		}
		const isEmpty = Object.keys(responses).length + Object.keys(unknownOutcomes).length === 0;
		if (isEmpty) delete this.context.responseCache;
	}
}

/** Returns how often n8n tries a failing tool in total. */
function countTries({ retryOnFail, maxTries = 3 }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries)) : 1;
}

/** Returns a `Send` that sends a request only if the cache has no response and no unknown outcome. */
export function withCache(
	cache: ResponseCache,
	{ access, itemIndex }: { access: Access; itemIndex: number },
	send: Send,
): Send {
	return async (request, signal) => {
		const fingerprint = createFingerprint(request, access);
		const key = `${itemIndex}:${fingerprint}`;
		const cached = cache.findResponse(key);
		if (cached) return cached.response;
		cache.throwIfUnknown(fingerprint, itemIndex);
		try {
			const response = await send(request, signal);
			cache.keepResponse(key, response);
			return response;
		} catch (error) {
			cache.keepIfUnknown(fingerprint, itemIndex, error);
			throw error;
		}
	};
}

/** Identifies a request by content and base URL, and by token if items may have different credentials. */
function createFingerprint(
	{ method, path, text }: SerializedRequest,
	{ baseUrl, token, isPerItem }: Access,
): string {
	// 32 bits are enough to distinguish tokens, and too few to find out a token.
	const tokenHash = isPerItem ? hash(token).toString('hex', 0, 4) : '';
	return hash(baseUrl, method, path, text, tokenHash).toString('base64url', 0, 16);
}

function hash(...parts: string[]): Buffer {
	const text = parts.map((part) => `${part}\n`).join('');
	return createHash('sha256').update(text).digest();
}

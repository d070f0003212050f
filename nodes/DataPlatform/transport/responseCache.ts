import { createHash } from 'node:crypto';
import type { IContextObject, INode } from 'n8n-workflow';
import { isTool } from '../helpers/values';
import { ApiError, StillUnknown } from './apiError';
import type { Access } from './credentials';
import type { Send, SerializedRequest } from './request';

/** What an earlier, equal request returned or, if its outcome is unknown, threw. */
interface Entry {
	/** n8n's index of the run that received or last reused the response. A loop iteration is a run. */
	runIndex: number;
	itemIndex: number;
	response?: unknown;
	/** Tries left after a failed tool call. A try can be a new run. */
	triesLeft?: number;
	unknownOutcome?: Pick<ApiError, 'message' | 'description' | 'details'>;
}

/**
 * Keeps responses, and errors with an unknown outcome, so that Retry On Fail, and Retry of a failed execution,
 * don't send these requests again. When the node's run succeeds, its responses are dropped. Unknown outcomes
 * stay, because a loop or an agent may repeat a request. The data is in the node's context, which n8n saves
 * with the execution.
 */
export class ResponseCache {
	private readonly context: { responseCache?: Record<string, Entry> };
	private readonly isTool: boolean;
	/** How often n8n tries a failing tool in total. */
	private readonly maxTries: number;
	private readonly runIndex: number;

	constructor(context: IContextObject, node: INode, runIndex: number) {
		const { retryOnFail, maxTries = 3 } = node;
		this.context = context;
		this.isTool = isTool(node);
		this.maxTries = retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1;
		this.runIndex = runIndex;
		// Loop iterations don't share responses. Runs of a tool may, because they can be tries of one call.
		if (!this.isTool) this.dropResponses((entry) => entry.runIndex !== runIndex);
	}

	get isEmpty(): boolean {
		return this.context.responseCache === undefined;
	}

	/**
	 * Returns the entry with the response to an equal request of the same item.
	 * @throws StillUnknown if the outcome of an equal request of any item is unknown
	 */
	find(fingerprint: string, itemIndex: number): Entry | undefined {
		const entries = this.context.responseCache ?? {};
		const entry = entries[`${itemIndex}:${fingerprint}`];
		if (entry && (entry.runIndex === this.runIndex || entry.triesLeft)) {
			entry.runIndex = this.runIndex;
			return entry;
		}
		const { unknownOutcome, ...sent } = entries[fingerprint] ?? {};
		if (!unknownOutcome) return undefined;
		const { message, description, details } = unknownOutcome;
		// An equal request of another item means that nothing was sent for this item. For a tool, the other
		// item may be an earlier try of the same call.
		const isSame = sent.runIndex === this.runIndex && sent.itemIndex === itemIndex;
		throw isSame || this.isTool
			? new StillUnknown(message, description, details)
			: new StillUnknown(`Not sent again: ${message}`, description, { kind: 'notSent' });
	}

	keep(key: string, itemIndex: number, result: Pick<Entry, 'response' | 'unknownOutcome'>): void {
		// Read each time, because a parallel run of a tool may have removed it.
		this.context.responseCache ??= {};
		this.context.responseCache[key] = { runIndex: this.runIndex, itemIndex, ...result };
	}

	/** Drops the responses of the run if it succeeded, or after a tool's last try. */
	endRun(hasFailed: boolean): void {
		this.dropResponses((entry) => {
			if (entry.runIndex !== this.runIndex) return false;
			if (!hasFailed || !this.isTool) return !hasFailed;
			entry.triesLeft = (entry.triesLeft ?? this.maxTries) - 1;
			return entry.triesLeft === 0;
		});
	}

	private dropResponses(isOver: (entry: Entry) => boolean): void {
		const entries = this.context.responseCache ?? {};
		for (const [key, entry] of Object.entries(entries)) {
			if (!entry.unknownOutcome && isOver(entry)) delete entries[key];
		}
		if (Object.keys(entries).length === 0) delete this.context.responseCache;
	}
}

/** Returns a `Send` that sends a request only if the cache has no response and no unknown outcome. */
export function withCache(
	cache: ResponseCache,
	access: Access,
	itemIndex: number,
	send: Send,
): Send {
	return async (request, signal) => {
		const fingerprint = createFingerprint(request, access);
		const kept = cache.find(fingerprint, itemIndex);
		if (kept) return kept.response;
		const response = await send(request, signal).catch((error: ApiError) => {
			const { message, description, details } = error;
			const unknownOutcome = { message, description, details };
			const isUnknown = details?.kind === 'unknownOutcome';
			if (isUnknown) cache.keep(fingerprint, itemIndex, { unknownOutcome });
			throw error;
		});
		cache.keep(`${itemIndex}:${fingerprint}`, itemIndex, { response });
		return response;
	};
}

/** Identifies a request by content and base URL, and by token if items may have different credentials. */
function createFingerprint({ method, path, text }: SerializedRequest, access: Access): string {
	const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
	// 8 digits are enough to distinguish tokens, and too few to find out a token.
	const owner = access.isPerItem ? hash(access.token).slice(0, 8) : '';
	return hash(access.baseUrl, method, path, text, owner).slice(0, 32);
}

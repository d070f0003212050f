import { createHash } from 'node:crypto';
import type { IContextObject, INode } from 'n8n-workflow';
import { isTool } from '../helpers/n8n';
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

type Context = IContextObject & { responseCache?: Record<string, Entry> };

/**
 * Keeps responses, and errors with an unknown outcome, so that Retry On Fail, and Retry of a failed execution,
 * don't send these requests again. When the node's run succeeds, its responses are dropped. Unknown outcomes
 * stay, because a loop or an agent may repeat a request. The data is in the node's context, which n8n saves
 * with the execution.
 */
export function createResponseCache(context: Context, node: INode, runIndex: number) {
	const isOfTool = isTool(node);
	/** How often n8n tries a failing tool in total. */
	const maxTries = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries ?? 3)) : 1;
	// Loop iterations don't share responses. Runs of a tool may, because they can be tries of one call.
	if (!isOfTool) dropResponses((entry) => entry.runIndex !== runIndex);

	function dropResponses(isOver: (entry: Entry) => boolean): void {
		const entries = context.responseCache ?? {};
		for (const [key, entry] of Object.entries(entries)) {
			if (!entry.unknownOutcome && isOver(entry)) delete entries[key];
		}
		if (Object.keys(entries).length === 0) delete context.responseCache;
	}

	/**
	 * Returns the entry with the response to an equal request of the same item.
	 * @throws StillUnknown if the outcome of an equal request of any item is unknown
	 */
	function find(fingerprint: string, itemIndex: number): Entry | undefined {
		const entries = context.responseCache ?? {};
		const entry = entries[`${itemIndex}:${fingerprint}`];
		if (entry && (entry.runIndex === runIndex || entry.triesLeft)) {
			entry.runIndex = runIndex;
			return entry;
		}
		const { unknownOutcome, ...sent } = entries[fingerprint] ?? {};
		if (!unknownOutcome) return undefined;
		const { message, description, details } = unknownOutcome;
		// An equal request of another item means that nothing was sent for this item. For a tool, the other
		// item may be an earlier try of the same call.
		const isSame = sent.runIndex === runIndex && sent.itemIndex === itemIndex;
		throw isSame || isOfTool
			? new StillUnknown(message, description, details)
			: new StillUnknown(`Not sent again: ${message}`, description, { kind: 'notSent' });
	}

	/** Reads the cache each time, because a parallel run of a tool may have removed it. */
	const keep = (key: string, entry: Entry) => ((context.responseCache ??= {})[key] = entry);

	/** Returns a `Send` that sends a request only if there's no response and no unknown outcome of it. */
	const withCache =
		(access: Access, itemIndex: number, send: Send): Send =>
		async (request, signal) => {
			const fingerprint = createFingerprint(request, access);
			const kept = find(fingerprint, itemIndex);
			if (kept) return kept.response;
			const response = await send(request, signal).catch((error: ApiError) => {
				const { message, description, details } = error;
				const unknownOutcome = { message, description, details };
				const isUnknown = details?.kind === 'unknownOutcome';
				if (isUnknown) keep(fingerprint, { runIndex, itemIndex, unknownOutcome });
				throw error;
			});
			keep(`${itemIndex}:${fingerprint}`, { runIndex, itemIndex, response });
			return response;
		};

	/** Drops the responses of the run if it succeeded, or after a tool's last try. */
	function endRun(hasFailed: boolean): void {
		dropResponses((entry) => {
			if (entry.runIndex !== runIndex) return false;
			if (!hasFailed || !isOfTool) return !hasFailed;
			entry.triesLeft = (entry.triesLeft ?? maxTries) - 1;
			return entry.triesLeft === 0;
		});
	}

	return { isEmpty: context.responseCache === undefined, withCache, endRun };
}

/** Identifies a request by content and base URL, and by token if items may have different credentials. */
function createFingerprint({ method, path, text }: SerializedRequest, access: Access): string {
	const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
	// 8 digits are enough to distinguish tokens, and too few to find out a token.
	const owner = access.isPerItem ? hash(access.token).slice(0, 8) : '';
	return hash(access.baseUrl, method, path, text, owner).slice(0, 32);
}

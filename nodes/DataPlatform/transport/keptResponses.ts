import type { IExecuteFunctions } from 'n8n-workflow';
import { ApiError, isUnsentOrCanceled, NotSentAgain } from './apiError';
import type { Access } from './credentials';
import { hashBaseUrl, hashRequest, hashSource, hashTarget, hashToken } from './fingerprint';
import type { Send, SerializedRequest } from './request';
import { isTool } from '../helpers/n8n';

/** A request of an item, and what it was made from. */
interface Identity {
	/** n8n's index of the run that received or last reused the response. A loop iteration is a run. */
	runIndex: number;
	itemIndex: number;
	requestHash: string;
	/** Of what the request was made from: an expression such as `{{ $now }}` may make another one of it later. */
	sourceHash?: string;
	baseUrlHash: string;
	/** Of what the request replaces, such as a job. */
	targetHash?: string;
	tokenHash: string;
}

/** How a request of an item ended. */
interface Kept extends Identity {
	response?: unknown;
	failure?: Pick<ApiError, 'message' | 'description' | 'details'>;
	/** Only after a failed call of a tool: how often n8n may still try it. Each try may be another run. */
	triesLeft?: number;
}

export interface KeptResponses {
	/** Whether this may be a later try, in which items can get responses of earlier ones. */
	mayHaveResponses: boolean;
	/** Returns the failure of an equal item's first request that may have run, in an earlier try. Not for tools. */
	findUnknownFailure(itemIndex: number): Kept['failure'];
	/** Returns a `Send` for the requests of one item. It sends only what may be sent in this try. */
	withKeptResponses(access: Access, itemIndex: number, send: Send): Send;
	/** Drops what the run has kept if it succeeded, or after a tool's last try. */
	endRun(hasFailed: boolean): void;
}

/**
 * Keeps the responses of a node's run, because n8n may execute the node again with all items. Also keeps failures,
 * because not every request may be sent again. They are plain data in the node's context, which n8n saves.
 * - Retry On Fail and n8n's Retry: the same run index again. A request that succeeded gets its response, even if its
 *   item failed later, for example because of issues.
 * - A loop: each iteration is another run, and gets nothing of the others.
 * - A tool with Retry On Fail: each try of a call may be another run. An equal request gets the response, as often as
 *   n8n tries.
 * When a run succeeds, what it has kept is dropped.
 *
 * unknownOutcome.ts also remembers runs that may have started, for equal runs of other items and iterations.
 */
export function createKeptResponses(context: IExecuteFunctions, runIndex: number): KeptResponses {
	const node = context.getNode();
	const isOfTool = isTool(node);
	/** How often n8n tries a failing tool in total. */
	const maxTries = node.retryOnFail ? Math.min(5, Math.max(2, node.maxTries || 3)) : 1;
	const saved = context.getContext('node') as { keptResponses?: Record<string, Kept> };
	// Loop iterations don't share responses. Runs of a tool may, because they can be tries of one call.
	if (!isOfTool) drop((kept) => kept.runIndex !== runIndex);
	/**
	 * The last item that has replaced each target in an earlier try, with whatever token: two tokens may belong to users of
	 * the same job. A tool's calls aren't ordered.
	 */
	const lastItems = new Map<string, number>();
	for (const { targetHash, itemIndex, failure } of listKept()) {
		if (targetHash === undefined || failure || isOfTool) continue;
		lastItems.set(targetHash, Math.max(itemIndex, lastItems.get(targetHash) ?? 0));
	}

	function listKept(): Kept[] {
		return Object.values(saved.keptResponses ?? {});
	}

	function drop(isOver: (kept: Kept) => boolean): void {
		const entries = Object.entries(saved.keptResponses ?? {}).filter(([, kept]) => !isOver(kept));
		if (entries.length > 0) saved.keptResponses = Object.fromEntries(entries);
		else delete saved.keptResponses;
	}

	/** Whether an earlier try has kept it about the same request. */
	function isReusable(kept: Kept, identity: Identity, access: Access): boolean {
		const { requestHash, sourceHash, baseUrlHash, tokenHash } = identity;
		// Another run may be an earlier try of the same call of a tool: only a failed call has tries left (see endRun).
		const isOfEarlierTry = kept.runIndex === runIndex || (kept.triesLeft ?? 0) > 0;
		// From the same source, `{{ $now }}` may have made another request. It's the same one, unless the address differs.
		const hasSameSource = sourceHash !== undefined && kept.sourceHash === sourceHash;
		const isSameRequest =
			kept.requestHash === requestHash || (hasSameSource && kept.baseUrlHash === baseUrlHash);
		// A renewed token starts nothing again. But items with different tokens may be those of different users.
		const isSameOwner = !access.hasSeveralTokens || kept.tokenHash === tokenHash;
		return isOfEarlierTry && isSameRequest && isSameOwner;
	}

	/** Finds what an earlier try has kept about the same request. From now on, it belongs to this run. */
	function findAndClaim(key: string, identity: Identity, access: Access): Kept | undefined {
		const kept = saved.keptResponses?.[key];
		if (!kept || !isReusable(kept, identity, access)) return undefined;
		// So that the end of this run drops it, or counts a tool's try.
		kept.runIndex = runIndex;
		return kept;
	}

	function keep(key: string, kept: Kept): void {
		// Read each time, because a parallel run of a tool may have removed it.
		saved.keptResponses ??= {};
		saved.keptResponses[key] = kept;
	}

	/** @throws NotSentAgain if a later item has replaced the same job */
	function throwIfReplaced({ targetHash = '', itemIndex }: Identity, failure: Kept['failure']) {
		const replacedBy = lastItems.get(targetHash) ?? itemIndex;
		if (replacedBy <= itemIndex) return;
		const what = `item ${replacedBy} has replaced the job since`;
		throw new NotSentAgain({
			message: failure ? `${failure.message}. Not sent again: ${what}` : `Not sent: ${what}`,
			description: 'To send it nevertheless, execute the workflow again with this item only.',
			details: failure?.details ?? { kind: 'notSent' },
		});
	}

	function findUnknownFailure(itemIndex: number): Kept['failure'] {
		const kept = saved.keptResponses?.[keyOf(itemIndex, 0)];
		const isUnknown = kept?.runIndex === runIndex && kept.failure?.details.mayHaveRun;
		if (!isUnknown || kept.sourceHash === undefined) return undefined;
		// After n8n's Retry in a loop, the run may have other items.
		const sourceHash = hashSource(node, context.getInputData()[itemIndex]);
		return kept.sourceHash === sourceHash ? kept.failure : undefined;
	}

	function withKeptResponses(access: Access, itemIndex: number, send: Send): Send {
		const item = context.getInputData()[itemIndex];
		let count = 0;

		/** @param sentBefore how many requests the item has sent before */
		function identify(request: SerializedRequest, sentBefore: number): Identity {
			return {
				runIndex,
				itemIndex,
				requestHash: hashRequest(access, request),
				// A later request also depends on responses, and a tool's parameters on what the agent says.
				sourceHash: sentBefore > 0 || isOfTool ? undefined : hashSource(node, item),
				baseUrlHash: hashBaseUrl(access),
				targetHash: request.idempotency === 'idempotent' ? hashTarget(access, request) : undefined,
				tokenHash: hashToken(access),
			};
		}

		return async (request, signal) => {
			// It costs nothing to send a search again.
			if (request.idempotency === 'safe') return await send(request, signal);
			const sentBefore = count++;
			const identity = identify(request, sentBefore);
			// Calls of a tool have the same item index, so the request is part of the key. For others, isReusable compares it.
			const key = keyOf(itemIndex, sentBefore, isOfTool ? identity.requestHash : '');
			const earlier = findAndClaim(key, identity, access);
			if (earlier && !earlier.failure) return earlier.response;
			throwIfReplaced(identity, earlier?.failure);
			/** The error of an earlier try that may have run. If this one isn't sent, it's thrown instead: it says more. */
			const earlierError = earlier?.failure?.details.mayHaveRun
				? new NotSentAgain(earlier.failure)
				: undefined;
			if (earlierError && !request.maySendTwice) throw earlierError;

			const kept = { ...identity, triesLeft: earlier?.triesLeft };
			const earlierTryMayHaveRun = earlierError !== undefined;
			const sent = send({ ...request, earlierTryMayHaveRun }, signal);
			const response = await sent.catch((error: unknown) => {
				if (isUnsentOrCanceled(error)) throw earlierError ?? error;
				if (error instanceof ApiError && isKept(error, identity)) {
					const { message, description, details } = error;
					keep(key, { ...kept, failure: { message, description, details } });
				}
				throw error;
			});
			keep(key, { ...kept, response });
			return response;
		};
	}

	/**
	 * After a failure, n8n may execute a node again, so what its run has kept stays. For a tool, it stays while tries are
	 * left: with 3 tries, 2 are left after the first failed call, and 1 after the second. After the third, it's dropped.
	 */
	function endRun(hasFailed: boolean): void {
		const ofRun = listKept().filter((kept) => kept.runIndex === runIndex);
		for (const kept of ofRun) {
			if (isOfTool && hasFailed) kept.triesLeft = (kept.triesLeft ?? maxTries) - 1;
		}
		drop((kept) => kept.runIndex === runIndex && (!hasFailed || kept.triesLeft === 0));
	}

	const mayHaveResponses = saved.keptResponses !== undefined;
	return { mayHaveResponses, findUnknownFailure, withKeptResponses, endRun };
}

/** @param sentBefore how many requests the item has sent before */
function keyOf(itemIndex: number, sentBefore: number, requestHash = ''): string {
	return [itemIndex, sentBefore, requestHash].join(':');
}

/** Whether a failure is kept: if the request may have run, or if it's an update, which a later item may replace. */
function isKept({ details }: ApiError, { targetHash }: Identity): boolean {
	return details.mayHaveRun === true || targetHash !== undefined;
}

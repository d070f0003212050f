import { ApiError, NotSentAgain } from './apiError';
import type { Access } from './credentials';
import { findMeaning } from './failures';
import { hashTarget, hashToken } from './fingerprint';
import { isRun, type Send, type SerializedRequest } from './request';

/** The error of a run that may have started, n8n's indices of its node run and item, and whose run it is. */
interface UnknownOutcome extends Pick<ApiError, 'message' | 'description' | 'details'> {
	runIndex: number;
	itemIndex: number;
	tokenHash: string;
}

/**
 * Creates the policy for requests that fail but may have been executed: their error says so, and a run then has
 * an unknown outcome. An equal run isn't sent again in the whole execution, because a loop, an agent, Retry On
 * Fail or n8n's Retry may repeat it. The errors are plain data in the node's context, which n8n saves.
 * @param isOfTool another run or item may then be a try of the same call
 */
export function createUnknownOutcomes(
	context: { unknownOutcomes?: Record<string, UnknownOutcome[]> },
	runIndex: number,
	isOfTool: boolean,
) {
	/**
	 * Finds the outcome of an equal run of any item. A renewed token doesn't make it another run, but if the items
	 * have different tokens, each may have its own run. Whether they have can change in a loop.
	 */
	function findEarlier(key: string, access: Access): UnknownOutcome | undefined {
		const outcomes = context.unknownOutcomes?.[key];
		const own = hashToken(access);
		return outcomes?.find(({ tokenHash }) => !access.hasSeveralTokens || tokenHash === own);
	}

	/** @throws NotSentAgain if the outcome of an equal run is unknown */
	function throwIfUnknown(key: string, access: Access, itemIndex: number): void {
		const earlier = findEarlier(key, access);
		if (!earlier) return;
		const isSame = earlier.runIndex === runIndex && earlier.itemIndex === itemIndex;
		if (isSame || isOfTool) throw new NotSentAgain(earlier);
		const { description } = earlier;
		const message = `Not sent again: ${earlier.message}`;
		throw new NotSentAgain({ message, description, details: { kind: 'notSent' } });
	}

	return (access: Access, itemIndex: number, send: Send): Send =>
		async (request, signal) => {
			const key = isRun(request) ? hashTarget(access, request) : undefined;
			if (key !== undefined) throwIfUnknown(key, access, itemIndex);
			return await send(request, signal).catch((error: unknown) => {
				if (!(error instanceof ApiError)) throw error;
				const failure = describeOutcome(error, request);
				const { message, description, details } = failure;
				if (key !== undefined && details.mayHaveRun) {
					const tokenHash = hashToken(access);
					const outcomes = (context.unknownOutcomes ??= {});
					const outcome = { runIndex, itemIndex, tokenHash, message, description, details };
					(outcomes[key] ??= []).push(outcome);
				}
				throw failure;
			});
		};
}

/**
 * Returns the error of a failed request, which says so if one of its tries may have been executed: the last one, as
 * its failure means, or an earlier one, as retries have noted in `details.mayHaveRun`.
 */
function describeOutcome(failure: ApiError, request: SerializedRequest): ApiError {
	const { unknownOutcome } = request;
	const { details } = failure;
	const isInternal = details.kind === 'internal';
	const lastMayHaveRun = findMeaning(details).mayHaveRun;
	if (!unknownOutcome || !(lastMayHaveRun || details.mayHaveRun)) return failure;
	const earlier = lastMayHaveRun ? '' : ' in an earlier try';
	const message = `${unknownOutcome.message}${earlier}: ${failure.message}`;
	const description = describeAdvice(unknownOutcome.description, failure);
	const kind = isRun(request) && !isInternal ? 'unknownOutcome' : details.kind;
	const known = { ...details, kind, mayHaveRun: true };
	// It's about the last try. An earlier one was sent.
	delete known.sent;
	return new ApiError(message, description, known, failure);
}

/**
 * Returns the advice of the unknown outcome, if it has one, otherwise that of the failure. Both are needed after a
 * redirect or a web page, because the address may be wrong, and for a bug, which should be reported.
 */
function describeAdvice(advice: string | undefined, { description, details }: ApiError): string {
	if (advice === undefined) return description;
	const needsBoth = details.kind === 'internal' || details.kind === 'unexpectedResponse';
	return needsBoth ? `${advice} ${description}` : advice;
}

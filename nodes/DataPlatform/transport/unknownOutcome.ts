import { ApiError, NotSentAgain, toFailure } from './apiError';
import type { Access } from './credentials';
import { findFailure } from './failures';
import { hashRequest } from './fingerprint';
import { IDEMPOTENCY } from './idempotency';
import type { Send } from './request';

/** The error of a run that may have started, and n8n's indices of its node run and item. */
interface UnknownOutcome extends Pick<ApiError, 'message' | 'description' | 'details'> {
	runIndex: number;
	itemIndex: number;
}

/**
 * Creates the policy for requests that fail but may have been executed: their error says so, and a run then has
 * an unknown outcome. An equal run isn't sent again in the whole execution, because a loop, an agent, Retry On
 * Fail or n8n's Retry may repeat it. The errors are plain data in the node's context, which n8n saves.
 * @param isOfTool another run or item may then be a try of the same call
 */
export function createUnknownOutcomes(
	context: { unknownOutcomes?: Record<string, UnknownOutcome> },
	runIndex: number,
	isOfTool: boolean,
) {
	/** @throws NotSentAgain if the outcome of an equal request of any item is unknown */
	function throwIfUnknown(key: string, itemIndex: number): void {
		const earlier = context.unknownOutcomes?.[key];
		if (!earlier) return;
		const isSame = earlier.runIndex === runIndex && earlier.itemIndex === itemIndex;
		if (isSame || isOfTool) throw new NotSentAgain(earlier);
		const { description } = earlier;
		const message = `Not sent again: ${earlier.message}`;
		throw new NotSentAgain({ message, description, details: { kind: 'notSent' } });
	}

	return (access: Access, itemIndex: number, send: Send): Send =>
		async (request, signal) => {
			const { unknownOutcome } = request;
			if (!unknownOutcome) return await send(request, signal);
			const isRun = !IDEMPOTENCY[request.idempotency].maySendTwice;
			const key = isRun ? hashRequest(request, access) : '';
			throwIfUnknown(key, itemIndex);
			return await send(request, signal).catch((error: unknown) => {
				const failure = toFailure(error, undefined);
				const { details } = failure;
				const lastMayHaveRun = findFailure(details).mayHaveRun;
				if (!lastMayHaveRun && !details.mayHaveRun) throw failure;
				const earlier = lastMayHaveRun ? '' : ' in an earlier try';
				const message = `${unknownOutcome.message}${earlier}: ${failure.message}`;
				const description = unknownOutcome.description ?? failure.description;
				const kind = isRun ? 'unknownOutcome' : details.kind;
				const known = { ...details, kind, mayHaveRun: true as const };
				delete known.sent;
				if (isRun) {
					const outcome = { runIndex, itemIndex, message, description, details: known };
					(context.unknownOutcomes ??= {})[key] = outcome;
				}
				throw Object.assign(new ApiError(message, description, known), { cause: error });
			});
		};
}

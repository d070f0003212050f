import { ApiError, NotSentAgain, toFailure } from './apiError';
import type { Access } from './credentials';
import { findFailure } from './failures';
import { hashRequest } from './fingerprint';
import { IDEMPOTENCY } from './idempotency';
import type { Send, SerializedRequest } from './request';

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

	function remember(key: string, itemIndex: number, error: ApiError): void {
		const { message, description, details } = error;
		const outcome = { runIndex, itemIndex, message, description, details };
		(context.unknownOutcomes ??= {})[key] = outcome;
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
				// The response arrived, so the run was sent. Its failure is ours.
				if (isRun && details.kind === 'internal') {
					remember(key, itemIndex, failure);
					throw failure;
				}
				const lastMayHaveRun = findFailure(details).mayHaveRun;
				if (!lastMayHaveRun && !details.mayHaveRun) throw failure;
				const earlier = lastMayHaveRun ? '' : ' in an earlier try';
				const message = `${unknownOutcome.message}${earlier}: ${failure.message}`;
				const kind = isRun ? 'unknownOutcome' : details.kind;
				const known = { ...details, kind, mayHaveRun: true as const };
				delete known.sent;
				const unknown = new ApiError(message, describe(unknownOutcome, failure), known);
				if (isRun) remember(key, itemIndex, unknown);
				throw Object.assign(unknown, { cause: error });
			});
		};
}

/** Returns what to do. After a redirect or a web page, the address may be wrong, too. */
function describe(
	{ description }: NonNullable<SerializedRequest['unknownOutcome']>,
	failure: ApiError,
): string {
	if (description === undefined) return failure.description;
	const isUnexpected = failure.details.kind === 'unexpectedResponse';
	return isUnexpected ? `${description} ${failure.description}` : description;
}

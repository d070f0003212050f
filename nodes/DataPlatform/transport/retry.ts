import type { ApiError } from './apiError';
import { findFailure } from './failures';
import { computeBackoff, repeat } from './repeat';
import type { Send } from './request';

/** How often one request is tried. */
export interface RetryOptions {
	/**
	 * The most retries after failures; undefined if the user hasn't set it. Retries after throttling don't
	 * count, but 0 turns them off too.
	 */
	maxRetries?: number;
	/** Seconds within which the whole response to one try must arrive. */
	timeout: number;
}

const DEFAULT_MAX_RETRIES = 3;
/** The tries, and the waits between them, take at most twice the Timeout, or this many milliseconds. */
const MIN_BUDGET = 120_000;

/**
 * Returns a `Send` that repeats a request after temporary failures other than throttling, within Max Retries
 * and the time budget, after 2, 4 and 8 s. The `details.mayHaveRun` of a failure is true if an earlier try
 * may have run.
 */
export function withRetry(options: RetryOptions, send: Send): Send {
	const { maxRetries = DEFAULT_MAX_RETRIES, timeout } = options;
	const budget = Math.max(MIN_BUDGET, 2 * 1000 * timeout);
	return async (request, signal) => {
		let { mayHaveRun } = request;
		let spent = 0;

		function findWait(failure: ApiError, failures: number): number | undefined {
			const { details, sentAt = performance.now() } = failure;
			if (mayHaveRun && request.unknownOutcome) details.mayHaveRun = true;
			const reaction = findFailure(details);
			mayHaveRun ||= reaction.mayHaveRun;
			const backoff = computeBackoff(failures);
			// Waiting to be sent doesn't use up the budget.
			spent += performance.now() - sentAt + backoff;
			const isLast = failures > maxRetries || spent > budget;
			const wouldRunTwice = reaction.mayHaveRun && !request.maySendTwice;
			const isOver = isLast || wouldRunTwice || reaction.throttles || !reaction.mayRetry;
			return isOver ? undefined : backoff;
		}

		return await repeat(send, [request, signal], findWait);
	};
}

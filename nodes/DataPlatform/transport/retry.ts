import { ApiError, toFailure } from './apiError';
import { computeBackoff } from './backoff';
import { findFailure } from './failures';
import type { Send } from './request';
import { wait } from '../helpers/abort';

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
 * and the time budget, after 2, 4 and 8 s. If a request ends unsent or canceled after a try that failed, that
 * failure is its error. Its `details.mayHaveRun` is true if a try before it may have run.
 */
export function withRetry(options: RetryOptions, send: Send): Send {
	const { maxRetries = DEFAULT_MAX_RETRIES, timeout } = options;
	const budget = Math.max(MIN_BUDGET, 2 * 1000 * timeout);
	return async (request, signal) => {
		let { mayHaveRun } = request;
		let failure: ApiError | undefined;
		let pause = 0;
		let spent = 0;
		let tries = 0;
		for (let retries = 0; ; retries++) {
			const sent = wait(pause, signal).then(async () => await send(request, signal));
			const result = await sent.catch((error: unknown) => toFailure(error, failure));
			if (!(result instanceof ApiError)) return result;
			failure = result;
			const { details, sentAt = performance.now() } = failure;
			tries += details.tries ?? 1;
			if (tries > 1) details.tries = tries;
			if (mayHaveRun && request.unknownOutcome) details.mayHaveRun = true;
			const reaction = findFailure(details);
			const mayRepeat = request.maySendTwice || !reaction.mayHaveRun;
			mayHaveRun ||= reaction.mayHaveRun;
			// Waiting to be sent doesn't use up the budget.
			const duration = performance.now() - sentAt;
			pause = computeBackoff(retries + 1);
			spent += duration + pause;
			const isLast = retries >= maxRetries || spent > budget || reaction.throttles;
			if (isLast || !reaction.mayRetry || !mayRepeat) throw failure;
		}
	};
}

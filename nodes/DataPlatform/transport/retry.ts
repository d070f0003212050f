import { ApiError, isUnsentOrCanceled } from './apiError';
import { findMeaning } from './failures';
import type { Send } from './request';
import { wait } from '../helpers/abort';

/** How often one request is tried. */
export interface RetryOptions {
	/**
	 * The most retries after failures; undefined if the user hasn't set it. Retries after throttling don't
	 * count, but 0 turns them off too.
	 */
	maxRetries?: number;
	/** Milliseconds within which the whole response to one try must arrive. */
	timeout: number;
}

export const DEFAULT_MAX_RETRIES = 3;
/** Milliseconds. Each backoff is twice as long as the one before. */
const FIRST_BACKOFF = 2000;
const MAX_BACKOFF = 30_000;
/**
 * A request isn't tried again once its tries and the waits between them have taken this many milliseconds, or twice the
 * Timeout if that's longer.
 */
const MIN_BUDGET = 120_000;
/** The longest Retry-After to wait for, in milliseconds. It doesn't use up MIN_BUDGET. */
const MAX_RETRY_AFTER = 600_000;
/** The most milliseconds that one request waits because it's throttled. They don't use up MIN_BUDGET either. */
const MAX_THROTTLED_WAITS = 1_200_000;

/**
 * Returns a `Send` that repeats a request after temporary failures, within Max Retries and the time budget, after 2, 4
 * and 8 s or as Retry-After says, and while it's throttled. If a request ends unsent or canceled after a try that
 * failed, that failure is its error. If the request has an `unknownOutcome`, the error's `details.mayHaveRun` is true
 * if an earlier try may have run.
 */
export function withRetry(options: RetryOptions, send: Send): Send {
	return async (request, signal) => {
		const nextPause = createSchedule(options);
		/** Whether one of the tries so far may have run. */
		let mayHaveRun = request.earlierTryMayHaveRun;
		let failure: ApiError | undefined;
		let pause = 0;
		for (let tries = 1; ; tries++) {
			const sent = wait(pause, signal).then(async () => await send(request, signal));
			const result = await sent.catch((error: unknown) => {
				if (isUnsentOrCanceled(error)) throw failure ?? error;
				if (error instanceof ApiError) return error;
				throw error;
			});
			if (!(result instanceof ApiError)) return result;
			failure = result;
			const { details } = failure;
			if (tries > 1) details.tries = tries;
			if (mayHaveRun && request.unknownOutcome) details.mayHaveRun = true;
			const reaction = findMeaning(details);
			mayHaveRun ||= reaction.mayHaveRun;
			const mayRepeat = request.maySendTwice || !reaction.mayHaveRun;
			const next = nextPause(failure, reaction.throttles === true);
			if (next === undefined || !reaction.mayRetry || !mayRepeat) throw failure;
			pause = next;
		}
	};
}

/** Returns the milliseconds until the next try after each failure of a request, or undefined after the last. */
function createSchedule({ maxRetries = DEFAULT_MAX_RETRIES, timeout }: RetryOptions) {
	const budget = Math.max(MIN_BUDGET, 2 * timeout);
	let throttledTries = 0;
	let throttledWaits = 0;
	let failedTries = 0;
	let spentTime = 0;

	function afterThrottling({ retryAfter }: ApiError['details']): number | undefined {
		throttledTries++;
		// After Retry-After, it waits in the queue. Otherwise, others go first.
		const pause = retryAfter ? 0 : computeBackoff(throttledTries);
		throttledWaits += retryAfter || pause;
		return maxRetries === 0 || throttledWaits > MAX_THROTTLED_WAITS ? undefined : pause;
	}

	function afterFailure({ retryAfter }: ApiError['details'], sentAt: number): number | undefined {
		failedTries++;
		const backoff = computeBackoff(failedTries);
		// Waiting to be sent doesn't use up the budget.
		spentTime += performance.now() - sentAt + (retryAfter ? 0 : backoff);
		const pause = retryAfter || backoff;
		const isOver = failedTries > maxRetries || spentTime > budget || pause > MAX_RETRY_AFTER;
		return isOver ? undefined : pause;
	}

	return ({ details, sentAt = performance.now() }: ApiError, isThrottled: boolean) =>
		isThrottled ? afterThrottling(details) : afterFailure(details, sentAt);
}

/** Returns the milliseconds to wait after this many tries (1 or more), varied by up to a quarter. */
function computeBackoff(tries: number): number {
	const backoff = Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (tries - 1));
	return backoff * (0.75 + 0.5 * Math.random());
}

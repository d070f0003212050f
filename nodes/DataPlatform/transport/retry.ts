import { Aborted, wait } from '../helpers/abort';
import { ApiError } from './apiError';
import { findFailure } from './failures';
import { IDEMPOTENCY } from './idempotency';
import type { Send, SerializedRequest } from './request';

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

/** Milliseconds. Each backoff is twice as long as the one before. */
const FIRST_BACKOFF = 2000;
const MAX_BACKOFF = 30_000;

/** The time budget is twice the Timeout, but at least this many milliseconds, counted from the first try. */
const MIN_BUDGET = 120_000;
/** The longest Retry-After, and the most by which it and waiting for a slot extend the budget, in milliseconds. */
const MAX_EXTENSION = 600_000;

/**
 * Returns a `Send` that repeats a request after temporary failures, within Max Retries and the time budget. It
 * waits as Retry-After says, otherwise 2, 4 and 8 s. If a request ends unsent or canceled after a try that
 * failed, that failure is its error.
 */
export function withRetry(options: RetryOptions, send: Send): Send {
	const { maxRetries = DEFAULT_MAX_RETRIES, timeout } = options;
	const budget = Math.max(MIN_BUDGET, 2 * 1000 * timeout);
	return async (request, signal) => {
		let failure: ApiError | undefined;
		let firstSentAt: number | undefined;
		let retries = 0;
		let extension = 0;
		for (let tries = 1; ; tries++) {
			const requestedAt = performance.now();
			const result = await send(request, signal).catch((error: unknown) => {
				const isUnsent = error instanceof ApiError && error.details.kind === 'notSent';
				if (isUnsent || error instanceof Aborted) throw failure ?? error;
				if (error instanceof ApiError) return error;
				throw error;
			});
			if (!(result instanceof ApiError)) return result;
			failure = result;
			const { sentAt = requestedAt, details } = result;
			if (tries > 1) details.tries = tries;
			firstSentAt ??= sentAt;
			if (!findFailure(details).throttles) retries++;
			const pause = details.retryAfter || computeBackoff(tries);
			const waitedForSlot = tries === 1 ? 0 : sentAt - requestedAt;
			extension = Math.min(MAX_EXTENSION, extension + waitedForSlot + (details.retryAfter ?? 0));
			const isLate = performance.now() + pause > firstSentAt + budget + extension;
			const isLast = maxRetries === 0 || retries > maxRetries || isLate || pause > MAX_EXTENSION;
			if (isLast || !mayRepeat(request, result, options)) throw result;
			await wait(pause, signal).catch(() => {
				throw result;
			});
		}
	};
}

/** Whether the failure allows to send the request again. */
function mayRepeat({ policy }: SerializedRequest, error: ApiError, options: RetryOptions): boolean {
	const { mayRetry = false, mayHaveRun } = findFailure(error.details);
	if (!mayHaveRun) return mayRetry;
	const isUnwanted = policy.avoidsRepetition === true && options.maxRetries === undefined;
	return mayRetry && IDEMPOTENCY[policy.idempotency].isRepeatable && !isUnwanted;
}

/** Returns the milliseconds to wait after this many tries, varied by up to a quarter. */
function computeBackoff(tries: number): number {
	const backoff = Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (tries - 1));
	return backoff * (0.75 + 0.5 * Math.random());
}

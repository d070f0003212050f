import type { ExecutionController } from '../helpers/executionController';
import type { Outage } from './circuitBreaker';
import { ApiError, classifyFailure } from './failures';
import { IDEMPOTENCY } from './idempotency';
import { PauseTooLong, type RateLimiter, NeedsNewSlot } from './rateLimiter';
import type { SerializedRequest } from './request';

/** How long and how often one request is sent. */
export interface RetryBounds {
	/** Retries after failures, at least 0; 0 also means that a throttled request isn't sent again. */
	maxRetries: number;
	/** Seconds to keep trying, from the first try or, if throttling delays it, from the first throttling. */
	retryBudget: number;
	/**
	 * Whether to assume that a throttled request (429, or 503 with Retry-After) wasn't executed, as HTTP
	 * defines it. The API documents no error statuses (api-spec.md 7.3).
	 */
	trustsThrottling: boolean;
	/** Seconds within which the whole response to one try must arrive. */
	timeout: number;
}

/** The state of a request, shared by all `Send` layers. Times are milliseconds of `performance.now()`. */
export interface Attempt {
	/** Identifies the item of this execution that the request belongs to. */
	itemKey: string;
	controller: ExecutionController;
	bounds: RetryBounds;
	/** 1 for the first try. */
	number: number;
	/** How the previous try failed. */
	failure?: ApiError;
	/** When the request gives up; undefined before its first try or wait. */
	deadline?: number;
	/** When this try was sent. */
	sentAt: number;
	/** The outage that this try probes, if the circuit breaker sent it as a probe. */
	probedOutage?: Outage;
	/** Milliseconds to wait before the next try. */
	wait: number;
	/** For requests that must not be sent twice: returns whether the platform responds to a search. */
	probe?(attempt: Attempt): Promise<boolean>;
}

/** Sends a request and returns the parsed JSON. Throws ApiError, Aborted, PauseTooLong or NeedsNewSlot. */
export type Send = (request: SerializedRequest, attempt: Attempt) => Promise<unknown>;

/**
 * Sends a request until it succeeds, another try isn't allowed (failures.ts, idempotency.ts), or its retries
 * or its budget are used up. Throws ApiError, or Aborted if the request ended before a try failed.
 */
export function withRetry(send: Send): Send {
	return async (request, attempt) => {
		const { maxRetries, trustsThrottling } = attempt.bounds;
		for (let retries = 0; ; attempt.number++) {
			const result = await send(request, attempt).catch((reason: unknown) =>
				toFailure(reason, attempt),
			);
			if (!(result instanceof ApiError)) return result;
			attempt.failure = result;
			const { countsAsRetry, throttles, retry } = classifyFailure(result, trustsThrottling);
			if (countsAsRetry !== false) retries++;
			const { isRepeatable } = IDEMPOTENCY[request.policy.idempotency];
			const mayRetry = retry === 'always' || (retry === 'ifRepeatable' && isRepeatable);
			if (!mayRetry || maxRetries === 0 || retries > maxRetries) throw result;
			if (performance.now() + attempt.wait > (attempt.deadline ?? Infinity)) {
				throw createBudgetError(attempt.wait, attempt);
			}
			// A throttled request waits in the rate limiter, like all others.
			if (throttles) continue;
			await attempt.controller.wait(attempt.wait).catch(() => {
				throw result;
			});
		}
	};
}

/** Returns the failure of a try. If the try wasn't sent or was canceled, throws any previous failure. */
function toFailure(reason: unknown, attempt: Attempt): ApiError {
	const { failure, number } = attempt;
	if (reason instanceof PauseTooLong) throw createBudgetError(reason.milliseconds, attempt);
	if (!(reason instanceof ApiError)) throw failure ?? reason;
	const { message, description, details } = reason;
	if (details.kind !== 'notSent') {
		if (number === 1) return reason;
		return new ApiError(message, description, { ...details, attempts: number });
	}
	if (!failure) throw reason;
	throw new ApiError(failure.message, `${failure.description} ${description}`, failure.details);
}

/** Sends a request when the rate limiter allows it, and reports the result to the limiter. */
export function withRateLimit(limiter: RateLimiter, send: Send): Send {
	return async (request, attempt) => {
		for (;;) {
			const othersInFlight = await limiter.acquire(attempt);
			attempt.deadline ??= performance.now() + 1000 * attempt.bounds.retryBudget;
			try {
				const result = await send(request, attempt).catch((reason: unknown) => {
					if (reason instanceof ApiError) reportFailure(limiter, othersInFlight, attempt, reason);
					if (reason instanceof NeedsNewSlot) return reason;
					throw reason;
				});
				if (result instanceof NeedsNewSlot) continue;
				limiter.onSuccess(attempt.sentAt);
				return result;
			} finally {
				limiter.release();
			}
		}
	};
}

function reportFailure(
	limiter: RateLimiter,
	othersInFlight: number,
	attempt: Attempt,
	failure: ApiError,
) {
	attempt.wait = computeWait(failure, attempt.number, limiter.throttledFor);
	if (failure.details.kind === 'notSent') return;
	const { throttles, tookTooLong, isOutage } = classifyFailure(failure);
	// Only the circuit breaker reacts to a probe that failed because of an outage.
	if (attempt.probedOutage && isOutage) return;
	if (throttles) limiter.onThrottled(othersInFlight, attempt.wait);
	else if (tookTooLong) limiter.onTimeout(attempt.sentAt);
	else if (failure.details.httpCode !== undefined) limiter.onOtherResponse();
}

/** Milliseconds. A platform that is down takes longer to come back than one that throttles. */
const FIRST_BACKOFF = 1000;
const FIRST_BACKOFF_AFTER_429 = 200;
const MAX_BACKOFF = 30_000;

/**
 * Returns the milliseconds before the next try: Retry-After or, if that is missing or 0, exponential backoff
 * with full jitter.
 * @param throttledFor for how many milliseconds the platform has throttled every request
 */
export function computeWait({ details }: ApiError, attempts: number, throttledFor: number): number {
	const first = details.httpCode === 429 ? FIRST_BACKOFF_AFTER_429 : FIRST_BACKOFF;
	const longest = Math.max(first * 2 ** (attempts - 1), throttledFor);
	return details.retryAfter || Math.random() * Math.min(MAX_BACKOFF, longest);
}

function createBudgetError(wait: number, { bounds: { retryBudget }, failure }: Attempt): ApiError {
	const advice = 'Try again later, or raise Retry Budget under Request Options.';
	const reason = failure?.message ?? 'Not sent: the platform throttles requests';
	const message = `${reason}. The next try would be in ${Math.ceil(wait / 1000)} s, but the Retry Budget of ${retryBudget} s ends earlier`;
	return new ApiError(message, advice, failure?.details ?? { kind: 'notSent' });
}

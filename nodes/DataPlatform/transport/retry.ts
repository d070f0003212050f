import type { ExecutionController } from '../helpers/executionController';
import type { Outage } from './circuitBreaker';
import { ApiError, classifyFailure } from './failures';
import { IDEMPOTENCY } from './idempotency';
import { PauseTooLong, type RateLimiter, NeedsNewSlot } from './rateLimiter';
import type { SerializedRequest } from './request';

/** How often and how long one request is tried. */
export interface RetryBounds {
	/** The most retries after failures. Retries after throttling don't count, but 0 turns them off too. */
	maxRetries: number;
	/**
	 * Seconds to keep trying, counted from the first try. If throttling of other requests delays the first
	 * try, the budget starts with that throttling.
	 */
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
	/** Identifies the request's item in this execution by run index and item index, such as `0:3`. */
	itemKey: string;
	controller: ExecutionController;
	bounds: RetryBounds;
	/** 1 for the first try. */
	number: number;
	/** How the previous try failed. */
	failure?: ApiError;
	/** When the request gives up. Undefined until its first try is sent or throttling delays it. */
	deadline?: number;
	/** When this try was sent. */
	sentAt: number;
	/** The outage that this try probes, if the circuit breaker sent it as a probe. */
	probedOutage?: Outage;
	/** Milliseconds to wait before the next try. */
	wait: number;
	/** For requests that must not be sent twice. Sends a search, and returns whether the platform is up. */
	probe?(attempt: Attempt): Promise<boolean>;
}

/** Sends a request and returns the parsed JSON. Throws ApiError, Aborted, PauseTooLong or NeedsNewSlot. */
export type Send = (request: SerializedRequest, attempt: Attempt) => Promise<unknown>;

/**
 * Wraps `send`. Retries until the request succeeds, or until a retry isn't allowed or Max Retries or Retry
 * Budget is used up.
 * @throws ApiError; Aborted if, before any try failed, the request was canceled or not sent
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

/** Returns a try's failure. If the try wasn't sent or was canceled, throws the previous one or `reason`. */
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

/** Wraps `send`. Waits for a slot of the rate limiter, and reports the result to it. */
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

/** Milliseconds. The first backoff is shorter after 429, because throttling ends sooner than an outage. */
const FIRST_BACKOFF = 1000;
const FIRST_BACKOFF_AFTER_429 = 200;
const MAX_BACKOFF = 30_000;

/**
 * Returns the milliseconds before the next try: Retry-After if it's above 0, otherwise exponential backoff
 * with full jitter.
 * @param throttledFor milliseconds for which every request has been throttled; the backoff may be as long
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

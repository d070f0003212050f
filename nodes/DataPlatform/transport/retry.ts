import type { ExecutionController } from '../helpers/executionController';
import type { RequestOptions } from '../parameters/requestOptions';
import type { Outage } from './circuitBreaker';
import { ApiError } from './apiError';
import { classifyFailure } from './retryPolicy';
import { IDEMPOTENCY } from './idempotency';
import { PauseTooLong } from './rateLimiter';
import type { SerializedRequest } from './request';

/** How often and how long one request is tried. */
export interface RetryBounds {
	/** The most retries after failures. Retries after throttling don't count, but 0 turns them off too. */
	maxRetries: number;
	/**
	 * Seconds to keep trying, counted from the first try. If the first try must wait because other requests
	 * were throttled, the time counts from the start of the throttling.
	 */
	retryBudget: number;
	/**
	 * Whether to assume that a throttled request (429, or 503 with Retry-After) wasn't executed. That's
	 * usual, but the API doesn't document its error statuses (api-spec.md 7.3).
	 */
	trustsThrottling: boolean;
	/** Seconds within which the whole response to one try must arrive. */
	timeout: number;
}

const DEFAULT_MAX_RETRIES = 3;

const MIN_RETRY_BUDGET = 120;

/** Returns the bounds for the Request Options of an item. */
export function toRetryBounds({ maxRetries, timeout }: RequestOptions): RetryBounds {
	return {
		maxRetries: maxRetries ?? DEFAULT_MAX_RETRIES,
		retryBudget: Math.max(2 * timeout, MIN_RETRY_BUDGET),
		trustsThrottling: true,
		timeout,
	};
}

/** The state of a request, passed to each `Send`. Points in time are values of `performance.now()`. */
export interface RequestState {
	/** Identifies the request's item in this execution by run index and item index, such as `0:3`. */
	itemKey: string;
	controller: ExecutionController;
	bounds: RetryBounds;
	/** 1 for the first try. */
	tryNumber: number;
	/** How the previous try failed. */
	failure?: ApiError;
	/** When the request gives up. Undefined until its first try gets a slot, or throttling delays it. */
	deadline?: number;
	/** When this try was sent. */
	sentAt: number;
	/** The outage that this try probes. Set if the circuit breaker uses the try as a probe. */
	probedOutage?: Outage;
	/** Milliseconds to wait before the next try. */
	wait: number;
	/** Sends a search, and returns whether the platform is up. Set if the request mustn't be sent twice. */
	probe?(state: RequestState): Promise<boolean>;
}

/** Sends a request and returns the parsed JSON. Throws ApiError, Aborted, PauseTooLong or NeedsNewSlot. */
export type Send = (request: SerializedRequest, state: RequestState) => Promise<unknown>;

/**
 * Returns a `Send` that retries within Max Retries and Retry Budget, after failures that allow a retry. The
 * returned `Send` throws the last failure, or Aborted if the request was canceled before any try failed.
 */
export function withRetry(send: Send): Send {
	return async (request, state) => {
		const { maxRetries, trustsThrottling } = state.bounds;
		for (let retries = 0; ; state.tryNumber++) {
			const result = await send(request, state).catch((reason: unknown) =>
				toFailure(reason, state),
			);
			if (!(result instanceof ApiError)) return result;
			state.failure = result;
			const { countsAsRetry, throttles, retry } = classifyFailure(result, trustsThrottling);
			if (countsAsRetry !== false) retries++;
			const { isRepeatable } = IDEMPOTENCY[request.policy.idempotency];
			const mayRetry = retry === 'always' || (retry === 'ifRepeatable' && isRepeatable);
			if (!mayRetry || maxRetries === 0 || retries > maxRetries) throw result;
			if (performance.now() + state.wait > (state.deadline ?? Infinity)) {
				throw createBudgetError(state.wait, state);
			}
			// The rate limiter makes all requests wait. After a failed probe, the circuit breaker does.
			if (throttles) continue;
			await state.controller.wait(state.wait).catch(() => {
				throw result;
			});
		}
	};
}

/**
 * Returns the error of a failed try. If the request was canceled, or the rate limiter or circuit breaker
 * didn't allow this try, throws the error of the previous try, if there was one.
 */
function toFailure(reason: unknown, state: RequestState): ApiError {
	const { failure, tryNumber } = state;
	if (reason instanceof PauseTooLong) throw createBudgetError(reason.milliseconds, state);
	if (!(reason instanceof ApiError)) throw failure ?? reason;
	const { message, description, details } = reason;
	if (details.kind !== 'notSent') {
		if (tryNumber === 1) return reason;
		return new ApiError(message, description, { ...details, attempts: tryNumber });
	}
	if (!failure) throw reason;
	throw new ApiError(failure.message, `${failure.description} ${description}`, failure.details);
}

function createBudgetError(
	wait: number,
	{ bounds: { retryBudget }, failure }: RequestState,
): ApiError {
	const advice = 'Try again later, or raise Retry Budget under Request Options.';
	const reason = failure?.message ?? 'Not sent: the platform throttles requests';
	const message = `${reason}. The next try would be in ${Math.ceil(wait / 1000)} s, but the Retry Budget of ${retryBudget} s ends earlier`;
	return new ApiError(message, advice, failure?.details ?? { kind: 'notSent' });
}

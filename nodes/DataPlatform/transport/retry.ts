import type { RunController } from './abort';
import { ApiError } from './failures';
import type { Effect } from './idempotency';
import type { RateLimiter, Slot } from './rateLimiter';
import { PausedTooLong } from './rateLimiter';
import type { WireRequest } from './request';
import { faultOf, isLate, maySendAgain, waitBefore } from './retryRules';

/** How long and how often one request is tried. */
export interface RetryBounds {
	/** Repetitions after faults, at least 0; 0 also means that a throttled request is not sent again. */
	maxRetries: number;
	/** Seconds from the first try, or from the first wait for the platform, on. */
	retryBudget: number;
	/**
	 * Whether a throttled request (429, or 503 with Retry-After) is taken for what HTTP means by it: the
	 * request was not executed. The API documents no error statuses (api-spec.md 7.3).
	 */
	trustsNotNow: boolean;
	/** Seconds within which the whole response to one try must be there. */
	timeout: number;
}

/** The tries of one request. The layers of the client read it and note in it what the others need. */
export interface Attempt {
	/** The item the request belongs to, unlike every other one of the execution. */
	itemKey: string;
	effect: Effect;
	controller: RunController;
	bounds: RetryBounds;
	/** 1 for the first try. */
	number: number;
	/** When the request gives up waiting, in terms of `performance.now()`; undefined before it waited or was sent. */
	deadline?: number;
	/** When this try was sent, in terms of `performance.now()`. */
	sentAt: number;
	/** Whether this try probes for the circuit breaker, which then sets the pace. */
	isProbe: boolean;
	/** Milliseconds to wait before the next one. */
	wait: number;
}

/**
 * Sends one request.
 * @returns the parsed JSON of a successful response
 * @throws ApiError; Aborted when it was not sent
 */
export type Send = (request: WireRequest, attempt: Attempt) => Promise<unknown>;

/**
 * Sends a request again where its effect allows that, until it succeeds or its retries or its budget are
 * used up. Throws the ApiError of the last try.
 */
export function withRetry(send: Send): Send {
	return async (request, attempt) => {
		const { bounds, controller, effect } = attempt;
		let failure: ApiError | undefined;
		let retries = 0;
		for (; ; attempt.number++) {
			try {
				return await send(request, attempt);
			} catch (reason) {
				failure = failureOf(reason, failure, attempt);
			}
			const fault = faultOf(failure, bounds.trustsNotNow);
			if (fault.counts) retries++;
			const { maxRetries } = bounds;
			if (!maySendAgain(fault, effect) || maxRetries === 0 || retries > maxRetries) throw failure;
			if (performance.now() + attempt.wait > (attempt.deadline ?? Infinity)) {
				throw beyondBudget(bounds, attempt.wait, failure);
			}
			// A throttled request waits in the rate limiter, like all others.
			if (!fault.slowsDown) await pause(controller, attempt.wait, failure);
		}
	};
}

/**
 * The failure of a try.
 * @throws ApiError the failure before when this try was not sent; Aborted when none was
 */
function failureOf(
	reason: unknown,
	before: ApiError | undefined,
	{ bounds, number }: Attempt,
): ApiError {
	if (reason instanceof PausedTooLong) throw beyondBudget(bounds, reason.milliseconds, before);
	if (!(reason instanceof ApiError)) throw before ?? reason;
	if (reason.details.kind === 'notSent') throw before ? givenUp(before, reason) : reason;
	if (number === 1) return reason;
	return new ApiError(reason.message, reason.description, { ...reason.details, attempts: number });
}

/** Sends a request at the pace of the execution, and reports to the rate limiter how it ended. */
export function withRateLimit(limiter: RateLimiter, send: Send): Send {
	return async (request, attempt) => {
		const { bounds, controller, deadline } = attempt;
		const budget = bounds.retryBudget * 1000;
		const slot = await limiter.acquire(controller, deadline, budget);
		attempt.deadline = slot.deadline ?? performance.now() + budget;
		try {
			const response = await send(request, attempt);
			limiter.onSuccess({ ...slot, sentAt: attempt.sentAt });
			return response;
		} catch (reason) {
			if (reason instanceof ApiError) reportFailure(limiter, slot, attempt, reason);
			throw reason;
		} finally {
			limiter.release(slot);
		}
	};
}

function reportFailure(
	limiter: RateLimiter,
	slot: Slot,
	attempt: Attempt,
	failure: ApiError,
): void {
	attempt.wait = waitBefore(failure, attempt.number, limiter.throttledFor);
	if (failure.details.kind === 'notSent' || attempt.isProbe) return;
	const sent = { ...slot, sentAt: attempt.sentAt };
	if (faultOf(failure).slowsDown) limiter.onThrottled(sent, attempt.wait);
	else if (isLate(failure)) limiter.onTimeout(sent);
	else if (failure.details.httpCode !== undefined) limiter.onOtherResponse();
}

async function pause(controller: RunController, wait: number, failure: ApiError): Promise<void> {
	await controller.wait(wait).catch(() => {
		throw failure;
	});
}

function givenUp({ message, description, details }: ApiError, notSent: ApiError): ApiError {
	return new ApiError(message, `${description} ${notSent.description}`, details);
}

function beyondBudget({ retryBudget }: RetryBounds, wait: number, failure?: ApiError): ApiError {
	const whole = inSeconds(retryBudget);
	const budget =
		wait > retryBudget * 1000
			? `longer than the Retry Budget of ${whole}`
			: `more than is left of the Retry Budget of ${whole}`;
	const asked = inSeconds(Math.ceil(wait / 1000));
	if (!failure) {
		return new ApiError(
			`Not sent: the platform asks to wait ${asked}, ${budget}`,
			'Run it again later, or raise the Retry Budget under Request Options.',
			{ kind: 'notSent' },
		);
	}
	return new ApiError(
		`${failure.message}; to send it again takes a wait of ${asked}, ${budget}`,
		`${failure.description} To keep trying for longer, raise the Retry Budget under Request Options.`,
		failure.details,
	);
}

function inSeconds(seconds: number): string {
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

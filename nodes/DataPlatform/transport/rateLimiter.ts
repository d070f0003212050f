import { sleep } from 'n8n-workflow';
import { Aborted, LONGEST_SLEEP } from '../helpers/executionController';
import { computeWait } from './backoff';
import { ConcurrencyLimit } from './concurrencyLimit';
import { ApiError } from './apiError';
import { classifyFailure } from './retryPolicy';
import type { RequestState, Send } from './retry';

/** Limits that the user and the operation set. */
export interface RateLimits {
	/** The most requests in flight, at least 1. */
	maxConcurrency: number;
	/** 0 or Infinity means no limit. */
	maxRequestsPerSecond: number;
	/** The most requests in flight at the start, until responses show how many the platform can handle. */
	startConcurrency?: number;
}

/** Throttling would pause a request beyond its deadline. `milliseconds` is the rest of the pause. */
export class PauseTooLong extends Error {
	milliseconds = 0;
}

/** The circuit breaker closed while requests waited. With new slots, they don't all start at once. */
export class NeedsNewSlot extends Error {}

/** A request that waits for a slot. A slot is the permission to send a request, held until it ends. */
interface Waiter {
	state: Pick<RequestState, 'controller' | 'bounds' | 'deadline'>;
	/** @param othersInFlight how many other requests are in flight when the slot is granted */
	grant: (othersInFlight: number) => void;
	reject: (reason: unknown) => void;
}

/**
 * Decides when each request of an execution may be sent. Requests start in order, as many in parallel as
 * the platform can handle (concurrencyLimit.ts). After throttling, all requests pause.
 */
export class RateLimiter {
	private readonly limit: ConcurrencyLimit;
	private readonly shortestGap: number;
	private readonly queue = new Set<Waiter>();
	private inFlight = 0;
	private isAsleep = false;
	private nextStart = 0;
	private pausedUntil = 0;
	private throttledSince: number | undefined;

	constructor({ maxConcurrency, maxRequestsPerSecond, startConcurrency }: RateLimits) {
		this.limit = new ConcurrencyLimit(maxConcurrency, startConcurrency);
		this.shortestGap = maxRequestsPerSecond > 0 ? 1000 / maxRequestsPerSecond : 0;
	}

	get concurrency(): number {
		return this.limit.current;
	}

	/** For how many milliseconds the platform has throttled every request; 0 if it doesn't. */
	get throttledFor(): number {
		return this.throttledSince === undefined ? 0 : performance.now() - this.throttledSince;
	}

	/**
	 * Waits for a slot. If a pause delays the first try of the request, sets the request's deadline.
	 * @returns how many other requests are in flight
	 * @throws PauseTooLong if the pause ends after the deadline; Aborted if the request is no longer needed
	 */
	async acquire(state: Waiter['state']): Promise<number> {
		let rejectAborted = () => {};
		const slot = new Promise<number>((grant, reject) => {
			this.queue.add({ state, grant, reject });
			rejectAborted = () => reject(new Aborted());
		});
		this.serveQueue();
		const { signal } = state.controller;
		signal.addEventListener('abort', rejectAborted);
		return await slot.finally(() => signal.removeEventListener('abort', rejectAborted));
	}

	/** Takes a slot back when its request has ended. Report the result first, with the methods below. */
	release(): void {
		this.inFlight--;
		this.serveQueue();
	}

	/** The request sent at `sentAt` succeeded. */
	onSuccess(sentAt: number): void {
		this.throttledSince = undefined;
		this.limit.onSuccess(sentAt, performance.now());
	}

	/**
	 * A request was throttled: no request is sent for `milliseconds`, and fewer in parallel afterward.
	 * @param othersInFlight what `acquire` returned for the request
	 */
	onThrottled(othersInFlight: number, milliseconds: number): void {
		const now = performance.now();
		this.pausedUntil = Math.max(this.pausedUntil, now + milliseconds);
		this.throttledSince ??= now;
		this.limit.onThrottled(Math.min(othersInFlight, this.inFlight - 1), milliseconds, now);
	}

	/** A request got an error response other than throttling, so not every request is throttled. */
	onOtherResponse(): void {
		this.throttledSince = undefined;
	}

	/** The request sent at `sentAt` timed out: too many requests may be in flight. */
	onTimeout(sentAt: number): void {
		this.limit.onTimeout(sentAt, performance.now());
	}

	/** Grants slots in order until a request must wait. Runs again after the wait, or on `release`. */
	private serveQueue(): void {
		for (const waiter of this.queue) {
			try {
				const wait = this.getWait(waiter.state);
				if (wait > 0) return this.wakeAfter(wait);
				waiter.grant(this.takeSlot());
			} catch (reason) {
				waiter.reject(reason);
			}
			this.queue.delete(waiter);
		}
	}

	/** Returns milliseconds until the request may be sent; Infinity if too many others are in flight. */
	private getWait(state: Waiter['state']): number {
		state.controller.throwIfAborted();
		const now = performance.now();
		const pause = this.pausedUntil - now;
		if (pause > 0) {
			// The budget starts with the first throttling, so requests that come later get no extra time.
			state.deadline ??= (this.throttledSince ?? now) + 1000 * state.bounds.retryBudget;
			if (this.pausedUntil > state.deadline) {
				throw Object.assign(new PauseTooLong(), { milliseconds: pause });
			}
			return pause;
		}
		if (this.inFlight >= this.limit.current) return Infinity;
		// Timers aren't finer than a millisecond, so a request that is due within one is sent now.
		return this.nextStart >= now + 1 ? this.nextStart - now : 0;
	}

	private takeSlot(): number {
		const gap = Math.max(this.shortestGap, this.limit.spacing);
		// A request may start a bit early. The gap counts from its planned start, or the rate would rise.
		this.nextStart = Math.max(performance.now(), this.nextStart) + gap;
		return this.inFlight++;
	}

	private wakeAfter(milliseconds: number): void {
		if (this.isAsleep || milliseconds === Infinity) return;
		this.isAsleep = true;
		void sleep(Math.min(LONGEST_SLEEP, milliseconds)).then(() => {
			this.isAsleep = false;
			this.serveQueue();
		});
	}
}

/** Returns a `Send` that waits for a slot of the rate limiter, and reports the result to the limiter. */
export function withRateLimit(limiter: RateLimiter, send: Send): Send {
	return async (request, state) => {
		for (;;) {
			const othersInFlight = await limiter.acquire(state);
			state.deadline ??= performance.now() + 1000 * state.bounds.retryBudget;
			try {
				const result = await send(request, state).catch((reason: unknown) => {
					if (reason instanceof ApiError) reportFailure(limiter, othersInFlight, state, reason);
					if (reason instanceof NeedsNewSlot) return reason;
					throw reason;
				});
				if (result instanceof NeedsNewSlot) continue;
				limiter.onSuccess(state.sentAt);
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
	state: RequestState,
	failure: ApiError,
) {
	state.wait = computeWait(failure, state.tryNumber, limiter.throttledFor);
	if (failure.details.kind === 'notSent') return;
	const { throttles, tookTooLong, isOutage } = classifyFailure(failure);
	// Only the circuit breaker reacts to a probe that failed because of an outage.
	if (state.probedOutage && isOutage) return;
	if (throttles) limiter.onThrottled(othersInFlight, state.wait);
	else if (tookTooLong) limiter.onTimeout(state.sentAt);
	else if (failure.details.httpCode !== undefined) limiter.onOtherResponse();
}

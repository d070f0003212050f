import { sleep } from 'n8n-workflow';
import { Aborted, LONGEST_SLEEP } from '../helpers/executionController';
import { ConcurrencyLimit } from './concurrencyLimit';
import type { Attempt } from './retry';

/** Limits that the user and the operation set. */
export interface RateLimits {
	/** The most requests in flight, at least 1. */
	maxConcurrency: number;
	/** 0 or Infinity means no limit. */
	maxRequestsPerSecond: number;
	/** The most requests in flight at the start, until responses show how many the platform can handle. */
	startConcurrency?: number;
}

/** The platform asks for a pause beyond the request's deadline. `milliseconds` is the rest of the pause. */
export class PauseTooLong extends Error {
	milliseconds = 0;
}

/** The circuit closed while requests waited. They need new slots, or all of them would start at once. */
export class NeedsNewSlot extends Error {}

/** A request that waits for a slot: the permission to send the request, held until the request ends. */
interface Waiter {
	attempt: Pick<Attempt, 'controller' | 'bounds' | 'deadline'>;
	/** @param othersInFlight how many other requests are in flight when the slot is granted */
	grant: (othersInFlight: number) => void;
	reject: (reason: unknown) => void;
}

/**
 * Decides when the next request of an execution may be sent: first come, first served, as many in flight
 * as the platform takes (concurrencyLimit.ts), and none while the platform asks to wait.
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

	/** For how many milliseconds the platform has throttled every request. */
	get throttledFor(): number {
		return this.throttledSince === undefined ? 0 : performance.now() - this.throttledSince;
	}

	/**
	 * Waits for a slot. Sets the request's deadline if the platform has asked for a pause.
	 * @returns how many other requests are in flight
	 * @throws PauseTooLong if the pause ends after the deadline; Aborted if the request is no longer needed
	 */
	async acquire(attempt: Waiter['attempt']): Promise<number> {
		let rejectAborted = () => {};
		const slot = new Promise<number>((grant, reject) => {
			this.queue.add({ attempt, grant, reject });
			rejectAborted = () => reject(new Aborted());
		});
		this.serveQueue();
		const { signal } = attempt.controller;
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

	/** The request failed, but wasn't throttled, so the platform doesn't throttle every request. */
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
				const wait = this.getWait(waiter.attempt);
				if (wait > 0) return this.wakeAfter(wait);
				waiter.grant(this.takeSlot());
			} catch (reason) {
				waiter.reject(reason);
			}
			this.queue.delete(waiter);
		}
	}

	/** Returns milliseconds until the request may be sent; Infinity if too many others are in flight. */
	private getWait(attempt: Waiter['attempt']): number {
		attempt.controller.throwIfAborted();
		const now = performance.now();
		const pause = this.pausedUntil - now;
		if (pause > 0) {
			// Counts from the first throttling, so a request that starts to wait later gets no extra time.
			attempt.deadline ??= (this.throttledSince ?? now) + 1000 * attempt.bounds.retryBudget;
			if (this.pausedUntil > attempt.deadline) {
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

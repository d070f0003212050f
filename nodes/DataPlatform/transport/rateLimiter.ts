import { sleep } from 'n8n-workflow';
import { Aborted, type ExecutionController, LONGEST_SLEEP } from '../helpers/executionController';
import { ConcurrencyLimit } from './concurrencyLimit';

/** Limits that the user and the operation set. */
export interface RateLimits {
	/** The most requests in flight, at least 1. */
	maxConcurrency: number;
	/** 0 or Infinity means no limit. */
	maxRequestsPerSecond: number;
	/** Requests in flight before the first response. */
	startConcurrency?: number;
}

/** Permission to send one request, held until the request has ended. */
export interface Slot {
	/** When the slot was granted, in milliseconds of `performance.now()`. */
	grantedAt: number;
	/** Other requests in flight at that time. */
	othersInFlight: number;
	/** When the request gives up; undefined before its first try or wait for the platform. */
	deadline: number | undefined;
}

/** The platform asks for a longer pause than the request may wait. `milliseconds` is the rest of the pause. */
export class PauseTooLong extends Error {
	milliseconds = 0;
}

/** The circuit was open when the request got its slot. Without a new one, all would start at once. */
export class SlotExpired extends Error {}

interface Waiter {
	controller: ExecutionController;
	/** When the request gives up; undefined before its first try or wait for the platform. */
	deadline: number | undefined;
	/** Milliseconds that the waiter may wait for the platform, counted from the first throttling. */
	patience: number;
	grant: (slot: Slot) => void;
	reject: (reason: unknown) => void;
	next?: Waiter;
}

/**
 * Decides when the next request of an execution may be sent: first come, first served, as many in flight
 * as the platform takes (concurrencyLimit.ts), and none while the platform asks to wait.
 */
export class RateLimiter {
	private readonly limit: ConcurrencyLimit;
	private readonly shortestGap: number;
	/** The slots that are granted and not released yet. */
	private readonly slots = new Set<Slot>();
	/** The queue is a linked list: shifting 40,000 waiters off an array takes 7 seconds. */
	private first: Waiter | undefined;
	private last: Waiter | undefined;
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

	/** Waits for a slot. `Waiter` explains the parameters. Throws PauseTooLong; Aborted if the controller has ended. */
	async acquire(controller: ExecutionController, deadline: number | undefined, patience: number) {
		let leave = () => {};
		const slot = new Promise<Slot>((grant, reject) => {
			const waiter: Waiter = { controller, deadline, patience, grant, reject };
			if (this.last) this.last.next = waiter;
			else this.first = waiter;
			this.last = waiter;
			leave = () => reject(new Aborted());
		});
		this.serveQueue();
		controller.signal.addEventListener('abort', leave);
		return await slot.finally(() => controller.signal.removeEventListener('abort', leave));
	}

	/** Takes the slot back when the request has ended. Report the result first, with the methods below. */
	release(slot: Slot): void {
		if (this.slots.delete(slot)) this.serveQueue();
	}

	/** The request sent at `sentAt` succeeded. */
	onSuccess(sentAt: number): void {
		this.throttledSince = undefined;
		this.limit.onSuccess(sentAt, performance.now());
	}

	/** A request was throttled: no request is sent for `milliseconds`, and fewer in parallel afterward. */
	onThrottled({ othersInFlight }: Slot, milliseconds: number): void {
		const now = performance.now();
		this.pausedUntil = Math.max(this.pausedUntil, now + milliseconds);
		this.throttledSince ??= now;
		this.limit.onThrottled(Math.min(othersInFlight, this.slots.size - 1), milliseconds, now);
	}

	/** The request failed with a response that doesn't throttle, so the platform doesn't throttle every request. */
	onOtherResponse(): void {
		this.throttledSince = undefined;
	}

	/** The request sent at `sentAt` timed out: too many requests may be in flight. */
	onTimeout(sentAt: number): void {
		this.limit.onTimeout(sentAt, performance.now());
	}

	/** Serves the queue as far as possible, and again after a sleep or when a slot is released. */
	private serveQueue(): void {
		for (let waiter = this.first; waiter !== undefined; waiter = this.first) {
			try {
				const wait = this.getWait(waiter);
				if (wait > 0) return this.wakeAfter(wait);
				waiter.grant(this.takeSlot(waiter.deadline));
			} catch (reason) {
				waiter.reject(reason);
			}
			this.first = waiter.next;
			if (this.first === undefined) this.last = undefined;
		}
	}

	/** Returns milliseconds until the waiter's request may be sent; Infinity if a slot must be free first. */
	private getWait(waiter: Waiter): number {
		waiter.controller.throwIfAborted();
		const now = performance.now();
		const pause = this.pausedUntil - now;
		if (pause > 0) {
			// Counted from the first throttling, so that the waiter gives up no later than earlier ones.
			waiter.deadline ??= (this.throttledSince ?? now) + waiter.patience;
			if (this.pausedUntil > waiter.deadline) {
				throw Object.assign(new PauseTooLong(), { milliseconds: pause });
			}
			return pause;
		}
		if (this.slots.size >= this.limit.current) return Infinity;
		// Timers aren't finer than a millisecond.
		return this.nextStart >= now + 1 ? this.nextStart - now : 0;
	}

	private takeSlot(deadline: number | undefined): Slot {
		const grantedAt = performance.now();
		const slot = { grantedAt, othersInFlight: this.slots.size, deadline };
		this.slots.add(slot);
		const gap = Math.max(this.shortestGap, this.limit.spacing);
		// Counted from the planned start, or each late timer would lower the rate.
		this.nextStart = Math.max(grantedAt, this.nextStart) + gap;
		return slot;
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

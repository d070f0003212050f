import { sleep } from 'n8n-workflow';
import { Aborted, LONGEST_SLEEP } from '../helpers/abort';
import { ApiError } from './apiError';
import { classify, LIMIT_RATE } from './failures';
import type { Send } from './request';
import { SlotCount, type SlotLimits } from './slotCount';

/** Milliseconds to wait after throttling without Retry-After. */
const DEFAULT_WAIT = 2000;
/** If every request is throttled for more milliseconds, no more are sent. */
const MAX_THROTTLING = 600_000;
const THROTTLED = 'Not sent: the platform throttles requests';

/** The permission to send a request, held until it ends. */
interface Slot {
	sentAt: number;
	/** How many other requests were in flight when it was granted, and how many had succeeded. */
	others: number;
	completed: number;
}

/** Slots for the requests of an execution, granted in order. After throttling, all requests wait. */
export class Slots {
	private readonly count: SlotCount;
	/** Milliseconds between two requests. */
	private readonly gap: number;
	private readonly queue = new Set<{ grant(slot: Slot): void; reject(error: Error): void }>();
	private inFlight = 0;
	private isAsleep = false;
	private nextStart = 0;
	private pausedUntil = 0;
	private throttledSince: number | undefined;

	/** @param limits `maxRequestsPerSecond` is Infinity if there's no limit */
	constructor(limits: SlotLimits & { maxRequestsPerSecond: number }) {
		this.count = new SlotCount(limits);
		this.gap = 1000 / limits.maxRequestsPerSecond;
	}

	/** How many requests may be in flight now, at least 1. */
	get current(): number {
		return this.count.current;
	}

	/** @throws Aborted if the signal aborts; ApiError of the kind `notSent` after too much throttling */
	async acquire(signal: AbortSignal): Promise<Slot> {
		let abort = () => {};
		const slot = new Promise<Slot>((grant, reject) => {
			const waiter = { grant, reject };
			this.queue.add(waiter);
			abort = () => this.queue.delete(waiter) && reject(new Aborted());
		});
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort);
		this.serveQueue();
		return await slot.finally(() => signal.removeEventListener('abort', abort));
	}

	onSuccess(): void {
		this.throttledSince = undefined;
		this.count.onSuccess(performance.now());
	}

	onFailure({ sentAt, others, completed }: Slot, error: ApiError): void {
		const now = performance.now();
		const { throttles, isTimeout } = classify(error);
		const { kind, httpCode, retryAfter } = error.details;
		// A request that wasn't sent doesn't count for Max Requests per Second.
		if (kind === 'notSent') this.nextStart -= this.gap;
		if (isTimeout) this.count.onTimeout(sentAt, now);
		if (throttles) {
			const wait = retryAfter || DEFAULT_WAIT;
			this.pausedUntil = Math.max(this.pausedUntil, now + wait);
			this.throttledSince ??= now;
			const accepted = Math.min(others, this.inFlight - 1 + this.count.completed - completed);
			this.count.onThrottled(sentAt, accepted, wait, now);
		} else if (httpCode !== undefined) {
			this.throttledSince = undefined;
		}
	}

	release(): void {
		this.inFlight--;
		this.serveQueue();
	}

	/** Grants slots in order until a request must wait. Runs again after the wait, or on `release`. */
	private serveQueue(): void {
		for (const waiter of this.queue) {
			const now = performance.now();
			const throttledUntil = Math.max(now, this.pausedUntil);
			if (throttledUntil - (this.throttledSince ?? now) > MAX_THROTTLING) {
				waiter.reject(new ApiError(THROTTLED, LIMIT_RATE, { kind: 'notSent' }));
			} else {
				if (this.inFlight >= this.current) return;
				// Timers aren't finer than a millisecond, so a request that is due within one is sent now.
				const pause = Math.max(this.pausedUntil, this.nextStart) - now;
				if (pause >= 1) return this.wakeAfter(pause);
				// The gap counts from the planned start, or the rate would rise.
				this.nextStart = Math.max(now, this.nextStart) + this.gap;
				const { completed } = this.count;
				waiter.grant({ sentAt: now, completed, others: this.inFlight++ });
			}
			this.queue.delete(waiter);
		}
	}

	private wakeAfter(milliseconds: number): void {
		if (this.isAsleep) return;
		this.isAsleep = true;
		void sleep(Math.min(LONGEST_SLEEP, milliseconds)).then(() => {
			this.isAsleep = false;
			this.serveQueue();
		});
	}
}

/** Returns a `Send` that waits for a slot, and reports the result to the slots. */
export function withSlot(slots: Slots, send: Send): Send {
	return async (request, signal) => {
		const slot = await slots.acquire(signal);
		try {
			const response = await send(request, signal).catch((error: unknown) => {
				if (error instanceof ApiError) slots.onFailure(slot, error);
				throw error;
			});
			slots.onSuccess();
			return response;
		} finally {
			slots.release();
		}
	};
}

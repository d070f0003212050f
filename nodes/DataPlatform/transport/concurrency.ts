import { sleep } from 'n8n-workflow';
import { LONGEST_SLEEP, throwIfAborted } from '../helpers/abort';
import { ApiError } from './apiError';
import { classify, LIMIT_RATE } from './failures';
import type { Send } from './request';
import { SlotCount, type SlotLimits } from './slotCount';

/** Milliseconds to wait after throttling without Retry-After. */
const DEFAULT_WAIT = 2000;
/** If every request is throttled for more milliseconds, no more are sent. */
const MAX_THROTTLING = 600_000;

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
	/** Settles when the last request in the queue gets its slot. */
	private tail: Promise<unknown> = Promise.resolve();
	private notifyFirst = () => {};
	private inFlight = 0;
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
		const slot = this.tail.then(async () => await this.waitAsFirst(signal));
		this.tail = slot.catch(() => {});
		return await slot;
	}

	private async waitAsFirst(signal: AbortSignal): Promise<Slot> {
		for (;;) {
			throwIfAborted(signal);
			const now = performance.now();
			const throttledUntil = Math.max(now, this.pausedUntil);
			if (throttledUntil - (this.throttledSince ?? now) > MAX_THROTTLING) {
				const message = 'Not sent: the platform throttles requests';
				throw new ApiError(message, LIMIT_RATE, { kind: 'notSent' });
			}
			const isFull = this.inFlight >= this.current;
			// Timers aren't finer than a millisecond, so a request that is due within one is sent now.
			const pause = Math.max(this.pausedUntil, this.nextStart) - now;
			if (!isFull && pause < 1) break;
			const released = new Promise<void>((resolve) => (this.notifyFirst = resolve));
			// If all slots are taken, Stop needn't end the wait: the requests in flight end or must be awaited.
			await (isFull ? released : Promise.race([released, sleep(Math.min(LONGEST_SLEEP, pause))]));
		}
		const sentAt = performance.now();
		// The gap counts from the planned start, or the rate would rise.
		this.nextStart = Math.max(sentAt, this.nextStart) + this.gap;
		return { sentAt, completed: this.count.completed, others: this.inFlight++ };
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
		this.notifyFirst();
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

import { sleep } from 'n8n-workflow';
import { type Cancellation, LONGEST_SLEEP, throwIfAborted } from '../helpers/abort';
import { ApiError } from './apiError';
import { findFailure } from './failures';
import type { Send } from './request';
import { LIMIT_RATE } from './statusTable';
import { createSlotCount, type SlotLimits } from './concurrencyLimit';

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

export type Slots = ReturnType<typeof createSlots>;

/**
 * Creates the slots for the requests of an execution, granted in order. After throttling, all requests wait.
 * @param limits `maxRequestsPerSecond` is Infinity if there's no limit
 */
export function createSlots(limits: SlotLimits & { maxRequestsPerSecond: number }) {
	const count = createSlotCount(limits);
	/** Milliseconds between two requests. */
	const gap = 1000 / limits.maxRequestsPerSecond;
	/** Settles when the last request in the queue gets its slot. */
	let tail: Promise<unknown> = Promise.resolve();
	let notifyFirst = () => {};
	let inFlight = 0;
	let nextStart = 0;
	let pausedUntil = 0;
	let throttledSince: number | undefined;

	/** @throws Aborted within LONGEST_SLEEP after the signal aborts; ApiError `notSent` after too much throttling */
	async function waitAsFirst(signal: Cancellation): Promise<Slot> {
		for (;;) {
			throwIfAborted(signal);
			const now = performance.now();
			if (pausedUntil - (throttledSince ?? now) > MAX_THROTTLING) {
				const message = 'Not sent: the platform throttles requests';
				throw new ApiError(message, LIMIT_RATE, { kind: 'notSent' });
			}
			const isFull = inFlight >= count.getCurrent();
			const pause = isFull ? LONGEST_SLEEP : Math.max(pausedUntil, nextStart) - now;
			// Timers aren't finer than a millisecond, so a request that is due within one is sent now.
			if (pause < 1) break;
			const released = new Promise<void>((resolve) => (notifyFirst = resolve));
			await Promise.race([released, sleep(Math.min(LONGEST_SLEEP, pause))]);
		}
		const sentAt = performance.now();
		// The gap counts from the planned start, or the rate would rise.
		nextStart = Math.max(sentAt, nextStart) + gap;
		inFlight++;
		return { sentAt, completed: count.getCompleted(), others: inFlight - 1 };
	}

	function onSuccess(): void {
		throttledSince = undefined;
		count.onSuccess(performance.now());
	}

	function onFailure({ sentAt, others, completed }: Slot, { details }: ApiError): void {
		const now = performance.now();
		const { throttles, isTimeout } = findFailure(details);
		// A request that wasn't sent doesn't count for Max Requests per Second.
		if (details.kind === 'notSent') nextStart -= gap;
		if (isTimeout) count.onTimeout(sentAt, now);
		if (throttles) {
			const wait = details.retryAfter || DEFAULT_WAIT;
			pausedUntil = Math.max(pausedUntil, now + wait);
			throttledSince ??= now;
			const accepted = Math.min(others, inFlight - 1 + count.getCompleted() - completed);
			count.onThrottled(sentAt, accepted, wait, now);
		} else if (details.httpCode !== undefined) {
			throttledSince = undefined;
		}
	}

	/** Returns a `Send` that waits for a slot. */
	const withSlot =
		(send: Send): Send =>
		async (request, signal) => {
			const turn = tail.then(async () => await waitAsFirst(signal));
			tail = turn.catch(() => {});
			const slot = await turn;
			const response = send(request, signal);
			await response.then(onSuccess, (error: unknown) => {
				if (error instanceof ApiError) onFailure(slot, error);
			});
			inFlight--;
			notifyFirst();
			return await response;
		};

	/** `getCurrent` returns how many requests may be in flight now, at least 1. */
	return { getCurrent: count.getCurrent, withSlot };
}

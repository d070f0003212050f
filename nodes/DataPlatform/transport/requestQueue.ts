import { sleep } from 'n8n-workflow';
import { ApiError, isAboutResponse } from './apiError';
import { type ConcurrencyBounds, createConcurrencyLimit } from './concurrencyLimit';
import { findMeaning } from './failures';
import type { Send } from './request';
import { LIMIT_RATE } from './statusTable';
import { type Cancellation, LONGEST_SLEEP, throwIfAborted } from '../helpers/abort';

/** Milliseconds that all requests wait after throttling without Retry-After. */
const DEFAULT_WAIT = 2000;
/** The longest time in milliseconds, Retry-After included, in which the platform does nothing but throttle. */
const MAX_STANDSTILL = 600_000;

/** The permission to send a request, held until it ends. */
interface Slot {
	sentAt: number;
	/** How many other requests were in flight when it was granted, and how many had been answered. */
	othersInFlight: number;
	answeredBefore: number;
}

/** What bounds the requests. `maxRequestsPerSecond` is Infinity if there's no limit. */
export type SlotBounds = ConcurrencyBounds & { maxRequestsPerSecond: number };

/** The slots for the requests of an execution, granted in order. */
export interface Slots {
	/** Returns how many requests may be in flight now, at least 1. */
	getCurrent(): number;
	/** Takes note of how many items are in progress. They use slots, although some may wait for a retry. */
	noteUse(inProgress: number): void;
	/** Calls the listener when a request has ended, which may change how many may be in flight. */
	onChange(listener: () => void): void;
	/** Returns a `Send` that waits for a slot, and holds it until the response is complete. */
	withSlot(send: Send): Send;
}

/** Creates the slots for the requests of an execution. After throttling, all of them wait. */
export function createSlots(bounds: SlotBounds): Slots {
	const limit = createConcurrencyLimit(bounds);
	/** Milliseconds between two requests. */
	const gap = 1000 / bounds.maxRequestsPerSecond;
	/** Settles when the last request in the queue gets its slot. */
	let tail: Promise<unknown> = Promise.resolve();
	let notifyFirst = () => {};
	let notifyListener = () => {};
	let inFlight = 0;
	/** How many requests have got a response other than throttling. */
	let answered = 0;
	let nextStart = 0;
	let pausedUntil = 0;
	/** When throttling began, if nothing else has come back since. */
	let throttledSince: number | undefined;

	/** @throws Aborted within LONGEST_SLEEP after the signal aborts; ApiError `notSent` after too much throttling */
	async function waitAsFirst(signal: Cancellation): Promise<Slot> {
		for (;;) {
			throwIfAborted(signal);
			const now = performance.now();
			if (pausedUntil - (throttledSince ?? now) > MAX_STANDSTILL) {
				const message = 'Not sent: the platform throttles requests';
				throw new ApiError(message, LIMIT_RATE, { kind: 'notSent' });
			}
			const isFull = inFlight >= limit.getCurrent();
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
		limit.noteUse(inFlight);
		return { sentAt, answeredBefore: answered, othersInFlight: inFlight - 1 };
	}

	function onSuccess(): void {
		answered++;
		throttledSince = undefined;
		limit.onSuccess(performance.now());
	}

	function onFailure(slot: Slot, { details }: ApiError): void {
		const { sentAt, othersInFlight, answeredBefore } = slot;
		const now = performance.now();
		const { throttles, isTimeout } = findMeaning(details);
		// A request that wasn't sent doesn't count for Max Requests per Second.
		if (details.kind === 'notSent') nextStart -= gap;
		if (isTimeout) limit.onTimeout(sentAt, now);
		if (throttles) {
			const pause = details.retryAfter || DEFAULT_WAIT;
			pausedUntil = Math.max(pausedUntil, now + pause);
			throttledSince ??= now;
			// How many of the requests in flight with it weren't throttled. For example, it was sent as the last of 10. Of the
			// 9 others, 4 were answered, 2 were throttled, and 3 are in flight: 7. Later requests count too, so at most 9.
			const unthrottled = inFlight - 1 + answered - answeredBefore;
			limit.onThrottled(sentAt, Math.min(othersInFlight, unthrottled), pause, now);
		} else if (isAboutResponse(details)) {
			answered++;
			throttledSince = undefined;
		}
	}

	return {
		getCurrent: limit.getCurrent,
		noteUse: limit.noteUse,
		onChange: (listener) => void (notifyListener = listener),
		withSlot: (send) => async (request, signal) => {
			const turn = tail.then(async () => await waitAsFirst(signal));
			tail = turn.catch(() => {});
			const slot = await turn;
			const response = send(request, signal);
			await response.then(onSuccess, (error: unknown) => {
				if (error instanceof ApiError) onFailure(slot, error);
			});
			inFlight--;
			notifyFirst();
			notifyListener();
			return await response;
		},
	};
}

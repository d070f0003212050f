import type { Idempotency } from './idempotency';

/** How many requests are sent in parallel at the start. */
export const START_CONCURRENCY: Record<Idempotency, number> = {
	safe: 16,
	repeatable: 16,
	idempotent: 4,
	nonIdempotent: 1,
};

/** What bounds the number of requests in flight. */
export interface ConcurrencyBounds {
	/** How many requests are in flight at the start. */
	startConcurrency: number;
	/** The most requests in flight, at least 1. */
	maxConcurrency: number;
	/** Milliseconds within which a response must arrive. */
	timeout: number;
}

/**
 * Creates the number of requests that may be in flight: slow start, then additive increase and multiplicative
 * decrease, as in TCP. Round-trip times play no role. maintainers/rate-limiter.md has measurements. Times
 * are milliseconds.
 */
export function createConcurrencyLimit(bounds: ConcurrencyBounds) {
	const { startConcurrency, maxConcurrency, timeout } = bounds;
	const began = performance.now();
	let limit = startConcurrency;
	let completed = 0;
	/** The most requests or items in progress since the last decrease. */
	let used = 0;
	/** How many requests the platform, at its rate so far, completes within half a Timeout. */
	let affordable = Infinity;
	let decreasedAt = -Infinity;
	let growsAfter = -Infinity;
	let hasBeenThrottled = false;

	const getCurrent = () => Math.max(1, Math.floor(Math.min(limit, affordable, maxConcurrency)));

	function decrease(most: number, now: number): void {
		limit = Math.max(1, Math.min(getCurrent(), most));
		used = 0;
		decreasedAt = now;
	}

	return {
		/** Returns a whole number, at least 1. */
		getCurrent,
		/** Takes note of how many requests, or items with requests, are in progress. The number at most doubles that. */
		noteUse(inProgress: number): void {
			used = Math.max(used, inProgress);
		},

		/** Grows by one per success until the first decrease, and from then on by one per round. */
		onSuccess(now: number): void {
			completed++;
			const rate = completed / Math.max(1, now - began);
			// Not below the start, because slow responses don't mean that requests are queued.
			affordable = Math.max(startConcurrency, (rate * timeout) / 2);
			if (now < growsAfter || limit >= 2 * used) return;
			limit += decreasedAt === -Infinity ? 1 : 1 / limit;
		},

		/**
		 * Falls to the requests that weren't throttled. The first throttled request of a burst at most halves
		 * the number, because it may be a stray one. A burst is what was sent since the last decrease.
		 * @param accepted how many other requests the platform has accepted at the same time
		 * @param wait how long no request is sent
		 */
		onThrottled(sentAt: number, accepted: number, wait: number, now: number): void {
			const isFirstOfBurst = sentAt >= decreasedAt;
			const waits = countWaits(isFirstOfBurst, hasBeenThrottled);
			growsAfter = Math.max(growsAfter, now + waits * wait);
			hasBeenThrottled = true;
			decrease(isFirstOfBurst ? Math.max(accepted, getCurrent() / 2) : accepted, now);
		},

		/** Halves. Requests sent before the last decrease don't count, so a burst halves it only once. */
		onTimeout(sentAt: number, now: number): void {
			if (sentAt >= decreasedAt) decrease(getCurrent() / 2, now);
		},
	};
}

/**
 * Returns how many waits must pass before the number grows again. The surer it is that the number was too high, the
 * longer: the first throttled request may be a stray one, another one of its burst confirms it, and throttling that
 * comes back shows that growing was too early. maintainers/rate-limiter.md has measurements of these numbers.
 */
function countWaits(isFirstOfBurst: boolean, hasBeenThrottled: boolean): number {
	if (!isFirstOfBurst) return 4;
	return hasBeenThrottled ? 8 : 2;
}

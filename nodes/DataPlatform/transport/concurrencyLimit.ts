/** What bounds the number of requests in flight. */
export interface SlotLimits {
	/** How many requests are in flight at the start. */
	startConcurrency: number;
	/** The most requests in flight, at least 1. */
	maxConcurrency: number;
	/** Seconds within which a response must arrive. */
	timeout: number;
}

/**
 * Creates the number of requests that may be in flight: slow start, then additive increase and multiplicative
 * decrease, as in TCP. Round-trip times play no role. maintainers/rate-limiter.md has measurements. Times
 * are milliseconds.
 */
export function createSlotCount({ startConcurrency, maxConcurrency, timeout }: SlotLimits) {
	const began = performance.now();
	let count = startConcurrency;
	let completed = 0;
	/** How many requests the platform, at its rate so far, completes within half a Timeout. */
	let affordable = Infinity;
	let decreasedAt = -Infinity;
	let growsAfter = -Infinity;
	let hasBeenThrottled = false;

	const getCurrent = () => Math.max(1, Math.floor(Math.min(count, affordable, maxConcurrency)));

	function decrease(most: number, now: number): void {
		count = Math.max(1, Math.min(getCurrent(), most));
		decreasedAt = now;
	}

	return {
		/** Returns a whole number, at least 1. */
		getCurrent,
		/** Returns how many requests have succeeded. */
		getCompleted: () => completed,

		/** Grows by one per success until the first decrease, and from then on by one per round. */
		onSuccess(now: number): void {
			completed++;
			affordable = (completed / Math.max(1, now - began)) * 500 * timeout;
			if (now < growsAfter) return;
			const growth = decreasedAt === -Infinity ? 1 : 1 / count;
			count = Math.min(count + growth, maxConcurrency);
		},

		/**
		 * Falls to the requests that weren't throttled. Grows after 4 times the wait, or 8 times if throttling
		 * comes back.
		 * @param accepted how many other requests the platform has accepted at the same time
		 * @param wait how long no request is sent
		 */
		onThrottled(sentAt: number, accepted: number, wait: number, now: number): void {
			const comesBack = hasBeenThrottled && sentAt >= decreasedAt;
			growsAfter = Math.max(growsAfter, now + (comesBack ? 8 : 4) * wait);
			hasBeenThrottled = true;
			decrease(accepted, now);
		},

		/** Halves. Requests sent before the last decrease don't count, so a burst halves it only once. */
		onTimeout(sentAt: number, now: number): void {
			if (sentAt >= decreasedAt) decrease(getCurrent() / 2, now);
		},
	};
}

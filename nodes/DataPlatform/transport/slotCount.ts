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
 * How many requests may be in flight: slow start, then additive increase and multiplicative decrease, as in
 * TCP. Round-trip times play no role. maintainers/rate-limiter.md has measurements. Times are milliseconds.
 */
export class SlotCount {
	/** How many requests have succeeded. */
	completed = 0;
	private readonly began = performance.now();
	private readonly limits: SlotLimits;
	private count: number;
	/** How many requests the platform, at its rate so far, completes within half a Timeout. */
	private affordable = Infinity;
	private decreasedAt = -Infinity;
	private growsAfter = -Infinity;
	private hasBeenThrottled = false;

	constructor(limits: SlotLimits) {
		this.limits = limits;
		this.count = limits.startConcurrency;
	}

	/** A whole number, at least 1. */
	get current(): number {
		const most = Math.min(this.count, this.affordable, this.limits.maxConcurrency);
		return Math.max(1, Math.floor(most));
	}

	/** Grows by one per success until the first decrease, and from then on by one per round. */
	onSuccess(now: number): void {
		this.completed++;
		const rate = this.completed / Math.max(1, now - this.began);
		this.affordable = rate * 500 * this.limits.timeout;
		if (now < this.growsAfter) return;
		const growth = this.decreasedAt === -Infinity ? 1 : 1 / this.count;
		this.count = Math.min(this.count + growth, this.limits.maxConcurrency);
	}

	/**
	 * Falls to the requests that weren't throttled. Grows after 4 times the wait, or 8 times if throttling
	 * comes back.
	 * @param accepted how many other requests the platform has accepted at the same time
	 * @param wait how long no request is sent
	 */
	onThrottled(sentAt: number, accepted: number, wait: number, now: number): void {
		const comesBack = this.hasBeenThrottled && sentAt >= this.decreasedAt;
		this.growsAfter = Math.max(this.growsAfter, now + (comesBack ? 8 : 4) * wait);
		this.hasBeenThrottled = true;
		this.decrease(accepted, now);
	}

	/** Halves. Requests sent before the last decrease don't count, so a burst halves it only once. */
	onTimeout(sentAt: number, now: number): void {
		if (sentAt >= this.decreasedAt) this.decrease(this.current / 2, now);
	}

	private decrease(count: number, now: number): void {
		this.count = Math.max(1, Math.min(this.current, count));
		this.decreasedAt = now;
	}
}

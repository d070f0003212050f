/** Requests in parallel before anything is known about the platform. */
const START = 12;
/** The fewest responses whose average round-trip time (RTT) counts. The first round may have fewer. */
const SMALLEST_ROUND = 6;
/** Milliseconds of a round trip that may be n8n's own work. */
const OWN_WORK = 7;
/** If the RTT exceeds QUEUING × minimum RTT + OWN_WORK, the platform seems to queue requests. */
const QUEUING = 1.3;
/** After queuing, the limit is HEADROOM × the requests that the platform completes per minimum RTT. */
const HEADROOM = 1.25;
/** The first growth step is this many times the start: a limit of 12 grows by 72. */
const FIRST_STEP = 6;
/**
 * After a timeout, the limit doesn't grow for this many times the duration of the request. After
 * throttling, it doesn't grow for this many times the wait (Retry-After or backoff). If throttling comes
 * back after that, the limit doesn't grow for 8 times the wait, then 12 times, and so on.
 */
const REST = 4;
/** Requests don't all start at once. They are spread over this fraction of a round trip. */
const SPREAD = 1 / 4;
/** Assumed milliseconds of a round trip until one has been measured. */
const USUAL_RTT = 100;

/**
 * Limits how many requests may be in flight. The limit falls when a request is throttled or times out, and
 * it adapts after each round. maintainers/rate-limiter.md compares this algorithm with others.
 *
 * A round is as many responses as the limit. If their average round-trip time (RTT) is near the minimum
 * RTT, the limit grows by the step, and the step doubles. A longer average suggests that requests queue.
 * Then, as in BBR, the limit falls to what the platform completes within the minimum RTT, plus headroom. If
 * the next round isn't faster, responses take that long even without a queue, so the old limit returns.
 */
export class ConcurrencyLimit {
	current: number;
	/** The highest limit, at least 1. */
	private readonly max: number;
	/** How much the limit grows after the next round without queuing. */
	private step: number;
	/** Round-trip time without queuing, in milliseconds; undefined until it's known. */
	private minRtt: number | undefined;
	/** `completed` counts all successes since `began`. `rtts` omits requests sent before `began`. */
	private round = { began: 0, completed: 0, rtts: [] as number[] };
	/** The previous round, if the limit fell because its requests queued. */
	private queued: { limit: number; averageRtt: number } | undefined;
	/** After throttling, the limit doesn't grow for this many times the wait. A multiple of REST. */
	private rest = 0;
	private restsUntil = 0;
	/** The limit after the latest throttling or timeout, and the highest limit until `restsUntil`. */
	private accepted = 0;

	constructor(max: number, start = START) {
		this.max = max;
		this.current = Math.min(start, max);
		this.step = FIRST_STEP * this.current;
	}

	/** Milliseconds between two requests, so that throttling is noticed before many more are sent. */
	get spacing(): number {
		if (this.current === 1) return 0;
		return (SPREAD * (this.minRtt ?? USUAL_RTT)) / this.current;
	}

	/** The request that was sent at `sentAt` succeeded at `now`. */
	onSuccess(sentAt: number, now: number): void {
		const { round } = this;
		round.began ||= sentAt;
		if (now < round.began) return;
		round.completed++;
		if (sentAt < round.began) return;
		round.rtts.push(Math.max(1, now - sentAt));
		const smallestRound = this.minRtt === undefined ? 1 : SMALLEST_ROUND;
		if (round.rtts.length >= Math.max(this.current, smallestRound)) this.endRound(now);
	}

	/**
	 * The platform throttled a request. The limit falls to `others`, which the platform seems to accept.
	 * @param others how many other requests were in flight when this one was sent, or are now, if fewer
	 * @param wait milliseconds until requests are sent again
	 */
	onThrottled(others: number, wait: number, now: number): void {
		if (now >= this.restsUntil) this.rest += REST;
		this.decrease(others, now + wait, now + this.rest * Math.max(wait, this.minRtt ?? 0));
	}

	/** Halves the limit. Requests sent before this round don't count, so a burst halves it only once. */
	onTimeout(sentAt: number, now: number): void {
		if (sentAt < this.round.began) return;
		this.decrease(this.current / 2, now, now + REST * (now - sentAt));
	}

	private endRound(now: number): void {
		const { queued } = this;
		const { began, completed, rtts } = this.round;
		const averageRtt = rtts.reduce((sum, rtt) => sum + rtt) / rtts.length;
		if (this.minRtt === undefined) {
			this.minRtt = Math.min(...rtts);
			if (this.isQueuing(Math.max(...rtts))) this.step = this.current;
		}
		let limit = this.current;
		// Not faster: the RTT exceeds the geometric mean of the old RTT and the RTT expected now.
		if (queued && averageRtt ** 2 > queued.averageRtt * (HEADROOM * this.minRtt + OWN_WORK)) {
			this.minRtt = averageRtt;
			this.step = limit = queued.limit;
		} else this.minRtt = limit === 1 ? averageRtt : Math.min(this.minRtt, averageRtt);
		if (this.isQueuing(averageRtt)) {
			this.decrease((HEADROOM * this.minRtt * completed) / (now - began), now);
			if (this.current < limit) this.queued = { limit, averageRtt };
			return;
		}
		const most = now < this.restsUntil ? this.accepted : this.max;
		this.startRound(Math.max(limit, Math.min(limit + this.step, most)), now);
		if (this.current > limit) this.step *= 2;
	}

	private isQueuing(rtt: number): boolean {
		return rtt > QUEUING * this.minRtt! + OWN_WORK;
	}

	private decrease(limit: number, began: number, restsUntil = 0): void {
		if (this.round.rtts.length > 0) this.minRtt ??= Math.min(...this.round.rtts);
		this.startRound(Math.max(1, Math.min(this.current, Math.round(limit))), began);
		this.step = 1;
		if (restsUntil === 0) return;
		this.accepted = this.current;
		this.restsUntil = Math.max(this.restsUntil, restsUntil);
	}

	private startRound(limit: number, began: number): void {
		this.queued = undefined;
		this.current = limit;
		this.round = { began, completed: 0, rtts: [] };
	}
}

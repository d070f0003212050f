/** Requests in parallel before anything is known about the platform. */
const START = 12;
/** Each round after the first has at least this many responses, so that their average means something. */
const SMALLEST_ROUND = 6;
/** Milliseconds of a round trip that may be n8n's own work. */
const OWN_WORK = 7;
/** Requests queue if the round-trip time (RTT) exceeds its minimum by this factor, plus OWN_WORK. */
const QUEUING = 1.3;
/** After queuing, the limit is this many times the number of requests that keeps the platform busy. */
const HEADROOM = 1.25;
/** The first growth step is this many times the start: a limit of 12 grows by 72. */
const FIRST_STEP = 6;
/**
 * For how long the limit doesn't grow. After a timeout: this many round trips. After throttling: this many
 * waits, and as many more each time that throttling comes back after such a rest.
 */
const REST = 4;
/** The fraction of a round trip over which the starts of requests are spread. */
const SPREAD = 1 / 4;
/** Assumed milliseconds of a round trip until one has been measured. */
const USUAL_RTT = 100;

/**
 * The number of requests that may be in flight: additive increase with a doubling step, and a decrease
 * when requests are throttled, time out or queue. maintainers/rate-limiter.md compares it with other rules.
 *
 * A round is as many responses as the limit. When their average round-trip time (RTT) is near the minimum
 * RTT, the limit grows by the step, and the step doubles. When it's longer, requests queue: as in BBR, the
 * limit becomes what the platform completes within the minimum RTT, plus headroom. When the next round
 * isn't faster, responses take that long by themselves, as a language model's do, and the old limit
 * returns.
 */
export class ConcurrencyLimit {
	current: number;
	/** The highest limit, at least 1. */
	private readonly max: number;
	/** How much the limit grows after the next round without queuing. */
	private step: number;
	/** Round-trip time without queuing, in milliseconds; undefined until it's known. */
	private minRtt: number | undefined;
	/** `completed` also counts responses to requests of earlier rounds. `rtts` doesn't. */
	private round = { began: 0, completed: 0, rtts: [] as number[] };
	/** The previous round, if the limit fell because its requests queued. */
	private queued: { limit: number; averageRtt: number } | undefined;
	/** For how many waits the limit doesn't grow after the latest throttling. */
	private rest = 0;
	private restsUntil = 0;
	/** The highest limit until `restsUntil`. */
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
	 * The platform throttled a request.
	 * @param others other requests in flight, when this one was sent or now, whichever is fewer
	 * @param wait milliseconds until requests are sent again
	 */
	onThrottled(others: number, wait: number, now: number): void {
		if (now >= this.restsUntil) this.rest += REST;
		this.decrease(others, now + wait, now + this.rest * Math.max(wait, this.minRtt ?? 0));
	}

	/** The request that was sent at `sentAt` timed out: the limit halves if it was sent in this round. */
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
		// The round wasn't faster: its RTT is nearer to the queued round's than to an RTT without queuing.
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

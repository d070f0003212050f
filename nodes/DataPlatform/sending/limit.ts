/** Requests that go out before anything is known of the platform, or as soon as it is known that few do not wait. */
const FIRST = 12;

/** Growth as long as nothing waits; where answers may wait; and by one, where requests were refused. */
const FAST = 6;
const GENTLE = 2;
const BY_ONE = 1;

/** So many times as long as usual may a round's slowest answer take without a doubt, and its answers on average. */
const DOUBT = 1.5;
const WAITING = 1.3;

/** Milliseconds that may just as well be n8n's own work. */
const OWN_WORK = 10;

/** What is added to what keeps the platform busy, so that it stays so. */
const HEADROOM = 1.25;

/** A try to send more that fails costs a wait. So many times as long it rests, and longer each time. */
const REST = 4;
const LONGER = 1.5;

/** In rounds: what a try costs that only made answers wait for each other. */
const QUEUED = 3;

/** As many starts as the limit allows go out within this part of an answer's time. */
const SPREAD_OVER = 1 / 4;

/**
 * How many requests may be under way at a time: arithmetic on what was sent, answered and refused, and
 * how long it took. It has no clock: times are handed in, in milliseconds.
 *
 * It goes by rounds of as many answers as the limit is. It grows as long as answers take no longer than
 * with the limit before. Where they do, more does not get done in the same time: requests only wait for
 * each other, and by Little's law (under way = done per time × time of each) it falls to what keeps the
 * platform just as busy. Fewer at a time must make answers quicker; where it does not, the platform takes
 * different times by itself, and the old limit holds again. After a refusal as many are allowed as were
 * not refused; then it rests, and tries again.
 */
export class Limit {
	/** What holds now. */
	current: number;

	private readonly most: number;

	private fastest = Infinity;

	/** How many times as long as the fastest one an answer takes that does not wait. */
	private usual = 1;

	private growth = FAST;

	private round = { began: 0, answers: 0, time: 0, slowest: 0 };

	/** The last round with another limit, while it is to be compared. */
	private before: { limit: number; average: number } | undefined;

	private rest = REST;

	private restsUntil = 0;

	/** What is not exceeded while it rests. */
	private ceiling = Infinity;

	/**
	 * @param most what it never exceeds, at least 1
	 * @param first what it begins with
	 */
	constructor(most: number, first = FIRST) {
		this.most = most;
		this.current = Math.min(first, most);
	}

	/** How far apart requests start, so that a refusal is heard before many more have gone out. */
	get spacing(): number {
		return this.fastest < Infinity ? (SPREAD_OVER * this.fastest) / this.current : 0;
	}

	/** A request that went out at `sent` was answered. */
	answered(sent: number, now: number): void {
		const time = Math.max(1, now - sent);
		this.fastest = Math.min(this.fastest, time);
		if (sent < this.round.began) return;
		this.round.answers++;
		this.round.time += time;
		this.round.slowest = Math.max(this.round.slowest, time);
		if (this.round.answers >= this.current) this.judge(this.round.time / this.round.answers, now);
	}

	/**
	 * A request was refused.
	 * @param others how many others are under way
	 * @param wait how long nothing goes out now
	 */
	refused(others: number, wait: number, now: number): void {
		const answer = this.fastest < Infinity ? this.fastest * this.usual : 0;
		this.setBack(Math.min(this.current, others), Math.max(wait, answer), now);
		this.growth = BY_ONE;
	}

	/** A request that went out at `sent` got no answer in time: half as many are enough to wait for. */
	late(sent: number, now: number): void {
		if (sent < this.round.began) return;
		this.setBack(this.current / 2, now - sent, now);
		this.growth = BY_ONE;
	}

	private judge(average: number, now: number): void {
		const { before, current } = this;
		const usual = this.fastest * this.usual;
		const enough = (HEADROOM * current * usual) / average;
		if (before && current > before.limit) {
			if (isLonger(average, WAITING * before.average)) {
				this.setBack(Math.max(before.limit, enough), QUEUED * average, now);
				return;
			}
			this.growth = FAST;
			this.rest = REST;
		} else if (before && average / before.average > Math.sqrt(current / before.limit)) {
			this.usual = average / this.fastest;
			this.growth = FAST;
			this.current = before.limit;
			this.grow(before.average, now);
			return;
		}
		const isDoubtful = isLonger(this.round.slowest, DOUBT * usual);
		const isWaiting = isLonger(average, WAITING * usual) && Math.round(enough) < current;
		if (this.growth === FAST && isDoubtful) {
			this.growth = GENTLE;
			// Those of the first round have not waited for as many as later ones do.
			if (isWaiting) this.begin(current, now);
			else this.grow(average, now);
		} else if (isWaiting) this.begin(enough, now, average);
		else this.grow(average, now);
	}

	private grow(average: number, now: number): void {
		const { current, most, growth, ceiling } = this;
		const highest = now < this.restsUntil ? Math.min(most, ceiling) : most;
		const wanted = growth === FAST && current < FIRST ? FIRST : current * growth;
		const next = Math.min(highest, Math.max(current + 1, wanted));
		if (next > current) this.begin(next, now, average);
		else this.begin(current, now);
	}

	private setBack(limit: number, cost: number, now: number): void {
		if (this.before && this.growth < FAST) this.rest *= LONGER;
		this.growth = GENTLE;
		this.restsUntil = now + this.rest * cost;
		this.begin(limit, now);
		this.ceiling = this.current;
	}

	/** @param average of the round that ends, where the next one is to be compared with it */
	private begin(limit: number, now: number, average?: number): void {
		this.before = average === undefined ? undefined : { limit: this.current, average };
		this.round = { began: now, answers: 0, time: 0, slowest: 0 };
		this.current = Math.min(this.most, Math.max(1, Math.round(limit)));
	}
}

function isLonger(time: number, expected: number): boolean {
	return time > expected + OWN_WORK;
}

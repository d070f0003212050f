/** Requests that go out before anything is known of the platform. */
const FIRST = 12;

/** A round has so many answers at least: of fewer the average is chance. */
const FEWEST = 6;

/** Milliseconds that may just as well be n8n's own work. */
const OWN_WORK = 7;

/** The first answers are alike where the slowest takes at most so many times as long as the quickest... */
const ALIKE = 1.25;
/** ...and they stand in line where it takes so many times as long. */
const IN_LINE = 3;

/** Up to so many times the time of one that does not wait, answers do not wait for each other... */
const FREE = 1.2;
/** ...and from so many times on, they do. Between them the limit stays... */
const WAITING = 1.3;
/** ...for so many rounds: answers may have become slower by themselves. */
const STAYS = 7;

/** What is added to what keeps the platform busy, so that it stays so. */
const HEADROOM = 1.25;

/** Where nothing waits, a round adds so many times as many as the one before. */
const FASTER = 3;

/** A try to send more that fails costs time. It rests so many times as long, and longer after each refusal. */
const REST = 4;

/** As many starts as the limit allows go out within this part of an answer's time. */
const SPREAD_OVER = 1 / 4;

/** Milliseconds that an answer is taken to last until the first has come. */
const USUAL = 100;

/**
 * How many requests may be under way at a time: arithmetic on what was sent, answered and refused, and
 * how long it took. It has no clock: times are handed in, in milliseconds.
 *
 * It goes by rounds of as many answers as the limit is, and compares their average with the time of an
 * answer that waits for no other. Where they take no longer, it grows, by more each round. Where they
 * take clearly longer, they only wait for each other, and it falls to what the platform gets done in that
 * time. Fewer must be answered quicker; where they are not, answers take longer by themselves, and the old
 * limit holds again. After a refusal as many are allowed as were not refused; it rests, and then grows
 * beyond that again.
 */
export class Limit {
	/** What holds now. */
	current: number;

	private readonly most: number;

	/** How long an answer takes that waits for no other, as far as is known. */
	private alone = Infinity;

	/** How many more the next round may have. */
	private more: number;

	/** The round before, where the limit fell after it. */
	private before: { limit: number; average: number } | undefined;

	/** Rounds in a row in which it stayed. */
	private stayed = 0;

	private rest = 0;

	private restsUntil = 0;

	/** What was not refused: it holds while it rests. */
	private accepted = 0;

	/** `time` and `slowest` are those of the `answers` to what went out in it; `done` are all that came. */
	private round = { began: 0, done: 0, answers: 0, time: 0, slowest: 0 };

	private isFirst = true;

	/**
	 * @param most what it never exceeds, at least 1
	 * @param first what it begins with; when less than usual, it is also careful to grow
	 */
	constructor(most: number, first = FIRST) {
		this.most = most;
		this.current = Math.min(first, most);
		this.more = first < FIRST ? first : most;
	}

	/** How far apart requests start, so that a refusal is heard before many more have gone out. */
	get spacing(): number {
		if (this.current === 1) return 0;
		const time = this.alone < Infinity ? this.alone : USUAL;
		return (SPREAD_OVER * time) / this.current;
	}

	/** A request that went out at `sent` was answered. */
	answered(sent: number, now: number): void {
		const { round } = this;
		// The first round begins with the first request.
		round.began ||= sent;
		if (now < round.began) return;
		round.done++;
		if (sent < round.began) return;
		const time = Math.max(1, now - sent);
		round.answers++;
		round.time += time;
		round.slowest = Math.max(round.slowest, time);
		if (this.isFirst) this.alone = Math.min(this.alone, time);
		const fewest = this.isFirst ? this.current : Math.max(this.current, FEWEST);
		if (round.answers >= fewest) this.judge(round.time / round.answers, now);
	}

	/**
	 * A request was refused.
	 * @param others how many others were under way, when it went out or now, whichever is fewer
	 * @param wait how long nothing goes out now
	 */
	refused(others: number, wait: number, now: number): void {
		if (now >= this.restsUntil) this.rest += REST;
		const known = this.alone < Infinity ? this.alone : 0;
		this.fall(others, now + wait, now + this.rest * Math.max(wait, known));
	}

	/** A request that went out at `sent` got no answer in time: half as many are enough to wait for. */
	late(sent: number, now: number): void {
		if (sent < this.round.began) return;
		this.fall(this.current / 2, now, now + REST * (now - sent));
	}

	private judge(average: number, now: number): void {
		if (this.isFirst) this.judgeFirst(average);
		const { before, alone, round } = this;
		let limit = this.current;
		// Nearer to what it was before than to what it should be with fewer.
		if (before && average ** 2 > before.average * (HEADROOM * alone + OWN_WORK)) {
			limit = before.limit;
			this.more = limit;
			this.alone = average;
		} else {
			// A single one waits for none of the others.
			this.alone = this.current === 1 ? average : Math.min(alone, average);
		}
		const atMost = now < this.restsUntil ? this.accepted : this.most;
		if (average > WAITING * this.alone + OWN_WORK) {
			this.fall((HEADROOM * alone * round.done) / (now - round.began), now);
			if (this.current < limit) this.before = { limit, average };
		} else if (limit >= atMost) this.begin(limit, now);
		else if (average > FREE * this.alone + OWN_WORK && this.stayed < STAYS) {
			this.begin(limit, now);
			this.stayed++;
		} else {
			this.begin(Math.min(limit + this.more, atMost), now);
			this.more *= FASTER;
			this.stayed = 0;
		}
	}

	private judgeFirst(average: number): void {
		const spread = this.round.slowest / (this.alone + OWN_WORK);
		if (spread > ALIKE) this.more = Math.min(this.more, this.current);
		// Some may have waited, or they take different times by themselves.
		if (spread < IN_LINE) this.alone = (this.alone + average) / 2;
		this.isFirst = false;
	}

	private fall(limit: number, began: number, restsUntil = 0): void {
		this.begin(Math.min(this.current, limit), began);
		this.more = 1;
		if (restsUntil === 0) return;
		this.accepted = this.current;
		this.restsUntil = Math.max(this.restsUntil, restsUntil);
	}

	private begin(limit: number, began: number): void {
		this.before = undefined;
		this.round = { began, done: 0, answers: 0, time: 0, slowest: 0 };
		this.current = Math.min(this.most, Math.max(1, Math.round(limit)));
	}
}

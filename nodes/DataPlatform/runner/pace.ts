import type { Halt } from './halt';

const FIRST_CALM = 30_000;
const LONGEST_CALM = 600_000;

/** Bounds that the user sets. */
export interface PaceBounds {
	/** Requests under way at a time, at least 1. */
	maxConcurrency: number;
	/** Requests started in a second; 0 stands for no bound. */
	maxRequestsPerSecond: number;
}

/** A time of rejections: from the first one until requests may go out again. */
interface Congestion {
	/** Requests under way when it began. */
	underWay: number;
	rejected: number;
	/** How many requests were allowed before. */
	limit: number;
}

/**
 * The pace of one run of the node: how many requests are under way, and when the next may go out.
 * It starts at the user's bound. When the platform rejects requests, everything waits as long as it
 * asks, and afterwards only as many requests go out at a time as it had accepted. Much later one more
 * is tried, so that the waits stay rare.
 */
export class Pace {
	private readonly bounds: PaceBounds;

	private readonly halt: Halt;

	private limit: number;

	private underWay = 0;

	private opensAt = 0;

	private nextStart = 0;

	private congestion: Congestion | undefined;

	private congestions = 0;

	private quickLimit = 0;

	private lastChange = 0;

	private lastWasRaise = false;

	private calm = FIRST_CALM;

	private door: Promise<unknown> = Promise.resolve();

	private leaving: () => void = () => {};

	constructor(bounds: PaceBounds, halt: Halt) {
		this.bounds = bounds;
		this.halt = halt;
		this.limit = bounds.maxConcurrency;
	}

	/** Milliseconds until the platform wants to see requests again. */
	get closedFor(): number {
		return Math.max(0, this.opensAt - Date.now());
	}

	/**
	 * Waits for its turn, first come first served.
	 * @returns a ticket for `slowDown`
	 * @throws Halted
	 */
	async enter(): Promise<number> {
		const turn = this.door.then(async () => await this.pass());
		this.door = turn.catch(() => {});
		return await turn;
	}

	/** A request has ended. */
	leave(): void {
		this.underWay--;
		this.leaving();
	}

	/** A request was accepted: perhaps one more may go out at a time. */
	accepted(): void {
		if (this.limit >= this.bounds.maxConcurrency) return;
		const isQuick = this.limit < this.quickLimit;
		if (!isQuick && Date.now() - this.lastChange < this.calm) return;
		this.limit++;
		this.lastChange = Date.now();
		this.lastWasRaise = !isQuick;
		this.leaving();
	}

	/**
	 * A request was rejected: nothing goes out for `milliseconds`, and less afterwards.
	 * @param ticket what `enter` gave to the rejected request
	 */
	slowDown(ticket: number, milliseconds: number): void {
		this.opensAt = Math.max(this.opensAt, Date.now() + milliseconds);
		if (ticket === this.congestions) this.beginCongestion();
		else if (ticket < this.congestions - 1 || !this.congestion) return;
		const congestion = this.congestion!;
		congestion.rejected++;
		const survivors = congestion.underWay - congestion.rejected;
		this.limit = Math.min(congestion.limit, Math.max(1, survivors));
		this.quickLimit = survivors > 0 ? 0 : Math.ceil(congestion.limit / 2);
		this.lastChange = Date.now();
	}

	private beginCongestion(): void {
		this.congestions++;
		this.congestion = { underWay: this.underWay, rejected: 0, limit: this.limit };
		if (this.lastWasRaise) this.calm = Math.min(LONGEST_CALM, this.calm * 2);
		this.lastWasRaise = false;
	}

	private async pass(): Promise<number> {
		for (;;) {
			this.halt.check();
			const wait = Math.max(this.opensAt, this.nextStart) - Date.now();
			if (wait > 0) await this.halt.wait(wait);
			else if (this.underWay >= this.limit) await this.untilSomeoneLeaves();
			else break;
		}
		this.congestion = undefined;
		this.underWay++;
		const { maxRequestsPerSecond } = this.bounds;
		if (maxRequestsPerSecond > 0) {
			this.nextStart = Math.max(Date.now(), this.nextStart) + 1000 / maxRequestsPerSecond;
		}
		return this.congestions;
	}

	private async untilSomeoneLeaves(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.leaving = resolve;
		});
	}
}

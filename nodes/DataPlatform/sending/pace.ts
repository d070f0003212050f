import type { RunController } from './runController';

const FIRST_CALM = 30_000;
const LONGEST_CALM = 600_000;

/** Bounds that the user sets. */
export interface PaceBounds {
	/** Requests under way at a time, at least 1. */
	maxConcurrency: number;
	/** Requests started in a second; 0 stands for no bound. */
	maxRequestsPerSecond: number;
}

/** A request's permit to go out. */
export interface Permit {
	/** How many times of rejections there had been. */
	congestions: number;
	/** When the request gives up waiting for the platform; undefined when it never waited. */
	end: number | undefined;
}

/** The platform asks to wait longer than the request may. */
export class ClosedTooLong extends Error {
	/** How long it asks to wait from now on. */
	readonly milliseconds: number;

	constructor(milliseconds: number) {
		super('The platform asks to wait longer than allowed');
		this.milliseconds = milliseconds;
	}
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

	private limit: number;

	private underWay = 0;

	private opensAt = 0;

	private closedSince: number | undefined;

	private nextStart = 0;

	private congestion: Congestion | undefined;

	private congestions = 0;

	private quickLimit = 0;

	private lastChange = 0;

	private lastWasRaise = false;

	private calm = FIRST_CALM;

	private queue: Promise<unknown> = Promise.resolve();

	private leaving: () => void = () => {};

	constructor(bounds: PaceBounds) {
		this.bounds = bounds;
		this.limit = bounds.maxConcurrency;
	}

	/**
	 * Waits for its permit, first come first served.
	 * @param controller tells whether it still wants it
	 * @param end when it gives up waiting for the platform; undefined when it has not begun to wait
	 * @param patience milliseconds that it waits for the platform, from its first wait on
	 * @throws Aborted; ClosedTooLong when the platform asks to wait longer than that
	 */
	async acquire(
		controller: RunController,
		end: number | undefined,
		patience: number,
	): Promise<Permit> {
		const permit = this.queue.then(async () => await this.pass(controller, end, patience));
		this.queue = permit.catch(() => {});
		return await permit;
	}

	/** A request has ended. */
	release(): void {
		this.underWay--;
		this.leaving();
	}

	/** A request was accepted: perhaps one more may go out at a time. */
	accepted(): void {
		this.closedSince = undefined;
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
	 * @param permit what `acquire` gave to the rejected request
	 */
	slowDown({ congestions }: Permit, milliseconds: number): void {
		this.opensAt = Math.max(this.opensAt, Date.now() + milliseconds);
		this.closedSince ??= Date.now();
		if (congestions === this.congestions) this.beginCongestion();
		else if (congestions < this.congestions - 1 || !this.congestion) return;
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

	private async pass(
		controller: RunController,
		end: number | undefined,
		patience: number,
	): Promise<Permit> {
		for (;;) {
			controller.throwIfAborted();
			const now = Date.now();
			if (this.opensAt > now) {
				// Whoever begins to wait now waits no longer than those who wait already.
				end ??= (this.closedSince ?? now) + patience;
				if (this.opensAt > end) throw new ClosedTooLong(this.opensAt - now);
				await controller.wait(this.opensAt - now);
			} else if (this.nextStart > now) await controller.wait(this.nextStart - now);
			else if (this.underWay >= this.limit) await this.untilSomeoneLeaves();
			else break;
		}
		this.congestion = undefined;
		this.underWay++;
		const { maxRequestsPerSecond } = this.bounds;
		if (maxRequestsPerSecond > 0) {
			this.nextStart = Math.max(Date.now(), this.nextStart) + 1000 / maxRequestsPerSecond;
		}
		return { congestions: this.congestions, end };
	}

	private async untilSomeoneLeaves(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.leaving = resolve;
		});
	}
}

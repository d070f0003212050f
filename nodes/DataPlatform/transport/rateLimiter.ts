import { Limit } from './concurrencyLimit';
import type { RunController } from './abort';

/** Bounds that the user and the operation set. */
export interface PaceBounds {
	/** The most requests under way at a time, at least 1. */
	maxConcurrency: number;
	/** Requests started in a second; 0 stands for no bound. */
	maxRequestsPerSecond: number;
	/** How many go out before the first answers. */
	firstAtATime?: number;
}

/** A request's permit to go out. */
export interface Permit {
	/** When it was given. */
	sent: number;
	/** How many others were under way then. */
	others: number;
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

/**
 * The pace of one run of the node: when the next request may go out. As many are under way at a time as
 * the platform takes, within the user's bounds (limit.ts). When it refuses one, everything waits as long
 * as it asks.
 */
export class Pace {
	private readonly limit: Limit;

	private readonly shortestGap: number;

	private underWay = 0;

	private opensAt = 0;

	private closedSince: number | undefined;

	private nextStart = 0;

	private queue: Promise<unknown> = Promise.resolve();

	private leaving: () => void = () => {};

	constructor({ maxConcurrency, maxRequestsPerSecond, firstAtATime }: PaceBounds) {
		this.limit = new Limit(maxConcurrency, firstAtATime);
		this.shortestGap = maxRequestsPerSecond > 0 ? 1000 / maxRequestsPerSecond : 0;
	}

	/** How many requests may be under way at a time, now. */
	get atATime(): number {
		return this.limit.current;
	}

	/** For how many milliseconds every answer was a refusal. */
	get closedFor(): number {
		return this.closedSince === undefined ? 0 : performance.now() - this.closedSince;
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

	/** A request was accepted, before its release: perhaps more may go out at a time. */
	accepted({ sent }: Permit): void {
		this.closedSince = undefined;
		this.limit.answered(sent, performance.now());
	}

	/** A request was refused, before its release: nothing goes out for `milliseconds`, and less afterwards. */
	slowDown({ others }: Permit, milliseconds: number): void {
		const now = performance.now();
		this.opensAt = Math.max(this.opensAt, now + milliseconds);
		this.closedSince ??= now;
		this.limit.refused(Math.min(others, this.underWay - 1), milliseconds, now);
	}

	/** An answer came that is neither: the platform is there. */
	reached(): void {
		this.closedSince = undefined;
	}

	/** A request got no answer in time, before its release: perhaps too many are waiting for theirs. */
	late({ sent }: Permit): void {
		this.limit.late(sent, performance.now());
	}

	private async pass(
		controller: RunController,
		end: number | undefined,
		patience: number,
	): Promise<Permit> {
		for (;;) {
			controller.throwIfAborted();
			const now = performance.now();
			if (this.opensAt > now) {
				// Whoever begins to wait now waits no longer than those who wait already.
				end ??= (this.closedSince ?? now) + patience;
				if (this.opensAt > end) throw new ClosedTooLong(this.opensAt - now);
				await controller.wait(this.opensAt - now);
			} else if (this.underWay >= this.limit.current) await this.untilSomeoneLeaves();
			// Timers are no finer.
			else if (this.nextStart >= now + 1) await controller.wait(this.nextStart - now);
			else break;
		}
		const sent = performance.now();
		const others = this.underWay++;
		const gap = Math.max(this.shortestGap, this.limit.spacing);
		this.nextStart = Math.max(sent, this.nextStart) + gap;
		return { sent, others, end };
	}

	private async untilSomeoneLeaves(): Promise<void> {
		await new Promise<void>((resolve) => {
			this.leaving = resolve;
		});
	}
}

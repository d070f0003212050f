// node local/entry.mjs test/unit/transport/limitComparison.ts
// Prints the table of maintainers/rate-limiter.md, which compares rules for the number of requests in flight.
import { ConcurrencyLimit } from '../../../nodes/DataPlatform/transport/concurrencyLimit.ts';
import { compare, LIMIT_ROWS } from './limitRows.ts';
import { type LimitRule, MAX } from './platformModel.ts';

const START = 12;
const USUAL_RTT = 100;

const within = (limit: number) => Math.min(MAX, Math.max(1, limit));

/** The spacing of requests and the reaction to throttling, which all rules share. */
abstract class Rule implements LimitRule {
	protected minRtt = Infinity;

	protected limit: number;

	constructor(start = START) {
		this.limit = start;
	}

	get current(): number {
		return Math.floor(this.limit);
	}

	get spacing(): number {
		const rtt = this.minRtt < Infinity ? this.minRtt : USUAL_RTT;
		return this.current === 1 ? 0 : rtt / 4 / this.current;
	}

	onSuccess(sentAt: number, now: number, inFlight: number): void {
		const rtt = Math.max(1, now - sentAt);
		const isNewMinimum = rtt < this.minRtt;
		if (isNewMinimum) this.minRtt = rtt;
		this.limit = within(this.limitAfter(rtt, inFlight, now, isNewMinimum));
	}

	onThrottled(others: number, _wait: number, _now: number): void {
		this.limit = within(Math.min(this.limit, others));
	}

	onTimeout(_sentAt: number, _now: number): void {
		this.limit = within(this.limit / 2);
	}

	protected abstract limitAfter(
		rtt: number,
		inFlight: number,
		now: number,
		isNewMinimum: boolean,
	): number;
}

/** Additive increase, multiplicative decrease, and a slow decrease while responses take long. */
class Aimd extends Rule {
	private isSlowStart = true;

	private rest = 0;

	private restsUntil = 0;

	protected limitAfter(rtt: number, _inFlight: number, now: number): number {
		if (rtt > 1.5 * this.minRtt + 7) return this.limit - 0.5 / this.limit;
		if (now < this.restsUntil) return this.limit;
		return this.limit + (this.isSlowStart ? 1 : 1 / this.limit);
	}

	override onThrottled(others: number, wait: number, now: number): void {
		super.onThrottled(others, wait, now);
		if (now >= this.restsUntil) this.rest += 4;
		const longest = Math.max(wait, this.minRtt < Infinity ? this.minRtt : 0);
		this.startRest(now + this.rest * longest);
	}

	override onTimeout(sentAt: number, now: number): void {
		super.onTimeout(sentAt, now);
		this.startRest(now + 4 * (now - sentAt));
	}

	private startRest(until: number): void {
		this.isSlowStart = false;
		this.restsUntil = Math.max(this.restsUntil, until);
	}
}

/** Netflix's Gradient2 with its defaults, except for a limit of 1 to 100. */
class Gradient2 extends Rule {
	private samples = 0;

	private longRtt = 0;

	protected limitAfter(rtt: number, inFlight: number): number {
		this.samples++;
		const weight = this.samples <= 10 ? 1 / this.samples : 2 / 601;
		this.longRtt += (rtt - this.longRtt) * weight;
		if (this.longRtt > 2 * rtt) this.longRtt *= 0.9;
		if (inFlight < this.limit / 2) return this.limit;
		const gradient = Math.max(0.5, Math.min(1, this.longRtt / rtt));
		return 0.8 * this.limit + 0.2 * (gradient * this.limit + 4);
	}
}

/** Netflix's Vegas with its defaults, but without randomness in when it measures the minimum again. */
class Vegas extends Rule {
	private samples = 0;

	protected limitAfter(rtt: number, inFlight: number, _now: number, isNewMinimum: boolean): number {
		if (++this.samples >= 22.5 * this.limit) {
			this.samples = 0;
			this.minRtt = rtt;
			return this.limit;
		}
		if (isNewMinimum || 2 * inFlight < this.limit) return this.limit;
		const queue = Math.ceil(this.limit * (1 - this.minRtt / rtt));
		const unit = this.unit;
		if (queue <= unit) return this.limit + 6 * unit;
		if (queue < 3 * unit) return this.limit + unit;
		return queue > 6 * unit ? this.limit - unit : this.limit;
	}

	override onTimeout(): void {
		this.limit = within(this.limit - this.unit);
	}

	private get unit(): number {
		return Math.max(1, Math.floor(Math.log10(this.limit)));
	}
}

const RULES: Record<string, (start?: number) => LimitRule> = {
	'This node': (start) => new ConcurrencyLimit(MAX, start),
	AIMD: (start) => new Aimd(start),
	Gradient2: (start) => new Gradient2(start),
	Vegas: (start) => new Vegas(start),
};

console.log(`| Platform | Earlier rule | ${Object.keys(RULES).join(' | ')} |`);
console.log(`| --- | --: |${' --: |'.repeat(Object.keys(RULES).length)}`);
for (const row of LIMIT_ROWS) {
	const cells = Object.values(RULES).map((rule) => {
		const { time, inFlight, worstInFlight, worstTimeouts } = compare(row, rule);
		const failed = time > 1.15 * row.earlier || inFlight > 3;
		const text = `${time.toFixed(2)}, ${inFlight.toFixed(1)}, ${worstInFlight.toFixed(1)}`;
		return `${failed ? `**${text}**` : text}${worstTimeouts > 0 ? `, ${worstTimeouts}` : ''}`;
	});
	console.log(`| ${row.name} | ${row.earlier.toFixed(2)} | ${cells.join(' | ')} |`);
}

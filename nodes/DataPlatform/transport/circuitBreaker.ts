import { LONGEST_SLEEP } from '../helpers/executionController';
import { ApiError, classifyFailure, showsPlatformIsUp } from './failures';
import { NeedsNewSlot } from './rateLimiter';
import type { Attempt, Send } from './retry';

/** If half of the requests fail at random, eight failures in a row occur about once in 500 requests. */
const RULES = { failuresToOpen: 8, maxProbes: 8, waitFactor: 1.4 };
/** Opens sooner, because a failed run has an unknown outcome. More probes, as most end with a search. */
const RULES_FOR_RUNS = { failuresToOpen: 2, maxProbes: 16, waitFactor: 1.08 };
/** When more runs than this, sent as probes, have unknown outcomes, no other run is sent. */
const MAX_UNKNOWN_RUNS = 10;
/** Milliseconds before the first probe. Each further wait is `waitFactor` times as long. */
const FIRST_WAIT = 1000;
/** Each wait varies by up to this fraction, so that several executions don't probe at the same time. */
const JITTER = 0.05;
/** Probing ends about this many Timeouts plus GRACE milliseconds after `Outage.since`, or earlier. */
const MAX_TIMEOUTS = 3;
const GRACE = 30_000;
/** After this many milliseconds without a failure, probing resumes, or a closed circuit counts from zero. */
const COOL_DOWN = 60_000;

/** Failures in a row. Times are milliseconds of `performance.now()`. */
export interface Outage {
	failures: number;
	/** The first two items that failed. */
	items: string[];
	/** When the first failed request was sent, or when the limits of probing were last reset. */
	since: number;
	lastFailure: number;
	/** The message of the last failure. */
	reason: string;
	/** When a probe may be sent; undefined while the circuit is closed. */
	probeAt?: number;
	failedProbes: number;
	/** Runs with an unknown outcome, each sent after a successful search. */
	unknownRuns: number;
}

/** Plain data in the node's context, which n8n keeps as long as the execution. */
export interface BreakerState {
	/** The execution that the state belongs to: n8n's Retry keeps the context, but the outage may be over. */
	executionId: string | undefined;
	/** Signs that failures are random, not caused by runs: the circuit closed, or a search failed too. */
	randomFailureSigns: number;
	outage?: Outage;
}

/** Outages whose probe is in progress. In memory only, because a probe ends with its process. */
const probing = new WeakSet<Outage>();

/**
 * The circuit opens after several failed requests in a row, if they are of at least two items. For a single
 * item, its own retries are enough. Then one request at a time probes whether the platform is back, and all
 * others wait. A response that suggests no outage closes the circuit. When probing has failed for long enough,
 * nothing is sent until COOL_DOWN ends. The state is in the node's context, so loops and tool calls share it.
 */
export class CircuitBreaker {
	private readonly state: BreakerState;

	constructor(context: { circuitBreaker?: BreakerState }, executionId: string | undefined) {
		const kept = context.circuitBreaker;
		// Only another process can have saved a time after now. Its clock can't be compared.
		const isValid = (kept?.outage?.lastFailure ?? 0) <= performance.now();
		const isKept = kept?.executionId === executionId && isValid;
		this.state = kept && isKept ? kept : { executionId, randomFailureSigns: 0 };
		context.circuitBreaker = this.state;
	}

	/** @throws ApiError of the kind `notSent` if probing has ended. After COOL_DOWN, it allows another probe. */
	throwIfGivenUp(attempt: Attempt): void {
		const { outage } = this.state;
		if (outage?.probeAt === undefined || probing.has(outage)) return;
		const { maxProbes } = getRules(attempt);
		const lastStart = outage.since + (MAX_TIMEOUTS - 1) * 1000 * attempt.bounds.timeout + GRACE;
		if (outage.failedProbes < maxProbes && outage.probeAt <= lastStart) return;
		const now = performance.now();
		if (now - outage.lastFailure < COOL_DOWN) throw createNotSentError(outage);
		Object.assign(outage, { since: now, probeAt: now, failedProbes: maxProbes - 1 });
	}

	/**
	 * Returns at once if the circuit is closed. Otherwise waits until the request may be sent as a probe, which
	 * `endProbe` must follow.
	 * @throws ApiError of the kind `notSent` if probing has ended or the request's deadline has passed;
	 * NeedsNewSlot if the circuit closed during the wait; Aborted
	 */
	async enter(attempt: Attempt): Promise<void> {
		delete attempt.probedOutage;
		for (let hasWaited = false; ; hasWaited = true) {
			attempt.controller.throwIfAborted();
			this.throwIfGivenUp(attempt);
			const { outage } = this.state;
			if (outage?.probeAt === undefined) {
				if (hasWaited) throw new NeedsNewSlot();
				return;
			}
			const now = performance.now();
			if (now >= outage.probeAt && !probing.has(outage)) {
				probing.add((attempt.probedOutage = outage));
				if (await this.prepareProbe(attempt, outage)) return;
				this.endProbe(attempt);
				delete attempt.probedOutage;
			} else {
				if (now > (attempt.deadline ?? Infinity)) throw createNotSentError(outage);
				await attempt.controller.wait(LONGEST_SLEEP);
			}
		}
	}

	/** Allows the next probe, whatever the result of this one. */
	endProbe(attempt: Attempt): void {
		if (attempt.probedOutage) probing.delete(attempt.probedOutage);
	}

	/**
	 * Whether the request may be sent as a probe. Before a run, a search must succeed. If the run then has an
	 * unknown outcome, perhaps only runs fail. So each further run needs another sign of random failures.
	 */
	private async prepareProbe(attempt: Attempt, outage: Outage): Promise<boolean> {
		if (!attempt.probe) return true;
		const responds = await attempt.probe(attempt);
		attempt.controller.throwIfAborted();
		const { state } = this;
		const mayRunAgain = outage.unknownRuns <= Math.min(state.randomFailureSigns, MAX_UNKNOWN_RUNS);
		// A search succeeded before the last run, but this search failed: a sign of random failures.
		if (!responds && !mayRunAgain) state.randomFailureSigns++;
		if (!responds || !mayRunAgain) failProbe(attempt, outage);
		else if (state.randomFailureSigns > 0) {
			Object.assign(outage, { since: performance.now(), failedProbes: 0 });
		}
		return responds && mayRunAgain;
	}

	/** Ends the outage after a response. Ignores responses to requests sent before `Outage.since`. */
	close({ sentAt }: Attempt): void {
		const { state } = this;
		if (!state.outage || sentAt < state.outage.since) return;
		if (state.outage.probeAt !== undefined) state.randomFailureSigns++;
		delete state.outage;
	}

	/** Closes the circuit if the failure shows that the platform is up. Outage failures may open it. */
	onFailure(attempt: Attempt, error: unknown): void {
		if (!(error instanceof ApiError)) return;
		if (showsPlatformIsUp(error)) return this.close(attempt);
		const { trustsThrottling } = attempt.bounds;
		const { isOutage, mayHaveRun } = classifyFailure(error, trustsThrottling);
		if (!isOutage) return;
		const outage = this.getOrStartOutage(attempt.sentAt);
		outage.failures++;
		outage.since = Math.min(outage.since, attempt.sentAt);
		outage.lastFailure = performance.now();
		outage.reason = error.message;
		outage.items = [...new Set([...outage.items, attempt.itemKey])].slice(0, 2);
		if (attempt.probedOutage === outage) {
			failProbe(attempt, outage);
			if (attempt.probe && mayHaveRun) outage.unknownRuns++;
		} else if (outage.probeAt === undefined && mustOpen(attempt, outage)) {
			scheduleProbe(attempt, outage);
		}
	}

	/** Failures of an earlier loop iteration or tool call may be of another outage. */
	private getOrStartOutage(sentAt: number): Outage {
		const { outage } = this.state;
		const isSame =
			outage?.probeAt !== undefined || sentAt - (outage?.lastFailure ?? 0) <= COOL_DOWN;
		if (outage && isSame) return outage;
		const none = { failures: 0, failedProbes: 0, unknownRuns: 0, lastFailure: 0 };
		return (this.state.outage = { ...none, items: [], since: sentAt, reason: '' });
	}
}

const getRules = ({ probe }: Attempt) => (probe ? RULES_FOR_RUNS : RULES);

function mustOpen(attempt: Attempt, { failures, items, since, lastFailure }: Outage): boolean {
	// If requests fail one after another by timeout, eight failures would take too long.
	const isLong = lastFailure - since >= 2 * 1000 * attempt.bounds.timeout;
	return items.length >= 2 && (isLong || failures >= getRules(attempt).failuresToOpen);
}

function failProbe(attempt: Attempt, outage: Outage): void {
	outage.failedProbes++;
	outage.lastFailure = performance.now();
	scheduleProbe(attempt, outage);
}

function scheduleProbe(attempt: Attempt, outage: Outage): void {
	const wait = FIRST_WAIT * getRules(attempt).waitFactor ** outage.failedProbes;
	outage.probeAt = outage.lastFailure + wait * (1 + JITTER * (2 * Math.random() - 1));
}

function createNotSentError({ failures, reason }: Outage): ApiError {
	return new ApiError(
		'Not sent: the platform seems to be unavailable',
		`Try again later, because ${failures} requests in a row failed, the last one with "${reason}".`,
		{ kind: 'notSent' },
	);
}

/** Sends a request when the circuit breaker allows it, and reports the result to the breaker. */
export function withCircuitBreaker(breaker: CircuitBreaker, send: Send): Send {
	return async (request, attempt) => {
		try {
			await breaker.enter(attempt);
			const response = await send(request, attempt).catch((error: unknown) => {
				breaker.onFailure(attempt, error);
				throw error;
			});
			breaker.close(attempt);
			return response;
		} finally {
			breaker.endProbe(attempt);
		}
	};
}

/** If the circuit breaker has given up, fails a request before it queues in the rate limiter. */
export function failFast(breaker: CircuitBreaker, send: Send): Send {
	return async (request, attempt) => {
		breaker.throwIfGivenUp(attempt);
		return await send(request, attempt);
	};
}

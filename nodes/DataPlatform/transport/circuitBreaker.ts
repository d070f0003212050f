import { LONGEST_SLEEP } from '../helpers/executionController';
import { ApiError } from './apiError';
import { classifyFailure, showsPlatformIsUp } from './retryPolicy';
import { NeedsNewSlot } from './rateLimiter';
import type { RequestState, Send } from './retry';

/** If half of all requests fail at random, eight failures in a row happen only once in 500 requests. */
const RULES = { failuresToOpen: 8, maxProbes: 8, waitFactor: 1.4 };
/**
 * For connector runs, which must not be started twice. A failed request may have started its run, so two
 * failures open the circuit. In an outage, most probes send only a search, so more probes are allowed.
 */
const RULES_FOR_RUNS = { failuresToOpen: 2, maxProbes: 16, waitFactor: 1.08 };
/** If more than this many runs sent as probes had an unknown outcome, no further run is sent as a probe. */
const MAX_UNKNOWN_RUNS = 10;
/** Milliseconds before the first probe. Each further wait is `waitFactor` times as long. */
const FIRST_WAIT = 1000;
/** Each wait varies by up to this fraction, so that several executions don't probe at the same time. */
const JITTER = 0.05;
/** Probing usually ends within MAX_TIMEOUTS × the Timeout option + GRACE milliseconds. */
const MAX_TIMEOUTS = 3;
const GRACE = 30_000;
/**
 * After this many milliseconds without a failure, a closed circuit forgets earlier failures. If probing has
 * ended, another probe is allowed.
 */
const COOL_DOWN = 60_000;

/** Failures in a row, maybe too few to open the circuit. Times are milliseconds of `performance.now()`. */
export interface Outage {
	failures: number;
	/** Keys of the first two items with a failed request. A single item never opens the circuit. */
	itemKeys: string[];
	/** When the first failed request was sent. Set to the current time when more probes are allowed. */
	since: number;
	lastFailure: number;
	/** The message of the last failure. */
	reason: string;
	/** When the next probe may be sent; undefined while the circuit is closed. */
	probeAt?: number;
	failedProbes: number;
	/** How many runs were sent as probes and had an unknown outcome. */
	unknownRuns: number;
}

/** Plain data in the node's context, which n8n saves with the execution. */
export interface BreakerState {
	/** n8n's Retry gives the state to a new execution, which ignores it, because the outage may be over. */
	executionId: string | undefined;
	/**
	 * Counts signs that any request fails at random, not just every run: an open circuit closed again, or
	 * after a failed run, a search failed too. Each sign allows one more run as a probe.
	 */
	randomFailureSigns: number;
	outage?: Outage;
}

/** Outages whose probe is in progress. In memory only, because a probe ends with its process. */
const probing = new WeakSet<Outage>();

/**
 * The circuit opens after several failed requests in a row, if they belong to at least two items. (For a
 * single item, its own retries are enough.) While the circuit is open, one request at a time is sent as a
 * probe, and all others wait. A response that suggests no outage closes the circuit. Probing ends after too
 * many failed probes or too much time. Then requests fail unsent until COOL_DOWN has passed. The state is
 * in the node's context, so loop iterations and tool calls share it.
 */
export class CircuitBreaker {
	private readonly breakerState: BreakerState;

	constructor(context: { circuitBreaker?: BreakerState }, executionId: string | undefined) {
		const kept = context.circuitBreaker;
		// `performance.now()` counts from the start of a process, so a later time is from another process.
		const isValid = (kept?.outage?.lastFailure ?? 0) <= performance.now();
		const isKept = kept?.executionId === executionId && isValid;
		this.breakerState = kept && isKept ? kept : { executionId, randomFailureSigns: 0 };
		context.circuitBreaker = this.breakerState;
	}

	/** If probing has ended, throws ApiError (`notSent`). After COOL_DOWN, allows another probe instead. */
	throwIfProbingEnded(state: RequestState): void {
		const { outage } = this.breakerState;
		if (outage?.probeAt === undefined || probing.has(outage)) return;
		const { maxProbes } = getRules(state);
		const lastStart = outage.since + (MAX_TIMEOUTS - 1) * 1000 * state.bounds.timeout + GRACE;
		if (outage.failedProbes < maxProbes && outage.probeAt <= lastStart) return;
		const now = performance.now();
		if (now - outage.lastFailure < COOL_DOWN) throw createNotSentError(outage);
		Object.assign(outage, { since: now, probeAt: now, failedProbes: maxProbes - 1 });
	}

	/**
	 * Returns at once if the circuit is closed. Otherwise waits until the request may be sent as a probe.
	 * Call `endProbe` after the request.
	 * @throws ApiError of the kind `notSent` if probing has ended or the request's deadline has passed;
	 * NeedsNewSlot if the circuit closed during the wait; Aborted if the request isn't needed anymore
	 */
	async enter(state: RequestState): Promise<void> {
		delete state.probedOutage;
		for (let hasWaited = false; ; hasWaited = true) {
			state.controller.throwIfAborted();
			this.throwIfProbingEnded(state);
			const { outage } = this.breakerState;
			if (outage?.probeAt === undefined) {
				if (hasWaited) throw new NeedsNewSlot();
				return;
			}
			const now = performance.now();
			if (now >= outage.probeAt && !probing.has(outage)) {
				probing.add((state.probedOutage = outage));
				if (await this.prepareProbe(state, outage)) return;
				this.endProbe(state);
				delete state.probedOutage;
			} else {
				if (now > (state.deadline ?? Infinity)) throw createNotSentError(outage);
				await state.controller.wait(LONGEST_SLEEP);
			}
		}
	}

	/** If the request was a probe, allows the next probe, whatever the result. */
	endProbe(state: RequestState): void {
		if (state.probedOutage) probing.delete(state.probedOutage);
	}

	/**
	 * Whether the request may be sent as a probe. Before a run, the platform must respond to a search. If
	 * the run then has an unknown outcome, perhaps only runs fail. So each further run needs one more sign
	 * that failures are random (`randomFailureSigns`).
	 */
	private async prepareProbe(state: RequestState, outage: Outage): Promise<boolean> {
		if (!state.probe) return true;
		const responds = await state.probe(state);
		state.controller.throwIfAborted();
		const { breakerState } = this;
		const mayRunAgain =
			outage.unknownRuns <= Math.min(breakerState.randomFailureSigns, MAX_UNKNOWN_RUNS);
		// A search succeeded before the last run, but this search failed: a sign of random failures.
		if (!responds && !mayRunAgain) breakerState.randomFailureSigns++;
		if (!responds || !mayRunAgain) failProbe(state, outage);
		else if (breakerState.randomFailureSigns > 0) {
			Object.assign(outage, { since: performance.now(), failedProbes: 0 });
		}
		return responds && mayRunAgain;
	}

	/** Ends the outage after a response. Ignores a response to a request sent before `Outage.since`. */
	close({ sentAt }: RequestState): void {
		const { breakerState } = this;
		if (!breakerState.outage || sentAt < breakerState.outage.since) return;
		if (breakerState.outage.probeAt !== undefined) breakerState.randomFailureSigns++;
		delete breakerState.outage;
	}

	/** A failure such as 404 shows that the platform is up, and closes the circuit. A 500 may open it. */
	onFailure(state: RequestState, error: unknown): void {
		if (!(error instanceof ApiError)) return;
		if (showsPlatformIsUp(error)) return this.close(state);
		const { trustsThrottling } = state.bounds;
		const { isOutage, mayHaveRun } = classifyFailure(error, trustsThrottling);
		if (!isOutage) return;
		const outage = this.getOrStartOutage(state.sentAt);
		outage.failures++;
		outage.since = Math.min(outage.since, state.sentAt);
		outage.lastFailure = performance.now();
		outage.reason = error.message;
		outage.itemKeys = [...new Set([...outage.itemKeys, state.itemKey])].slice(0, 2);
		if (state.probedOutage === outage) {
			failProbe(state, outage);
			if (state.probe && mayHaveRun) outage.unknownRuns++;
		} else if (outage.probeAt === undefined && mustOpen(state, outage)) {
			scheduleProbe(state, outage);
		}
	}

	/** While the circuit is closed, old failures, such as from an earlier loop iteration, don't count. */
	private getOrStartOutage(sentAt: number): Outage {
		const { outage } = this.breakerState;
		const isSame =
			outage?.probeAt !== undefined || sentAt - (outage?.lastFailure ?? 0) <= COOL_DOWN;
		if (outage && isSame) return outage;
		const none = { failures: 0, failedProbes: 0, unknownRuns: 0, lastFailure: 0 };
		return (this.breakerState.outage = { ...none, itemKeys: [], since: sentAt, reason: '' });
	}
}

const getRules = ({ probe }: RequestState) => (probe ? RULES_FOR_RUNS : RULES);

function mustOpen(
	state: RequestState,
	{ failures, itemKeys, since, lastFailure }: Outage,
): boolean {
	// If requests time out one after another, eight failures would take too long.
	const isLong = lastFailure - since >= 2 * 1000 * state.bounds.timeout;
	return itemKeys.length >= 2 && (isLong || failures >= getRules(state).failuresToOpen);
}

function failProbe(state: RequestState, outage: Outage): void {
	outage.failedProbes++;
	outage.lastFailure = performance.now();
	scheduleProbe(state, outage);
}

function scheduleProbe(state: RequestState, outage: Outage): void {
	const wait = FIRST_WAIT * getRules(state).waitFactor ** outage.failedProbes;
	outage.probeAt = outage.lastFailure + wait * (1 + JITTER * (2 * Math.random() - 1));
}

function createNotSentError({ failures, reason }: Outage): ApiError {
	return new ApiError(
		'Not sent: the platform seems to be unavailable',
		`Try again later, because ${failures} requests in a row failed, the last one with "${reason}".`,
		{ kind: 'notSent' },
	);
}

/** Returns a `Send` that waits until the breaker allows the request, and reports the result to it. */
export function withCircuitBreaker(breaker: CircuitBreaker, send: Send): Send {
	return async (request, state) => {
		try {
			await breaker.enter(state);
			const response = await send(request, state).catch((error: unknown) => {
				breaker.onFailure(state, error);
				throw error;
			});
			breaker.close(state);
			return response;
		} finally {
			breaker.endProbe(state);
		}
	};
}

/** Returns a `Send` that fails at once if probing has ended. Otherwise, the request would queue first. */
export function failFast(breaker: CircuitBreaker, send: Send): Send {
	return async (request, state) => {
		breaker.throwIfProbingEnded(state);
		return await send(request, state);
	};
}

import { ApiError, failureOf, isResponse } from './failures';
import type { Attempt, Send } from './retry';

/**
 * Failures in a row that open it: fewer where each leaves another outcome unknown. One of two requests that
 * fails by chance would open it after eight once in some 300 requests.
 */
const FAILURES_TO_OPEN = 8;
const FAILURES_TO_OPEN_WITH_PROBE = 2;

/** Milliseconds before the first probe; each further one waits 1.4 times as long as the one before. */
const FIRST_PROBE = 1000;
const PROBE_FACTOR = 1.4;
/** Spreads the probes of several executions: each wait is shorter or longer by up to this part. */
const JITTER = 0.05;

/** The retry quota of an outage: failed probes after which the rest isn't sent. */
const MAX_PROBES = 8;

/** An outage ends the execution this many Timeouts, and this many milliseconds, after it began. */
const MAX_TIMEOUTS = 3;
const GRACE = 30_000;

/** Milliseconds after the last failure before a later turn of a loop, or a later tool call, probes again. */
const COOL_DOWN = 60_000;

/** How often a waiting request checks whether it may be sent. */
const POLL_INTERVAL = 100;

/** What is kept in the node's context: plain data, times of `performance.now()`. */
export interface BreakerState {
	/** n8n's Retry brings the context of the failed execution along; its outage may be over. */
	executionId?: string;
	/** Failed requests since the last usable response. */
	failures: number;
	/** The first two items they belong to. */
	items: string[];
	/** When the first of them was sent, and when the last one failed. */
	since: number;
	lastFailure: number;
	/** What the last one said. */
	reason: string;
	/** When a probe may go out; undefined while the circuit is closed. */
	probeAt?: number;
	failedProbes: number;
	/** Whether no probe is allowed any more in this execution. */
	isFinal?: boolean;
}

/** Probes in progress. In memory only: a process that ends takes its probe with it. */
const probing = new WeakSet<BreakerState>();

/**
 * A circuit breaker. It opens when several requests in a row, of at least two items, ended without a usable
 * response: then one request at a time probes whether the platform is back, and all others wait. A usable
 * response closes it. When probing has failed for long enough, nothing more is sent.
 *
 * A single item never opens it: its retries are its own. Every bound holds for the whole execution: the
 * state lives in the node's context, which loops and tool calls share.
 */
export class CircuitBreaker {
	private readonly context: { circuitBreaker?: BreakerState };

	private readonly executionId: string | undefined;

	/** @param context the node's, which n8n keeps as long as the execution */
	constructor(context: { circuitBreaker?: BreakerState }, executionId: string | undefined) {
		this.context = context;
		this.executionId = executionId;
		const kept = context.circuitBreaker;
		// Times of another process mean nothing here.
		if (kept && (kept.executionId !== executionId || kept.lastFailure > performance.now())) {
			delete context.circuitBreaker;
		}
	}

	/**
	 * Throws when nothing is sent any more. Checked before a request joins the queue too, so that the rest of
	 * an execution ends at once.
	 * @throws ApiError of the kind `notSent`
	 */
	throwIfGivenUp(timeout: number): void {
		const state = this.context.circuitBreaker;
		if (state?.probeAt === undefined || !hasGivenUp(state, timeout) || probing.has(state)) return;
		const now = performance.now();
		if (state.isFinal || now - state.lastFailure < COOL_DOWN) throw notSent(state);
		Object.assign(state, { since: now, probeAt: now, failedProbes: MAX_PROBES - 1 });
	}

	/**
	 * Waits while the circuit is open, until the request may be sent.
	 * @returns whether it is sent as a probe: then `endProbe` must follow
	 * @throws ApiError of the kind `notSent` when probing has ended, or not before its deadline; Aborted
	 */
	async enter(attempt: Attempt): Promise<boolean> {
		for (;;) {
			attempt.controller.throwIfAborted();
			this.throwIfGivenUp(attempt.bounds.timeout);
			const state = this.context.circuitBreaker;
			if (state?.probeAt === undefined) return false;
			const now = performance.now();
			if (probing.has(state) || now < state.probeAt) {
				if (attempt.deadline !== undefined && now > attempt.deadline) throw notSent(state);
				await attempt.controller.wait(POLL_INTERVAL);
				continue;
			}
			probing.add(state);
			if (await this.mayProbe(attempt, state)) return true;
		}
	}

	private async mayProbe(attempt: Attempt, state: BreakerState): Promise<boolean> {
		if (!attempt.probe) return true;
		try {
			const isUp = await attempt.probe(attempt);
			attempt.controller.throwIfAborted();
			if (isUp) return true;
			failProbe(state);
		} catch (error) {
			this.endProbe();
			throw error;
		}
		this.endProbe();
		return false;
	}

	/** The probe has ended, whatever became of it. */
	endProbe(): void {
		if (this.context.circuitBreaker) probing.delete(this.context.circuitBreaker);
	}

	/**
	 * A usable response came: the platform is there. One to a request that was sent before the failures says
	 * nothing about now.
	 */
	close({ sentAt }: Attempt): void {
		const state = this.context.circuitBreaker;
		if (state && sentAt >= state.since) delete this.context.circuitBreaker;
	}

	/** A request ended without a usable response. */
	recordFailure(attempt: Attempt, error: ApiError): void {
		const { itemKey, bounds, sentAt, isProbe, probe } = attempt;
		this.forgetOldFailures(sentAt);
		const state = (this.context.circuitBreaker ??= {
			...(this.executionId !== undefined && { executionId: this.executionId }),
			failures: 0,
			items: [],
			since: sentAt,
			lastFailure: 0,
			reason: '',
			failedProbes: 0,
		});
		state.failures++;
		state.since = Math.min(state.since, sentAt);
		state.lastFailure = performance.now();
		state.reason = error.message;
		if (state.items.length < 2 && !state.items.includes(itemKey)) state.items.push(itemKey);
		if (isProbe) {
			failProbe(state);
			// A run with an unknown outcome right after a successful probe: no further one may follow.
			if (probe && failureOf(error, bounds.trustsNotNow).mayHaveRun) state.isFinal = true;
		} else if (state.probeAt === undefined && isOutage(state, attempt)) {
			state.probeAt = state.lastFailure + jitter(FIRST_PROBE);
		}
	}

	/** What failed in an earlier turn of a loop, or in an earlier tool call, may have been another outage. */
	private forgetOldFailures(sentAt: number): void {
		const state = this.context.circuitBreaker;
		if (!state || state.probeAt !== undefined) return;
		if (sentAt - state.lastFailure > COOL_DOWN) delete this.context.circuitBreaker;
	}
}

function isOutage(
	{ failures, items, since, lastFailure }: BreakerState,
	{ bounds, probe }: Attempt,
): boolean {
	if (items.length < 2) return false;
	const toOpen = probe ? FAILURES_TO_OPEN_WITH_PROBE : FAILURES_TO_OPEN;
	// One request at a time takes long to fail so often.
	return failures >= toOpen || lastFailure - since >= 2 * 1000 * bounds.timeout;
}

function failProbe(state: BreakerState): void {
	state.failedProbes++;
	state.lastFailure = performance.now();
	state.probeAt = state.lastFailure + jitter(FIRST_PROBE * PROBE_FACTOR ** state.failedProbes);
}

function jitter(milliseconds: number): number {
	return milliseconds * (1 + JITTER * (2 * Math.random() - 1));
}

function hasGivenUp(
	{ isFinal, failedProbes, since, probeAt }: BreakerState,
	timeout: number,
): boolean {
	const latestStart = since + (MAX_TIMEOUTS - 1) * 1000 * timeout + GRACE;
	return isFinal === true || failedProbes >= MAX_PROBES || probeAt! > latestStart;
}

function notSent({ failures, reason }: BreakerState): ApiError {
	return new ApiError(
		'Not sent: the platform is unavailable',
		`${failures} requests in a row got no usable response, the last one: ${reason}. When the platform is back, send the items that weren't sent.`,
		{ kind: 'notSent' },
	);
}

/** Sends a request when the circuit breaker allows it, and reports to it how the request ended. */
export function withCircuitBreaker(breaker: CircuitBreaker, send: Send): Send {
	return async (request, attempt) => {
		const isProbe = await breaker.enter(attempt);
		attempt.isProbe = isProbe;
		try {
			const response = await send(request, attempt);
			breaker.close(attempt);
			return response;
		} catch (error) {
			if (error instanceof ApiError && failureOf(error).outage) {
				breaker.recordFailure(attempt, error);
			} else if (error instanceof ApiError && isResponse(error)) breaker.close(attempt);
			throw error;
		} finally {
			if (isProbe) breaker.endProbe();
		}
	};
}

/** Fails at once what would only queue up, when the circuit breaker has given up. */
export function failFast(breaker: CircuitBreaker, send: Send): Send {
	return async (request, attempt) => {
		breaker.throwIfGivenUp(attempt.bounds.timeout);
		return await send(request, attempt);
	};
}

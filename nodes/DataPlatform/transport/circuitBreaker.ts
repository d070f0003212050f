import { LONGEST_SLEEP } from './abort';
import { ApiError, failureOf, isResponse } from './failures';
import type { Attempt, Send } from './retry';

/**
 * Failures in a row that open it; fewer for requests with a probe, where each leaves another outcome
 * unknown. If every second request fails by chance, eight in a row are one in some 300 requests.
 */
const FAILURES_TO_OPEN = 8;
const FAILURES_TO_OPEN_WITH_PROBE = 2;
/** Milliseconds before the first probe, and the factor by which each wait is longer than the one before. */
const FIRST_PROBE = 1000;
const PROBE_FACTOR = 1.4;
/** Spreads the probes of several executions: each wait differs by up to this part. */
const JITTER = 0.05;
/** The retry quota of an outage: failed probes after which nothing more is sent. */
const MAX_PROBES = 8;
/** An outage ends the execution this many Timeouts, and this many milliseconds, after it began. */
const MAX_TIMEOUTS = 3;
const GRACE = 30_000;
/** Milliseconds after the last failure until a later loop iteration or tool call probes again. */
const COOL_DOWN = 60_000;

/** Plain data in the node's context. Times are of `performance.now()`. */
export interface BreakerState {
	/** n8n's Retry keeps the context of the failed execution, but its outage may be over. */
	executionId?: string;
	/** Failed requests since the last usable response, and the first two items they belong to. */
	failures: number;
	items: string[];
	/** When the first of them was sent, when the last one failed, and the last one's message. */
	since: number;
	lastFailure: number;
	reason: string;
	/** When a probe may be sent; undefined while the circuit is closed. */
	probeAt?: number;
	failedProbes: number;
	/** Whether this execution may not probe anymore. */
	isFinal?: boolean;
}

/** The node's context, which n8n keeps as long as the execution. */
interface BreakerContext {
	circuitBreaker?: BreakerState;
}

/** Probes in progress. In memory only: a process that ends takes its probe with it. */
const probing = new WeakSet<BreakerState>();

/**
 * Opens when several requests in a row, of at least two items, ended without a usable response: then one
 * request probes whether the platform is back, and all others wait. A usable response closes it. When
 * probing has failed for long enough, nothing more is sent. A single item never opens it, and has its own
 * retries. The state is in the node's context, so loops and tool calls share it.
 */
export class CircuitBreaker {
	private readonly context: BreakerContext;
	private readonly executionId: string | undefined;

	constructor(context: BreakerContext, executionId: string | undefined) {
		this.context = context;
		this.executionId = executionId;
		const kept = context.circuitBreaker;
		// Times of another process mean nothing here.
		if (kept && (kept.executionId !== executionId || kept.lastFailure > performance.now())) {
			delete context.circuitBreaker;
		}
	}

	/** @throws ApiError of the kind `notSent` if nothing is sent anymore */
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
	 * @throws ApiError of the kind `notSent` if probing has ended, or doesn't before its deadline; Aborted
	 */
	async enter(attempt: Attempt): Promise<boolean> {
		const { controller, bounds } = attempt;
		for (;;) {
			controller.throwIfAborted();
			this.throwIfGivenUp(bounds.timeout);
			const state = this.context.circuitBreaker;
			if (state?.probeAt === undefined) return false;
			const now = performance.now();
			if (!probing.has(state) && now >= state.probeAt) {
				if (await this.startProbe(attempt, state)) return true;
			} else {
				if (now > (attempt.deadline ?? Infinity)) throw notSent(state);
				await controller.wait(LONGEST_SLEEP);
			}
		}
	}

	private async startProbe(attempt: Attempt, state: BreakerState): Promise<boolean> {
		let mayBeSent = false;
		probing.add(state);
		try {
			const responds = attempt.probe ? await attempt.probe(attempt) : true;
			attempt.controller.throwIfAborted();
			if (!responds) failProbe(state);
			mayBeSent = responds;
		} finally {
			if (!mayBeSent) this.endProbe();
		}
		return mayBeSent;
	}

	/** Ends the probe, whatever its result. */
	endProbe(): void {
		if (this.context.circuitBreaker) probing.delete(this.context.circuitBreaker);
	}

	/** The platform responded. A response to a request sent before the failures says nothing about now. */
	close({ sentAt }: Attempt): void {
		const state = this.context.circuitBreaker;
		if (state && sentAt >= state.since) delete this.context.circuitBreaker;
	}

	/** A request failed: closes the circuit if the platform responded, and opens it in an outage. */
	onFailure(attempt: Attempt, error: unknown): void {
		if (!(error instanceof ApiError)) return;
		if (failureOf(error).outage) this.recordFailure(attempt, error);
		else if (isResponse(error)) this.close(attempt);
	}

	private recordFailure(attempt: Attempt, error: ApiError): void {
		const { itemKey, bounds, sentAt, isProbe, probe } = attempt;
		const state = this.stateAt(sentAt);
		state.failures++;
		state.since = Math.min(state.since, sentAt);
		state.lastFailure = performance.now();
		state.reason = error.message;
		if (state.items.length < 2 && !state.items.includes(itemKey)) state.items.push(itemKey);
		if (isProbe) {
			failProbe(state);
			// A run with an unknown outcome right after a successful probe: no further one may follow.
			if (probe && failureOf(error, bounds.trustsThrottling).mayHaveRun) state.isFinal = true;
		} else if (state.probeAt === undefined && isOutage(state, attempt)) {
			state.probeAt = state.lastFailure + jitter(FIRST_PROBE);
		}
	}

	/** The state, or a new one: failures of an earlier loop iteration or tool call may be another outage. */
	private stateAt(sentAt: number): BreakerState {
		const { context, executionId } = this;
		const state = context.circuitBreaker;
		if (state && (state.probeAt !== undefined || sentAt - state.lastFailure <= COOL_DOWN))
			return state;
		const times = { since: sentAt, lastFailure: 0 };
		const none = { failures: 0, items: [], reason: '', failedProbes: 0, ...times };
		return (context.circuitBreaker = {
			...(executionId !== undefined && { executionId }),
			...none,
		});
	}
}

function isOutage(state: BreakerState, { bounds, probe }: Attempt): boolean {
	const { failures, items, since, lastFailure } = state;
	if (items.length < 2) return false;
	const toOpen = probe ? FAILURES_TO_OPEN_WITH_PROBE : FAILURES_TO_OPEN;
	// Without parallel requests, so many failures take long.
	return failures >= toOpen || lastFailure - since >= 2 * 1000 * bounds.timeout;
}

function failProbe(state: BreakerState): void {
	state.failedProbes++;
	state.lastFailure = performance.now();
	state.probeAt = state.lastFailure + jitter(FIRST_PROBE * PROBE_FACTOR ** state.failedProbes);
}

const jitter = (milliseconds: number) => milliseconds * (1 + JITTER * (2 * Math.random() - 1));

function hasGivenUp(state: BreakerState, timeout: number): boolean {
	const latestStart = state.since + (MAX_TIMEOUTS - 1) * 1000 * timeout + GRACE;
	return state.isFinal === true || state.failedProbes >= MAX_PROBES || state.probeAt! > latestStart;
}

function notSent({ failures, reason }: BreakerState): ApiError {
	return new ApiError(
		'Not sent: the platform is unavailable',
		`Try again later, because ${failures} requests in a row failed, the last one with "${reason}".`,
		{ kind: 'notSent' },
	);
}

/** Sends a request when the circuit breaker allows it, and reports to it how the request ended. */
export function withCircuitBreaker(breaker: CircuitBreaker, send: Send): Send {
	return async (request, attempt) => {
		const isProbe = (attempt.isProbe = await breaker.enter(attempt));
		try {
			const response = await send(request, attempt).catch((error: unknown) => {
				breaker.onFailure(attempt, error);
				throw error;
			});
			breaker.close(attempt);
			return response;
		} finally {
			if (isProbe) breaker.endProbe();
		}
	};
}

/** Fails a request that would only queue up if the circuit breaker has given up. */
export function failFast(breaker: CircuitBreaker, send: Send): Send {
	return async (request, attempt) => {
		breaker.throwIfGivenUp(attempt.bounds.timeout);
		return await send(request, attempt);
	};
}

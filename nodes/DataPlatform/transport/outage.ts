import { ApiError } from './apiError';
import { classify } from './failures';
import { IDEMPOTENCY } from './idempotency';
import type { Send, SerializedRequest } from './request';

/** An outage is at least this many failed requests, of at least this many items. */
const MIN_REQUESTS = 4;
const MIN_ITEMS = 2;
/** It lasts at least this many milliseconds, and after timeouts at least twice the Timeout. */
const MIN_DURATION = 30_000;
/** For connector runs, this many unknown outcomes in a row are an outage. */
const MIN_UNKNOWN_RUNS = 3;
/** After this many milliseconds without a failure, the outage may be over. */
const COOL_DOWN = 60_000;

/** Failures in a row, maybe too few for an outage. Times are milliseconds since 1970. */
interface Failures {
	executionId?: string;
	/** When the first of the failed requests was sent, and when the last one failed. */
	since: number;
	last: number;
	requests: number;
	/** Keys of the first MIN_ITEMS items with a failed request. */
	itemKeys: string[];
	/** Connector runs with an unknown outcome. */
	unknownRuns: number;
	minDuration: number;
	/** The message of the last failure. */
	reason: string;
}

const NO_FAILURES = { requests: 0, itemKeys: [], unknownRuns: 0, minDuration: MIN_DURATION };

/** The item of a request: a key of run index and item index, such as `0:3`, and its Timeout in seconds. */
interface Sender {
	key: string;
	timeout: number;
}

/**
 * Finds out whether the platform is down. The failures are plain data in the node's context, which loop
 * iterations and tool calls share, and which n8n saves with the execution. n8n's Retry starts without them.
 */
export class Outage {
	/** When each request in flight was sent. One that is older than the first failure may still succeed. */
	readonly pending = new Set<{ sentAt: number }>();
	private readonly context: { outage?: Failures };
	private readonly executionId: string | undefined;

	constructor(context: { outage?: Failures }, executionId: string | undefined) {
		this.context = context;
		this.executionId = executionId;
		if (context.outage?.executionId !== executionId) this.end();
	}

	/** @throws ApiError of the kind `notSent` if the platform is down */
	throwIfDown(): void {
		const failures = this.findFailuresBefore(Date.now());
		if (!failures) return;
		const { since, last, requests, itemKeys, unknownRuns, minDuration, reason } = failures;
		const isOlderPending = [...this.pending].some(({ sentAt }) => sentAt < since);
		const isLong = last - since >= minDuration && !isOlderPending;
		const isOutage = isLong && requests >= MIN_REQUESTS && itemKeys.length >= MIN_ITEMS;
		if (!isOutage && unknownRuns < MIN_UNKNOWN_RUNS) return;
		const advice = `Try again later, because ${requests} requests in a row failed, the last one with "${reason}".`;
		throw new ApiError('Not sent: the platform seems to be unavailable', advice, {
			kind: 'notSent',
		});
	}

	/** The platform has responded, and not with an error that suggests an outage. */
	end(): void {
		delete this.context.outage;
	}

	onFailure(error: ApiError, sentAt: number, sender: Sender, request: SerializedRequest): void {
		const { isOutage, isTimeout, mayHaveRun } = classify(error);
		if (!isOutage && error.details.httpCode !== undefined) this.end();
		if (!isOutage) return;
		const earlier = this.findFailuresBefore(sentAt) ?? { ...NO_FAILURES, since: sentAt };
		const isUnknownRun = mayHaveRun && !IDEMPOTENCY[request.policy.idempotency].isRepeatable;
		const minDuration = isTimeout ? 2 * 1000 * sender.timeout : 0;
		this.context.outage = {
			executionId: this.executionId,
			since: Math.min(earlier.since, sentAt),
			last: Date.now(),
			requests: earlier.requests + 1,
			itemKeys: [...new Set([...earlier.itemKeys, sender.key])].slice(0, MIN_ITEMS),
			unknownRuns: earlier.unknownRuns + (isUnknownRun ? 1 : 0),
			minDuration: Math.max(earlier.minDuration, minDuration),
			reason: error.message,
		};
	}

	/** Returns the failures in a row, unless they had ended for a while when a request was sent. */
	private findFailuresBefore(sentAt: number): Failures | undefined {
		const { outage } = this.context;
		return outage && sentAt - outage.last < COOL_DOWN ? outage : undefined;
	}
}

/** Returns a `Send` that sends nothing while the platform is down. */
export function withOutage(outage: Outage, sender: Sender, send: Send): Send {
	return async (request, signal) => {
		outage.throwIfDown();
		const sent = { sentAt: Date.now() };
		outage.pending.add(sent);
		try {
			const response = await send(request, signal).catch((error: unknown) => {
				if (error instanceof ApiError) outage.onFailure(error, sent.sentAt, sender, request);
				throw error;
			});
			outage.end();
			return response;
		} finally {
			outage.pending.delete(sent);
		}
	};
}

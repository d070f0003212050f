import { ApiError } from './apiError';
import { findFailure } from './failures';
import { IDEMPOTENCY } from './idempotency';
import type { Send } from './request';

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

/**
 * Creates the policy that sends nothing while the platform is down. The failures are plain data in the node's
 * context, which loop iterations and tool calls share, and which n8n saves with the execution. n8n's Retry
 * starts without them.
 * @returns wraps the `Send` of an item. Its key has run index and item index, such as `0:3`; its Timeout is in
 * seconds. If the platform is down, it throws ApiError of the kind `notSent`.
 */
export function createOutagePolicy(context: { outage?: Failures }, executionId?: string) {
	/** When each request in flight was sent. One that is older than the first failure may still succeed. */
	const pending = new Set<{ sentAt: number }>();
	const end = () => delete context.outage;
	if (context.outage?.executionId !== executionId) end();

	/** Returns the failures in a row, unless they had ended for a while when a request was sent. */
	function findFailuresBefore(sentAt: number): Failures | undefined {
		const { outage } = context;
		return outage && sentAt - outage.last < COOL_DOWN ? outage : undefined;
	}

	function throwIfDown(): void {
		const failures = findFailuresBefore(Date.now());
		if (!failures) return;
		const { since, last, requests, itemKeys, unknownRuns, minDuration, reason } = failures;
		const isOlderPending = [...pending].some(({ sentAt }) => sentAt < since);
		const isLong = last - since >= minDuration && !isOlderPending;
		const isOutage = isLong && requests >= MIN_REQUESTS && itemKeys.length >= MIN_ITEMS;
		if (!isOutage && unknownRuns < MIN_UNKNOWN_RUNS) return;
		const message = 'Not sent: the platform seems to be unavailable';
		const advice = `Try again later, because ${requests} requests in a row failed, the last one with "${reason}".`;
		throw new ApiError(message, advice, { kind: 'notSent' });
	}

	return (key: string, timeout: number, send: Send): Send =>
		async (request, signal) => {
			throwIfDown();
			const sentAt = Date.now();
			const sent = { sentAt };
			const onFailure = (error: unknown) => {
				if (!(error instanceof ApiError)) return;
				const { isOutage, isTimeout, mayHaveRun } = findFailure(error.details);
				if (!isOutage && error.details.httpCode !== undefined) end();
				if (!isOutage) return;
				const isRun = !IDEMPOTENCY[request.policy.idempotency].isRepeatable;
				const earlier = findFailuresBefore(sentAt) ?? { ...NO_FAILURES, since: sentAt };
				context.outage = {
					executionId,
					since: Math.min(earlier.since, sentAt),
					last: Date.now(),
					requests: earlier.requests + 1,
					itemKeys: [...new Set([...earlier.itemKeys, key])].slice(0, MIN_ITEMS),
					unknownRuns: earlier.unknownRuns + (isRun && mayHaveRun ? 1 : 0),
					minDuration: Math.max(earlier.minDuration, isTimeout ? 2000 * timeout : 0),
					reason: error.message,
				};
			};
			pending.add(sent);
			const response = send(request, signal);
			await response.then(end, onFailure);
			pending.delete(sent);
			return await response;
		};
}

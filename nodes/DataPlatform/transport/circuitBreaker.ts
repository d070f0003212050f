import { ApiError } from './apiError';
import { findFailure } from './failures';
import { IDEMPOTENCY } from './idempotency';
import type { Send } from './request';

/** An outage is at least this many failed requests, of at least this many items. */
const MIN_REQUESTS = 4;
const MIN_ITEMS = 2;
/** It lasts at least this many milliseconds, and after timeouts at least twice the Timeout. */
const MIN_DURATION = 30_000;
/** After this many milliseconds without a failure, the outage may be over. */
const COOL_DOWN = 60_000;
/** After this many unknown outcomes in a row, no connector run is started anymore. */
const MAX_UNKNOWN_RUNS = 3;

/** Failures in a row, maybe too few for an outage. Times are milliseconds since 1970. */
interface Failures {
	executionId?: string;
	/** When the first and the last of the failures were received. */
	since: number;
	last: number;
	requests: number;
	/** Keys of the first MIN_ITEMS items with a failed request. */
	itemKeys: string[];
	minDuration: number;
	/** Connector runs in a row with an unknown outcome, whatever its cause. */
	unknownRuns: number;
	/** The message of the last failure. */
	reason: string;
}

const NO_FAILURES: Failures = {
	...{ since: 0, last: 0, requests: 0, itemKeys: [], minDuration: MIN_DURATION },
	...{ unknownRuns: 0, reason: '' },
};

/**
 * Creates the policy that sends nothing while the platform is down. The failures are plain data in the node's
 * context, which loop iterations and tool calls share, and which n8n saves with the execution. n8n's Retry
 * starts without them.
 * @returns wraps the `Send` of an item. Its key has run index and item index, such as `0:3`; its Timeout is in
 * seconds. If the platform is down, it throws ApiError of the kind `notSent`.
 */
export function createCircuitBreaker(context: { outage?: Failures }, executionId?: string) {
	/** When each request in flight was sent. One that is older than the first failure may still succeed. */
	const pending = new Set<{ sentAt: number }>();
	const end = () => delete context.outage;
	if (context.outage?.executionId !== executionId) end();

	/** Returns the failures in a row. They are over if they had ended for a while at that time. */
	function findFailuresBefore(time: number): Failures {
		const { outage = NO_FAILURES } = context;
		if (time - outage.last < COOL_DOWN) return outage;
		return { ...NO_FAILURES, unknownRuns: outage.unknownRuns, reason: outage.reason };
	}

	function throwIfDown(): void {
		const failures = findFailuresBefore(Date.now());
		const { since, last, requests, itemKeys, unknownRuns, minDuration, reason } = failures;
		const isOlderPending = [...pending].some(({ sentAt }) => sentAt < since);
		const isLasting = last - since >= minDuration && !isOlderPending;
		const isDown = isLasting && requests >= MIN_REQUESTS && itemKeys.length >= MIN_ITEMS;
		if (!isDown && unknownRuns < MAX_UNKNOWN_RUNS) return;
		const what = isDown
			? `${requests} requests in a row failed`
			: `the outcomes of ${unknownRuns} runs in a row are unknown`;
		const advice = `Try again later, because ${what}, the last one with "${reason}".`;
		throw new ApiError('Not sent: the platform seems to be unavailable', advice, {
			kind: 'notSent',
		});
	}

	function onFailure(
		error: ApiError,
		key: string,
		sentAt: number,
		timeout: number,
		isRun: boolean,
	) {
		const { isOutage, isTimeout, mayHaveRun, mayRetry } = findFailure(error.details);
		const before = findFailuresBefore(sentAt);
		// A run that is sent again has no outcome yet.
		const isKnown = !mayHaveRun && !mayRetry;
		const unknownRuns = isRun && !isKnown ? before.unknownRuns + Number(mayHaveRun === true) : 0;
		const common = { executionId, unknownRuns, reason: error.message };
		const now = Date.now();
		if (isOutage) {
			context.outage = {
				...common,
				since: before.requests === 0 ? now : before.since,
				last: now,
				requests: before.requests + 1,
				itemKeys: [...new Set([...before.itemKeys, key])].slice(0, MIN_ITEMS),
				minDuration: Math.max(before.minDuration, isTimeout ? 2000 * timeout : 0),
			};
		} else if (unknownRuns > 0) {
			context.outage = { ...NO_FAILURES, ...common };
		} else if (error.details.networkCode === undefined) {
			end();
		}
	}

	return (key: string, timeout: number, send: Send): Send =>
		async (request, signal) => {
			throwIfDown();
			const sent = { sentAt: Date.now() };
			const isRun = !IDEMPOTENCY[request.idempotency].maySendTwice;
			pending.add(sent);
			const response = send(request, signal);
			await response.then(end, (error: unknown) => {
				if (error instanceof ApiError) onFailure(error, key, sent.sentAt, timeout, isRun);
			});
			pending.delete(sent);
			return await response;
		};
}

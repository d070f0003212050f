import { ApiError, type FailureMeaning, isAboutResponse } from './apiError';
import { findMeaning } from './failures';
import { isRun, type Send } from './request';

/** An outage is at least this many failed requests, of at least this many items. */
const MIN_REQUESTS = 4;
const MIN_ITEMS = 2;
/** It lasts at least this many milliseconds, and after timeouts at least twice the Timeout. */
const MIN_DURATION = 30_000;
/** After this many milliseconds without a failure, the outage is over. */
const COOL_DOWN = 60_000;
/** After this many unknown outcomes in a row, no connector run is started anymore. */
const MAX_UNKNOWN_RUNS = 3;

/** Failures in a row. A success ends all. */
interface FailuresInRow {
	executionId?: string;
	/** The message of the last failure. */
	reason: string;
	/**
	 * Connector runs in a row with an unknown outcome. Not ended by a response such as a login page, because it's unknown
	 * whether that run has started.
	 */
	unknownRuns: number;
	/** Ended by such a response too, because the platform is up. */
	outage: Outage;
}

/** Failures that may be an outage. Times are milliseconds, and points in time count from 1970. */
interface Outage {
	/** When the first and the last of the failures were received. */
	since: number;
	last: number;
	requests: number;
	/** Keys of the first MIN_ITEMS items with a failed request. */
	itemKeys: string[];
	minDuration: number;
}

/** A request in flight. */
interface Sent {
	sentAt: number;
	itemKey: string;
	timeout: number;
	isRun: boolean;
}

const NO_OUTAGE: Outage = {
	since: 0,
	last: 0,
	requests: 0,
	itemKeys: [],
	minDuration: MIN_DURATION,
};

/**
 * Creates the policy that sends nothing while the platform is down. The failures are plain data in the node's
 * context, which loop iterations and tool calls share, and which n8n saves with the execution. n8n's Retry
 * starts without them.
 * @returns wraps the `Send` of an item, whose key has run index and item index, such as `0:3`. If the platform is
 * down, it throws ApiError of the kind `notSent`.
 */
export function createCircuitBreaker(context: { failures?: FailuresInRow }, executionId?: string) {
	/** The oldest first. */
	const pending = new Set<Sent>();
	const forgetFailures = () => delete context.failures;
	if (context.failures?.executionId !== executionId) forgetFailures();

	/** Returns the failures in a row. An outage whose last failure was COOL_DOWN before `time` is over. */
	function findFailuresAt(time: number): FailuresInRow {
		const { reason = '', unknownRuns = 0, outage = NO_OUTAGE } = context.failures ?? {};
		const isOver = time - outage.last >= COOL_DOWN;
		return { executionId, reason, unknownRuns, outage: isOver ? NO_OUTAGE : outage };
	}

	function throwIfDown(): void {
		const { reason, unknownRuns, outage } = findFailuresAt(Date.now());
		const { since, last, requests, itemKeys, minDuration } = outage;
		// While a request from before the first failure is in flight, it may still succeed.
		const [oldest] = pending;
		const isLasting = last - since >= minDuration && !(oldest && oldest.sentAt < since);
		const isDown = isLasting && requests >= MIN_REQUESTS && itemKeys.length >= MIN_ITEMS;
		if (!isDown && unknownRuns < MAX_UNKNOWN_RUNS) return;
		const what = isDown
			? `${requests} requests in a row failed`
			: `the outcomes of ${unknownRuns} runs in a row are unknown`;
		const message = 'Not sent: the platform seems to be unavailable';
		const advice = `Try again later, because ${what}, the last one with "${reason}".`;
		throw new ApiError(message, advice, { kind: 'notSent' });
	}

	function onFailure({ message, details }: ApiError, sent: Sent): void {
		const meaning = findMeaning(details);
		// `sentAt`, because a request may take longer than COOL_DOWN. Its failure belongs to the outage in which it was sent.
		const { unknownRuns, outage } = findFailuresAt(sent.sentAt);
		const isUp = isAboutResponse(details) && !meaning.isOutage;
		context.failures = {
			executionId,
			reason: message,
			unknownRuns: sent.isRun ? countUnknownRuns(unknownRuns, meaning) : unknownRuns,
			outage: isUp ? NO_OUTAGE : addToOutage(outage, meaning, sent),
		};
	}

	return (itemKey: string, timeout: number, send: Send): Send =>
		async (request, signal) => {
			throwIfDown();
			const sent = { sentAt: Date.now(), itemKey, timeout, isRun: isRun(request) };
			pending.add(sent);
			const response = send(request, signal);
			await response.then(forgetFailures, (error: unknown) => {
				if (error instanceof ApiError) onFailure(error, sent);
			});
			pending.delete(sent);
			return await response;
		};
}

/** A known outcome ends the count. A run that was throttled, or couldn't connect, is sent again: it has none yet. */
function countUnknownRuns(before: number, { kind, mayHaveRun, mayRetry }: FailureMeaning): number {
	// An exception in code says nothing about the platform.
	if (kind === 'internal') return before;
	if (mayHaveRun) return before + 1;
	return mayRetry ? before : 0;
}

/** A failure that doesn't count, such as an untrusted certificate, leaves the outage as it is. */
function addToOutage(outage: Outage, { isOutage, isTimeout }: FailureMeaning, sent: Sent): Outage {
	if (!isOutage) return outage;
	const now = Date.now();
	const { since, requests, itemKeys, minDuration } = outage;
	return {
		since: requests === 0 ? now : since,
		last: now,
		requests: requests + 1,
		itemKeys: [...new Set([...itemKeys, sent.itemKey])].slice(0, MIN_ITEMS),
		minDuration: isTimeout ? Math.max(minDuration, 2 * sent.timeout) : minDuration,
	};
}

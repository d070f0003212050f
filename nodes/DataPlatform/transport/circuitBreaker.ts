import { ApiError, type FailureMeaning } from './apiError';
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

/**
 * Failures in a row, maybe too few for an outage. Times are milliseconds, and points in time count from 1970. A success
 * ends everything. A response such as a login page ends the outage, because the platform is up. But it doesn't end
 * `unknownRuns`, because it's unknown whether that run has started.
 */
interface FailuresInRow {
	executionId?: string;
	/** When the first and the last of the failures were received. */
	since: number;
	last: number;
	requests: number;
	/** Keys of the first MIN_ITEMS items with a failed request. */
	itemKeys: string[];
	minDuration: number;
	/** Connector runs in a row with an unknown outcome. */
	unknownRuns: number;
	/** The message of the last failure. */
	reason: string;
}

/** A request in flight. */
interface Sent {
	sentAt: number;
	itemKey: string;
	timeout: number;
	isRun: boolean;
}

const NO_OUTAGE = { since: 0, last: 0, requests: 0, itemKeys: [], minDuration: MIN_DURATION };

/**
 * Creates the policy that sends nothing while the platform is down. The failures are plain data in the node's
 * context, which loop iterations and tool calls share, and which n8n saves with the execution. n8n's Retry
 * starts without them.
 * @returns wraps the `Send` of an item, whose key has run index and item index, such as `0:3`. If the platform is
 * down, it throws ApiError of the kind `notSent`.
 */
export function createCircuitBreaker(context: { outage?: FailuresInRow }, executionId?: string) {
	/** The oldest first. */
	const pending = new Set<Sent>();
	const forgetFailures = () => delete context.outage;
	if (context.outage?.executionId !== executionId) forgetFailures();

	/** Returns a copy of the failures in a row. An outage whose last failure was COOL_DOWN before `time` is over. */
	function findFailuresAt(time: number): FailuresInRow {
		const failures = { ...NO_OUTAGE, unknownRuns: 0, reason: '', ...context.outage };
		return time - failures.last < COOL_DOWN ? failures : { ...failures, ...NO_OUTAGE };
	}

	function throwIfDown(): void {
		const failures = findFailuresAt(Date.now());
		const { since, last, requests, itemKeys, unknownRuns, minDuration, reason } = failures;
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
		// A request may take longer than COOL_DOWN. Its failure belongs to the outage in which it was sent.
		const failures = { ...findFailuresAt(sent.sentAt), executionId, reason: message };
		context.outage = failures;
		if (sent.isRun) countUnknownRun(failures, meaning);
		const isResponse = details.networkCode === undefined && details.kind !== 'internal';
		if (meaning.isOutage) addToOutage(failures, meaning, sent);
		// Any other response shows that the platform is up.
		else if (isResponse) Object.assign(failures, NO_OUTAGE);
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
function countUnknownRun(failures: FailuresInRow, meaning: FailureMeaning): void {
	const { kind, mayHaveRun, mayRetry } = meaning;
	// An exception in code says nothing about the platform.
	if (kind === 'internal') return;
	if (mayHaveRun) failures.unknownRuns++;
	else if (!mayRetry) failures.unknownRuns = 0;
}

function addToOutage(failures: FailuresInRow, { isTimeout }: FailureMeaning, sent: Sent): void {
	failures.last = Date.now();
	if (failures.requests === 0) failures.since = failures.last;
	failures.requests++;
	failures.itemKeys = [...new Set([...failures.itemKeys, sent.itemKey])].slice(0, MIN_ITEMS);
	if (isTimeout) failures.minDuration = Math.max(failures.minDuration, 2 * sent.timeout);
}

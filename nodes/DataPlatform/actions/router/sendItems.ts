import type { Operation, Outcome } from '../operation';
import { IDEMPOTENCY } from '../../transport/idempotency';
import { StillUnknown } from '../../transport/responseCache';
import { RateLimiter } from '../../transport/rateLimiter';
import type { ExecutionController } from '../../transport/abort';
import { Aborted } from '../../transport/abort';
import type { ValidatedItem, ValidatedItems } from './validateItems';
import type { Platform } from './executeItem';
import { inTurn } from './runKeyed';
import { performItem } from './executeItem';
import type { Report } from './report';

/** How a run goes about its items. */
export interface Sending {
	operation: Operation;
	/** Each item awaits it, and fails with its reason where it failed. */
	opening: Promise<Platform>;
	controller: ExecutionController;
	/** Whether the first failure ends the run: nothing more is sent, what is under way settles. */
	endsAtFailure: boolean;
	/** Whether an earlier try left answers behind: they are told also after the end. */
	isOfEarlierTry: boolean;
}

/**
 * Sends what the items ask for, as many at a time as the platform takes; nothing when one is refused and
 * that ends the run.
 * @returns what became of the items that were not left unsent
 */
export async function sendItems(
	{ valid, invalid, options }: ValidatedItems,
	{ operation, opening, controller, endsAtFailure, isOfEarlierTry }: Sending,
): Promise<Pick<Report, 'outcomes' | 'failures'>> {
	const outcomes = new Map<number, Outcome>();
	const failures = new Map(invalid);
	if (endsAtFailure && invalid.size > 0) controller.abort();
	if (!options) return { outcomes, failures };

	const { startConcurrency } = IDEMPOTENCY[operation.idempotency];
	const rateLimiter = new RateLimiter({ ...options, startConcurrency });
	let unsettled = valid.size;
	const requestsAtATime = () => {
		const { concurrency } = rateLimiter;
		return Math.ceil(concurrency / Math.min(concurrency, unsettled));
	};
	const shared = { operation, rateLimiter, requestsAtATime };

	async function settle([itemIndex, item]: [number, ValidatedItem]): Promise<void> {
		valid.delete(itemIndex);
		try {
			if (!isOfEarlierTry) controller.throwIfAborted();
			const run = { ...shared, ...(await opening) };
			outcomes.set(itemIndex, await performItem(run, itemIndex, item, controller.forItem()));
		} catch (reason) {
			if (reason instanceof Aborted) return;
			failures.set(itemIndex, reason);
			if (endsAtFailure && !(reason instanceof StillUnknown)) controller.abort();
		} finally {
			unsettled--;
		}
	}

	const changedBy = ([, { parameters }]: [number, ValidatedItem]) =>
		operation.changes?.(parameters);
	await inTurn(valid, changedBy, () => rateLimiter.concurrency, settle);
	return { outcomes, failures };
}

/**
 * What a request does to the platform. `safe` changes nothing (Search), `repeatable` makes a new response
 * each time (Extract), `idempotent` has the same result however often it's sent (Update), `nonIdempotent`
 * starts one more each time (Run).
 */
export type Idempotency = 'safe' | 'repeatable' | 'idempotent' | 'nonIdempotent';

interface Consequences {
	/** Whether it may be sent again after a failure that leaves its outcome open. */
	isRepeatable: boolean;
	/** Whether it changes something: then pending requests finish on Stop. */
	changesSomething: boolean;
	/** Whether its response is cached, in case n8n executes the node again. */
	cachesResponse: boolean;
	/** Requests before the first response: few if each starts work, fewer if none may be repeated. */
	startConcurrency?: number;
	/** What running the workflow again does: `starts items 0 to 2 again`. */
	again: string;
}

const READ = { isRepeatable: true, changesSomething: false, cachesResponse: false };
const WRITE = { isRepeatable: true, changesSomething: true, cachesResponse: true };

/** What follows for retries, Stop and n8n's own retries (docs/explanation/retries-and-duplicates.md). */
export const IDEMPOTENCY: Record<Idempotency, Consequences> = {
	safe: { ...READ, again: 'searches' },
	repeatable: { ...READ, cachesResponse: true, again: 'extracts' },
	idempotent: { ...WRITE, startConcurrency: 4, again: 'updates' },
	nonIdempotent: { ...WRITE, isRepeatable: false, startConcurrency: 2, again: 'starts' },
};

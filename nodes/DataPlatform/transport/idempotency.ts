/**
 * What a request does to the platform. `safe` changes nothing (Search). `repeatable` changes nothing
 * either, but makes a new response each time (Extract). `idempotent` has the same result however often it's
 * sent (Update). `nonIdempotent` starts another run each time (Run).
 */
export type Idempotency = 'safe' | 'repeatable' | 'idempotent' | 'nonIdempotent';

interface Consequences {
	/** Whether a request may be sent again although it may have been executed. */
	isRepeatable: boolean;
	/** Whether a request changes something. If so, a request that was sent finishes even after Stop. */
	changesSomething: boolean;
	/** Whether responses are cached, in case n8n executes the node again. */
	cachesResponse: boolean;
	/** How many requests are sent in parallel at the start. */
	startConcurrency: number;
}

const READ = { isRepeatable: true, changesSomething: false, startConcurrency: 16 };
const WRITE = { changesSomething: true, cachesResponse: true };

/** What each kind of request means for retries, Stop, caching and parallel requests. */
export const IDEMPOTENCY: Record<Idempotency, Consequences> = {
	safe: { ...READ, cachesResponse: false },
	repeatable: { ...READ, cachesResponse: true },
	idempotent: { ...WRITE, isRepeatable: true, startConcurrency: 4 },
	nonIdempotent: { ...WRITE, isRepeatable: false, startConcurrency: 1 },
};

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
	/** The most requests in flight at the start. Few, because each request changes something. */
	startConcurrency?: number;
}

const READ = { isRepeatable: true, changesSomething: false, cachesResponse: false };
const WRITE = { isRepeatable: true, changesSomething: true, cachesResponse: true };

/** What each kind of request means for retries, Stop and caching. */
export const IDEMPOTENCY: Record<Idempotency, Consequences> = {
	safe: READ,
	repeatable: { ...READ, cachesResponse: true },
	idempotent: { ...WRITE, startConcurrency: 4 },
	nonIdempotent: { ...WRITE, isRepeatable: false, startConcurrency: 2 },
};

/**
 * What a request does to the platform. `safe` changes nothing (Search). `repeatable` changes nothing
 * either, but makes a new response each time (Extract). `idempotent` replaces what an earlier request to the
 * same path has written (Update). `nonIdempotent` starts another run each time (Run).
 */
export type Idempotency = 'safe' | 'repeatable' | 'idempotent' | 'nonIdempotent';

interface Consequences {
	/** Whether a request may be sent again although it may have been executed. */
	maySendTwice: boolean;
	/** Whether a request changes something. If so, a request that was sent finishes even after Stop. */
	changesSomething: boolean;
}

/** What each kind of request means for retries and Stop. */
export const IDEMPOTENCY: Record<Idempotency, Consequences> = {
	safe: { maySendTwice: true, changesSomething: false },
	repeatable: { maySendTwice: true, changesSomething: false },
	idempotent: { maySendTwice: true, changesSomething: true },
	nonIdempotent: { maySendTwice: false, changesSomething: true },
};

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
	/** Whether responses are kept, in case n8n executes the node again. */
	keepsResponse: boolean;
	/** Whether sending an earlier request after a later one would undo the later one. */
	replaces: boolean;
}

const READ = { maySendTwice: true, changesSomething: false, replaces: false };
const WRITE = { changesSomething: true, keepsResponse: true };

/** What each kind of request means for retries, Stop and later tries of the whole execution. */
export const IDEMPOTENCY: Record<Idempotency, Consequences> = {
	safe: { ...READ, keepsResponse: false },
	repeatable: { ...READ, keepsResponse: true },
	idempotent: { ...WRITE, maySendTwice: true, replaces: true },
	nonIdempotent: { ...WRITE, maySendTwice: false, replaces: false },
};

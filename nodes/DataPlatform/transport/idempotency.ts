/**
 * What a request does to the platform. `reads` changes nothing (Search), `generates` makes a new response
 * each time (Extract), `replaces` has the same result however often it's sent (Update), `starts` starts
 * one more each time (Run).
 */
export type Effect = 'reads' | 'generates' | 'replaces' | 'starts';

interface Consequences {
	/** Whether it may be sent again after a failure that leaves its outcome open. */
	isRepeatable: boolean;
	/** Whether it changes something: then pending requests finish on Stop. */
	changesSomething: boolean;
	/** Whether its response is cached, in case n8n executes the node again. */
	keepsAnswers: boolean;
	/**
	 * Requests before the first response: few if each is work for a job server, fewer if each may end with
	 * an unknown outcome.
	 */
	startConcurrency?: number;
	/** What running the workflow again does: `… those 3 again`. */
	again: string;
}

const READ = { isRepeatable: true, changesSomething: false, keepsAnswers: false };
const WRITE = { isRepeatable: true, changesSomething: true, keepsAnswers: true };

/** What follows from each effect for retries, Stop and n8n's own retries (docs/reliability.md). */
export const EFFECTS: Record<Effect, Consequences> = {
	reads: { ...READ, again: 'asks for' },
	generates: { ...READ, keepsAnswers: true, again: 'asks for' },
	replaces: { ...WRITE, startConcurrency: 4, again: 'updates' },
	starts: { ...WRITE, isRepeatable: false, startConcurrency: 2, again: 'starts' },
};

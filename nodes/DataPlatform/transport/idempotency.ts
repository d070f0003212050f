/**
 * What a request does to the platform. `reads` changes nothing (Search), `generates` makes an answer
 * anew each time (Extract), `replaces` leaves the same behind however often it is sent (Update),
 * `starts` starts one more each time (Run).
 */
export type Effect = 'reads' | 'generates' | 'replaces' | 'starts';

interface Consequences {
	/** Whether it may be sent again after a fault that leaves open whether it was carried out. */
	isRepeatable: boolean;
	/** Whether it changes something: Stop lets it settle then, and an agent's panel tells how a person approves it. */
	changesSomething: boolean;
	/** Whether its answer is kept, so that nothing is done twice when n8n executes the node again. */
	keepsAnswers: boolean;
	/**
	 * Requests that go out before the first response: few where each is work for a job server, within a
	 * Timeout, and fewer where each may end with an unknown outcome.
	 */
	startConcurrency?: number;
	/** What running the workflow again does: `… those 3 again`. */
	again: string;
}

/** What follows from each effect for retries, Stop and n8n's own retries (docs/explanation/retries-and-duplicates.md). */
export const EFFECTS: Record<Effect, Consequences> = {
	reads: {
		isRepeatable: true,
		changesSomething: false,
		keepsAnswers: false,
		again: 'asks for',
	},
	generates: {
		isRepeatable: true,
		changesSomething: false,
		keepsAnswers: true,
		again: 'asks for',
	},
	replaces: {
		isRepeatable: true,
		changesSomething: true,
		keepsAnswers: true,
		startConcurrency: 4,
		again: 'updates',
	},
	starts: {
		startConcurrency: 2,
		isRepeatable: false,
		changesSomething: true,
		keepsAnswers: true,
		again: 'starts',
	},
};

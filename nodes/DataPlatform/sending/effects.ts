/**
 * What a request does to the platform. `reads` changes nothing (Search), `generates` makes an answer
 * anew each time (Extract), `replaces` leaves the same behind however often it is sent (Update),
 * `starts` starts one more each time (Run).
 */
export type Effect = 'reads' | 'generates' | 'replaces' | 'starts';

interface Consequences {
	/** Whether it may be sent again after a fault that leaves open whether it was carried out. */
	isRepeatable: boolean;
	/** Whether Stop lets it settle: what changes something is not broken off midway. */
	settlesOnStop: boolean;
	/** Whether its answer is kept, so that nothing is done twice when n8n executes the node again. */
	keepsAnswers: boolean;
	/** Requests that go out before the first answers: few where each is work for a job server, within a Timeout. */
	firstAtATime?: number;
	/** What running the workflow again does: `… those 3 again`. */
	again: string;
	/** Whether an agent's panel tells how a person approves it first. */
	mayWantApproval: boolean;
}

/** What follows from each effect for retries, Stop and n8n's own retries (docs/reliability.md). */
export const EFFECTS: Record<Effect, Consequences> = {
	reads: {
		isRepeatable: true,
		settlesOnStop: false,
		keepsAnswers: false,
		mayWantApproval: false,
		again: 'asks for',
	},
	generates: {
		isRepeatable: true,
		settlesOnStop: false,
		keepsAnswers: true,
		mayWantApproval: false,
		again: 'asks for',
	},
	replaces: {
		isRepeatable: true,
		settlesOnStop: true,
		keepsAnswers: true,
		mayWantApproval: true,
		firstAtATime: 4,
		again: 'updates',
	},
	starts: {
		isRepeatable: false,
		settlesOnStop: true,
		keepsAnswers: true,
		mayWantApproval: true,
		again: 'starts',
	},
};

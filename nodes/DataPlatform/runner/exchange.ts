import type { Client } from '../api/client';
import { ApiFailure } from '../api/failures';
import type { ApiRequest } from '../api/request';
import type { RetryClass } from '../api/retry';
import { faultOf, waitBefore } from '../api/retry';
import type { Halt } from './halt';
import type { Pace } from './pace';

/** How long and how often one request is tried. */
export interface RetryBounds {
	/** Repetitions, at least 0. */
	maxRetries: number;
	/** Wall-clock seconds from the first try on. */
	retryBudget: number;
}

/** What a run of the node sends with. */
export interface Line {
	client: Client;
	pace: Pace;
	halt: Halt;
	bounds: RetryBounds;
}

/**
 * Sends one request at the run's pace, again where its class allows that, until it succeeds or its
 * retries or its budget are used up.
 * @returns the parsed JSON of the answer
 * @throws ApiFailure of the last try; Halted when it was not sent at all
 */
export async function exchange(
	line: Line,
	request: ApiRequest,
	retryClass: RetryClass,
): Promise<unknown> {
	const budget = line.bounds.retryBudget * 1000;
	let end = Infinity;
	let failure: ApiFailure | undefined;
	for (let attempts = 1; ; attempts++) {
		if (line.pace.closedFor > budget) throw failure ?? closedTooLong(line);
		const ticket = await turn(line, failure);
		end = Math.min(end, Date.now() + budget);
		const outcome = await attempt(line, request, ticket, attempts);
		if ('answer' in outcome) return outcome.answer;

		failure = tried(outcome.failure, attempts);
		const { sentAgain, slowsDown } = faultOf(failure);
		if (!sentAgain.includes(retryClass) || attempts > line.bounds.maxRetries) throw failure;
		if (Date.now() + outcome.wait > end) throw beyondBudget(failure, outcome.wait, line);
		if (!slowsDown) await pause(line, outcome.wait, failure);
	}
}

type Outcome = { answer: unknown } | { failure: ApiFailure; wait: number };

async function attempt(
	{ client, pace }: Line,
	request: ApiRequest,
	ticket: number,
	attempts: number,
): Promise<Outcome> {
	try {
		const answer = await client.send(request);
		pace.accepted();
		return { answer };
	} catch (reason) {
		const failure = reason as ApiFailure;
		const wait = waitBefore(failure, attempts);
		if (faultOf(failure).slowsDown) pace.slowDown(ticket, wait);
		return { failure, wait };
	} finally {
		pace.leave();
	}
}

/** Its turn to be sent; when the run ends meanwhile, the last failure stands. */
async function turn({ pace }: Line, failure: ApiFailure | undefined): Promise<number> {
	return await pace.enter().catch((halted: unknown) => Promise.reject(failure ?? halted));
}

async function pause({ halt }: Line, wait: number, failure: ApiFailure): Promise<void> {
	await halt.wait(wait).catch(() => Promise.reject(failure));
}

function tried(failure: ApiFailure, attempts: number): ApiFailure {
	if (attempts === 1) return failure;
	return new ApiFailure(failure.message, failure.howToGoOn, { ...failure.facts, attempts });
}

function beyondBudget(failure: ApiFailure, wait: number, { bounds }: Line): ApiFailure {
	return new ApiFailure(
		`${failure.message}; it would have to wait ${seconds(wait)} to send it again, beyond the Retry Budget of ${bounds.retryBudget} seconds`,
		'Run it again later, or raise the Retry Budget under Request Options.',
		failure.facts,
	);
}

function closedTooLong({ pace, bounds }: Line): ApiFailure {
	return new ApiFailure(
		`Not sent: the platform asked to wait ${seconds(pace.closedFor)}, beyond the Retry Budget of ${bounds.retryBudget} seconds`,
		'Run it again later, or raise the Retry Budget under Request Options.',
	);
}

function seconds(milliseconds: number): string {
	return `${Math.ceil(milliseconds / 1000)} seconds`;
}

import type { Client } from '../api/client';
import { ApiFailure } from '../api/failures';
import type { WireRequest } from '../api/request';
import type { RetryClass } from '../api/retry';
import { faultOf, waitBefore } from '../api/retry';
import type { Halt } from './halt';
import type { Pace, Turn } from './pace';
import { ClosedTooLong } from './pace';

/** How long and how often one request is tried. */
export interface RetryBounds {
	/** Repetitions after faults, at least 0; 0 also means that a "not now" is not sent again. */
	maxRetries: number;
	/** Wall-clock seconds from the first try, or from the first wait for the platform, on. */
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
	request: WireRequest,
	retryClass: RetryClass,
): Promise<unknown> {
	const { maxRetries, retryBudget } = line.bounds;
	let end: number | undefined;
	let failure: ApiFailure | undefined;
	let retries = 0;
	for (let attempts = 1; ; attempts++) {
		const turn = await turnOf(line, end, failure);
		end = turn.end ?? Date.now() + retryBudget * 1000;
		const outcome = await attempt(line, request, turn, attempts);
		if ('answer' in outcome) return outcome.answer;

		failure = tried(outcome.failure, attempts);
		const { sentAgain, slowsDown, counts } = faultOf(failure);
		if (counts) retries++;
		if (!sentAgain.includes(retryClass) || maxRetries === 0 || retries > maxRetries) throw failure;
		if (Date.now() + outcome.wait > end) throw beyondBudget(line, outcome.wait, failure);
		if (!slowsDown) await pause(line, outcome.wait, failure);
	}
}

type Attempt = { answer: unknown } | { failure: ApiFailure; wait: number };

async function attempt(
	{ client, pace }: Line,
	request: WireRequest,
	turn: Turn,
	attempts: number,
): Promise<Attempt> {
	try {
		const answer = await client.send(request);
		pace.accepted();
		return { answer };
	} catch (reason) {
		if (!(reason instanceof ApiFailure)) return await Promise.reject(reason);
		const wait = waitBefore(reason, attempts);
		if (faultOf(reason).slowsDown) pace.slowDown(turn, wait);
		return { failure: reason, wait };
	} finally {
		pace.leave();
	}
}

/** Its turn to be sent; when the run ends meanwhile, or it takes too long, the last failure stands. */
async function turnOf(
	line: Line,
	end: number | undefined,
	failure: ApiFailure | undefined,
): Promise<Turn> {
	return await line.pace
		.enter(end, line.bounds.retryBudget * 1000)
		.catch(async (reason: unknown) => {
			const isTooLong = reason instanceof ClosedTooLong;
			return await Promise.reject(
				isTooLong ? beyondBudget(line, reason.milliseconds, failure) : (failure ?? reason),
			);
		});
}

async function pause({ halt }: Line, wait: number, failure: ApiFailure): Promise<void> {
	await halt.wait(wait).catch(() => Promise.reject(failure));
}

function tried(failure: ApiFailure, attempts: number): ApiFailure {
	if (attempts === 1) return failure;
	return new ApiFailure(failure.message, failure.howToGoOn, { ...failure.facts, attempts });
}

function beyondBudget({ bounds }: Line, wait: number, failure?: ApiFailure): ApiFailure {
	const budget = `longer than the Retry Budget of ${bounds.retryBudget} seconds`;
	const seconds = Math.ceil(wait / 1000);
	return new ApiFailure(
		failure
			? `${failure.message}; to send it again takes a wait of ${seconds} seconds, ${budget}`
			: `Not sent: the platform asks to wait ${seconds} seconds, ${budget}`,
		'Run it again later, or raise the Retry Budget under Request Options.',
		failure?.facts,
	);
}

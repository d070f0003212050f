import { type ApiError, toFailure } from './apiError';
import type { Send } from './request';
import { wait } from '../helpers/abort';

/** Milliseconds. Each backoff is twice as long as the one before. */
const FIRST_BACKOFF = 2000;
const MAX_BACKOFF = 30_000;

/** Returns the milliseconds to wait after this many tries (1 or more), varied by up to a quarter. */
export function computeBackoff(tries: number): number {
	const backoff = Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (tries - 1));
	return backoff * (0.75 + 0.5 * Math.random());
}

/**
 * Sends a request until it succeeds or is given up. Sets `details.tries` of its failures.
 * @param findWait returns the milliseconds to wait after a number of failures, or undefined to give up
 * @throws the last failure, even if a later try ends unsent or canceled
 */
export async function repeat(
	send: Send,
	[request, signal]: Parameters<Send>,
	findWait: (failure: ApiError, failures: number) => number | undefined,
): Promise<unknown> {
	let failure: ApiError | undefined;
	let tries = 0;
	let milliseconds = 0;
	for (let failures = 1; ; failures++) {
		try {
			await wait(milliseconds, signal);
			return await send(request, signal);
		} catch (error) {
			failure = toFailure(error, failure);
			const { details } = failure;
			tries += details.tries ?? 1;
			if (tries > 1) details.tries = tries;
			const next = findWait(failure, failures);
			if (next === undefined) throw failure;
			milliseconds = next;
		}
	}
}

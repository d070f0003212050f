/** Milliseconds. Each backoff is twice as long as the one before. */
const FIRST_BACKOFF = 2000;
const MAX_BACKOFF = 30_000;

/** Returns the milliseconds to wait after this many tries (1 or more), varied by up to a quarter. */
export function computeBackoff(tries: number): number {
	const backoff = Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (tries - 1));
	return backoff * (0.75 + 0.5 * Math.random());
}

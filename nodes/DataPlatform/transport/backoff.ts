import type { ApiError } from './apiError';

/** Milliseconds. The first backoff is shorter after 429: throttling usually ends sooner than an outage. */
const FIRST_BACKOFF = 1000;
const FIRST_BACKOFF_AFTER_429 = 200;
const MAX_BACKOFF = 30_000;

/**
 * Returns the milliseconds before the next try: Retry-After if it's above 0, otherwise exponential backoff
 * with full jitter.
 * @param throttledFor for how many milliseconds every request was throttled; the backoff may last as long
 */
export function computeWait(
	{ details }: ApiError,
	tryNumber: number,
	throttledFor: number,
): number {
	const first = details.httpCode === 429 ? FIRST_BACKOFF_AFTER_429 : FIRST_BACKOFF;
	const longest = Math.max(first * 2 ** (tryNumber - 1), throttledFor);
	return details.retryAfter || Math.random() * Math.min(MAX_BACKOFF, longest);
}

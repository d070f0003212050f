import type { IDataObject } from 'n8n-workflow';
import type { ApiError } from './failures';

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds that a response asks to wait: its Retry-After header in seconds, or as an HTTP date,
 * which is compared with the response's own Date because clocks differ.
 * @returns undefined without such a header, or if HTTP doesn't allow its value
 */
export function retryAfterMilliseconds(headers: IDataObject): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (SECONDS.test(value)) return Number(value) * 1000;
	const until = parseDate(value);
	if (until === undefined) return undefined;
	return Math.max(0, until - (parseDate(String(headers.date ?? '').trim()) ?? Date.now()));
}

function parseDate(text: string): number | undefined {
	const time = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** Milliseconds. A platform that is down takes longer to come back than one that throttles. */
const FIRST_BACKOFF = 1000;
const FIRST_BACKOFF_AFTER_429 = 200;
const MAX_BACKOFF = 30_000;

/**
 * Milliseconds to wait before a request is sent again: what the platform asks for, otherwise (or for 0)
 * exponential backoff with full jitter.
 * @param attempts how often it was sent so far, at least 1
 * @param throttledFor for how long the platform has only throttled requests
 */
export function waitBefore({ details }: ApiError, attempts: number, throttledFor: number): number {
	const first = details.httpCode === 429 ? FIRST_BACKOFF_AFTER_429 : FIRST_BACKOFF;
	const longest = Math.max(first * 2 ** (attempts - 1), throttledFor);
	return details.retryAfter || Math.random() * Math.min(MAX_BACKOFF, longest);
}

import type { IDataObject } from 'n8n-workflow';

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds that an answer asks to wait: its Retry-After header in seconds, or as an HTTP date,
 * which is compared with the answer's own Date since clocks differ.
 * @returns undefined when there is no such header, or nothing that HTTP allows in it
 */
export function retryAfterMilliseconds(headers: IDataObject): number | undefined {
	const value = String(headers['retry-after'] ?? '').trim();
	if (SECONDS.test(value)) return Number(value) * 1000;
	if (!HTTP_DATE.test(value)) return undefined;
	const date = String(headers.date ?? '').trim();
	const now = HTTP_DATE.test(date) ? Date.parse(date) : Date.now();
	return Math.max(0, Date.parse(value) - now);
}

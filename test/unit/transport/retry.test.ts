import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { type RetryOptions, withRetry } from '../../../nodes/DataPlatform/transport/retry.ts';
import type { SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import { failure, NEVER, platformThat, requestOf, settle, useClock } from './platform.ts';

useClock();

/** The tries of a request to a platform that responds with these failures, and then successfully. */
async function tryAgainst(
	failures: ApiErrorDetails[],
	options: Partial<RetryOptions> = {},
	request: SerializedRequest = requestOf(),
) {
	const platform = platformThat((number) => failures[number - 1], 0);
	const result = await settle(withRetry({ timeout: 60, ...options }, platform)(request, NEVER));
	const { sentAt } = platform.state;
	const gaps = sentAt.slice(1).map((at, index) => Math.round((at - sentAt[index]) / 500) / 2);
	return { result, tries: sentAt.length, gaps };
}

const many = (details: ApiErrorDetails) => Array<ApiErrorDetails>(500).fill(details);
const run = requestOf('nonIdempotent');
const inSession = requestOf('repeatable', { avoidsRepetition: true });

test('three retries wait 2, 4 and 8 seconds, and the last failure has the number of tries', async () => {
	const { result, gaps } = await tryAgainst(many({ httpCode: 500 }));
	expect(gaps).toEqual([2, 4, 8]);
	expect(result).toMatchObject({ details: { httpCode: 500, tries: 4 } });
});

test('a failure after one try has no number of tries', async () => {
	const { result } = await tryAgainst(many({ httpCode: 400 }));
	expect(result).toMatchObject({ details: { kind: 'rejected' } });
	expect(result).not.toHaveProperty('details.tries');
});

test.each<[ApiErrorDetails, SerializedRequest, number]>([
	[{ httpCode: 500 }, requestOf(), 2],
	[{ httpCode: 500 }, run, 1],
	[{ networkCode: 'ECONNRESET' }, run, 1],
	[{ networkCode: 'ECONNREFUSED', sent: false }, run, 2],
	[{ networkCode: 'CERT_HAS_EXPIRED', sent: false }, requestOf(), 1],
	[{ networkCode: 'ENOTFOUND', sent: false }, run, 2],
	[{ httpCode: 429 }, run, 2],
	[{ httpCode: 503, retryAfter: 1000 }, run, 2],
	[{ httpCode: 503 }, run, 1],
	[{ httpCode: 404 }, requestOf(), 1],
	[{ networkCode: 'ECONNABORTED' }, inSession, 1],
	[{ networkCode: 'ECONNREFUSED', sent: false }, inSession, 2],
	[{ httpCode: 429 }, inSession, 2],
])('after %j, it sends %j %d times', async (details, request, tries) => {
	expect(await tryAgainst([details], {}, request)).toMatchObject({ tries });
});

test('with Max Retries, a request in a session is sent again after any failure', async () => {
	expect(await tryAgainst([{ httpCode: 500 }], { maxRetries: 1 }, inSession)).toMatchObject({
		tries: 2,
	});
});

test('throttled tries do not count toward Max Retries, but 0 turns them off too', async () => {
	const failures = [...Array<ApiErrorDetails>(5).fill({ httpCode: 429, retryAfter: 3000 })];
	expect(await tryAgainst(failures, { maxRetries: 1 })).toMatchObject({
		result: 'done',
		gaps: [3, 3, 3, 3, 3],
	});
	expect(await tryAgainst(failures, { maxRetries: 0 })).toMatchObject({ tries: 1 });
});

test.each([
	[{ httpCode: 500 }, 60, 120],
	[{ httpCode: 500 }, 300, 600],
	[{ httpCode: 429, retryAfter: 60_000 }, 60, 720],
])('%j with a Timeout of %d s: gives up after %d s', async (details, timeout, seconds) => {
	const began = performance.now();
	await tryAgainst(many(details), { timeout, maxRetries: 500 });
	const took = (performance.now() - began) / 1000;
	expect(took).toBeGreaterThan(seconds - 61);
	expect(took).toBeLessThanOrEqual(seconds + 1);
});

test.each([
	[600, 2],
	[601, 1],
])('a Retry-After of %d s: %d tries', async (seconds, tries) => {
	const details = { httpCode: 429, retryAfter: 1000 * seconds };
	expect(await tryAgainst([details])).toMatchObject({ tries });
});

test('the wait for a slot, because another request is throttled, extends the budget', async () => {
	let tries = 0;
	const send = async () => {
		if (++tries > 1) await new Promise((resolve) => setTimeout(resolve, 300_000));
		if (tries === 3) return 'done';
		return await Promise.reject(failure({ httpCode: 500 }));
	};
	expect(await settle(withRetry({ timeout: 60 }, send)(requestOf(), NEVER))).toBe('done');
});

test.each([new Aborted(), failure({ kind: 'notSent' })])(
	'if the next try ends unsent (%s), the earlier failure is the error',
	async (unsent) => {
		const [first, second] = [failure({ httpCode: 502 }), unsent];
		const errors = [first, second];
		const send = async () => await Promise.reject(errors.shift()!);
		expect(await settle(withRetry({ timeout: 60 }, send)(requestOf(), NEVER))).toMatchObject({
			details: { httpCode: 502 },
		});
		const onlyUnsent = withRetry({ timeout: 60 }, async () => await Promise.reject(unsent));
		expect(await settle(onlyUnsent(requestOf(), NEVER))).toBe(unsent);
	},
);

test('Stop ends the wait for the next try', async () => {
	const stop = new AbortController();
	const platform = platformThat(() => ({ httpCode: 429, retryAfter: 60_000 }), 0);
	const result = withRetry({ timeout: 60 }, platform)(requestOf(), stop.signal);
	setTimeout(() => stop.abort(), 1000);
	expect(await settle(result)).toMatchObject({ details: { httpCode: 429 } });
	expect(performance.now()).toBeLessThan(1500);
});

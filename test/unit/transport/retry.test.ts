import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { type RetryOptions, withRetry } from '../../../nodes/DataPlatform/transport/retry.ts';
import { failure, NEVER, platformThat, requestOf, settle, useClock } from './platform.ts';

useClock();

/** The tries of a request to a platform that responds with these failures, and then successfully. */
async function tryAgainst(
	failures: ApiErrorDetails[],
	options: Partial<RetryOptions> = {},
	request = requestOf(),
) {
	const platform = platformThat((number) => failures[number - 1], 0);
	const result = await settle(withRetry({ timeout: 60, ...options }, platform)(request, NEVER));
	const { sentAt } = platform.state;
	const gaps = sentAt.slice(1).map((at, index) => Math.round((at - sentAt[index]) / 500) / 2);
	return { result, tries: sentAt.length, gaps };
}

const many = (details: ApiErrorDetails) => Array<ApiErrorDetails>(500).fill(details);

test('three retries wait 2, 4 and 8 seconds, and the last failure has the number of tries', async () => {
	const { result, gaps } = await tryAgainst(many({ httpCode: 500 }));
	expect(gaps).toEqual([2, 4, 8]);
	expect(result).toMatchObject({ details: { httpCode: 500, tries: 4 } });
});

test.each<[ApiErrorDetails, tries: number, triesOfRun: number]>([
	[{ httpCode: 500 }, 2, 1],
	[{ httpCode: 429, retryAfter: 600_000 }, 2, 2],
	[{ httpCode: 429, retryAfter: 601_000 }, 1, 1],
	[{ networkCode: 'ENOTFOUND', sent: false }, 2, 2],
	[{ httpCode: 404 }, 1, 1],
])('after %j, there are %d tries, and %d of a run', async (details, tries, triesOfRun) => {
	expect(await tryAgainst([details])).toMatchObject({ tries });
	const run = requestOf('nonIdempotent');
	expect(await tryAgainst([details], {}, run)).toMatchObject({ tries: triesOfRun });
});

test('throttled tries do not count toward Max Retries, but 0 turns them off too', async () => {
	const failures = many({ httpCode: 429, retryAfter: 3000 }).slice(0, 5);
	const tried = await tryAgainst(failures, { maxRetries: 1 });
	expect(tried).toMatchObject({ result: 'done', gaps: [3, 3, 3, 3, 3] });
	expect(await tryAgainst(failures, { maxRetries: 0 })).toMatchObject({ tries: 1 });
});

test.each([
	[{ httpCode: 500 }, 20, 120],
	[{ httpCode: 500 }, 300, 600],
	[{ httpCode: 429, retryAfter: 60_000 }, 60, 720],
])('%j with a Timeout of %d s: gives up after %d s', async (details, timeout, seconds) => {
	const began = performance.now();
	await tryAgainst(many(details), { timeout, maxRetries: 500 });
	const took = (performance.now() - began) / 1000;
	expect(took).toBeGreaterThan(seconds - 61);
	expect(took).toBeLessThanOrEqual(seconds + 1);
});

test.each([new Aborted(), failure({ kind: 'notSent' })])(
	'if a request ends unsent (%s), an earlier failure is its error',
	async (unsent) => {
		const endOf = async (...errors: Error[]) => {
			const send = async () => await Promise.reject(errors.shift()!);
			return await settle(withRetry({ timeout: 60 }, send)(requestOf(), NEVER));
		};
		expect(await endOf(failure({ httpCode: 502 }), unsent)).toMatchObject({
			details: { httpCode: 502 },
		});
		expect(await endOf(unsent)).toBe(unsent);
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

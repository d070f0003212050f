import { failure, NEVER, platformThat, requestOf, settle, useClock } from './platform.ts';
import { Aborted } from '../../../nodes/DataPlatform/helpers/abort.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { Send } from '../../../nodes/DataPlatform/transport/request.ts';
import { type RetryOptions, withRetry } from '../../../nodes/DataPlatform/transport/retry.ts';

useClock();

/** The tries of a request to a platform that responds with these failures, and then successfully. */
async function tryAgainst(
	failures: ApiErrorDetails[],
	options: Partial<RetryOptions> = {},
	request = requestOf(),
	latency = 0,
) {
	const platform = platformThat((number) => failures[number - 1], latency);
	const result = await settle(withRetry({ timeout: 60_000, ...options }, platform)(request, NEVER));
	const { sentAt } = platform.state;
	const gaps = sentAt.slice(1).map((at, index) => Math.round((at - sentAt[index]) / 500) / 2);
	return { result, tries: sentAt.length, gaps };
}

const many = (details: ApiErrorDetails) => Array<ApiErrorDetails>(500).fill(details);
const statuses = (...all: number[]) => all.map((httpCode) => ({ httpCode }));
const UNREACHED: ApiErrorDetails = { networkCode: 'ECONNREFUSED', sent: false };

test('three retries wait 2, 4 and 8 seconds, and the last failure has the number of tries', async () => {
	const { result, gaps } = await tryAgainst(many({ httpCode: 500 }));
	expect(gaps).toEqual([2, 4, 8]);
	expect(result).toMatchObject({ details: { httpCode: 500, tries: 4 } });
});

test.each<[ApiErrorDetails, tries: number, triesOfRun: number, triesInSession: number]>([
	[{ httpCode: 500 }, 2, 1, 1],
	[UNREACHED, 2, 2, 2],
	[{ httpCode: 404 }, 1, 1, 1],
	[{ httpCode: 429 }, 2, 2, 2],
])('after %j, there are %d tries, %d of a run, %d in a session', async (details, ...expected) => {
	const inSession = requestOf('repeatable', { maySendTwice: false });
	const requests = [requestOf(), requestOf('nonIdempotent'), inSession];
	for (const [index, request] of requests.entries()) {
		expect(await tryAgainst([details], {}, request)).toMatchObject({ tries: expected[index] });
	}
});

test.each<[retryAfter: number, gaps: number[]]>([
	[0, [2]],
	[1000, [1]],
	[300_000, [300]],
	[600_001, []],
])('after a 500 with a Retry-After of %d ms, the gaps are %j seconds', async (retryAfter, gaps) => {
	const failures = [{ httpCode: 500, retryAfter }];
	expect(await tryAgainst(failures)).toMatchObject({ gaps });
	const twice = [...failures, ...failures];
	// It doesn't use up the time budget of two minutes.
	expect(await tryAgainst(twice, { maxRetries: 1 })).toMatchObject({ gaps });
});

test('throttled tries count as tries, but not for the backoff', async () => {
	const failures = statuses(429, 429, 429, 429, 429, 429, 500, 429, 500, 404);
	const { result, gaps } = await tryAgainst(failures);
	expect(gaps).toEqual([2, 4, 8, 16, 30, 30, 2, 30, 4]);
	expect(result).toMatchObject({ details: { httpCode: 404, tries: 10 } });
});

test.each<[ApiErrorDetails[], mayHaveRun: boolean | undefined]>([
	[[{ httpCode: 500 }, { httpCode: 404 }], true],
	[[{ networkCode: 'ECONNRESET' }, UNREACHED, UNREACHED, UNREACHED], true],
	[[UNREACHED, { httpCode: 409 }], undefined],
	[[{ httpCode: 409 }], undefined],
])('after the failures %j, an earlier try may have run: %p', async (failures, mayHaveRun) => {
	const unknownOutcome = { message: 'It may have run' };
	for (const more of [{ unknownOutcome }, {}]) {
		const { result } = await tryAgainst(failures, {}, requestOf('repeatable', more));
		const { details } = result as { details: ApiErrorDetails };
		// Where it doesn't matter, as for a search, nothing is said.
		expect(details.mayHaveRun).toBe(more.unknownOutcome && mayHaveRun);
	}
});

test.each([
	[20, 0, 120],
	[300, 0, 600],
	[300, 250_000, 600],
])('%d s, tries of %d ms: starts none after %d s', async (timeout, latency, seconds) => {
	const began = performance.now();
	await tryAgainst(
		many({ httpCode: 500 }),
		{ timeout: 1000 * timeout, maxRetries: 500 },
		requestOf(),
		latency,
	);
	const took = (performance.now() - began) / 1000;
	expect(took).toBeGreaterThan(seconds - 101);
	expect(took).toBeLessThanOrEqual(seconds + latency / 1000);
});

test('waiting for a slot takes none of the time', async () => {
	const platform = platformThat(() => ({ httpCode: 502 }), 0);
	const sendLater: Send = async (...sent) => {
		await new Promise((resolve) => setTimeout(resolve, 500_000));
		return await platform(...sent);
	};
	await settle(withRetry({ timeout: 60_000 }, sendLater)(requestOf(), NEVER));
	expect(platform.state.sentAt).toHaveLength(4);
});

async function endOf(...errors: Error[]) {
	const send = async () => await Promise.reject(errors.shift()!);
	return await settle(withRetry({ timeout: 60_000 }, send)(requestOf(), NEVER));
}

test.each([new Aborted(), failure({ kind: 'notSent' })])(
	'if a request ends unsent (%s), an earlier failure is its error',
	async (unsent) => {
		for (const httpCode of [429, 502]) {
			expect(await endOf(failure({ httpCode }), unsent)).toMatchObject({ details: { httpCode } });
		}
		expect(await endOf(unsent)).toBe(unsent);
	},
);

test('an error in our own code is never retried', async () => {
	expect(await endOf(new TypeError('No'))).toBeInstanceOf(TypeError);
});

test('Stop ends the wait for the next try', async () => {
	const stop = new AbortController();
	const platform = platformThat(() => ({ httpCode: 500 }), 0);
	const result = withRetry({ timeout: 60_000 }, platform)(requestOf(), stop.signal);
	setTimeout(() => stop.abort(), 1000);
	expect(await settle(result)).toMatchObject({ details: { httpCode: 500 } });
	expect(performance.now()).toBeLessThan(1500);
});

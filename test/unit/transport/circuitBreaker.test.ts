import { NEVER, pass, platformThat, requestOf, settle, useClock } from './platform.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createCircuitBreaker } from '../../../nodes/DataPlatform/transport/circuitBreaker.ts';

useClock();

const DOWN: ApiErrorDetails = { httpCode: 500 };
const UNTRUSTED: ApiErrorDetails = { networkCode: 'CERT_HAS_EXPIRED', sent: false };
const request = requestOf();
const run = requestOf('nonIdempotent');

/** A node in an execution. `platform.details` is how the platform fails, if it does. */
function execution(executionId = 'one', context = {}) {
	const platform = { details: DOWN as ApiErrorDetails | undefined, latency: 0 };
	const withBreaker = createCircuitBreaker(context, executionId);
	const send = async (key: string, sent = request, timeout = 60_000) => {
		const respond = platformThat(() => platform.details, platform.latency);
		return await settle(withBreaker(key, timeout, respond)(sent, NEVER));
	};
	/** Sends for two items in turn, each time after a number of seconds. */
	const sendAfter = async (...seconds: number[]) => {
		for (const [index, each] of seconds.entries()) {
			await pass(1000 * each);
			await send(String(index % 2));
		}
	};
	const isDown = async (sent = request) => {
		const result = (await send('last', sent)) as { details?: { kind: string } };
		return result.details?.kind === 'notSent';
	};
	return { context, platform, send, sendAfter, isDown };
}

test.each([
	[[0, 9, 9, 9], DOWN, false],
	[[0, 20, 20], DOWN, false],
	[[0, 10, 10, 11], DOWN, true],
	[[0, 10, 10, 11], UNTRUSTED, false],
])('requests %j s apart fail with %j: is an outage: %p', async (seconds, details, isOutage) => {
	const { platform, sendAfter, isDown } = execution();
	platform.details = details;
	await sendAfter(...seconds);
	expect(await isDown()).toBe(isOutage);
});

test.each<[ApiErrorDetails | undefined, boolean]>([
	[undefined, false],
	[{ httpCode: 404 }, false],
	[{ httpCode: 429 }, false],
	[{ httpCode: 503, retryAfter: 1000 }, false],
	[{ networkCode: 'ECONNRESET' }, true],
	[{ httpCode: 501 }, true],
	[{ networkCode: 'ENOTFOUND', sent: false }, true],
	[UNTRUSTED, true],
	[{ kind: 'internal' }, true],
	[{ kind: 'internal', sent: false }, true],
])('the response %j: is still an outage: %p', async (details, isStill) => {
	const { platform, send, sendAfter, isDown } = execution();
	await sendAfter(0, 10, 10);
	platform.details = details;
	await send('0');
	platform.details = DOWN;
	await sendAfter(11);
	expect(await isDown()).toBe(isStill);
});

test('after timeouts, an outage lasts at least twice the Timeout', async () => {
	const { platform, send, isDown } = execution();
	platform.details = { networkCode: 'ECONNABORTED' };
	platform.latency = 40_000;
	for (const key of ['0', '1', '0', '1', '0']) await send(key, request, 100_000);
	expect(await isDown()).toBe(false);
	expect(await isDown()).toBe(true);
});

test('it counts from when the first failure was received, however long requests take', async () => {
	const { platform, send, isDown } = execution();
	platform.latency = 55_000;
	await Promise.all(['0', '1', '2', '3'].map(async (key) => await send(key)));
	platform.latency = 0;
	for (const milliseconds of [0, 29_000, 1000]) {
		await pass(milliseconds);
		expect(await isDown()).toBe(false);
	}
	expect(await isDown()).toBe(true);
});

test('while an older request is pending, there is no outage', async () => {
	const withBreaker = createCircuitBreaker({}, 'one');
	const slow = platformThat(() => undefined, 100_000);
	const failing = platformThat(() => DOWN, 0);
	const older = withBreaker('older', 60_000, slow)(request, NEVER);
	for (const key of ['0', '1', '0', '1', '0']) {
		await pass(10_000);
		await settle(withBreaker(key, 60_000, failing)(request, NEVER));
	}
	expect(failing.state.sentAt).toHaveLength(5);
	expect(await settle(older)).toBe('done');
});

test('60 seconds without a failure end it, and after a success, nothing is stored', async () => {
	const { context, platform, sendAfter, isDown, send } = execution();
	platform.details = undefined;
	await send('0');
	platform.details = DOWN;
	await sendAfter(1, 20, 20, 20);
	expect(await isDown()).toBe(true);
	await pass(60_000);
	expect(await isDown()).toBe(false);
	platform.details = undefined;
	await send('0');
	expect(context).toEqual({});
});

const UNREACHED: ApiErrorDetails = { networkCode: 'ECONNREFUSED', sent: false };
const PAGE: ApiErrorDetails = { httpCode: 200 };

test.each<[Array<ApiErrorDetails | undefined>, boolean]>([
	[[DOWN, DOWN, DOWN], true],
	[[PAGE, PAGE, PAGE], true],
	[[DOWN, { httpCode: 302 }, { kind: 'unexpectedResponse' }], true],
	[[DOWN, { kind: 'internal' }, DOWN], false],
	[[DOWN, DOWN, { kind: 'internal' }, DOWN], true],
	[[{ kind: 'internal' }, { kind: 'internal' }, { kind: 'internal' }], false],
	[[DOWN, DOWN, { kind: 'internal', sent: false }, DOWN], true],
	[[DOWN, PAGE], false],
	[[UNREACHED, UNREACHED, UNREACHED], false],
	[[DOWN, { httpCode: 404 }, DOWN, DOWN], false],
	[[DOWN, PAGE, undefined, DOWN, PAGE], false],
	// They are sent again, so their outcome isn't known yet.
	[[DOWN, { httpCode: 429 }, DOWN, UNREACHED, DOWN], true],
])('runs that end with %j: no more are started: %p', async (failures, isOutage) => {
	const { platform, isDown, send } = execution();
	for (const details of failures) {
		platform.details = details;
		expect(await isDown(run)).toBe(false);
		// Longer than any outage lasts.
		await pass(100_000);
	}
	platform.details = undefined;
	expect(await isDown(run)).toBe(isOutage);
	if (isOutage) {
		const description = expect.stringContaining('the outcomes of 3 runs in a row are unknown');
		expect(await send('last', run)).toMatchObject({ description });
	}
});

test('a loop shares an outage, and Retry starts without it', async () => {
	const first = execution('one');
	await first.sendAfter(0, 10, 10, 11);
	const saved = JSON.parse(JSON.stringify(first.context)) as object;
	expect(await execution('one', saved).send('0')).toMatchObject({
		description: expect.stringContaining('4 requests in a row failed'),
	});
	expect(await execution('two', saved).isDown()).toBe(false);
});

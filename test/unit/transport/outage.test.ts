import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { createOutagePolicy } from '../../../nodes/DataPlatform/transport/outage.ts';
import { NEVER, pass, platformThat, requestOf, settle, useClock } from './platform.ts';

useClock();

const DOWN: ApiErrorDetails = { httpCode: 500 };
const request = requestOf();
const run = requestOf('nonIdempotent');

/** A node in an execution. `platform.details` is how the platform fails, if it does. */
function execution(executionId = 'one', context = {}) {
	const platform = { details: DOWN as ApiErrorDetails | undefined, latency: 0 };
	const withOutage = createOutagePolicy(context, executionId);
	const send = async (key: string, sent = request, timeout = 60) => {
		const respond = platformThat(() => platform.details, platform.latency);
		return await settle(withOutage(key, timeout, respond)(sent, NEVER));
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

test('four failures of two items within 30 seconds are no outage, but over 30 seconds they are', async () => {
	const short = execution();
	await short.sendAfter(0, 9, 9, 9);
	expect(await short.isDown()).toBe(false);
	const long = execution();
	await long.sendAfter(0, 10, 10, 11);
	expect(await long.isDown()).toBe(true);
});

test('three failures, or failures of one item, are no outage', async () => {
	const few = execution();
	await few.sendAfter(0, 20, 20);
	expect(await few.isDown()).toBe(false);
	const single = execution();
	for (let index = 0; index < 20; index++) {
		await pass(5000);
		await single.send('same');
	}
	expect(await single.send('same')).toMatchObject({ details: DOWN });
});

test.each<[ApiErrorDetails | undefined, boolean]>([
	[undefined, false],
	[{ httpCode: 404 }, false],
	[{ httpCode: 429 }, false],
	[{ httpCode: 503, retryAfter: 1000 }, false],
	[{ networkCode: 'ECONNRESET' }, true],
	[{ httpCode: 501 }, true],
	[{ networkCode: 'ENOTFOUND', sent: false }, true],
	[{ networkCode: 'CERT_HAS_EXPIRED', sent: false }, true],
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
	platform.latency = 50_000;
	await send('0', request, 100);
	await send('1', request, 100);
	await send('0', request, 100);
	expect(await isDown()).toBe(false);
	expect(await isDown()).toBe(true);
});

test('while an older request is pending, there is no outage', async () => {
	const withOutage = createOutagePolicy({}, 'one');
	const slow = platformThat(() => undefined, 100_000);
	const failing = platformThat(() => DOWN, 0);
	const older = withOutage('older', 60, slow)(request, NEVER);
	for (const key of ['0', '1', '0', '1', '0']) {
		await pass(10_000);
		await settle(withOutage(key, 60, failing)(request, NEVER));
	}
	expect(failing.state.sentAt).toHaveLength(5);
	expect(await settle(older)).toBe('done');
	await settle(withOutage('1', 60, failing)(request, NEVER));
	expect(failing.state.sentAt).toHaveLength(6);
});

test('60 seconds without a failure end it', async () => {
	const { sendAfter, isDown } = execution();
	await sendAfter(0, 20, 20, 20);
	expect(await isDown()).toBe(true);
	await pass(60_000);
	expect(await isDown()).toBe(false);
});

test('for runs, three unknown outcomes in a row are enough', async () => {
	const { send, isDown } = execution();
	await send('0', run);
	await send('1', run);
	expect(await isDown(run)).toBe(false);
	expect(await isDown(run)).toBe(true);
});

test('runs that were not sent are no unknown outcomes', async () => {
	const { platform, isDown } = execution();
	platform.details = { networkCode: 'ECONNREFUSED', sent: false };
	for (let index = 0; index < 5; index++) expect(await isDown(run)).toBe(false);
});

test('a loop shares an outage, and Retry starts without it', async () => {
	const first = execution('one');
	await first.sendAfter(0, 10, 10, 11);
	const saved = JSON.parse(JSON.stringify(first.context)) as object;
	expect(await execution('one', saved).isDown()).toBe(true);
	expect(await execution('two', saved).isDown()).toBe(false);
});

test('the error says why, and nothing is stored after a success', async () => {
	const { context, platform, send, sendAfter } = execution();
	await sendAfter(0, 10, 10, 11);
	expect(await send('0')).toMatchObject({
		message: expect.stringMatching(/^Not sent: .*unavailable/),
		description: expect.stringContaining('4 requests in a row failed'),
	});
	await pass(60_000);
	platform.details = undefined;
	await send('0');
	expect(context).toEqual({});
});

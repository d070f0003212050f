import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from '../../support/clock.ts';
import { ApiError, type ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import type { SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import type { Idempotency } from '../../../nodes/DataPlatform/transport/idempotency.ts';
import {
	NeedsNewSlot,
	RateLimiter,
	withRateLimit,
} from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import {
	Aborted,
	ExecutionController,
} from '../../../nodes/DataPlatform/helpers/executionController.ts';
import {
	type RequestState,
	type RetryBounds,
	withRetry,
} from '../../../nodes/DataPlatform/transport/retry.ts';

const requestOf = (idempotency: Idempotency) =>
	({ path: '/somewhere', policy: { idempotency } }) as SerializedRequest;
const RESPONSE = { done: true };
/** The platform's response time. */
const TAKES = 5;

describe('sending with retries', () => {
	let clock: Clock;
	beforeEach(() => {
		clock = installClock();
		// Makes every random wait the longest one.
		jest.spyOn(Math, 'random').mockReturnValue(1);
	});
	afterEach(() => {
		clock.uninstall();
		jest.restoreAllMocks();
	});

	/** A sender for a platform that fails with these details, one after another, and then succeeds. */
	function senderTo(
		failures: Array<ApiErrorDetails | Error>,
		{ maxConcurrency = 8, ...bounds }: Partial<RetryBounds & { maxConcurrency: number }> = {},
	) {
		const began = Date.now();
		const sentAt: number[] = [];
		const send = jest.fn(async (_request: SerializedRequest, state: RequestState) => {
			state.sentAt = performance.now();
			sentAt.push(Date.now() - began);
			await new Promise((resolve) => setTimeout(resolve, TAKES));
			const details = failures.shift();
			if (details instanceof Error) throw details;
			if (details) throw new ApiError('Failed', 'Wait.', details);
			return RESPONSE;
		});
		const sender = {
			rateLimiter: new RateLimiter({ maxConcurrency, maxRequestsPerSecond: 0 }),
			controller: new ExecutionController(undefined),
			bounds: { maxRetries: 3, retryBudget: 60, trustsThrottling: true, timeout: 7, ...bounds },
		};
		const { rateLimiter, ...shared } = sender;
		const start = async (idempotency: Idempotency = 'safe'): Promise<unknown> => {
			const state = {
				itemKey: '',
				...shared,
				tryNumber: 1,
				sentAt: 0,
				wait: 0,
			};
			return await withRetry(withRateLimit(rateLimiter, send))(requestOf(idempotency), state);
		};
		/** The response or the error. */
		const outcome = async (idempotency: Idempotency = 'safe'): Promise<unknown> => {
			const ended = start(idempotency).catch((error: Error) => error);
			await clock.runAllAsync();
			return await ended;
		};
		return { sender, sentAt, send, start, outcome };
	}

	const times = (count: number, details: ApiErrorDetails) =>
		Array<ApiErrorDetails>(count).fill(details);

	test.each<[what: string, details: ApiErrorDetails, sentForReads: number, sentForStarts: number]>([
		['throttling', { httpCode: 429 }, 2, 2],
		['no connection', { networkCode: 'ECONNREFUSED', sent: false }, 2, 2],
		['a failure', { httpCode: 500 }, 2, 1],
		['a rejection', { httpCode: 404 }, 1, 1],
	])(
		'after %s, the idempotency of the request decides whether it is sent again',
		async (_, details, forReads, forStarts) => {
			for (const [idempotency, sent] of [
				['safe', forReads],
				['repeatable', forReads],
				['idempotent', forReads],
				['nonIdempotent', forStarts],
			] as const) {
				const { outcome, send } = senderTo([details]);
				const ended = await outcome(idempotency);
				expect(send).toHaveBeenCalledTimes(sent);
				expect(ended).toEqual(sent === 2 ? RESPONSE : new ApiError('Failed', 'Wait.'));
			}
		},
	);

	test('throttling that is not trusted makes the outcome unknown', async () => {
		const starts = senderTo([{ httpCode: 429 }], { trustsThrottling: false });
		await starts.outcome('nonIdempotent');
		expect(starts.send).toHaveBeenCalledTimes(1);

		const reads = senderTo(times(9, { httpCode: 429 }), { trustsThrottling: false });
		await reads.outcome('safe');
		expect(reads.send).toHaveBeenCalledTimes(4);
	});

	test('failures count toward Max Retries, and the last one has the number of attempts', async () => {
		const { outcome, sentAt, send } = senderTo(times(9, { httpCode: 500 }), { maxRetries: 2 });

		const failure = (await outcome()) as ApiError;

		expect(failure).toMatchObject({ message: 'Failed', details: { httpCode: 500, attempts: 3 } });
		expect(sentAt).toEqual([0, 1000 + TAKES, 3000 + 2 * TAKES]);
		expect(send).toHaveBeenLastCalledWith(
			requestOf('safe'),
			expect.objectContaining({ tryNumber: 3 }),
		);
	});

	test('a failure after one attempt has no number of attempts', async () => {
		const { outcome } = senderTo([{ httpCode: 404 }]);

		expect(((await outcome()) as ApiError).details).toEqual({ httpCode: 404, kind: 'rejected' });
	});

	test("throttling doesn't count toward Max Retries, unless that's 0", async () => {
		const patient = senderTo(times(6, { httpCode: 429 }), { maxRetries: 1 });
		expect(await patient.outcome('nonIdempotent')).toBe(RESPONSE);
		expect(patient.send).toHaveBeenCalledTimes(7);

		const without = senderTo([{ httpCode: 429 }], { maxRetries: 0 });
		expect(await without.outcome()).toBeInstanceOf(ApiError);
		expect(without.send).toHaveBeenCalledTimes(1);
	});

	test.each([
		[1000, 3010, 3, /^Failed\. The next try would be in 1 s, but the Retry Budget/],
		[1000, 3009, 2, /^Failed\. The next try would be in 2 s, but the Retry Budget/],
		[60_000, 2000, 1, /The next try would be in 60 s, but the Retry Budget of 2 s ends earlier$/],
		[1001, 1000, 1, /The next try would be in 2 s, but the Retry Budget of 1 s ends earlier$/],
		[1000, 1004, 1, /The next try would be in 1 s, but the Retry Budget of 1\.004 s ends earlier/],
	])(
		'with a wait of %d and a budget of %d milliseconds, it is sent %d times',
		async (wait, milliseconds, sent, message) => {
			const faults = [wait, 2000, 0.1, 0.1].map((retryAfter) => ({ httpCode: 500, retryAfter }));
			const { outcome, send } = senderTo(faults, { retryBudget: milliseconds / 1000 });

			const failure = (await outcome()) as ApiError;

			expect(send).toHaveBeenCalledTimes(sent);
			expect(failure.message).toMatch(message);
			expect(failure.description).toBe(
				'Try again later, or raise Retry Budget under Request Options.',
			);
			expect(failure.details.httpCode).toBe(500);
		},
	);

	test('the error of a request that was never sent has the requested wait', async () => {
		const throttled = senderTo([{ httpCode: 429, retryAfter: 60_000 }], { retryBudget: 10 });
		await throttled.outcome();

		const failure = (await throttled.outcome()) as ApiError;

		expect(throttled.send).toHaveBeenCalledTimes(1);
		expect(failure.message).toBe(
			'Not sent: the platform throttles requests. The next try would be in 60 s, but the Retry Budget of 10 s ends earlier',
		);
		expect(failure.description).toBe(
			'Try again later, or raise Retry Budget under Request Options.',
		);
		expect(failure.details).toEqual({ kind: 'notSent' });
	});

	test('throttling pauses all requests, and another failure only the request itself', async () => {
		for (const [httpCode, other] of [
			[429, 1000 + TAKES],
			[500, 2 * TAKES],
		]) {
			const { start, sentAt } = senderTo([{ httpCode, retryAfter: 1000 }]);
			const first = start();
			await clock.tickAsync(2 * TAKES);
			const second = start();
			await clock.runAllAsync();
			await Promise.all([first, second]);
			expect(sentAt[1]).toBe(other);
		}
	});

	test.each([
		['the request waits', { httpCode: 500 }],
		['all requests wait', { httpCode: 429, retryAfter: 1000 }],
	])('when the execution ends while %s, the last failure is the result', async (_, details) => {
		const { sender, send, start } = senderTo([details]);
		const ended = start().catch((error: Error) => error);
		await clock.tickAsync(500);
		sender.controller.abort();
		await clock.runAllAsync();

		expect(await ended).toMatchObject({ message: 'Failed', details });
		expect(send).toHaveBeenCalledTimes(1);
	});

	test('nothing is sent after the end of the execution', async () => {
		const { sender, send, outcome } = senderTo([]);
		sender.controller.abort();

		expect(await outcome()).toEqual(new Aborted());
		expect(send).not.toHaveBeenCalled();
	});

	test("an error that isn't the API's is thrown unchanged, and its slot is free again", async () => {
		const { outcome } = senderTo([new TypeError('Ours')], { maxConcurrency: 1 });

		expect(await outcome()).toEqual(new TypeError('Ours'));
		expect(await outcome()).toBe(RESPONSE);
	});

	test('every slot is released once, whatever the request ends with', async () => {
		const { sender, outcome } = senderTo([
			{ httpCode: 500 },
			{ httpCode: 429 },
			new NeedsNewSlot(),
			{ kind: 'notSent' },
			new TypeError('Ours'),
		]);
		const acquire = jest.spyOn(sender.rateLimiter, 'acquire');
		const release = jest.spyOn(sender.rateLimiter, 'release');
		await outcome();
		await outcome();
		await outcome();

		expect(acquire).toHaveBeenCalledTimes(6);
		expect(release).toHaveBeenCalledTimes(6);
	});

	test.each<[details: ApiErrorDetails, concurrency: number]>([
		[{ httpCode: 408 }, 4],
		[{ httpCode: 504 }, 4],
		[{ networkCode: 'ECONNABORTED' }, 4],
		[{ networkCode: 'ECONNRESET' }, 8],
		[{ httpCode: 500 }, 8],
	])('after %j there are %d slots', async (details, concurrency) => {
		const { sender, outcome } = senderTo([details], { maxRetries: 0 });
		await outcome();

		expect(sender.rateLimiter.concurrency).toBe(concurrency);
	});

	test.each<[what: string, then: ApiErrorDetails | undefined, ends: boolean]>([
		['throttling does not', { httpCode: 429, retryAfter: 1 }, false],
		['a 503 with Retry-After does not', { httpCode: 503, retryAfter: 1 }, false],
		['a broken connection does not', { networkCode: 'ECONNRESET' }, false],
		['a 404 does', { httpCode: 404 }, true],
		['a response does', undefined, true],
	])('whether continuous throttling ends: %s', async (_, then, ends) => {
		const { sender, outcome } = senderTo(
			[{ httpCode: 429, retryAfter: 1 }, ...(then ? [then] : [])],
			{
				maxRetries: 0,
			},
		);
		await outcome();
		await outcome();

		expect(sender.rateLimiter.throttledFor === 0).toBe(ends);
	});

	test('if a retry is not sent, the error is the failure before it, with the reason', async () => {
		const { outcome, send } = senderTo([{ httpCode: 503 }, { kind: 'notSent' }]);

		expect(await outcome()).toMatchObject({
			message: 'Failed',
			description: 'Wait. Wait.',
			details: { httpCode: 503 },
		});
		expect(send).toHaveBeenCalledTimes(2);
	});

	test('if the first try is not sent, its error is thrown', async () => {
		expect(await senderTo([{ kind: 'notSent' }]).outcome()).toMatchObject({
			description: 'Wait.',
			details: { kind: 'notSent' },
		});
	});
});

import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/apiError.ts';
import { RateLimiter, withRateLimit } from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import {
	stateOf,
	breakerOf,
	NOT_SENT,
	platform,
	sendAll,
	sendInTurn,
	sender,
	settle,
	usePlatform,
	TIMEOUT,
} from './breakerPlatform.ts';

describe('the circuit breaker', () => {
	usePlatform();

	/** Eight failures of eight items. */
	const open = async (send = sender()) => await sendInTurn(send, 8);

	test.each<ApiErrorDetails>([{ httpCode: 500 }, { networkCode: 'ECONNREFUSED' }])(
		'after %j eight times in a row, the next request waits and probes',
		async (details) => {
			platform.failure = details;
			await open();
			platform.failure = undefined;
			const openedAt = performance.now();

			expect(await settle(sender()('0:8'))).toBe('done');
			expect(platform.sent[8].at - openedAt).toBeGreaterThanOrEqual(1000);
			expect(platform.context.circuitBreaker?.outage).toBeUndefined();
		},
	);

	test.each<ApiErrorDetails>([{ httpCode: 404 }, { httpCode: 503, retryAfter: 1000 }])(
		'it stays closed after %j, because that is a response',
		async (details) => {
			platform.failure = details;
			await open();

			expect(platform.context.circuitBreaker?.outage).toBeUndefined();
		},
	);

	test("a failure that isn't the platform's neither opens nor closes it", async () => {
		await open();
		platform.failure = { networkCode: 'BLOCKED_BY_N8N', sent: false };
		await settle(sender()('0:8'));
		expect(platform.context.circuitBreaker).toMatchObject({ outage: { failures: 8 } });
	});

	test("seven failures in a row don't open it, and a response resets the count", async () => {
		const send = sender();
		await sendInTurn(send, 7);
		platform.failure = undefined;
		await settle(send('0:7'));
		platform.failure = { httpCode: 500 };
		await sendInTurn(send, 7);

		expect(platform.context.circuitBreaker?.outage?.probeAt).toBeUndefined();
	});

	test('one item that fails repeatedly never opens it', async () => {
		const send = sender();
		for (let time = 0; time < 20; time++) await settle(send('0:0'));
		expect(platform.context.circuitBreaker?.outage?.probeAt).toBeUndefined();

		await settle(send('0:1'));
		expect(platform.context.circuitBreaker?.outage?.probeAt).toBeDefined();
	});

	test('two items that failed over two Timeouts open it', async () => {
		platform.takes = TIMEOUT * 1000;
		const send = sender();
		await settle(send('0:0'));
		expect(platform.context.circuitBreaker?.outage?.probeAt).toBeUndefined();
		await settle(send('0:1'));
		expect(platform.context.circuitBreaker?.outage?.probeAt).toBeDefined();
	});

	test("a response to a request from before the failures doesn't close it", async () => {
		const send = sender();
		platform.failure = undefined;
		platform.takes = 100;
		const early = send('0:99');
		await platform.clock.tickAsync(1);
		platform.failure = { httpCode: 500 };
		platform.takes = 1;
		const failed = Array.from({ length: 8 }, async (_, item) => await send(`0:${item}`));
		await platform.clock.tickAsync(200);
		await Promise.all([early, ...failed]);

		expect(platform.context.circuitBreaker?.outage?.probeAt).toBeDefined();
	});

	test('while it is open, single requests probe at growing intervals, and then nothing is sent', async () => {
		await open();
		platform.sent = [];
		const send = sender();
		const ends = await sendAll(send, 8, 20);

		expect(ends.filter((end) => end === 'Down')).toHaveLength(8);
		expect(ends.filter((end) => end === NOT_SENT)).toHaveLength(12);
		const gaps = platform.sent.slice(1).map(({ at }, index) => at - platform.sent[index].at);
		expect(gaps.every((gap, index) => gap >= platform.takes + 1000 * 1.4 ** (index + 1))).toBe(
			true,
		);
		// Later requests fail immediately.
		const before = performance.now();
		expect(await send('0:30')).toBe(NOT_SENT);
		expect(performance.now()).toBe(before);
	});

	test('no probe could end later than three Timeouts and 30 seconds after the outage began', async () => {
		platform.takes = TIMEOUT * 1000;
		const send = sender();
		await sendAll(send, 0, 8);
		const ends = await sendAll(send, 8, 8);

		expect(ends.filter((end) => end === 'Down')).toHaveLength(2);
		expect(performance.now()).toBeLessThan(3 * TIMEOUT * 1000 + 30_000);
	});

	test('the message contains the number of failures and the last one', async () => {
		await open();
		const send = sender();
		await sendAll(send, 0, 9);
		expect(() => breakerOf().throwIfProbingEnded(stateOf('0:0'))).toThrow(
			expect.objectContaining({
				message: NOT_SENT,
				description: expect.stringMatching(
					/^Try again later, because 16 requests in a row failed, .*Down/,
				),
				details: { kind: 'notSent' },
			}),
		);
	});

	test("a request doesn't wait beyond its deadline", async () => {
		await open();
		platform.sent = [];
		const end = await settle(sender()('0:8', { deadline: performance.now() + 500 }));
		expect(end).toBe(NOT_SENT);
		expect(platform.sent).toEqual([]);
	});

	test("a late probe doesn't affect the probe of a later outage", async () => {
		const send = sender();
		await open(send);
		platform.takes = 5000;
		const late = send('0:8');
		await platform.clock.tickAsync(1100);
		platform.takes = 10;
		// Another response closes the circuit, and the platform fails again.
		breakerOf().close(stateOf('0:9', { sentAt: performance.now() }));
		await open(send);
		platform.takes = 10_000;
		const others = Promise.all([send('0:10'), send('0:11')]);
		await platform.clock.tickAsync(9000);
		await late;
		expect(platform.sent.filter(({ item }) => item === '0:10' || item === '0:11')).toHaveLength(1);
		await settle(others);
	});

	test('requests that waited start at the rate of the limiter', async () => {
		const limiter = new RateLimiter({ maxConcurrency: 100, maxRequestsPerSecond: 2 });
		const send = sender(breakerOf(), undefined, (respond) => withRateLimit(limiter, respond));
		const up = platform.clock.setTimeout(() => (platform.failure = undefined), 8000);
		const ends = await sendAll(send, 0, 30);
		platform.clock.clearTimeout(up);

		expect(ends.filter((end) => end === 'done').length).toBeGreaterThanOrEqual(20);
		const starts = platform.sent.map(({ at }) => at);
		const inSecondAfter = (start: number) =>
			starts.filter((at) => at >= start && at < start + 1000).length;
		// Two, and the probe.
		expect(Math.max(...starts.map(inSecondAfter))).toBeLessThanOrEqual(3);
	});

	test('Stop ends the wait', async () => {
		await open();
		const controller = new ExecutionController(undefined);
		const waiting = sender()('0:8', { controller });
		await platform.clock.tickAsync(300);
		controller.abort();
		const before = performance.now();
		expect(await settle(waiting)).toMatch(/No longer needed/);
		expect(performance.now() - before).toBeLessThanOrEqual(100);
	});

	test('a request without time to wait still probes when a probe is due', async () => {
		await open();
		platform.failure = undefined;
		expect(await settle(sender()('0:8', { deadline: performance.now() - 1 }))).toBe(NOT_SENT);
		await platform.clock.tickAsync(1100);
		expect(await settle(sender()('0:9', { deadline: performance.now() - 1 }))).toBe('done');
		expect(platform.context.circuitBreaker?.outage).toBeUndefined();
	});

	test("failures of a loop's iteration long ago don't count", async () => {
		const send = sender();
		for (let time = 0; time < 7; time++) await settle(send('0:0'));
		await platform.clock.tickAsync(3_600_000);
		await settle(send('1:0'));

		expect(platform.context.circuitBreaker).toMatchObject({
			outage: { failures: 1, itemKeys: ['1:0'] },
		});
		expect(platform.context.circuitBreaker?.outage?.probeAt).toBeUndefined();
	});

	test('the iterations of a loop share the state, and a later one probes again after a while', async () => {
		await open();
		const send = sender();
		await sendAll(send, 0, 9);
		platform.context = structuredClone(platform.context);
		expect(await settle(sender()('1:0'))).toBe(NOT_SENT);

		await platform.clock.tickAsync(61_000);
		platform.failure = undefined;
		expect(await settle(sender()('2:0'))).toBe('done');
		expect(await settle(sender()('2:1'))).toBe('done');
	});

	test('a retry of the execution starts with a closed circuit', async () => {
		await open();
		platform.failure = undefined;
		const before = performance.now();
		expect(await settle(sender(breakerOf('two'))('0:0'))).toBe('done');
		expect(performance.now() - before).toBe(platform.takes);
	});
});

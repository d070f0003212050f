import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from '../../support/clock.ts';
import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import type { BreakerState } from '../../../nodes/DataPlatform/transport/circuitBreaker.ts';
import {
	CircuitBreaker,
	failFast,
	withCircuitBreaker,
} from '../../../nodes/DataPlatform/transport/circuitBreaker.ts';
import type { ApiErrorDetails } from '../../../nodes/DataPlatform/transport/failures.ts';
import { ApiError } from '../../../nodes/DataPlatform/transport/failures.ts';
import type { SerializedRequest } from '../../../nodes/DataPlatform/transport/request.ts';
import type { Attempt } from '../../../nodes/DataPlatform/transport/retry.ts';

const REQUEST = {} as SerializedRequest;
const TIMEOUT = 60;
const NOT_SENT = 'Not sent: the platform is unavailable';

describe('the circuit breaker', () => {
	let clock: Clock;
	let context: { circuitBreaker?: BreakerState };
	/** The failure of the platform; undefined while it's up. */
	let failure: ApiErrorDetails | undefined;
	let takes: number;
	let sent: Array<{ item: string; at: number }>;

	beforeEach(() => {
		clock = installClock();
		// No jitter.
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		context = {};
		failure = { httpCode: 500 };
		takes = 10;
		sent = [];
	});
	afterEach(() => {
		clock.uninstall();
		jest.restoreAllMocks();
	});

	const breakerOf = (executionId = 'one') => new CircuitBreaker(context, executionId);

	const attemptOf = (item: string, attempt: Partial<Attempt> = {}): Attempt => ({
		itemKey: item,
		controller: new ExecutionController(undefined),
		bounds: { maxRetries: 3, retryBudget: 120, trustsThrottling: true, timeout: TIMEOUT },
		number: 1,
		sentAt: 0,
		wait: 0,
		...attempt,
	});

	function sender(breaker = breakerOf(), probe?: Attempt['probe']) {
		const platform = withCircuitBreaker(breaker, async (_request, attempt) => {
			attempt.sentAt = performance.now();
			sent.push({ item: attempt.itemKey, at: Math.round(performance.now()) });
			const response = failure;
			await new Promise((resolve) => setTimeout(resolve, takes));
			if (response) throw new ApiError('Down', 'Wait.', response);
			return 'response';
		});
		const send = failFast(breaker, platform);
		return async (item: string, attempt: Partial<Attempt> = {}) =>
			await send(REQUEST, attemptOf(item, { probe, ...attempt })).then(
				() => 'done',
				(error: Error) => error.message,
			);
	}

	/** Advances the clock until a promise has settled. */
	async function settle<Value>(promise: Promise<Value>): Promise<Value> {
		let isSettled = false;
		const ended = promise.finally(() => (isSettled = true));
		await clock.tickAsync(0);
		while (!isSettled) await clock.nextAsync();
		return await ended;
	}

	/** Eight failures of eight items. */
	async function open(send = sender()): Promise<void> {
		for (let item = 0; item < 8; item++) await settle(send(`0:${item}`));
	}

	const outages: ApiErrorDetails[] = [
		{ httpCode: 500 },
		{ httpCode: 503 },
		{ httpCode: 408 },
		{ networkCode: 'ECONNRESET' },
		{ networkCode: 'ECONNREFUSED' },
		{ networkCode: 'ECONNABORTED' },
	];

	test.each(outages)(
		'after %j eight times in a row, the next request waits and probes',
		async (details) => {
			failure = details;
			await open();
			failure = undefined;
			const openedAt = performance.now();

			expect(await settle(sender()('0:8'))).toBe('done');
			expect(sent[8].at - openedAt).toBeGreaterThanOrEqual(1000);
			expect(context.circuitBreaker?.outage).toBeUndefined();
		},
	);

	test.each<ApiErrorDetails>([
		{ httpCode: 404 },
		{ httpCode: 429 },
		{ httpCode: 503, retryAfter: 1000 },
		{ httpCode: 200 },
		{ httpCode: 302 },
	])('it stays closed after %j, because that is a response', async (details) => {
		failure = details;
		await open();

		expect(context.circuitBreaker?.outage).toBeUndefined();
	});

	test("a failure that isn't the platform's neither opens nor closes it", async () => {
		await open();
		failure = { networkCode: 'BLOCKED_BY_N8N', sent: false };
		await settle(sender()('0:8'));
		expect(context.circuitBreaker).toMatchObject({ outage: { failures: 8 } });
	});

	test("seven failures in a row don't open it, and a response resets the count", async () => {
		const send = sender();
		for (let item = 0; item < 7; item++) await settle(send(`0:${item}`));
		failure = undefined;
		await settle(send('0:7'));
		failure = { httpCode: 500 };
		for (let item = 0; item < 7; item++) await settle(send(`0:${item}`));

		expect(context.circuitBreaker?.outage?.probeAt).toBeUndefined();
	});

	test('one item that fails repeatedly never opens it', async () => {
		const send = sender();
		for (let time = 0; time < 20; time++) await settle(send('0:0'));
		expect(context.circuitBreaker?.outage?.probeAt).toBeUndefined();

		await settle(send('0:1'));
		expect(context.circuitBreaker?.outage?.probeAt).toBeDefined();
	});

	test('two items that failed over two Timeouts open it', async () => {
		takes = TIMEOUT * 1000;
		const send = sender();
		await settle(send('0:0'));
		expect(context.circuitBreaker?.outage?.probeAt).toBeUndefined();
		await settle(send('0:1'));
		expect(context.circuitBreaker?.outage?.probeAt).toBeDefined();
	});

	test("a response to a request from before the failures doesn't close it", async () => {
		const send = sender();
		failure = undefined;
		takes = 100;
		const early = send('0:99');
		await clock.tickAsync(1);
		failure = { httpCode: 500 };
		takes = 1;
		const failed = Array.from({ length: 8 }, async (_, item) => await send(`0:${item}`));
		await clock.tickAsync(200);
		await Promise.all([early, ...failed]);

		expect(context.circuitBreaker?.outage?.probeAt).toBeDefined();
	});

	test('while it is open, single requests probe at growing intervals, and then nothing is sent', async () => {
		await open();
		sent = [];
		const send = sender();
		const ends = await settle(
			Promise.all(Array.from({ length: 20 }, async (_, item) => await send(`0:${item + 8}`))),
		);

		expect(ends.filter((end) => end === 'Down')).toHaveLength(8);
		expect(ends.filter((end) => end === NOT_SENT)).toHaveLength(12);
		const gaps = sent.slice(1).map(({ at }, index) => at - sent[index].at);
		expect(gaps.every((gap, index) => gap >= takes + 1000 * 1.4 ** (index + 1))).toBe(true);
		// Later requests fail immediately.
		const before = performance.now();
		expect(await send('0:30')).toBe(NOT_SENT);
		expect(performance.now()).toBe(before);
	});

	test('no probe could end later than three Timeouts and 30 seconds after the outage began', async () => {
		takes = TIMEOUT * 1000;
		const send = sender();
		await settle(
			Promise.all(Array.from({ length: 8 }, async (_, item) => await send(`0:${item}`))),
		);
		const ends = await settle(
			Promise.all(Array.from({ length: 8 }, async (_, item) => await send(`0:${item + 8}`))),
		);

		expect(ends.filter((end) => end === 'Down')).toHaveLength(2);
		expect(performance.now()).toBeLessThan(3 * TIMEOUT * 1000 + 30_000);
	});

	test('the message contains the number of failures and the last one', async () => {
		await open();
		const send = sender();
		await settle(
			Promise.all(Array.from({ length: 9 }, async (_, item) => await send(`0:${item}`))),
		);
		expect(() => breakerOf().throwIfGivenUp(attemptOf('0:0'))).toThrow(
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
		sent = [];
		const end = await settle(sender()('0:8', { deadline: performance.now() + 500 }));
		expect(end).toBe(NOT_SENT);
		expect(sent).toEqual([]);
	});

	test("a late probe doesn't affect the probe of a later outage", async () => {
		const send = sender();
		await open(send);
		takes = 5000;
		const late = send('0:8');
		await clock.tickAsync(1100);
		takes = 10;
		// Another response closes the circuit, and the platform fails again.
		breakerOf().close(attemptOf('0:9', { sentAt: performance.now() }));
		await open(send);
		takes = 10_000;
		const others = Promise.all([send('0:10'), send('0:11')]);
		await clock.tickAsync(9000);
		await late;
		expect(sent.filter(({ item }) => item === '0:10' || item === '0:11')).toHaveLength(1);
		await settle(others);
	});

	test('Stop ends the wait', async () => {
		await open();
		const controller = new ExecutionController(undefined);
		const waiting = sender()('0:8', { controller });
		await clock.tickAsync(300);
		controller.abort();
		const before = performance.now();
		expect(await settle(waiting)).toMatch(/No longer needed/);
		expect(performance.now() - before).toBeLessThanOrEqual(100);
	});

	test('a request without time to wait still probes when a probe is due', async () => {
		await open();
		failure = undefined;
		expect(await settle(sender()('0:8', { deadline: performance.now() - 1 }))).toBe(NOT_SENT);
		await clock.tickAsync(1100);
		expect(await settle(sender()('0:9', { deadline: performance.now() - 1 }))).toBe('done');
		expect(context.circuitBreaker?.outage).toBeUndefined();
	});

	test("failures of a loop's iteration long ago don't count", async () => {
		const send = sender();
		for (let time = 0; time < 7; time++) await settle(send('0:0'));
		await clock.tickAsync(3_600_000);
		await settle(send('1:0'));

		expect(context.circuitBreaker).toMatchObject({ outage: { failures: 1, items: ['1:0'] } });
		expect(context.circuitBreaker?.outage?.probeAt).toBeUndefined();
	});

	test('the iterations of a loop share the state, and a later one probes again after a while', async () => {
		await open();
		const send = sender();
		await settle(
			Promise.all(Array.from({ length: 9 }, async (_, item) => await send(`0:${item}`))),
		);
		context = structuredClone(context);
		expect(await settle(sender()('1:0'))).toBe(NOT_SENT);

		await clock.tickAsync(61_000);
		failure = undefined;
		expect(await settle(sender()('2:0'))).toBe('done');
		expect(await settle(sender()('2:1'))).toBe('done');
	});

	test('a retry of the execution starts with a closed circuit', async () => {
		await open();
		failure = undefined;
		const before = performance.now();
		expect(await settle(sender(breakerOf('two'))('0:0'))).toBe('done');
		expect(performance.now() - before).toBe(takes);
	});

	describe('for runs', () => {
		let isUp: boolean;
		let probes: number;
		beforeEach(() => {
			isUp = false;
			probes = 0;
		});
		const withProbe = () =>
			sender(breakerOf(), async () => {
				probes++;
				return isUp;
			});

		test('two failures open it, and no run is sent as a probe', async () => {
			const send = withProbe();
			const ends = [];
			for (let item = 0; item < 6; item++) ends.push(await settle(send(`0:${item}`)));

			expect(ends).toEqual(['Down', 'Down', NOT_SENT, NOT_SENT, NOT_SENT, NOT_SENT]);
			expect(sent).toHaveLength(2);
			expect(probes).toBe(16);
		});

		test('after a successful probe one run is sent, and when it succeeds all others', async () => {
			const send = withProbe();
			for (let item = 0; item < 2; item++) await settle(send(`0:${item}`));
			isUp = true;
			failure = undefined;
			for (let item = 2; item < 6; item++) expect(await settle(send(`0:${item}`))).toBe('done');
			expect(probes).toBe(1);
		});

		test('when the run after a successful search has an unknown outcome, no other run is sent', async () => {
			const send = withProbe();
			for (let item = 0; item < 2; item++) await settle(send(`0:${item}`));
			isUp = true;
			const [first, ...others] = await settle(
				Promise.all([2, 3, 4].map(async (item) => await send(`0:${item}`))),
			);
			expect([first, ...others].sort()).toEqual(['Down', NOT_SENT, NOT_SENT]);
			await clock.tickAsync(120_000);
			expect(await settle(send('0:5'))).toBe(NOT_SENT);
			expect(sent).toHaveLength(3);
		});

		/** Sends runs one after another, whose outcomes and searches succeed (1) or fail (0) as listed. */
		async function sendRuns(runs: string, searches: string): Promise<string[]> {
			const [ofRuns, ofSearches] = [[...runs], [...searches]];
			const send = sender(breakerOf(), async () => (ofSearches.shift() ?? '1') === '1');
			const ends = [];
			for (let item = 0; ofRuns.length > 0 && ends.at(-1) !== NOT_SENT; item++) {
				failure = ofRuns[0] === '1' ? undefined : { httpCode: 500 };
				const before = sent.length;
				ends.push(await settle(send(`0:${item}`)));
				if (sent.length > before) ofRuns.shift();
			}
			return ends.map((end) => (end === NOT_SENT ? 'x' : end === 'done' ? '1' : '0'));
		}

		const MANY = '0'.repeat(14);
		test.each([
			['only runs fail: three are unknown', '0001', '', '000x'],
			['the platform is down: two are unknown', '0001', '0000000000000000', '00x'],
			['a search fails too, so failures are random', '0001', '101', '0001'],
			['isolated failures are no recoveries', '01010101010001', '', '0101010101000x'],
			['after a recovery one more run may fail', '100100001', '', '10010000x'],
			['after each recovery one more', '100100100001', '', '100100100001'],
			[
				'at random, failed searches before and after a run do not add up',
				'0010001',
				`1${MANY}1${MANY}1`,
				'0010001',
			],
		])('%s', async (_, runs, searches, expected) => {
			expect((await sendRuns(runs, searches)).join('')).toBe(expected);
		});

		test("when the run after a successful probe wasn't sent, probing continues", async () => {
			failure = { networkCode: 'ECONNREFUSED', sent: false };
			const send = withProbe();
			for (let item = 0; item < 2; item++) await settle(send(`0:${item}`));
			isUp = true;
			expect(await settle(send('0:2'))).toBe('Down');
			failure = undefined;
			expect(await settle(send('0:3'))).toBe('done');
		});

		test("an item whose search failed earlier doesn't affect the probe of another item", async () => {
			const responds = [false];
			const send = sender(breakerOf(), () => Promise.resolve(responds.shift() ?? true));
			for (let item = 0; item < 2; item++) await settle(send(`0:${item}`));
			takes = 50_000;
			const givesUp = send('0:2', { deadline: performance.now() + 20_000 });
			// It is the next to probe.
			await clock.tickAsync(1485);
			const run = send('0:3');
			await clock.tickAsync(20_000);
			expect(await givesUp).toBe(NOT_SENT);
			const waits = send('0:4');
			await clock.tickAsync(5000);
			expect(sent.map(({ item }) => item)).toEqual(['0:0', '0:1', '0:3']);
			await settle(Promise.all([run, waits]));
		});

		test("after Stop during the probe, the run isn't sent and the next one can probe", async () => {
			const controller = new ExecutionController(undefined);
			const send = sender(breakerOf(), async () => {
				await Promise.resolve(controller.abort());
				return true;
			});
			for (let item = 0; item < 2; item++) await settle(send(`0:${item}`));
			failure = undefined;
			expect(await settle(send('0:2', { controller }))).toMatch(/No longer needed/);
			expect(sent).toHaveLength(2);
			expect(await settle(send('0:3'))).toBe('done');
		});

		test('after a probe throws an error, the next one can probe', async () => {
			let isBroken = true;
			const send = sender(breakerOf(), async () => {
				if (isBroken) throw new Error('Stopped');
				return true;
			});
			for (let item = 0; item < 2; item++) await settle(send(`0:${item}`));
			expect(await settle(send('0:2'))).toBe('Stopped');
			isBroken = false;
			failure = undefined;
			expect(await settle(send('0:3'))).toBe('done');
		});
	});
});

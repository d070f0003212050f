import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from '../../support/clock.ts';
import {
	Aborted,
	ExecutionController,
} from '../../../nodes/DataPlatform/helpers/executionController.ts';
import {
	PauseTooLong,
	RateLimiter,
	type RateLimits,
	type Slot,
} from '../../../nodes/DataPlatform/transport/rateLimiter.ts';

const PATIENCE = 10_000;

let clock: Clock;
beforeEach(() => {
	clock = installClock();
});
afterEach(() => clock.uninstall());

interface Request {
	name?: string;
	deadline?: number;
	patience?: number;
	controller?: ExecutionController;
}

/** A rate limiter, and when each request got its slot, in milliseconds from now. */
function limiterOf(limits: Partial<RateLimits> = {}) {
	const limiter = new RateLimiter({ maxConcurrency: 8, maxRequestsPerSecond: 0, ...limits });
	const began = performance.now();
	const came: Array<number | Error> = [];
	const names: Array<string | undefined> = [];
	const slots: Slot[] = [];
	async function acquire(request: Request = {}): Promise<void> {
		const { name, deadline, patience = PATIENCE } = request;
		const controller = request.controller ?? new ExecutionController(undefined);
		try {
			slots.push(await limiter.acquire(controller, deadline, patience));
			names.push(name);
			came.push(performance.now() - began);
		} catch (error) {
			came.push(error as Error);
		}
	}
	async function send(count: number): Promise<void> {
		for (let left = count; left > 0; left--) void acquire();
		await clock.tickAsync(0);
	}
	return { limiter, came, names, slots, acquire, send, began };
}

describe('slots', () => {
	test('without a free slot, requests wait for a release in order', async () => {
		const { limiter, came, names, slots, acquire } = limiterOf({ maxConcurrency: 1 });
		for (const name of ['first', 'second', 'third']) void acquire({ name });
		await clock.tickAsync(500);
		limiter.release(slots[0]);
		await clock.tickAsync(500);
		limiter.release(slots[1]);
		await clock.tickAsync(500);

		expect(came).toEqual([0, 500, 1000]);
		expect(names).toEqual(['first', 'second', 'third']);
	});

	test('a slot has the time when it was granted, and the number of other requests in flight', async () => {
		const { slots, send, began } = limiterOf({ maxConcurrency: 2 });
		await send(2);
		await clock.tickAsync(13);

		const granted = [0, 12].map((after, inFlight) => ({ grantedAt: began + after, inFlight }));
		expect(slots).toEqual(granted.map((slot) => ({ ...slot, deadline: undefined })));
	});

	test('releasing a slot twice frees it once', async () => {
		const { limiter, came, slots, send } = limiterOf({ maxConcurrency: 1 });
		await send(3);
		limiter.release(slots[0]);
		limiter.release(slots[0]);
		await clock.tickAsync(1000);

		expect(came).toEqual([0, 0]);
	});

	test('it continues to work after the queue was empty', async () => {
		const { limiter, came, slots, send } = limiterOf({ maxConcurrency: 1 });
		for (let count = 0; count < 3; count++) {
			await send(2);
			limiter.release(slots.at(-1)!);
			await clock.tickAsync(100);
			limiter.release(slots.at(-1)!);
		}

		expect(came).toEqual([0, 0, 100, 100, 200, 200]);
	});

	test("the work per request doesn't depend on the length of the queue", async () => {
		const count = 40_000;
		const limiter = new RateLimiter({ maxConcurrency: 1, maxRequestsPerSecond: 0 });
		const controller = new ExecutionController(undefined);
		let looks = 0;
		controller.throwIfAborted = () => void looks++;
		const requests = Array.from({ length: count }, async () => {
			limiter.release(await limiter.acquire(controller.createChild(), undefined, PATIENCE));
		});
		await Promise.all(requests);

		// When it starts to wait, when the request before it gets its slot, and when that slot is released.
		expect(looks).toBeGreaterThanOrEqual(count);
		expect(looks).toBeLessThanOrEqual(3 * count);
	});
});

describe('Max Requests per Second', () => {
	test('spreads requests evenly, even after a time without requests', async () => {
		const { came, send } = limiterOf({ maxConcurrency: 100, maxRequestsPerSecond: 10 });
		await send(3);
		await clock.tickAsync(1000);
		expect(came).toEqual([0, 100, 200]);

		await send(2);
		await clock.tickAsync(1000);
		expect(came.slice(3)).toEqual([1000, 1100]);
	});

	test("allows gaps that aren't whole milliseconds", async () => {
		const { limiter, came, slots, acquire } = limiterOf({
			maxConcurrency: 12,
			maxRequestsPerSecond: 400,
		});
		for (let count = 0; count < 900; count++) {
			void acquire().then(() => limiter.release(slots.pop()!));
		}
		await clock.tickAsync(1999);

		expect(came.length).toBeGreaterThanOrEqual(799);
		expect(came.length).toBeLessThanOrEqual(801);
	});

	test('without it, requests are spread over a quarter of a round trip', async () => {
		const { limiter, came, slots, send } = limiterOf({ maxConcurrency: 2 });
		await send(2);
		await clock.tickAsync(400);
		for (const slot of slots) {
			limiter.onSuccess(slot.grantedAt);
			limiter.release(slot);
		}
		await send(2);
		await clock.tickAsync(400);

		// The second round trip took 388 milliseconds.
		expect(came).toEqual([0, 12, 400, 448]);
	});
});

describe('throttling', () => {
	test('reduces the concurrency to the requests in flight when the throttled one was sent', async () => {
		const { limiter, slots, send } = limiterOf();
		await send(4);
		await clock.tickAsync(100);
		limiter.onThrottled(slots[1], 1000);

		expect(slots.map(({ inFlight }) => inFlight)).toEqual([0, 1, 2, 3]);
		expect(limiter.concurrency).toBe(1);
	});

	test('reduces the concurrency to the requests in flight now, if those are fewer', async () => {
		const { limiter, slots, send } = limiterOf();
		await send(6);
		await clock.tickAsync(100);
		for (const slot of slots.slice(0, 3)) limiter.release(slot);
		limiter.onThrottled(slots[5], 1000);

		expect(limiter.concurrency).toBe(2);
	});

	test("pauses all requests, and a shorter pause doesn't end that", async () => {
		const { limiter, came, slots, send } = limiterOf({ maxConcurrency: 2 });
		await send(2);
		await clock.tickAsync(100);
		limiter.onThrottled(slots[0], 1000);
		limiter.onThrottled(slots[1], 300);
		for (const slot of slots) limiter.release(slot);
		await send(1);
		await clock.tickAsync(2000);

		expect(came.at(-1)).toBe(1100);
	});

	test('requests wait until the end of an extended pause', async () => {
		const { limiter, came, slots, send } = limiterOf();
		await send(2);
		await clock.tickAsync(100);
		limiter.onThrottled(slots[0], 300);
		await send(1);
		await clock.tickAsync(150);
		limiter.onThrottled(slots[1], 1000);
		for (const slot of slots) limiter.release(slot);
		await clock.tickAsync(2000);

		expect(came.at(-1)).toBe(1250);
	});

	test.each([-10_000, 10_000])(
		"setting the clock by %d ms doesn't change the pause",
		async (change) => {
			const { limiter, came, slots, send } = limiterOf();
			await send(1);
			limiter.onThrottled(slots[0], 1000);
			limiter.release(slots[0]);
			await send(1);
			clock.setSystemTime(Date.now() + change);
			await clock.tickAsync(20_000);

			expect(came).toEqual([0, 1000]);
		},
	);

	test('it measures for how long every request was throttled', async () => {
		const { limiter, slots, send } = limiterOf();
		await send(1);
		expect(limiter.throttledFor).toBe(0);

		limiter.onThrottled(slots[0], 100);
		await clock.tickAsync(300);
		limiter.onThrottled(slots[0], 100);
		await clock.tickAsync(200);
		expect(limiter.throttledFor).toBe(500);

		limiter.onOtherResponse();
		expect(limiter.throttledFor).toBe(0);

		limiter.onThrottled(slots[0], 100);
		await clock.tickAsync(200);
		limiter.onSuccess(slots[0].grantedAt);
		expect(limiter.throttledFor).toBe(0);
	});

	test('a timeout halves the number of requests', async () => {
		const { limiter, slots, send } = limiterOf();
		await send(1);
		await clock.tickAsync(1000);
		limiter.onTimeout(slots[0].grantedAt);

		expect(limiter.concurrency).toBe(4);
	});
});

describe('deadlines', () => {
	test('start with the first wait for the platform, and are part of the slot', async () => {
		const { limiter, came, slots, acquire, send, began } = limiterOf();
		await send(1);
		limiter.onThrottled(slots[0], 1000);
		limiter.release(slots[0]);
		await clock.tickAsync(600);
		void acquire({ patience: 1000 });
		void acquire({ deadline: began + 5000, patience: 1 });
		await clock.tickAsync(2000);

		expect(came).toEqual([0, 1000]);
		expect(slots.map(({ deadline }) => deadline)).toEqual([undefined, began + 1000]);
		limiter.release(slots[1]);
		await clock.tickAsync(100);
		expect(slots[2].deadline).toBe(began + 5000);
	});

	test.each([
		['longer than allowed', 1001, undefined, 1000],
		['longer than the rest', 1001, 1000, 60_000],
	])('a pause that is %s fails immediately', async (_, pause, endsIn, patience) => {
		const { limiter, came, slots, acquire, send, began } = limiterOf();
		await send(1);
		limiter.onThrottled(slots[0], pause);
		limiter.release(slots[0]);
		await clock.tickAsync(1);
		void acquire({ deadline: endsIn && began + endsIn, patience });
		await clock.tickAsync(0);

		const [, error] = came as [number, PauseTooLong];
		expect(error).toBeInstanceOf(PauseTooLong);
		expect(error.milliseconds).toBe(1000);
	});

	test("a request that fails like this doesn't delay those after it", async () => {
		const { limiter, came, slots, acquire, send } = limiterOf();
		await send(1);
		limiter.onThrottled(slots[0], 1000);
		limiter.release(slots[0]);
		void acquire({ patience: 1 });
		void acquire();
		await clock.tickAsync(1000);

		expect(came).toEqual([0, expect.any(PauseTooLong), 1000]);
	});
});

describe('cancellation', () => {
	test("an already canceled request isn't sent", async () => {
		const { came, acquire } = limiterOf();
		const controller = new ExecutionController(undefined);
		controller.abort();
		void acquire({ controller });
		await clock.tickAsync(0);

		expect(came).toEqual([new Aborted()]);
		expect((came[0] as Error).message).toBe('No longer needed');
	});

	test.each([
		['a slot', { maxConcurrency: 1 }, 0],
		['the platform', {}, 5000],
		['Max Requests per Second', { maxRequestsPerSecond: 0.1 }, 0],
	])(
		'a canceled request that waits for %s leaves the queue immediately',
		async (_, limits, pause) => {
			const { limiter, came, slots, acquire, send } = limiterOf(limits);
			await send(1);
			if (pause > 0) limiter.onThrottled(slots[0], pause);
			const page = new ExecutionController(undefined).createChild();
			void acquire();
			void acquire({ controller: page });
			void acquire({ controller: page });
			await clock.tickAsync(0);
			page.abort();
			await clock.tickAsync(0);

			expect(came).toEqual([0, new Aborted(), new Aborted()]);
		},
	);

	test('a canceled request uses no slot and no time', async () => {
		const { came, names, acquire, send } = limiterOf({ maxRequestsPerSecond: 10 });
		await send(1);
		const controllers = Array.from({ length: 3 }, () =>
			new ExecutionController(undefined).createChild(),
		);
		for (const controller of controllers) {
			void acquire({ name: 'dropped', controller });
			void acquire({ name: 'kept' });
		}
		await clock.tickAsync(0);
		for (const controller of controllers) controller.abort();
		await clock.tickAsync(1000);

		expect(came.filter((when) => typeof when === 'number')).toEqual([0, 100, 200, 300]);
		expect(names).toEqual([undefined, 'kept', 'kept', 'kept']);
	});

	test('a request that has its slot keeps it', async () => {
		const { limiter, came, slots, acquire, send } = limiterOf({ maxConcurrency: 1 });
		const controller = new ExecutionController(undefined);
		void acquire({ controller });
		await send(1);
		controller.abort();
		await clock.tickAsync(1000);
		expect(came).toEqual([0]);

		limiter.release(slots[0]);
		await clock.tickAsync(0);
		expect(came).toEqual([0, 1000]);
	});

	test('the end of the execution empties the queue within a tenth of a second', async () => {
		const { limiter, came, slots, acquire, send } = limiterOf();
		await send(1);
		limiter.onThrottled(slots[0], 60_000);
		const stop = new AbortController();
		const run = new ExecutionController(stop.signal);
		for (let count = 0; count < 3; count++) {
			void acquire({ controller: run.createChild(), patience: 100_000 });
		}
		await clock.tickAsync(1050);
		stop.abort();
		await clock.tickAsync(100);

		expect(came).toEqual([0, new Aborted(), new Aborted(), new Aborted()]);
	});
});

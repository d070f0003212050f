import { useClock } from '../../support/clock.ts';
import { ExecutionController } from '../../../nodes/DataPlatform/helpers/executionController.ts';
import { RateLimiter } from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import { stateOf, limiterOf } from './waitingRequests.ts';

describe('the rate limiter', () => {
	const time = useClock();

	describe('slots', () => {
		test('without a free slot, requests wait for a release in order', async () => {
			const { limiter, came, names, acquire } = limiterOf(time, { maxConcurrency: 1 });
			for (const name of ['first', 'second', 'third']) void acquire({ name });
			await time.clock.tickAsync(500);
			limiter.release();
			await time.clock.tickAsync(500);
			limiter.release();
			await time.clock.tickAsync(500);

			expect(came).toEqual([0, 500, 1000]);
			expect(names).toEqual(['first', 'second', 'third']);
		});

		test('a slot has the time when it was granted, and the number of other requests in flight', async () => {
			const { slots, send, began } = limiterOf(time, { maxConcurrency: 2 });
			await send(2);
			await time.clock.tickAsync(13);

			const granted = [0, 12].map((after, othersInFlight) => ({
				grantedAt: began + after,
				othersInFlight,
			}));
			expect(slots).toEqual(granted.map((slot) => ({ ...slot, deadline: undefined })));
		});

		test('it continues to work after the queue was empty', async () => {
			const { limiter, came, send } = limiterOf(time, { maxConcurrency: 1 });
			for (let count = 0; count < 3; count++) {
				await send(2);
				limiter.release();
				await time.clock.tickAsync(100);
				limiter.release();
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
				await limiter.acquire(stateOf({ controller: controller.createChild() }));
				limiter.release();
			});
			await Promise.all(requests);

			// When it starts to wait, when the request before it gets its slot, and when that slot is released.
			expect(looks).toBeGreaterThanOrEqual(count);
			expect(looks).toBeLessThanOrEqual(3 * count);
		});
	});

	describe('Max Requests per Second', () => {
		test('spreads requests evenly, even after a time without requests', async () => {
			const { came, send } = limiterOf(time, { maxConcurrency: 100, maxRequestsPerSecond: 10 });
			await send(3);
			await time.clock.tickAsync(1000);
			expect(came).toEqual([0, 100, 200]);

			await send(2);
			await time.clock.tickAsync(1000);
			expect(came.slice(3)).toEqual([1000, 1100]);
		});

		test("allows gaps that aren't whole milliseconds", async () => {
			const { limiter, came, acquire } = limiterOf(time, {
				maxConcurrency: 12,
				maxRequestsPerSecond: 400,
			});
			for (let count = 0; count < 900; count++) {
				void acquire().then(() => limiter.release());
			}
			await time.clock.tickAsync(1999);

			expect(came.length).toBeGreaterThanOrEqual(799);
			expect(came.length).toBeLessThanOrEqual(801);
		});

		test('without it, requests are spread over a quarter of a round trip', async () => {
			const { limiter, came, slots, send } = limiterOf(time, { maxConcurrency: 2 });
			await send(2);
			await time.clock.tickAsync(400);
			for (const slot of slots) {
				limiter.onSuccess(slot.grantedAt);
				limiter.release();
			}
			await send(2);
			await time.clock.tickAsync(400);

			// The second round trip took 388 milliseconds.
			expect(came).toEqual([0, 12, 400, 448]);
		});
	});

	describe('throttling', () => {
		test('reduces the concurrency to the requests in flight when the throttled one was sent', async () => {
			const { limiter, slots, send } = limiterOf(time);
			await send(4);
			await time.clock.tickAsync(100);
			limiter.onThrottled(slots[1].othersInFlight, 1000);

			expect(slots.map(({ othersInFlight }) => othersInFlight)).toEqual([0, 1, 2, 3]);
			expect(limiter.concurrency).toBe(1);
		});

		test('reduces the concurrency to the requests in flight now, if those are fewer', async () => {
			const { limiter, slots, send } = limiterOf(time);
			await send(6);
			await time.clock.tickAsync(100);
			slots.slice(0, 3).forEach(() => limiter.release());
			limiter.onThrottled(slots[5].othersInFlight, 1000);

			expect(limiter.concurrency).toBe(2);
		});

		test("pauses all requests, and a shorter pause doesn't end that", async () => {
			const { limiter, came, slots, send } = limiterOf(time, { maxConcurrency: 2 });
			await send(2);
			await time.clock.tickAsync(100);
			limiter.onThrottled(slots[0].othersInFlight, 1000);
			limiter.onThrottled(slots[1].othersInFlight, 300);
			slots.forEach(() => limiter.release());
			await send(1);
			await time.clock.tickAsync(2000);

			expect(came.at(-1)).toBe(1100);
		});

		test('requests wait until the end of an extended pause', async () => {
			const { limiter, came, slots, send } = limiterOf(time);
			await send(2);
			await time.clock.tickAsync(100);
			limiter.onThrottled(slots[0].othersInFlight, 300);
			await send(1);
			await time.clock.tickAsync(150);
			limiter.onThrottled(slots[1].othersInFlight, 1000);
			slots.forEach(() => limiter.release());
			await time.clock.tickAsync(2000);

			expect(came.at(-1)).toBe(1250);
		});

		test.each([-10_000, 10_000])(
			"setting the clock by %d ms doesn't change the pause",
			async (change) => {
				const { limiter, came, slots, send } = limiterOf(time);
				await send(1);
				limiter.onThrottled(slots[0].othersInFlight, 1000);
				limiter.release();
				await send(1);
				time.clock.setSystemTime(Date.now() + change);
				await time.clock.tickAsync(20_000);

				expect(came).toEqual([0, 1000]);
			},
		);

		test('it measures for how long every request was throttled', async () => {
			const { limiter, slots, send } = limiterOf(time);
			await send(1);
			expect(limiter.throttledFor).toBe(0);

			limiter.onThrottled(slots[0].othersInFlight, 100);
			await time.clock.tickAsync(300);
			limiter.onThrottled(slots[0].othersInFlight, 100);
			await time.clock.tickAsync(200);
			expect(limiter.throttledFor).toBe(500);

			limiter.onOtherResponse();
			expect(limiter.throttledFor).toBe(0);

			limiter.onThrottled(slots[0].othersInFlight, 100);
			await time.clock.tickAsync(200);
			limiter.onSuccess(slots[0].grantedAt);
			expect(limiter.throttledFor).toBe(0);
		});

		test('a timeout halves the number of requests', async () => {
			const { limiter, slots, send } = limiterOf(time);
			await send(1);
			await time.clock.tickAsync(1000);
			limiter.onTimeout(slots[0].grantedAt);

			expect(limiter.concurrency).toBe(4);
		});
	});
});

import { useClock } from '../../support/clock.ts';
import {
	Aborted,
	ExecutionController,
} from '../../../nodes/DataPlatform/helpers/executionController.ts';
import { PauseTooLong } from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import { limiterOf } from './waitingRequests.ts';

describe('waiting in the rate limiter', () => {
	const time = useClock();

	describe('deadlines', () => {
		test('start with the first wait for the platform, and are part of the slot', async () => {
			const { limiter, came, slots, acquire, send, began } = limiterOf(time);
			await send(1);
			limiter.onThrottled(slots[0].othersInFlight, 1000);
			limiter.release();
			await time.clock.tickAsync(600);
			void acquire({ patience: 1000 });
			void acquire({ deadline: began + 5000, patience: 1 });
			await time.clock.tickAsync(2000);

			expect(came).toEqual([0, 1000]);
			expect(slots.map(({ deadline }) => deadline)).toEqual([undefined, began + 1000]);
			limiter.release();
			await time.clock.tickAsync(100);
			expect(slots[2].deadline).toBe(began + 5000);
		});

		test.each([
			['longer than allowed', 1001, undefined, 1000],
			['longer than the rest', 1001, 1000, 60_000],
		])('a pause that is %s fails immediately', async (_, pause, endsIn, patience) => {
			const { limiter, came, slots, acquire, send, began } = limiterOf(time);
			await send(1);
			limiter.onThrottled(slots[0].othersInFlight, pause);
			limiter.release();
			await time.clock.tickAsync(1);
			void acquire({ deadline: endsIn && began + endsIn, patience });
			await time.clock.tickAsync(0);

			const [, error] = came as [number, PauseTooLong];
			expect(error).toBeInstanceOf(PauseTooLong);
			expect(error.milliseconds).toBe(1000);
		});

		test("a request that fails like this doesn't delay those after it", async () => {
			const { limiter, came, slots, acquire, send } = limiterOf(time);
			await send(1);
			limiter.onThrottled(slots[0].othersInFlight, 1000);
			limiter.release();
			void acquire({ patience: 1 });
			void acquire();
			await time.clock.tickAsync(1000);

			expect(came).toEqual([0, expect.any(PauseTooLong), 1000]);
		});
	});

	describe('cancellation', () => {
		test("an already canceled request isn't sent", async () => {
			const { came, acquire } = limiterOf(time);
			const controller = new ExecutionController(undefined);
			controller.abort();
			void acquire({ controller });
			await time.clock.tickAsync(0);

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
				const { limiter, came, slots, acquire, send } = limiterOf(time, limits);
				await send(1);
				if (pause > 0) limiter.onThrottled(slots[0].othersInFlight, pause);
				const page = new ExecutionController(undefined).createChild();
				void acquire();
				void acquire({ controller: page });
				void acquire({ controller: page });
				await time.clock.tickAsync(0);
				page.abort();
				await time.clock.tickAsync(0);

				expect(came).toEqual([0, new Aborted(), new Aborted()]);
			},
		);

		test('a canceled request uses no slot and no time', async () => {
			const { came, names, acquire, send } = limiterOf(time, { maxRequestsPerSecond: 10 });
			await send(1);
			const controllers = Array.from({ length: 3 }, () =>
				new ExecutionController(undefined).createChild(),
			);
			for (const controller of controllers) {
				void acquire({ name: 'dropped', controller });
				void acquire({ name: 'kept' });
			}
			await time.clock.tickAsync(0);
			for (const controller of controllers) controller.abort();
			await time.clock.tickAsync(1000);

			expect(came.filter((when) => typeof when === 'number')).toEqual([0, 100, 200, 300]);
			expect(names).toEqual([undefined, 'kept', 'kept', 'kept']);
		});

		test('a request that has its slot keeps it', async () => {
			const { limiter, came, acquire, send } = limiterOf(time, { maxConcurrency: 1 });
			const controller = new ExecutionController(undefined);
			void acquire({ controller });
			await send(1);
			controller.abort();
			await time.clock.tickAsync(1000);
			expect(came).toEqual([0]);

			limiter.release();
			await time.clock.tickAsync(0);
			expect(came).toEqual([0, 1000]);
		});

		test('the end of the execution empties the queue within a tenth of a second', async () => {
			const { limiter, came, slots, acquire, send } = limiterOf(time);
			await send(1);
			limiter.onThrottled(slots[0].othersInFlight, 60_000);
			const stop = new AbortController();
			const run = new ExecutionController(stop.signal);
			for (let count = 0; count < 3; count++) {
				void acquire({ controller: run.createChild(), patience: 100_000 });
			}
			await time.clock.tickAsync(1050);
			stop.abort();
			await time.clock.tickAsync(100);

			expect(came).toEqual([0, new Aborted(), new Aborted(), new Aborted()]);
		});
	});
});

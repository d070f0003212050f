import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from '../../../harness/unit/clock.ts';
import { ClosedTooLong, Pace, type Permit } from '../../../nodes/DataPlatform/sending/pace.ts';
import { Aborted, RunController } from '../../../nodes/DataPlatform/sending/runController.ts';

const PATIENCE = 10_000;

describe('the pace of a run', () => {
	let clock: Clock;
	beforeEach(() => {
		clock = installClock();
	});
	afterEach(() => clock.uninstall());

	/** A pace, with when each of the permits that were asked for came, in milliseconds from now. */
	function paceOf(bounds: Partial<ConstructorParameters<typeof Pace>[0]>) {
		const pace = new Pace({ maxConcurrency: 8, maxRequestsPerSecond: 0, ...bounds });
		const began = Date.now();
		const came: Array<number | Error> = [];
		const permits: Permit[] = [];
		const acquire = (
			end?: number,
			patience = PATIENCE,
			controller = new RunController(undefined),
		): Promise<unknown> =>
			pace.acquire(controller, end, patience).then(
				(permit) => {
					permits.push(permit);
					came.push(Date.now() - began);
				},
				(error: Error) => came.push(error),
			);
		return { pace, came, permits, acquire, began };
	}

	test('after a refusal as many are allowed as were under way when the refused one went out', async () => {
		const { pace, permits, acquire } = paceOf({});
		for (let count = 0; count < 4; count++) void acquire();
		await clock.tickAsync(100);

		pace.slowDown(permits[1], 1000);

		expect(permits.map(({ others }) => others)).toEqual([0, 1, 2, 3]);
		expect(pace.atATime).toBe(1);
	});

	test('or as many as are under way beside it now, where that is fewer', async () => {
		const { pace, permits, acquire } = paceOf({});
		for (let count = 0; count < 6; count++) void acquire();
		await clock.tickAsync(100);
		pace.release();
		pace.release();
		pace.release();

		pace.slowDown(permits[5], 1000);

		expect(pace.atATime).toBe(2);
	});

	test('whoever finds all places taken goes when another leaves, first come first served', async () => {
		const { pace, came, acquire } = paceOf({ maxConcurrency: 1 });
		void acquire();
		void acquire();
		void acquire();
		await clock.tickAsync(500);
		expect(came).toEqual([0]);

		pace.release();
		await clock.tickAsync(500);
		expect(came).toEqual([0, 500]);

		pace.release();
		await clock.tickAsync(1);
		expect(came).toEqual([0, 500, 1000]);
	});

	test('so many in a second, evenly, also after a time in which nothing went out', async () => {
		const { came, acquire } = paceOf({ maxConcurrency: 100, maxRequestsPerSecond: 10 });
		for (let count = 0; count < 3; count++) void acquire();
		await clock.tickAsync(1000);
		expect(came).toEqual([0, 100, 200]);

		void acquire();
		void acquire();
		await clock.tickAsync(1000);
		expect(came.slice(3)).toEqual([1000, 1100]);
	});

	test('without a bound they go out within a quarter of the time that an answer takes', async () => {
		const { pace, came, permits, acquire } = paceOf({ maxConcurrency: 2 });
		void acquire();
		await clock.tickAsync(400);
		pace.accepted(permits[0]);
		pace.release();
		void acquire();
		void acquire();
		await clock.tickAsync(400);

		expect(came).toEqual([0, 400, 450]);
	});

	test('a refusal stops everything for as long as it asks, and a shorter one does not end that', async () => {
		const { pace, came, permits, acquire } = paceOf({ maxConcurrency: 2 });
		void acquire();
		void acquire();
		await clock.tickAsync(100);
		pace.slowDown(permits[0], 1000);
		pace.slowDown(permits[1], 300);
		pace.release();
		pace.release();
		void acquire();
		await clock.tickAsync(2000);

		expect(came.at(-1)).toBe(1100);
	});

	test('when the wait for the platform ends is counted from the first wait on, and handed back', async () => {
		const { pace, came, permits, acquire, began } = paceOf({});
		void acquire();
		await clock.tickAsync(0);
		pace.slowDown(permits[0], 1000);
		pace.release();
		await clock.tickAsync(600);
		void acquire(undefined, 1000);
		void acquire(began + 5000, 1);
		await clock.tickAsync(2000);

		expect(came).toEqual([0, 1000]);
		expect(permits.map(({ end }) => end)).toEqual([undefined, began + 1000]);
		pace.release();
		await clock.tickAsync(100);
		expect(permits[2].end).toBe(began + 5000);
	});

	test.each([
		['longer than allowed', 1001, undefined, 1000],
		['longer than what is left', 1001, 1000, 60_000],
	])('a wait that is %s is told at once', async (_, wait, endsIn, patience) => {
		const { pace, came, permits, acquire, began } = paceOf({});
		void acquire();
		await clock.tickAsync(0);
		pace.slowDown(permits[0], wait);
		pace.release();
		await clock.tickAsync(1);
		void acquire(endsIn && began + endsIn, patience);
		await clock.tickAsync(0);

		const [, error] = came as [number, ClosedTooLong];
		expect(error).toBeInstanceOf(ClosedTooLong);
		expect(error.message).toBe('The platform asks to wait longer than allowed');
		expect(error.milliseconds).toBe(1000);
	});

	test('one that is refused its permit does not keep those behind it', async () => {
		const { pace, came, permits, acquire } = paceOf({});
		void acquire();
		await clock.tickAsync(0);
		pace.slowDown(permits[0], 1000);
		pace.release();
		void acquire(undefined, 1);
		void acquire();
		await clock.tickAsync(1000);

		expect(came).toEqual([0, expect.any(ClosedTooLong), 1000]);
	});

	test('whose run has ended does not wait', async () => {
		const { came, acquire } = paceOf({});
		const controller = new RunController(undefined);
		controller.abort();
		await acquire(undefined, PATIENCE, controller);

		expect(came).toEqual([new Aborted()]);
		expect((came[0] as Error).message).toBe('Not sent: the run ended before');
	});

	test('for how long nothing but refusals came', async () => {
		const { pace, permits, acquire } = paceOf({});
		void acquire();
		await clock.tickAsync(0);
		expect(pace.closedFor).toBe(0);

		pace.slowDown(permits[0], 100);
		await clock.tickAsync(300);
		pace.slowDown(permits[0], 100);
		await clock.tickAsync(200);
		expect(pace.closedFor).toBe(500);

		pace.reached();
		expect(pace.closedFor).toBe(0);

		pace.slowDown(permits[0], 100);
		await clock.tickAsync(200);
		pace.accepted(permits[0]);
		expect(pace.closedFor).toBe(0);
	});

	test('an answer that is too late halves what may be under way', async () => {
		const { pace, permits, acquire } = paceOf({});
		void acquire();
		await clock.tickAsync(1000);
		pace.late(permits[0]);

		expect(pace.atATime).toBe(4);
	});
});

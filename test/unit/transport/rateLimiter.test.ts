import type { Clock } from '@sinonjs/fake-timers';
import { installClock } from '../../../harness/unit/clock.ts';
import {
	ClosedTooLong,
	Pace,
	type PaceBounds,
	type Permit,
} from '../../../nodes/DataPlatform/transport/rateLimiter.ts';
import { Aborted, RunController } from '../../../nodes/DataPlatform/transport/abort.ts';

const PATIENCE = 10_000;

describe('the pace of a run', () => {
	let clock: Clock;
	beforeEach(() => {
		clock = installClock();
	});
	afterEach(() => clock.uninstall());

	interface Wish {
		name?: string;
		end?: number;
		patience?: number;
		controller?: RunController;
	}

	/** A pace, with when each of the permits that were asked for came, in milliseconds from now. */
	function paceOf(bounds: Partial<PaceBounds>) {
		const pace = new Pace({ maxConcurrency: 8, maxRequestsPerSecond: 0, ...bounds });
		const began = Date.now();
		const came: Array<number | Error> = [];
		const names: Array<string | undefined> = [];
		const permits: Permit[] = [];
		async function acquire(wish: Wish = {}): Promise<void> {
			const { name, end, patience = PATIENCE, controller = new RunController(undefined) } = wish;
			try {
				permits.push(await pace.acquire(controller, end, patience));
				names.push(name);
				came.push(Date.now() - began);
			} catch (error) {
				came.push(error as Error);
			}
		}
		return { pace, came, names, permits, acquire, began };
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
		const { pace, came, names, acquire } = paceOf({ maxConcurrency: 1 });
		for (const name of ['first', 'second', 'third']) void acquire({ name });
		await clock.tickAsync(500);
		pace.release();
		await clock.tickAsync(500);
		pace.release();
		await clock.tickAsync(500);

		expect(came).toEqual([0, 500, 1000]);
		expect(names).toEqual(['first', 'second', 'third']);
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
		void acquire({ patience: 1000 });
		void acquire({ end: began + 5000, patience: 1 });
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
		void acquire({ end: endsIn && began + endsIn, patience });
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
		void acquire({ patience: 1 });
		void acquire();
		await clock.tickAsync(1000);

		expect(came).toEqual([0, expect.any(ClosedTooLong), 1000]);
	});

	test.each([
		['a place', 0],
		['the platform', 5000],
	])('whose run ends while it waits for %s does not get it', async (_, closedFor) => {
		const { pace, came, permits, acquire } = paceOf({ maxConcurrency: 1 });
		void acquire();
		await clock.tickAsync(0);
		if (closedFor > 0) pace.slowDown(permits[0], closedFor);
		const controller = new RunController(undefined);
		void acquire({ controller });
		await clock.tickAsync(0);
		controller.abort();
		pace.release();
		await clock.tickAsync(200);

		expect(came).toEqual([0, new Aborted()]);
		expect((came[1] as Error).message).toBe('Not sent: the run ended before');
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

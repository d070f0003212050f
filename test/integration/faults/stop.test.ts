import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningExecution, errorOf } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { CONTINUE, execute, idsFrom } from './execute.ts';

const platform = simulatedPlatform();
const ids = idsFrom(100, 6);

/** Waits until the platform has noticed that requests were canceled. */
async function settled() {
	while (platform.requests().some(({ overAt }) => overAt === undefined)) await sleep(10);
}

// Long enough that only Stop cancels a request that hangs.
const options = (maxConcurrency: number) => ({ maxConcurrency, timeout: 3600 });

describe('the first failure ends the execution', () => {
	test('nothing more is sent, and pending requests finish and are reported', async () => {
		const failing = { when: { id: '101' } };
		platform.faults([
			// By then, the others are in progress, because they start a few milliseconds apart.
			{ fault: 'delay', ms: 500, ...failing },
			{ fault: 'status', status: 400, message: 'No', ...failing },
			{ fault: 'delay', ms: 1000 },
		]);
		const ended = await execute(platform, 'Update', { ids, requestOptions: options(3) });

		const error = errorOf(ended)!;
		expect(error.message).toBe('The platform returned 400: No [item 1]');
		expect(error.context.itemIndex).toBe(1);
		expect(error.context.data).toMatchObject({
			done: [
				{ itemIndex: 0, applicationId: 'reporting', jobId: '100' },
				{ itemIndex: 2, applicationId: 'reporting', jobId: '102' },
			],
			failed: [{ itemIndex: 1, jobId: '101', httpCode: 400, kind: 'rejected' }],
			notSent: '3-5',
		});
		expect(error.description).toMatch(/retry this execution/);
		expect(platform.requests()).toHaveLength(3);
		expect(platform.requests().some((each) => each.connectionClosedByClient)).toBe(false);
	});

	test("an item that waits for a retry isn't sent again", async () => {
		platform.faults([
			{ fault: 'status', status: 503, when: { id: '100' } },
			{ fault: 'delay', ms: 300 },
			{ fault: 'status', status: 400, when: { id: '101' }, handled: true },
		]);
		const ended = await execute(platform, 'Update', { ids, requestOptions: options(2) });

		expect(platform.sentIds()).toEqual(['100', '101']);
		expect(errorOf(ended)?.context.data).toMatchObject({
			failed: [
				{ itemIndex: 0, httpCode: 503 },
				{ itemIndex: 1, httpCode: 400 },
			],
			notSent: '2-5',
		});
	});
});

describe('the Stop button', () => {
	/** Executes six items, and presses Stop after a number of requests. */
	async function stopAfter(arrivals: number, operation: TestOperationName, settings = {}) {
		const onStart = async (execution: RunningExecution) => {
			await platform.arrivals(arrivals);
			// Time for the responses.
			await sleep(100);
			execution.cancel();
		};
		const requestOptions = options(arrivals);
		const ended = await execute(platform, operation, { ids, requestOptions, settings, onStart });
		await settled();
		return ended;
	}

	describe.each(['Search', 'Search All', 'Extract'] as const)('%s', (operation) => {
		test.each([
			['hang', CONTINUE],
			['stall', {}],
			['drip', {}],
		])('pending requests that %s are canceled and count as not sent', async (fault, settings) => {
			platform.faults([{ fault }]);
			const error = errorOf(await stopAfter(3, operation, settings))!;

			expect(platform.requests().map((each) => each.connectionClosedByClient)).toEqual([
				...[true, true, true],
			]);
			expect(error.message).toBe('The execution was stopped');
			expect(error.description ?? '').not.toMatch(/network|connection/);
			expect(error.context.data).toEqual({ notSent: '0-5' });
		});
	});

	// Runs start one at a time.
	test.each([
		['Update', [0, 1]],
		['Run', [0]],
	] as const)(
		'%s: pending requests finish and are reported, and no others are sent',
		async (operation, pending) => {
			platform.faults([{ fault: 'delay', ms: 400 }]);
			const ended = await stopAfter(pending.length, operation);

			const finished = { handled: true, connectionClosedByClient: false };
			expect(platform.requests()).toMatchObject(pending.map(() => finished));
			const done = pending.map((itemIndex) => ({ itemIndex }));
			expect(errorOf(ended)).toMatchObject({
				message: 'The execution was stopped',
				context: { data: { done, notSent: `${pending.length}-5` } },
			});
		},
	);

	test('the execution that it ended is no outage: Retry sends everything', async () => {
		platform.faults([{ fault: 'hang' }]);
		const stopped = await stopAfter(6, 'Extract');
		platform.faults([]);
		const ended = await stopped.retry();

		expect(errorOf(ended)).toBeUndefined();
		expect(platform.requests().filter(({ status }) => status === 200)).toHaveLength(ids.length);
	});
});

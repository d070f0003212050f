import { setTimeout as sleep } from 'node:timers/promises';
import { CONTINUE, execute, idsFrom } from './execute.ts';
import { errorOf, type RunningExecution } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import type { TestOperationName } from '../../support/operations.ts';

const platform = simulatedPlatform();
const ids = idsFrom(100, 6);

// Long enough that only Stop cancels a request that hangs.
const options = (maxConcurrency: number) => ({ maxConcurrency, timeout: 3600 });

test('after the first failure, nothing more is sent, and pending requests finish', async () => {
	const failing = { when: { id: '100' } };
	platform.faults([
		// It waits for its retry when the other one fails.
		{ fault: 'status', status: 503, when: { id: '101' } },
		// By then, the others are in progress, because they start a few milliseconds apart.
		{ fault: 'delay', ms: 500, ...failing },
		{ fault: 'status', status: 400, message: 'No', ...failing },
		{ fault: 'delay', ms: 1000 },
	]);
	const ended = await execute(platform, 'Update', { ids, requestOptions: options(3) });

	expect(errorOf(ended)).toMatchObject({
		message: 'The platform returned 400: No [item 0]',
		description: expect.stringMatching(/retry this execution/),
		context: {
			itemIndex: 0,
			data: {
				done: [{ itemIndex: 2, applicationId: 'reporting', jobId: '102' }],
				failed: [
					{ itemIndex: 0, jobId: '100', httpCode: 400, kind: 'rejected' },
					{ itemIndex: 1, jobId: '101', httpCode: 503, kind: 'unavailable' },
				],
				notSent: '3-5',
			},
		},
	});
	expect(platform.sentIds()).toEqual(['100', '101', '102']);
	expect(platform.requests().some((each) => each.connectionClosedByClient)).toBe(false);
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
		while (platform.requests().some(({ overAt }) => overAt === undefined)) await sleep(10);
		return ended;
	}

	test.each([
		['Search', 'hang', CONTINUE],
		['Search All', 'stall', {}],
		['Extract', 'drip', {}],
	] as const)(
		'%s: pending requests that %s are canceled and count as not sent',
		async (operation, fault, settings) => {
			platform.faults([{ fault }]);
			const error = errorOf(await stopAfter(3, operation, settings))!;

			const canceled = Array(3).fill({ connectionClosedByClient: true });
			expect(platform.requests()).toMatchObject(canceled);
			expect(error.message).toBe('The execution was stopped');
			expect(error.description ?? '').not.toMatch(/network|connection/);
			expect(error.context.data).toEqual({ notSent: '0-5' });
		},
	);

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
});

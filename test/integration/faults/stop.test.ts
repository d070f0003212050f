import { errorOf, jsonOf, runNode } from '../../support/engine/engine.ts';
import type { RunningExecution } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { testOperations } from '../../support/operations.ts';
import { allRequestsFinished } from './requestsFinished.ts';

const platform = simulatedPlatform();
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { id: String(100 + index) } }));

const run = (operation: TestOperationName, maxConcurrency: number) => ({
	parameters: {
		...testOperations[operation].parameters,
		// Long enough that only Stop cancels hanging requests.
		requestOptions: { maxConcurrency, timeout: 3600 },
	},
	input: items(6),
	credentials: platform.credentials(),
});

describe('the first failure ends the execution', () => {
	test('nothing more is sent, and pending requests finish and are reported', async () => {
		const failing = { when: { id: '101' } };
		platform.faults([
			// By then, the others are in progress, because they start a few milliseconds apart.
			{ fault: 'delay', ms: 500, ...failing },
			{ fault: 'status', status: 400, message: 'No', ...failing },
			{ fault: 'delay', ms: 1000 },
		]);
		const ended = await runNode(run('Update', 3));

		const error = errorOf(ended)!;
		expect(error.message).toBe('The platform returned 400: No [item 1]');
		expect(error.context.itemIndex).toBe(1);
		expect(error.context.data).toEqual({
			done: [
				{ itemIndex: 0, applicationId: 'reporting', jobId: '100' },
				{ itemIndex: 2, applicationId: 'reporting', jobId: '102' },
			],
			failed: [
				{
					itemIndex: 1,
					applicationId: 'reporting',
					jobId: '101',
					message: 'The platform returned 400: No',
					httpCode: 400,
					kind: 'rejected',
					body: expect.stringContaining('No'),
				},
			],
			notSent: '3-5',
		});
		expect(error.description).toMatch(
			/^Items 0, 2 are done; 3 items weren't sent\. Correct what .+ To send only the rest, retry this execution, because running the workflow again sends items 0, 2 again\.$/,
		);
		expect(platform.requests()).toHaveLength(3);
		expect(platform.requests().filter(({ handled }) => handled)).toHaveLength(2);
		expect(platform.requests().some((each) => each.connectionClosedByClient)).toBe(false);
	});

	test("the node doesn't send an item again that waits for a retry", async () => {
		platform.faults([
			{ fault: 'delay', ms: 100 },
			{ fault: 'retry-after', seconds: 1, when: { id: '100' } },
			{ fault: 'delay', ms: 100 },
			{ fault: 'status', status: 400, when: { id: '101' }, handled: true },
		]);
		const ended = await runNode(run('Run', 2));

		expect(platform.requests()).toHaveLength(2);
		expect(errorOf(ended)?.context.data).toMatchObject({
			failed: expect.arrayContaining([
				expect.objectContaining({ itemIndex: 0, httpCode: 429 }),
				expect.objectContaining({ itemIndex: 1, httpCode: 400 }),
			]),
			notSent: '2-5',
		});
	});
});

test('after a page has failed, its search stops while other items continue', async () => {
	platform.faults([
		// By then, the other pages are in progress, and one waits for a retry.
		{ fault: 'delay', ms: 150, when: { containing: '"offset":4}' } },
		{ fault: 'delay', ms: 140, when: { containing: '"offset":8}' } },
		{ fault: 'status', status: 400, when: { containing: '"offset":4}' } },
		{ fault: 'status', status: 500, when: { containing: '"offset":8}' } },
		{ fault: 'hang', when: { containing: '"offset":12}' } },
		// Longer than the longest wait before a retry.
		{ fault: 'delay', ms: 1500, when: { containing: '101' } },
	]);
	const ended = await runNode({
		parameters: {
			...testOperations.Search.parameters,
			name: '={{ $json.id ?? "" }}',
			limit: '={{ $json.limit }}',
			options: { pageSize: 5 },
			requestOptions: { maxConcurrency: 8, timeout: 3600 },
		},
		input: [{ json: { limit: 40 } }, { json: { id: '101', limit: 5 } }],
		settings: { onError: 'continueRegularOutput' },
		credentials: platform.credentials(),
	});
	await allRequestsFinished(platform);

	expect(jsonOf(ended)[0]).toMatchObject({ error: expect.stringMatching(/returned 400/) });
	const offsets = platform.requests().map(({ body }) => (body as { offset?: number }).offset);
	expect(offsets.filter((offset) => offset === 4)).toHaveLength(1);
	expect(offsets.filter((offset) => offset === 8)).toHaveLength(1);
	expect(platform.requests()[offsets.indexOf(12)].connectionClosedByClient).toBe(true);
});

describe('the Stop button', () => {
	/** Runs six items and cancels after a number of requests. */
	async function stopped(operation: TestOperationName, maxConcurrency: number, arrivals: number) {
		let cancelled = Infinity;
		const ended = await runNode({
			...run(operation, maxConcurrency),
			async onStart(execution: RunningExecution) {
				await platform.arrivals(arrivals);
				// Time for the responses.
				await new Promise((resolve) => setTimeout(resolve, 100));
				cancelled = Date.now();
				execution.cancel();
			},
		});
		return { ended, took: Date.now() - cancelled };
	}

	test.each(['Search', 'Update', 'Extract', 'Run'] as const)(
		'%s: it ends a wait of 60 seconds, and nothing more is sent',
		async (operation) => {
			platform.faults([{ fault: 'retry-after', seconds: 60 }]);
			const { ended, took } = await stopped(operation, 1, 1);

			expect(ended.run.finished).not.toBe(true);
			expect(took).toBeLessThan(60_000);
			expect(platform.requests()).toHaveLength(1);
		},
	);

	test.each([
		['Search', 'hang'],
		['Search All', 'hang'],
		['Search All', 'stall'],
		['Search', 'drip'],
		['Search All', 'drip'],
		['Extract', 'hang'],
	] as const)('%s: it cancels pending requests that %s', async (operation, fault) => {
		platform.faults([{ fault }]);
		const { ended } = await stopped(operation, 3, 3);
		await allRequestsFinished(platform);

		expect(errorOf(ended)?.message).toBe('The execution was stopped');
		expect(platform.requests().map((each) => each.connectionClosedByClient)).toEqual([
			...[true, true, true],
		]);
	});

	test.each(['Update', 'Run'] as const)(
		'%s: pending requests finish, and no others are sent',
		async (operation) => {
			platform.faults([{ fault: 'delay', ms: 400 }]);
			const { ended } = await stopped(operation, 2, 2);
			await allRequestsFinished(platform);

			expect(platform.requests()).toMatchObject(
				Array(2).fill({ handled: true, connectionClosedByClient: false }),
			);
			expect(errorOf(ended)).toMatchObject({
				message: 'The execution was stopped',
				context: { data: { done: [{ itemIndex: 0 }, { itemIndex: 1 }], notSent: '2-5' } },
			});
		},
	);

	test('Run: it cancels the search that probes an outage', async () => {
		platform.faults([
			{ fault: 'status', status: 500, operation: 'runConnector' },
			{ fault: 'delay', ms: 2000, operation: 'searchFunctions' },
		]);
		await runNode({
			...run('Run', 1),
			settings: { onError: 'continueRegularOutput' },
			async onStart(execution: RunningExecution) {
				await platform.arrivals(3);
				execution.cancel();
			},
		});
		await allRequestsFinished(platform);

		expect(platform.requests().map((each) => each.connectionClosedByClient)).toEqual([
			...[false, false, true],
		]);
	});
});

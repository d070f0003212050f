import type { INodeParameters } from 'n8n-workflow';
import { errorOf, outputOf, runNode } from '../../support/engine/engine.ts';
import { simulatedPlatform } from '../../support/engine/platform.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import { testOperations } from '../../support/operations.ts';

const platform = simulatedPlatform();

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { id: String(100 + index) } }));

async function runMany(
	operation: keyof typeof testOperations,
	count: number,
	requestOptions: INodeParameters = {},
) {
	return await runNode({
		parameters: { ...testOperations[operation].parameters, requestOptions },
		input: items(count),
		credentials: platform.credentials(),
	});
}

const highestConcurrency = () =>
	Math.max(...platform.requests().map(({ concurrent }) => concurrent));
const statuses = () => platform.requests().map(({ status }) => status);

describe('the number of parallel requests', () => {
	// Long enough to start all parallel requests, even on a busy machine.
	const delayResponses = (ms: number) => platform.faults([{ fault: 'delay', ms }]);

	test.each([
		['Search', 100],
		['Extract', 100],
		['Update', 100],
		['Run', 1],
	] as const)('%s: by default at most %d', async (operation, most) => {
		delayResponses(most === 1 ? 30 : 1000);
		const ended = await runMany(operation, most === 1 ? 25 : 90);

		expect(errorOf(ended)).toBeUndefined();
		expect(highestConcurrency()).toBeGreaterThan(most === 1 ? 0 : 12);
		expect(highestConcurrency()).toBeLessThanOrEqual(most);
	});

	test('starts at four for updates', async () => {
		delayResponses(300);
		await runMany('Update', 30);

		const concurrency = platform.requests().map(({ concurrent }) => concurrent);
		expect(Math.max(...concurrency.slice(0, 5))).toBe(4);
		expect(Math.max(...concurrency)).toBeGreaterThan(4);
	});

	test.each(['Search', 'Extract', 'Update', 'Run'] as const)(
		'%s: follows Max Concurrency',
		async (operation) => {
			delayResponses(300);
			await runMany(operation, 12, { maxConcurrency: 4 });

			expect(highestConcurrency()).toBe(4);
		},
	);
});

test.each([
	['Update', ({ path }: RequestRecord) => path.split('/').at(-1)],
	['Run', ({ path }: RequestRecord) => path.split('/').at(-2)],
] as const)(
	'%s: changes of the same job or stream run one after another in the order of the items, even after a failure',
	async (operation, keyOf) => {
		platform.faults([
			{ fault: 'status', status: 400, handled: true, when: { id: '101', request: 1 } },
			{ fault: 'delay', ms: 200 },
		]);
		const ids = [100, 100, 101, 100, 101, 101, 102, 103];
		await runNode({
			parameters: {
				...testOperations[operation].parameters,
				requestOptions: { maxConcurrency: 8 },
			},
			input: ids.map((id) => ({ json: { id: String(id) } })),
			settings: { onError: 'continueRegularOutput' },
			credentials: platform.credentials(),
		});

		const requests = platform.requests();
		expect(requests).toHaveLength(ids.length);
		// On a busy machine, the four different ones may not all overlap.
		expect(highestConcurrency()).toBeGreaterThan(1);
		expect(highestConcurrency()).toBeLessThanOrEqual(4);
		for (const sameKey of Map.groupBy(requests, keyOf).values()) {
			for (const [index, { number }] of sameKey.slice(1).entries()) {
				// Compares the order of requests, because times vary.
				expect(number).toBeGreaterThan(sameKey[index].overAt!);
			}
		}
	},
);

test('200 extractions succeed on a platform with a capacity of 8, and few are throttled', async () => {
	platform.faults([{ fault: 'capacity', capacity: 8, ms: 20, retryAfter: 1 }]);
	const ended = await runMany('Extract', 200);

	expect(errorOf(ended)).toBeUndefined();
	expect(outputOf(ended)).toHaveLength(200);
	expect(statuses().filter((status) => status === 200)).toHaveLength(200);
	// Of the first twelve, four are too many. Hardly any others are.
	expect(statuses().filter((status) => status === 429).length).toBeLessThanOrEqual(12);
});

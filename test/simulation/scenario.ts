import fc from 'fast-check';
import type { DeadAddressKind } from './addresses.ts';
import { faultSchedules, type OperationName, weighted } from './faultSchedule.ts';

/** `preview` is shown instead of sent, `broken` has an expression that fails, `wrongValue` an invalid parameter. */
type ItemKind = 'plain' | 'preview' | 'broken' | 'wrongValue';

/** How the node is executed. As a tool, each item is a call. */
type Way = 'once' | 'loop' | 'tool';

const mostlyPlain = (...others: ItemKind[]) =>
	weighted<ItemKind>([12, fc.constant('plain')], [1, fc.constantFrom(...others)]);

const list = <Value>(value: fc.Arbitrary<Value>, maxLength: number) =>
	fc.array(value, { minLength: 1, maxLength, size: 'max' });

/** A single invalid item keeps the others from being sent, so half of the scenarios have none. */
const items = (maxLength: number) =>
	fc.oneof(
		list(mostlyPlain('preview'), maxLength),
		list(mostlyPlain('preview', 'broken', 'wrongValue'), maxLength),
	);

const call = fc.tuple(fc.constantFrom<ItemKind>('plain', 'plain', 'plain', 'wrongValue'));

/** The items of each turn, which is one execution of the node. */
const TURNS: Record<Way, fc.Arbitrary<ItemKind[][]>> = {
	once: fc.tuple(weighted([16, items(6)], [3, items(30)], [1, items(200)])),
	loop: list(items(4), 4),
	tool: list(call, 5),
};

/** How many jobs or streams the items share. Without it, each item has its own. */
const SHARED: Record<OperationName, Array<number | undefined>> = {
	Update: [undefined, 1, 2, 5],
	Run: [undefined, undefined, undefined, 1, 3],
	Extract: [undefined],
	Search: [undefined],
};

const oneOf = (...values: number[]) => fc.constantFrom(...values);

const onError = fc.constantFrom(
	...(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
);

const scenariosOf = (operation: OperationName, way: Way) =>
	fc.record({
		operation: fc.constant(operation),
		way: fc.constant(way),
		turns: TURNS[way],
		shared: fc.constantFrom(...SHARED[operation]),
		/** Whether every turn has the same items. */
		sameItems: fc.boolean(),
		settings: fc.record({
			onError,
			retryOnFail: fc.boolean(),
			maxTries: fc.integer({ min: 2, max: 5 }),
			waitBetweenTries: oneOf(1, 1000, 5000),
		}),
		requestOptions: fc.record(
			{
				maxConcurrency: oneOf(1, 2, 3, 8, 20),
				maxRequestsPerSecond: oneOf(1, 5, 20),
				maxRetries: fc.integer({ min: 0, max: 5 }),
				timeout: oneOf(1, 5, 60),
			},
			{ requiredKeys: [] },
		),
		faults: faultSchedules(operation),
		/** The address, if nothing responds there. */
		address: weighted<DeadAddressKind | undefined>(
			[30, fc.constant(undefined)],
			[1, fc.constantFrom('refused', 'unknown host')],
		),
		/** Milliseconds after which the faults begin, and after which they and dead addresses end. */
		faultsBegin: oneOf(0),
		faultsEnd: weighted<number | undefined>(
			[9, fc.constant(undefined)],
			[1, fc.integer({ min: 0, max: 100_000 })],
		),
		/** Milliseconds that the simulator takes for each request. */
		latency: oneOf(0, 50, 2000),
		/** How many functions exist, and options of Search. */
		functions: oneOf(23, 60, 60, 60, 7, 1, 0),
		pageSize: oneOf(5, 3, 10, 20, 5000),
		whenIncomplete: fc.constantFrom('hint', 'hint', 'fail'),
		hasDetails: fc.boolean(),
		/** An option of Extract. */
		ifMissing: fc.constantFrom('failIfEmpty', 'null'),
		isRaw: fc.boolean(),
		/** Milliseconds after which Stop is pressed. */
		stopAfter: weighted<number | undefined>(
			[5, fc.constant(undefined)],
			[1, fc.integer({ min: 0, max: 20_000 })],
		),
		/** How often Retry is pressed after a failed execution, and whether the faults end before. */
		retries: fc.integer({ min: 0, max: 2 }),
		recovers: fc.boolean(),
		/** Seed of Math.random. */
		randomSeed: fc.nat(1000),
	});

/** Any scenario: everything that is decided before a simulated execution begins. */
export const scenarios = fc
	.tuple(
		fc.constantFrom<OperationName>('Run', 'Update', 'Extract', 'Search', 'Run', 'Search'),
		fc.constantFrom<Way>('once', 'once', 'loop', 'tool'),
	)
	.chain(([operation, way]) => scenariosOf(operation, way));

export type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

/** The id of an item, which identifies its requests. A turn of several has at most 10 items. */
export function idOf({ sameItems }: Scenario, turn: number, item: number): string {
	return String(10_000 + (sameItems ? 0 : turn * 10) + item);
}

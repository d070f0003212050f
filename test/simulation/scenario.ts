import fc from 'fast-check';
import type { ScheduledFault } from './faultSchedule.ts';
import { faultSchedules } from './faultSchedule.ts';
import type { OperationName } from './platform.ts';

/** `preview` is shown instead of sent, `broken` has an expression that fails, `wrongValue` an invalid parameter. */
export type ItemKind = 'plain' | 'preview' | 'broken' | 'wrongValue';

/** Everything that is decided before a simulated execution begins. */
export interface Scenario {
	operation: OperationName;
	/** How the node is executed. As a tool, each item is a call. */
	way: 'once' | 'loop' | 'tool';
	/** The items of each turn, which is one execution of the node. */
	turns: ItemKind[][];
	/** How many jobs or streams the items share. Without it, each item has its own. */
	shared?: number;
	/** Whether every turn has the same items. */
	sameItems: boolean;
	settings: {
		onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
		retryOnFail: boolean;
		maxTries: number;
		waitBetweenTries: number;
	};
	requestOptions: {
		maxConcurrency?: number;
		maxRequestsPerSecond?: number;
		maxRetries?: number;
		timeout?: number;
	};
	/** Whether the address is the simulator's. Otherwise nothing listens there. */
	isReachable: boolean;
	/** Milliseconds that the simulator takes for each request. */
	latency: number;
	/** How many functions exist, and options of Search. */
	functions: number;
	pageSize: number;
	whenIncomplete: 'hint' | 'fail';
	hasDetails: boolean;
	/** Options of Extract. */
	ifMissing: 'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut';
	convertTypes: boolean;
	dateOrder: 'notSpecified' | 'dayFirst' | 'monthFirst' | 'yearFirst';
	ifIssues?: 'keep' | 'fail';
	isRaw: boolean;
	faultSchedule: ScheduledFault[];
	/** Milliseconds after which Stop is pressed. */
	stopAfter?: number;
	/** How often Retry is pressed after a failed execution, and whether the faults end before. */
	retries: number;
	recovers: boolean;
	/** Seed of Math.random. */
	randomSeed: number;
}

const weighted = <Value>(...values: Array<[weight: number, fc.Arbitrary<Value>]>) =>
	fc.oneof(...values.map(([weight, arbitrary]) => ({ weight, arbitrary })));

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

const TURNS: Record<Scenario['way'], fc.Arbitrary<ItemKind[][]>> = {
	once: fc.tuple(weighted([16, items(6)], [3, items(30)], [1, items(200)])),
	loop: list(items(4), 4),
	tool: list(call, 5),
};

const SHARED: Record<OperationName, Array<Scenario['shared']>> = {
	Update: [undefined, 1, 2, 5],
	Run: [undefined, undefined, undefined, 1, 3],
	Extract: [undefined],
	Search: [undefined],
};

/** Any scenario. */
export const scenarios: fc.Arbitrary<Scenario> = fc
	.tuple(
		fc.constantFrom<OperationName>('Run', 'Update', 'Extract', 'Search', 'Run', 'Search'),
		fc.constantFrom<Scenario['way']>('once', 'once', 'loop', 'tool'),
	)
	.chain(([operation, way]) =>
		fc.record<Scenario>({
			operation: fc.constant(operation),
			way: fc.constant(way),
			turns: TURNS[way],
			shared: fc.constantFrom(...SHARED[operation]),
			sameItems: fc.boolean(),
			settings: fc.record({
				onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
				retryOnFail: fc.boolean(),
				maxTries: fc.integer({ min: 2, max: 5 }),
				waitBetweenTries: fc.constantFrom(1, 1000, 5000),
			}),
			requestOptions: fc.record(
				{
					maxConcurrency: fc.constantFrom(1, 2, 3, 8, 20),
					maxRequestsPerSecond: fc.constantFrom(1, 5, 20),
					maxRetries: fc.integer({ min: 0, max: 5 }),
					timeout: fc.constantFrom(1, 5, 60),
				},
				{ requiredKeys: [] },
			),
			isReachable: weighted([30, fc.constant(true)], [1, fc.constant(false)]),
			latency: fc.constantFrom(0, 50, 2000),
			functions: fc.constantFrom(23, 60, 60, 60, 7, 1, 0),
			pageSize: fc.constantFrom(5, 3, 10, 20, 5000),
			whenIncomplete: fc.constantFrom('hint', 'hint', 'fail'),
			hasDetails: fc.boolean(),
			ifMissing: fc.constantFrom('failIfEmpty', 'failIfMissing', 'null', 'leaveOut'),
			convertTypes: fc.boolean(),
			dateOrder: fc.constantFrom('notSpecified', 'dayFirst', 'monthFirst', 'yearFirst'),
			ifIssues: fc.constantFrom(undefined, 'keep', 'fail'),
			isRaw: fc.boolean(),
			faultSchedule: faultSchedules(operation),
			stopAfter: weighted<number | undefined>(
				[5, fc.constant(undefined)],
				[1, fc.integer({ min: 0, max: 20_000 })],
			),
			retries: fc.integer({ min: 0, max: 2 }),
			recovers: fc.boolean(),
			randomSeed: fc.nat({ max: 1000 }),
		}),
	);

/** The id of an item, which identifies its requests. */
export function idOf(
	{ sameItems }: Pick<Scenario, 'sameItems'>,
	turn: number,
	item: number,
): string {
	return String(10_000 + (sameItems ? 0 : turn * 1000) + item);
}

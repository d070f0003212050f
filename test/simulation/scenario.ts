import fc from 'fast-check';
import { DAYS } from './extractions.ts';
import type { ScheduledFault } from './faultSchedule.ts';
import { faultSchedules } from './faultSchedule.ts';

export type OperationName = 'Run' | 'Update' | 'Extract' | 'Search';

/** `preview` is shown instead of sent, `broken` has an expression that fails, `wrongValue` an invalid parameter. */
export type ItemKind = 'plain' | 'preview' | 'broken' | 'wrongValue';

/** Everything that is decided before a simulated execution begins. */
export interface Scenario {
	operation: OperationName;
	/** How the node is executed. As a tool, each item is a call. */
	way: 'once' | 'loop' | 'tool' | 'sub-workflow';
	/** The items of each turn, which is one execution of the node. */
	turns: ItemKind[][];
	/** How many jobs or streams the items share. Without it, each item has its own. */
	jobs?: number;
	/** Whether every turn has the same items. */
	sameItems: boolean;
	settings: {
		onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
		retryOnFail: boolean;
		maxTries: number;
		waitBetweenTries: number;
	};
	requestOptions: Record<string, number>;
	/** Whether the address is the simulator's. Otherwise nothing listens there. */
	isReachable: boolean;
	/** Milliseconds that the simulator takes for each request. */
	latency: number;
	functions: number;
	pageSize: number;
	/** Options of Search. */
	whenIncomplete: 'hint' | 'fail';
	hasDetails: boolean;
	/** Options of Extract. */
	ifMissing: 'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut';
	convertTypes: boolean;
	dateOrder: keyof typeof DAYS;
	checks?: { ifFound: 'keep' | 'fail'; addEvidence: boolean; askAgain: number };
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

const ORDERS = Object.keys(DAYS) as Array<Scenario['dateOrder']>;

const JOBS: Record<OperationName, Array<Scenario['jobs']>> = {
	Update: [undefined, 1, 2, 5],
	Run: [undefined, undefined, undefined, 1, 3],
	Extract: [undefined],
	Search: [undefined],
};

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const mostlyPlain = (...others: ItemKind[]) =>
	fc.oneof(
		{ weight: 12, arbitrary: fc.constant<ItemKind>('plain') },
		{ weight: 1, arbitrary: fc.constantFrom(...others) },
	);
/** A single item of the last two kinds keeps the others from being sent, so half of the scenarios have none. */
const items = (maxLength: number) =>
	fc.oneof(
		...[mostlyPlain('preview'), mostlyPlain('preview', 'broken', 'wrongValue')].map((kind) =>
			fc.array(kind, { minLength: 1, maxLength, size: 'max' }),
		),
	);
const onceItems = fc.oneof(
	{ weight: 16, arbitrary: items(6) },
	{ weight: 3, arbitrary: items(30) },
	{ weight: 1, arbitrary: items(200) },
);

const turns = (way: Scenario['way']): fc.Arbitrary<ItemKind[][]> => {
	if (way === 'loop') return fc.array(items(4), { minLength: 1, maxLength: 4, size: 'max' });
	if (way === 'tool') {
		return fc.array(fc.tuple(fc.constantFrom<ItemKind>('plain', 'plain', 'plain', 'wrongValue')), {
			minLength: 1,
			maxLength: 5,
			size: 'max',
		});
	}
	return fc.tuple(onceItems);
};

const requestOptions = fc.record(
	{
		maxConcurrency: fc.constantFrom(1, 2, 3, 8, 20),
		maxRequestsPerSecond: fc.constantFrom(1, 5, 20),
		maxRetries: fc.integer({ min: 0, max: 5 }),
		retryBudget: fc.constantFrom(0, 1, 10, 120),
		timeout: fc.constantFrom(1, 5, 60),
	},
	{ requiredKeys: [] },
);

/** Any scenario. */
export const scenarios: fc.Arbitrary<Scenario> = fc
	.tuple(
		fc.constantFrom<OperationName[]>('Run', 'Update', 'Extract', 'Search', 'Run', 'Search'),
		fc.constantFrom<Scenario['way'][]>(
			'once',
			'once',
			'once',
			'loop',
			'loop',
			'tool',
			'tool',
			'sub-workflow',
		),
	)
	.chain(([operation, way]) =>
		fc.record({
			operation: fc.constant(operation),
			way: fc.constant(way),
			turns: turns(way),
			jobs: fc.constantFrom(...JOBS[operation]),
			sameItems: fc.boolean(),
			settings: fc.record({
				onError: fc.constantFrom<Scenario['settings']['onError'][]>(
					'stopWorkflow',
					'continueRegularOutput',
					'continueErrorOutput',
				),
				retryOnFail: fc.boolean(),
				maxTries: fc.integer({ min: 2, max: 5 }),
				waitBetweenTries: fc.constantFrom(1, 1000, 5000),
			}),
			requestOptions,
			isReachable: fc.oneof(
				{ weight: 30, arbitrary: fc.constant(true) },
				{ weight: 1, arbitrary: fc.constant(false) },
			),
			latency: fc.constantFrom(0, 50, 2000),
			functions: fc.constantFrom(23, 60, 60, 60, 7, 1, 0),
			pageSize: fc.constantFrom(5, 3, 10, 20, 5000),
			whenIncomplete: fc.constantFrom<Scenario['whenIncomplete'][]>('hint', 'hint', 'fail'),
			hasDetails: fc.boolean(),
			ifMissing: fc.constantFrom<Scenario['ifMissing'][]>(
				'failIfEmpty',
				'failIfMissing',
				'null',
				'leaveOut',
			),
			convertTypes: fc.boolean(),
			dateOrder: fc.constantFrom(...ORDERS),
			checks: fc.option(
				fc.record({
					ifFound: fc.constantFrom<NonNullable<Scenario['checks']>['ifFound'][]>('keep', 'fail'),
					addEvidence: fc.boolean(),
					askAgain: fc.integer({ min: 0, max: 2 }),
				}),
				{ nil: undefined },
			),
			isRaw: fc.boolean(),
			faultSchedule: faultSchedules(operation),
			stopAfter: rarely(fc.integer({ min: 0, max: 20_000 })),
			retries: fc.integer({ min: 0, max: 2 }),
			recovers: fc.boolean(),
			randomSeed: fc.nat({ max: 1000 }),
		}),
	);

/** The id of an item, which identifies its requests. */
export const idOf = (
	{ sameItems }: Pick<Scenario, 'sameItems'>,
	turn: number,
	item: number,
): string => String(10_000 + (sameItems ? 0 : turn * 1000) + item);

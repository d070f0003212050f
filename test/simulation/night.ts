import fc from 'fast-check';
import { DAYS } from './extractions.ts';
import type { Function as StoredFunction } from '../../contract/types.ts';
import type { Mood } from './platform.ts';
import { moods } from './platform.ts';

export type NightOperation = 'Run' | 'Update' | 'Extract' | 'Search';

/** `dry` is shown instead of sent, at `broken` an expression fails, at `refused` a parameter is. */
export type ItemKind = 'plain' | 'dry' | 'broken' | 'refused';

/** Times before and after which functions of the simulator were changed and created. */
const JANUARY_15 = Date.UTC(2024, 0, 15);
const A_QUARTER_PAST = Date.UTC(2024, 0, 1, 0, 15);

/** What Keep Only asks for, and whether it keeps a function of the simulator. */
export const KEEP_ONLY = {
	all: { conditions: {}, keeps: () => true },
	brokenLinks: {
		conditions: { brokenLinks: 'only' },
		keeps: ({ links = [] }: StoredFunction) => links.some(({ valid }) => valid !== 'VALID'),
	},
	notArchived: {
		conditions: { archived: 'without' },
		keeps: ({ archived }: StoredFunction) => !archived,
	},
	changedAfter: {
		conditions: { changedAfter: new Date(JANUARY_15).toISOString() },
		keeps: ({ lastModified = 0 }: StoredFunction) => lastModified > JANUARY_15,
	},
	createdAfter: {
		conditions: { createdAfter: new Date(A_QUARTER_PAST).toISOString(), status: 'VALID' },
		keeps: ({ created = 0 }: StoredFunction) => created > A_QUARTER_PAST,
	},
	otherStatus: { conditions: { status: 'DRAFT' }, keeps: () => false },
};

/** Everything that is decided before a night begins. */
export interface Night {
	operation: NightOperation;
	/** How the node comes to its turn; as a tool each item is a call of its own. */
	way: 'once' | 'loop' | 'tool' | 'sub-workflow';
	/** The items of each turn. */
	turns: ItemKind[][];
	/** How many jobs the items of Update are about, or streams those of Run; each has its own without it. */
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
	/** Where nothing listens, or the simulator. */
	isReachable: boolean;
	/** Milliseconds that the platform takes for each request. */
	latency: number;
	functions: number;
	pageSize: number;
	/** Of Search: which functions are kept, what happens to a list that may be incomplete, and whether each item tells. */
	keepOnly: keyof typeof KEEP_ONLY;
	whenIncomplete: 'hint' | 'fail';
	hasDetails: boolean;
	/** Of Extract: what happens when a field is missing. */
	ifMissing: 'failIfEmpty' | 'failIfMissing' | 'null' | 'leaveOut';
	convertTypes: boolean;
	dateOrder: keyof typeof DAYS;
	/** What is doubtful of each extraction; undefined when nothing is checked. */
	checks?: { ifFound: 'keep' | 'fail'; addEvidence: boolean; askAgain: number };
	isRaw: boolean;
	moods: Mood[];
	/** Milliseconds after which somebody presses Stop. */
	stopAfter?: number;
	/** How often somebody presses Retry after a failed execution, and whether the platform is well by then. */
	retries: number;
	recovers: boolean;
	/** Start of all chance in the night. */
	chance: number;
}

const KEPT = Object.keys(KEEP_ONLY) as Array<Night['keepOnly']>;
const ORDERS = Object.keys(DAYS) as Array<Night['dateOrder']>;

const JOBS: Record<NightOperation, Array<Night['jobs']>> = {
	Update: [undefined, 1, 2, 5],
	Run: [undefined, undefined, undefined, 1, 3],
	Extract: [undefined],
	Search: [undefined],
};

const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const mostlyPlain = (...others: ItemKind[]) =>
	fc.oneof(
		{ weight: 12, arbitrary: fc.constant<ItemKind>('plain') },
		{ weight: 1, arbitrary: fc.constantFrom(...others) },
	);
/** A single broken or refused item keeps the others from being sent: half of the nights have none. */
const items = (maxLength: number) =>
	fc.oneof(
		...[mostlyPlain('dry'), mostlyPlain('dry', 'broken', 'refused')].map((kind) =>
			fc.array(kind, { minLength: 1, maxLength, size: 'max' }),
		),
	);
const onceItems = fc.oneof(
	{ weight: 16, arbitrary: items(6) },
	{ weight: 3, arbitrary: items(30) },
	{ weight: 1, arbitrary: items(200) },
);

const turns = (way: Night['way']): fc.Arbitrary<ItemKind[][]> => {
	if (way === 'loop') return fc.array(items(4), { minLength: 1, maxLength: 4, size: 'max' });
	if (way === 'tool') {
		return fc.array(fc.tuple(fc.constantFrom<ItemKind>('plain', 'plain', 'plain', 'refused')), {
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

/** Any night. */
export const nights: fc.Arbitrary<Night> = fc
	.tuple(
		fc.constantFrom<NightOperation[]>('Run', 'Update', 'Extract', 'Search', 'Run', 'Search'),
		fc.constantFrom<Night['way'][]>(
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
				onError: fc.constantFrom<Night['settings']['onError'][]>(
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
			keepOnly: fc.constantFrom<Night['keepOnly'][]>('all', 'all', ...KEPT),
			whenIncomplete: fc.constantFrom<Night['whenIncomplete'][]>('hint', 'hint', 'fail'),
			hasDetails: fc.boolean(),
			ifMissing: fc.constantFrom<Night['ifMissing'][]>(
				'failIfEmpty',
				'failIfMissing',
				'null',
				'leaveOut',
			),
			convertTypes: fc.boolean(),
			dateOrder: fc.constantFrom(...ORDERS),
			checks: fc.option(
				fc.record({
					ifFound: fc.constantFrom<NonNullable<Night['checks']>['ifFound'][]>('keep', 'fail'),
					addEvidence: fc.boolean(),
					askAgain: fc.integer({ min: 0, max: 2 }),
				}),
				{ nil: undefined },
			),
			isRaw: fc.boolean(),
			moods: moods(operation),
			stopAfter: seldom(fc.integer({ min: 0, max: 20_000 })),
			retries: fc.integer({ min: 0, max: 2 }),
			recovers: fc.boolean(),
			chance: fc.nat({ max: 1000 }),
		}),
	);

/** The id of an item: by it its requests are told from those of others. */
export const idOf = ({ sameItems }: Pick<Night, 'sameItems'>, turn: number, item: number): string =>
	String(10_000 + (sameItems ? 0 : turn * 1000) + item);

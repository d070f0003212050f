import fc from 'fast-check';
import type { FaultRule } from '../../simulator/faults/rules.ts';

/** JSON has two ways to write it. */
export const TOKEN = 'plain/token=+a&b<c>"d0123456789';

/** The settings of a fault. `handled` is set only with a status that leaves the outcome open. */
type Settings = fc.Arbitrary<Record<string, unknown>>;

const none: Settings = fc.constant({});
const seconds = fc.constantFrom(0, 1, 2, 5, 30, 130);
const milliseconds = fc.oneof(
	fc.integer({ min: 0, max: 500 }),
	fc.integer({ min: 0, max: 90_000 }),
);
const words = fc.oneof(
	{ weight: 3, arbitrary: fc.constant('Not like this') },
	fc.constant(`Your token ${TOKEN} is bad`),
);
/** All fields of an extraction, or only these. */
const fields = fc.constantFrom<Array<Record<string, unknown>>>(
	{},
	{ fields: ['orderNumber'] },
	{ fields: ['day', 'amount'] },
);
const format = fc.constantFrom('json', 'text', 'html', 'empty');
const REFUSING = [400, 401, 403, 404, 405, 409, 413, 422];
const FAILING = [500, 500, 500, 502, 503, 408, 501, 504, 520];

/** Every kind of fault of the simulator, except for those about pages. */
const FAULTS: Record<string, Settings> = {
	status: fc.oneof(
		fc.record({ status: fc.constantFrom(...REFUSING, 429), format, message: words }),
		fc.record({
			status: fc.constantFrom(...FAILING),
			format,
			message: words,
			handled: fc.boolean(),
		}),
	),
	'retry-after': fc.record({
		status: fc.constantFrom(429, 503),
		seconds: fc.oneof(seconds, fc.constant(86_400)),
	}),
	'retry-after-date': fc.record({ status: fc.constantFrom(429, 503), seconds }),
	'echo-token': fc.record({ status: fc.constantFrom(401, 400, 500) }),
	redirect: fc.record({
		location: fc.constantFrom('http://elsewhere.invalid/api', `http://a.invalid/?t=${TOKEN}`),
		status: fc.constantFrom(301, 302, 303, 307, 308),
	}),
	'html-200': fc.record({ message: words, handled: fc.boolean() }),
	'empty-200': fc.record({ handled: fc.boolean() }),
	'truncated-json': none,
	'wrong-shape': fc.record({
		body: fc.constantFrom<unknown>({ data: [] }, [1], 'text', 7, null, { [TOKEN]: [TOKEN] }),
		handled: fc.boolean(),
	}),
	'envelope-error': fc.oneof(
		fc.record({ code: fc.constantFrom(...REFUSING), message: words }),
		fc.record({ code: fc.constantFrom(...FAILING), message: words, handled: fc.boolean() }),
	),
	reset: none,
	'reset-after': none,
	'broken-off': none,
	stall: none,
	drip: none,
	hang: none,
	'hang-after': none,
	delay: fc.record({ ms: milliseconds }),
	'delay-before': fc.record({ ms: milliseconds }),
	capacity: fc.record(
		{
			capacity: fc.integer({ min: 1, max: 8 }),
			ms: fc.integer({ min: 0, max: 5000 }),
			queue: fc.constantFrom(0, 0, 3, 100),
			retryAfter: seconds,
			changes: fc
				.array(
					fc.record({
						after: fc.integer({ min: 0, max: 20_000 }),
						capacity: fc.integer({ min: 1, max: 40 }),
					}),
					{ maxLength: 3 },
				)
				.map((changes) => changes.toSorted((a, b) => a.after - b.after)),
		},
		{ requiredKeys: ['capacity'] },
	),
	'rate-limit': fc.record({ limit: fc.integer({ min: 1, max: 20 }), retryAfter: seconds }),
	'execution-errors': none,
	'big-ids': none,
	'null-fields': fields,
	'missing-fields': fields,
	'output-not-object': none,
};

/** Drawn more often, because they represent many kinds, or mislead a search most easily. */
const FREQUENT = ['status', 'envelope-error', 'total-hits-wrong'];

/** Drawn more often for extractions, because other operations have none of them. */
const OF_EXTRACTIONS = ['null-fields', 'missing-fields'];

const weightOf = (fault: string, frequent = FREQUENT) => (frequent.includes(fault) ? 6 : 1);

const records = fc.constantFrom(1, 1, 2, 3, 7, 20);

/** Wrong claims of pages, and lists that change while they are read. */
const PAGE_FAULTS: Record<string, Settings> = {
	'total-hits-wrong': fc.record({ totalHits: fc.constantFrom(3, 12, 0, -1, 1000) }),
	'total-hits-missing': none,
	'has-more-always': none,
	'has-more-never': none,
	'short-page': fc.record({ missing: fc.constantFrom(1, 2, 7) }),
	'empty-page': none,
	'growing-list': fc.record({ records }),
	'shrinking-list': fc.record({ records }),
	degraded: none,
};

export const KNOWN_FAULTS = [...Object.keys(FAULTS), ...Object.keys(PAGE_FAULTS)];

/** When a fault happens. `item` means the requests of one input item. */
type When = Record<string, unknown>;

const when: fc.Arbitrary<When> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant({}) },
	{ weight: 3, arbitrary: fc.record({ item: fc.nat({ max: 2 }) }) },
	{ weight: 3, arbitrary: fc.record({ request: fc.integer({ min: 1, max: 5 }) }) },
	{
		weight: 2,
		arbitrary: fc
			.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 6 }))
			.map(([from, more]) => ({ request: `${from}-${from + more}` })),
	},
	{ weight: 2, arbitrary: fc.record({ attempt: fc.constantFrom(1, '1-2', 2, '2-') }) },
	{ weight: 1, arbitrary: fc.record({ every: fc.integer({ min: 2, max: 5 }) }) },
	{ weight: 1, arbitrary: fc.record({ probability: fc.constantFrom(0.5, 0.2, 0.05) }) },
);

/** A fault of the simulator, and when it happens. */
export type ScheduledFault = Record<string, unknown> & {
	fault: string;
	when: Record<string, unknown>;
};

const schedule = (
	[fault, settings]: [string, Settings],
	times: fc.Arbitrary<When>,
): fc.Arbitrary<ScheduledFault> =>
	fc
		.record({
			settings,
			when: times,
			times: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
			seed: fc.nat({ max: 1000 }),
		})
		.map(({ settings: chosen, times: most, ...rest }) => ({
			fault,
			...rest,
			...(most !== undefined && { times: most }),
			...chosen,
		}));

const faults = (frequent: string[]) =>
	fc.oneof(
		...Object.entries(FAULTS).map((entry) => ({
			weight: weightOf(entry[0], frequent),
			arbitrary: schedule(entry, when),
		})),
	);
/** Mostly without a condition, because a single change of a list goes unnoticed. */
const pageFaults = fc.oneof(
	...Object.entries(PAGE_FAULTS).map((entry) => ({
		weight: weightOf(entry[0]),
		arbitrary: schedule(entry, fc.oneof(fc.constant<When>({}), when)),
	})),
);

/** The faults of a scenario, the first one outermost. Only searches have faults of pages. */
export function faultSchedules(operation: string): fc.Arbitrary<ScheduledFault[]> {
	const frequent = operation === 'Extract' ? [...FREQUENT, ...OF_EXTRACTIONS] : FREQUENT;
	const anyFault =
		operation === 'Search'
			? fc.oneof({ weight: 1, arbitrary: faults(frequent) }, { weight: 3, arbitrary: pageFaults })
			: faults(frequent);
	return fc.oneof(
		{ withCrossShrink: true },
		{ weight: 1, arbitrary: fc.constant<ScheduledFault[]>([]) },
		{ weight: 9, arbitrary: fc.array(anyFault, { minLength: 1, maxLength: 5, size: 'max' }) },
	);
}

const isText = ({ fault }: ScheduledFault) => fault === 'big-ids';

/** The rules for the simulator. An item's requests have its id in the path or in the body. */
export function rulesOf(
	all: ScheduledFault[],
	idOf: (item: number) => string,
	inPath: boolean,
): FaultRule[] {
	// Faults that change the JSON of a response come before those that change its text.
	const outermostFirst = all.toSorted((a, b) => Number(isText(b)) - Number(isText(a)));
	return outermostFirst.map((scheduled) => {
		const { item, ...others } = scheduled.when;
		const ofItem =
			typeof item === 'number' && (inPath ? { id: idOf(item) } : { containing: idOf(item) });
		return { ...scheduled, when: { ...others, ...ofItem } };
	});
}

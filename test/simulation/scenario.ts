import fc from 'fast-check';
import type { OnError } from 'n8n-workflow';
import type { DeadAddressKind } from './addresses.ts';
import { invalidResponses } from '../../simulator/faults/invalid-responses.ts';
import { faultKinds, type FaultRule } from '../../simulator/faults/rules.ts';

/** JSON has two ways to write it. */
export const TOKEN = 'plain/token=+a&b<c>"d0123456789';

const OPERATION_IDS = {
	Search: 'searchFunctions',
	Update: 'updateJob',
	Run: 'runConnector',
	Extract: 'extractData',
} as const;

export type OperationName = keyof typeof OPERATION_IDS;

type Settings = Record<string, fc.Arbitrary<unknown>>;

/** A choice among arbitraries that are drawn with these weights. */
const weighted = <Value>(...values: Array<[weight: number, fc.Arbitrary<Value>]>) =>
	fc.oneof(
		{ withCrossShrink: true },
		...values.map(([weight, arbitrary]) => ({ weight, arbitrary })),
	);

const REJECTING = [400, 401, 403, 404, 405, 409, 413, 422];
const FAILING = [500, 500, 500, 502, 503, 408, 501, 504, 520];

const throttlingStatus = fc.constantFrom(429, 503);
const handled = fc.boolean();
const seconds = fc.constantFrom(0, 1, 2, 5, 30, 130);
const ms = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 90_000 }));
const message = fc.constantFrom('Not like this', `Your token ${TOKEN} is bad`);
const format = fc.constantFrom('json', 'text', 'html', 'empty');
/** All fields of an extraction, or only these. */
const fields = fc.constantFrom(undefined, ['orderNumber'], ['day', 'amount']);
const records = fc.constantFrom(1, 1, 2, 3, 7, 20);

/**
 * Alternative settings of the simulator's kinds of faults. Other kinds have no settings, or keep their defaults.
 * `handled` is only set with a status that leaves the outcome open.
 */
const SETTINGS: Record<string, Settings[]> = {
	status: [
		{ status: fc.constantFrom(...REJECTING, 429), format, message },
		{ status: fc.constantFrom(...FAILING), format, message, handled },
	],
	'retry-after': [{ status: throttlingStatus, seconds: fc.oneof(seconds, fc.constant(86_400)) }],
	'retry-after-date': [{ status: throttlingStatus, seconds }],
	'echo-token': [{ status: fc.constantFrom(401, 400, 500) }],
	redirect: [
		{
			location: fc.constantFrom('http://elsewhere.invalid/api', `http://a.invalid/?t=${TOKEN}`),
			status: fc.constantFrom(301, 302, 303, 307, 308),
		},
	],
	'html-200': [{ message, handled }],
	'empty-200': [{ handled }],
	'wrong-shape': [
		{ body: fc.constantFrom({ data: [] }, [1], 'text', 7, null, { [TOKEN]: [TOKEN] }), handled },
	],
	'envelope-error': [
		{ code: fc.constantFrom(...REJECTING), message },
		{ code: fc.constantFrom(...FAILING), message, handled },
	],
	delay: [{ ms }],
	'delay-before': [{ ms }],
	capacity: [
		{
			capacity: fc.integer({ min: 1, max: 8 }),
			ms: fc.integer({ min: 0, max: 5000 }),
			queue: fc.constantFrom(0, 0, 3, 100),
			retryAfter: fc.option(seconds, { nil: undefined }),
			changes: fc.array(
				fc.record({ after: fc.nat(20_000), capacity: fc.integer({ min: 1, max: 40 }) }),
				{ maxLength: 3 },
			),
		},
	],
	'rate-limit': [{ limit: fc.integer({ min: 1, max: 20 }), retryAfter: seconds }],
	blip: [
		{
			after: fc.nat(20_000),
			ms: fc.constantFrom(1000, 3000),
			status: fc.constantFrom(502, undefined),
		},
	],
	'null-fields': [{ fields }],
	'missing-fields': [{ fields }],
	'total-hits-wrong': [{ totalHits: fc.constantFrom(3, 12, 0, -1, 1000) }],
	'short-page': [{ missing: fc.constantFrom(1, 2, 7) }],
	'growing-list': [{ records }],
	'shrinking-list': [{ records }],
};

/** Drawn more often, because they represent many kinds, or mislead most easily. */
const FREQUENT = /^(status|envelope-error|total-hits-wrong|null-fields|missing-fields)$/;

type When = NonNullable<FaultRule['when']>;

/** When a fault happens. The requests of an item have its id in the path or in the body. */
const conditions = (operation: OperationName): fc.Arbitrary<When> =>
	fc.oneof(
		fc.constant({}),
		fc
			.constantFrom('10000', '10001', '10002')
			.map((id) => (operation === 'Run' ? { id } : { containing: id })),
		fc.record({ request: fc.integer({ min: 1, max: 5 }) }),
		fc.record({ request: fc.constantFrom('1-3', '1-6', '2-4', '2-8', '3-5', '4-10') }),
		fc.record({ attempt: fc.constantFrom(1, '1-2', 2, '2-') }),
		fc.record({ every: fc.integer({ min: 2, max: 5 }) }),
		fc.record({ probability: fc.constantFrom(0.5, 0.2, 0.05) }),
	);

/** A fault of one of these kinds, which happens when a condition is met, and perhaps only a few times. */
function anyOf(kinds: string[], when: fc.Arbitrary<When>): fc.Arbitrary<FaultRule> {
	const times = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined });
	const rules = (fault: string, settings: Settings) =>
		fc.record({ ...settings, fault: fc.constant(fault), when, times, seed: fc.nat(1000) });
	return fc.oneof(
		...kinds.map((fault) => ({
			weight: FREQUENT.test(fault) ? 6 : 1,
			arbitrary: fc.oneof(...(SETTINGS[fault] ?? [{}]).map((each) => rules(fault, each))),
		})),
	);
}

/** The faults of a scenario, the first one outermost. */
function faultSchedules(operation: OperationName): fc.Arbitrary<FaultRule[]> {
	const when = conditions(operation);
	const kindsOfOne = Object.values(invalidResponses).flatMap((kinds) => Object.keys(kinds));
	const kindsOfAll = Object.keys(faultKinds).filter((kind) => !kindsOfOne.includes(kind));
	const ownKinds = Object.keys(invalidResponses[OPERATION_IDS[operation]] ?? {});
	const common = anyOf(operation === 'Search' ? kindsOfAll : [...kindsOfAll, ...ownKinds], when);
	// Mostly without a condition, because a single change of a list goes unnoticed.
	const ofPages = () => anyOf(ownKinds, fc.oneof(fc.constant({}), when));
	const fault = operation === 'Search' ? weighted([1, common], [3, ofPages()]) : common;
	// Faults that change the JSON of a response come before those that change its text.
	const isOfText = (rule: FaultRule) => Number(rule.fault !== 'big-ids');
	return weighted(
		[1, fc.constant<FaultRule[]>([])],
		[9, fc.array(fault, { minLength: 1, maxLength: 5, size: 'max' })],
	).map((rules) => rules.toSorted((a, b) => isOfText(a) - isOfText(b)));
}

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

const onError = fc.constantFrom<OnError>(
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
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
		/** Whether updates and extractions contain the time, so that each try has another request. */
		hasTime: way === 'tool' ? fc.constant(false) : fc.boolean(),
		/** Milliseconds after which Stop is pressed. */
		stopAfter: weighted<number | undefined>(
			[5, fc.constant(undefined)],
			[1, fc.integer({ min: 0, max: 20_000 })],
		),
		/** How often Retry is pressed after a failed execution, and whether the faults end before. */
		retries: fc.integer({ min: 0, max: 2 }),
		recovers: fc.boolean(),
		/** What decides about an item's token: whether this expression is odd. */
		tokenBy: weighted<string | undefined>(
			[2, fc.constant(undefined)],
			[1, fc.constantFrom('$itemIndex', '$input.item?.json.id', '$json.id')],
		),
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

/** What the tokens of odd items end with. */
export const ODD = '-odd';

/** Whether items have different tokens. Faults that contain a token have only that one. */
export function hasTokens({ tokenBy, way, faults }: Scenario): boolean {
	const isInFaults = JSON.stringify(faults).includes(JSON.stringify(TOKEN).slice(1, -1));
	return tokenBy !== undefined && way !== 'tool' && !isInFaults;
}

/**
 * After Stop and Retry, n8n gives the next turn of a loop the number of the stopped one, so that it gets the
 * kept responses of that one.
 */
export function mixesTurns({ stopAfter, retries }: Scenario): boolean {
	return stopAfter !== undefined && retries > 0;
}

/** The id of an item, which identifies its requests. A turn of several has at most 10 items. */
export function idOf({ sameItems }: Scenario, turn: number, item: number): string {
	return String(10_000 + (sameItems ? 0 : turn * 10) + item);
}

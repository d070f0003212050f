import fc from 'fast-check';
import { runNode, jsonOf } from '../support/engine/engine.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { seededRandom } from '../../simulator/faults/rules.ts';
import { startSimulator, TOKEN_HEADER } from '../../simulator/server.ts';
import { testOperations } from '../support/operations.ts';
import { passTime, useSimulatedClock } from '../support/simulatedClock.ts';
import { checkProperty } from './checkProperty.ts';
import { mayBeHandled } from './journal.ts';

const TOKEN = 'outage-token-0123456789';
const ITEMS = 200;
/** Milliseconds that the platform takes for a request when it is up. */
const LATENCY = 100;
const FOREVER = 24 * 3600 * 1000;
/** Every item survives it: even the shortest retries of a request last longer. */
const SHORT = 10_000;

const OPERATIONS = ['Search', 'Update', 'Extract', 'Run'] as const;

type OperationName = (typeof OPERATIONS)[number];

/** What the platform does during an outage. */
const FAULTS = {
	hang: { fault: 'hang' },
	'no response': { fault: 'hang-after' },
	reset: { fault: 'reset' },
	'status 500': { fault: 'status', status: 500 },
	'status 503': { fault: 'status', status: 503 },
} satisfies Record<string, FaultRule>;

/** Addresses that never respond. */
const UNREACHABLE = { refused: 'http://127.0.0.1:1', 'unknown host': 'http://platform.invalid' };

type RequestOptions = Partial<
	Record<'maxConcurrency' | 'maxRetries' | 'retryBudget' | 'timeout', number>
>;

interface Outage {
	operation: OperationName;
	kind: keyof typeof FAULTS | keyof typeof UNREACHABLE;
	/** Milliseconds after the first request. */
	begins: number;
	lasts: number;
	items: number;
	/** In seconds. */
	timeout: number;
	requestOptions: RequestOptions;
	seed: number;
}

/** Everything known of one execution. */
interface Result {
	milliseconds: number;
	/** Requests that arrived after the outage began. */
	requests: number;
	/** The most requests that were in progress at the same time. */
	peak: number;
	/** Runs that were sent again although they may have been executed. */
	sentAgain: string[];
	/** Items by how they ended: `done`, or the kind of their failure. */
	ends: Record<string, number>;
}

interface Settings {
	faults: FaultRule[];
	/** Changes the faults during the execution. */
	schedule?: Array<{ at: number; faults: FaultRule[] }>;
	/** The address, if it isn't the simulator's. */
	baseUrl?: string;
	items?: number;
	requestOptions?: RequestOptions;
	seed?: number;
}

/** Runs one operation for all items with On Error: Continue, on the simulated clock. */
async function runThrough(
	operation: OperationName,
	{ faults, schedule = [], baseUrl, items = ITEMS, requestOptions = {}, seed = 1 }: Settings,
): Promise<Result> {
	useSimulatedClock();
	const simulator = await startSimulator({ token: TOKEN, latency: LATENCY, faults });
	Math.random = seededRandom(seed);
	const timers = schedule.map(({ at, faults: later }) =>
		setTimeout(() => simulator.faults.set(later), at),
	);
	const began = Date.now();
	try {
		const ended = await passTime(
			runNode({
				parameters: {
					...testOperations[operation].parameters,
					requestOptions,
				},
				settings: { onError: 'continueRegularOutput' },
				input: Array.from({ length: items }, (_, index) => ({
					json: { id: String(10_000 + index) },
				})),
				credentials: {
					baseUrl: baseUrl ?? simulator.url,
					token: TOKEN,
					headerName: TOKEN_HEADER,
				},
			}),
			FOREVER,
		);
		const milliseconds = Date.now() - began;
		const ends: Record<string, number> = {};
		for (const { error, details } of jsonOf(ended)) {
			const { kind = 'failed' } = (details ?? {}) as { kind?: string };
			const end = error === undefined ? 'done' : kind;
			ends[end] = (ends[end] ?? 0) + 1;
		}
		const journal = simulator.journal.list();
		const failed = journal.filter(({ faults: met }) => met.length > 0);
		const byPath = Map.groupBy(journal, ({ path }) => path);
		const sentAgain = [...byPath].flatMap(([path, tries]) =>
			path.endsWith('/executions') && tries.slice(0, -1).some(mayBeHandled) ? [path] : [],
		);
		const { highestConcurrency: peak } = simulator.journal.stats();
		return { milliseconds, requests: failed.length, peak, sentAgain, ends };
	} finally {
		timers.forEach(clearTimeout);
		await simulator.close();
	}
}

/** Each kind of outage from the start and a little later, for good and for a short time. */
const everyOutage: Outage[] = OPERATIONS.flatMap((operation) => {
	const common = { operation, items: ITEMS, timeout: 5, requestOptions: {}, seed: 1 };
	const faults = (Object.keys(FAULTS) as Outage['kind'][]).flatMap((kind) =>
		[0, 250].flatMap((begins) => [FOREVER, SHORT].map((lasts) => ({ kind, begins, lasts }))),
	);
	const unreachable = (Object.keys(UNREACHABLE) as Outage['kind'][]).map((kind) => ({
		kind,
		begins: 0,
		lasts: FOREVER,
	}));
	return [...faults, ...unreachable].map((outage) => ({ ...common, ...outage }));
});

const randomOutages: fc.Arbitrary<Outage> = fc.record({
	operation: fc.constantFrom(...OPERATIONS, 'Run' as const),
	kind: fc.constantFrom(...(Object.keys(FAULTS) as Outage['kind'][])),
	begins: fc.integer({ min: 0, max: 1500 }),
	lasts: fc.oneof(fc.constant(FOREVER), fc.integer({ min: 1, max: 60_000 })),
	items: fc.integer({ min: 1, max: 40 }),
	timeout: fc.constantFrom(1, 5, 60),
	requestOptions: fc.record(
		{ maxConcurrency: fc.constantFrom(1, 3, 10, 100), maxRetries: fc.constantFrom(0, 1, 3, 5) },
		{ requiredKeys: [] },
	),
	seed: fc.nat({ max: 1000 }),
});

async function runOutage(outage: Outage): Promise<Result> {
	const { operation, kind, begins, lasts, timeout, requestOptions, ...rest } = outage;
	const settings = { ...rest, requestOptions: { timeout, ...requestOptions } };
	if (kind === 'refused' || kind === 'unknown host') {
		return await runThrough(operation, { ...settings, faults: [], baseUrl: UNREACHABLE[kind] });
	}
	const during = [FAULTS[kind]];
	return await runThrough(operation, {
		...settings,
		faults: begins === 0 ? during : [],
		schedule: [
			...(begins > 0 ? [{ at: begins, faults: during }] : []),
			...(lasts < FOREVER ? [{ at: begins + lasts, faults: [] }] : []),
		],
	});
}

/** What must hold of any outage. */
async function checkOutage(outage: Outage): Promise<void> {
	const result = await runOutage(outage);
	const { operation, begins, lasts, items, timeout, requestOptions } = outage;
	const { milliseconds, requests, peak, sentAgain, ends } = result;
	const { done = 0, unknownOutcome = 0 } = ends;
	const isOver = lasts < FOREVER;
	const isRun = operation === 'Run';
	const concurrency = requestOptions.maxConcurrency ?? (isRun ? 1 : 100);
	const inProgress = begins > 0 ? Math.min(concurrency, peak) : 0;
	// The work before and after the outage, one request after another, and two seconds for the slowest probe.
	const work = Math.min(items * LATENCY * 3, isOver ? Infinity : 6000) + 2000;
	// The circuit opens when a second item has failed, so the first two have all their tries.
	const isOneByOne = !isRun && (items <= 2 || concurrency === 1);
	const timeouts = isOneByOne ? Math.max(3, 2 + (requestOptions.maxRetries ?? 3)) : 3;
	const longest = (isOver ? 1.4 * lasts : 0) + timeouts * 1000 * timeout + 30_000 + work;
	const isThroughOutage =
		!isRun && lasts <= SHORT && items >= 12 && requestOptions.maxRetries === undefined;
	const ended = Object.values(ends).reduce((sum, count) => sum + count, 0);
	const violations = [
		...sentAgain.map((path) => `a run was sent again: ${path}`),
		...(milliseconds > longest ? [`took ${milliseconds} ms, at most ${longest} expected`] : []),
		...(ended === items ? [] : ['not every item has an end']),
		...(!isOver && items > 1 && requests > 20 + inProgress ? [`${requests} requests`] : []),
		...(!isOver && unknownOutcome > (isRun ? 3 + inProgress : 0)
			? [`${unknownOutcome} items with an unknown outcome`]
			: []),
		...(!isOver && begins === 0 && items === ITEMS && !ends.notSent ? ['every item was sent'] : []),
		...(isThroughOutage && done < items - (isOneByOne ? 2 : 0) ? ['not every item succeeded'] : []),
	];
	if (violations.length > 0) throw new Error([...violations, JSON.stringify(result)].join('\n'));
}

/** Failures that aren't outages: the settings, and the share of the items that must succeed. */
const NO_OUTAGES: Record<
	string,
	(operation: OperationName) => { settings: Settings; share: number }
> = {
	'one item that always gives 500': (operation) => ({
		settings: {
			faults: [{ ...FAULTS['status 500'], when: testOperations[operation].when('10070') }],
		},
		share: 1 - 1 / ITEMS,
	}),
	// One of 16 items needs more than its four tries. A run has only one try.
	'every second request fails at random': (operation) => ({
		settings: { faults: [{ ...FAULTS['status 500'], when: { probability: 0.5 } }] },
		share: operation === 'Run' ? 0.4 : 0.88,
	}),
	'every item is throttled first': () => ({
		settings: {
			faults: [{ fault: 'retry-after', seconds: 1, when: { attempt: 1 } }],
			requestOptions: { retryBudget: 3600 },
		},
		share: 1,
	}),
};

async function checkNoOutage(name: string, operation: OperationName): Promise<boolean> {
	const { settings, share } = NO_OUTAGES[name](operation);
	const { ends } = await runThrough(operation, settings);
	const hasFailures = share === 1 || ends.done < ITEMS;
	const isFine = ends.done >= share * ITEMS && hasFailures && ends.notSent === undefined;
	console.log(`${operation}, ${name}: ${JSON.stringify(ends)}${isFine ? '' : ' VIOLATION'}`);
	return isFine;
}

/** Checks outages of every kind, random ones, and other failures. Returns whether all bounds hold. */
export async function checkOutages({
	random,
	...options
}: {
	random: number;
	seed: number;
	path?: string;
}): Promise<boolean> {
	let isFine = true;
	for (const name of options.path === undefined ? Object.keys(NO_OUTAGES) : []) {
		for (const operation of OPERATIONS) {
			isFine = (await checkNoOutage(name, operation)) && isFine;
		}
	}
	const settings = { ...options, count: random, examples: everyOutage };
	const command = 'npm run outages --';
	return (await checkProperty(command, randomOutages, checkOutage, settings)) && isFine;
}

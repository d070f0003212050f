import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runNode, jsonOf } from '../support/engine/engine.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { seededChance } from '../../simulator/faults/script.ts';
import { startSimulator } from '../../simulator/server.ts';
import { testOperations } from '../support/operations.ts';
import { passTime, useSimulatedClock } from '../support/simulatedClock.ts';
import { mayBeHandled } from './journal.ts';

const TOKEN = 'outage-token-0123456789';
const ITEMS = 200;
/** Milliseconds that the platform takes for a request when it is up. */
const LATENCY = 100;
/** The Timeout, in seconds. */
const TIMEOUT = 5;

const OPERATIONS = ['Search', 'Update', 'Extract', 'Run'] as const;

type OperationName = (typeof OPERATIONS)[number];

/** What the platform does during an outage. Without a fault, the address is wrong. */
const OUTAGES = {
	refused: undefined,
	'unknown host': undefined,
	hang: { fault: 'hang' },
	'no response': { fault: 'hang-after' },
	reset: { fault: 'reset' },
	'status 500': { fault: 'status', status: 500 },
	'status 503': { fault: 'status', status: 503 },
} satisfies Record<string, FaultRule | undefined>;

type OutageName = keyof typeof OUTAGES;

/** Addresses that don't respond. */
const UNREACHABLE = { refused: 'http://127.0.0.1:1', 'unknown host': 'http://platform.invalid' };

type Unreachable = keyof typeof UNREACHABLE;

const isUnreachable = (name: OutageName): name is Unreachable => name in UNREACHABLE;

/** Everything known of one execution. */
export interface OutageResult {
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

/** An execution, and what must hold of it. */
interface OutageCase {
	name: string;
	run(operation: OperationName): Promise<OutageResult>;
	/** The violated bounds. */
	violations(operation: OperationName, result: OutageResult): string[];
	operations?: readonly OperationName[];
}

interface OutageSettings {
	faults?: FaultRule[];
	/** Changes the faults during the execution. */
	schedule?: Array<{ at: number; faults: FaultRule[] }>;
	/** The address, if it isn't the simulator's. */
	baseUrl?: string;
	items?: number;
	requestOptions?: IDataObject;
	seed?: number;
}

/** Runs one operation for all items with On Error: Continue, on the simulated clock. */
export async function runThrough(
	operation: OperationName,
	{
		faults = [],
		schedule = [],
		baseUrl,
		items = ITEMS,
		requestOptions = {},
		seed = 1,
	}: OutageSettings,
): Promise<OutageResult> {
	useSimulatedClock();
	const simulator = await startSimulator({ token: TOKEN, latency: LATENCY, faults });
	Math.random = seededChance(seed);
	const timers = schedule.map(({ at, faults: later }) =>
		setTimeout(() => simulator.faults.set(later), at),
	);
	const began = Date.now();
	try {
		const ended = await passTime(
			runNode({
				parameters: {
					...testOperations[operation].parameters,
					requestOptions: { timeout: TIMEOUT, ...requestOptions },
				},
				settings: { onError: 'continueRegularOutput' },
				input: Array.from({ length: items }, (_, index) => ({
					json: { id: String(10_000 + index) },
				})),
				credentials: {
					baseUrl: baseUrl ?? simulator.url,
					token: TOKEN,
					headerName: 'X-SERVICE-Developer-Token',
				},
			}),
			24 * 3600 * 1000,
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

function downForGood(name: OutageName, when: 'first' | 'middle'): OutageCase {
	const rule = OUTAGES[name];
	const isFirst = when === 'first';
	return {
		name: `down for good (${name}), from the ${when}`,
		run: async (operation) =>
			await runThrough(operation, {
				...(isUnreachable(name) && { baseUrl: UNREACHABLE[name] }),
				faults: rule && [{ ...rule, when: isFirst ? {} : { request: '60-' } }],
			}),
		violations(operation, { milliseconds, requests, peak, sentAgain, ends }) {
			const { done = 0, unavailable = 0, unknownOutcome = 0, notSent = 0 } = ends;
			const unknown = operation === 'Run' ? unknownOutcome : 0;
			const rest = unavailable + unknownOutcome + notSent + done;
			const longest = 3000 * TIMEOUT + 30_000 + (isFirst ? 0 : 60 * LATENCY);
			return [
				...sentAgain.map((path) => `sent again: ${path}`),
				...(milliseconds > longest ? [`took ${milliseconds} ms`] : []),
				...(requests > 20 + (isFirst ? 0 : peak) ? [`${requests} requests`] : []),
				...(unknown > 3 + (isFirst ? 0 : peak) ? [`${unknown} runs with an unknown outcome`] : []),
				...(rest === ITEMS ? [] : [`ends: ${JSON.stringify(ends)}`]),
				...(notSent === 0 ? ['every item was sent'] : []),
				...(operation !== 'Run' && unknownOutcome > 0 ? ['an unknown outcome'] : []),
			];
		},
	};
}

const allDone = (_: OperationName, { ends }: OutageResult) =>
	ends.done === ITEMS ? [] : [`ends: ${JSON.stringify(ends)}`];

export const OUTAGE_CASES: OutageCase[] = [
	...(Object.keys(OUTAGES) as OutageName[]).flatMap((name) =>
		isUnreachable(name)
			? [downForGood(name, 'first')]
			: [downForGood(name, 'first'), downForGood(name, 'middle')],
	),
	...(['hang', 'reset', 'status 500', 'status 503'] as const).flatMap((name) =>
		[0, 250].map((at): OutageCase => ({
			name: `down for 10 s (${name}), from ${at} ms`,
			operations: ['Search', 'Update', 'Extract'],
			run: async (operation) =>
				await runThrough(operation, {
					schedule: [
						{ at, faults: [OUTAGES[name]] },
						{ at: at + 10_000, faults: [] },
					],
					...(at === 0 && { faults: [OUTAGES[name]] }),
				}),
			violations: allDone,
		})),
	),
	{
		name: 'one item that always gives 500',
		run: async (operation) =>
			await runThrough(operation, {
				faults: [{ ...OUTAGES['status 500'], when: testOperations[operation].when('10070') }],
			}),
		violations: (_, { ends }) => (ends.done === ITEMS - 1 ? [] : [`ends: ${JSON.stringify(ends)}`]),
	},
	{
		name: 'every second request fails at random',
		run: async (operation) =>
			await runThrough(operation, {
				faults: [{ ...OUTAGES['status 500'], when: { probability: 0.5 } }],
			}),
		// One of 16 items needs more than its four tries. A run has only one try.
		violations: (operation, { ends: { done = 0, notSent = 0 } }) =>
			notSent > 0 || done < (operation === 'Run' ? 0.4 : 0.88) * ITEMS
				? [`done ${done}, not sent ${notSent}`]
				: [],
	},
	{
		name: 'a single item',
		run: async (operation) =>
			await runThrough(operation, { items: 1, faults: [OUTAGES['status 500']] }),
		violations: (operation, { requests }) =>
			requests === (operation === 'Run' ? 1 : 4) ? [] : [`${requests} requests`],
	},
	{
		name: 'every item is throttled first',
		run: async (operation) =>
			await runThrough(operation, {
				faults: [{ fault: 'retry-after', seconds: 1, when: { attempt: 1 } }],
				requestOptions: { retryBudget: 3600 },
			}),
		violations: allDone,
	},
];

interface RandomOutage {
	operation: OperationName;
	outage: Exclude<OutageName, Unreachable>;
	/** Milliseconds after the first request. */
	begins: number;
	lasts: number;
	items: number;
	timeout: number;
	requestOptions: IDataObject;
	seed: number;
}

const FOREVER = 24 * 3600 * 1000;
/** Every item survives it: even the shortest retries of a request last longer. */
const SHORT = 10_000;

const randomOutages: fc.Arbitrary<RandomOutage> = fc.record({
	operation: fc.constantFrom(...OPERATIONS, 'Run' as const),
	outage: fc.constantFrom('hang', 'no response', 'reset', 'status 500', 'status 503'),
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

/** What must hold of any outage. */
async function checkRandomOutage(outage: RandomOutage): Promise<void> {
	const { operation, begins, lasts, items, timeout, requestOptions, seed } = outage;
	const during = [OUTAGES[outage.outage]];
	const result = await runThrough(operation, {
		items,
		seed,
		requestOptions: { ...requestOptions, timeout },
		faults: begins === 0 ? during : [],
		schedule: [
			...(begins > 0 ? [{ at: begins, faults: during }] : []),
			...(lasts < FOREVER ? [{ at: begins + lasts, faults: [] }] : []),
		],
	});
	const { milliseconds, requests, peak, sentAgain, ends } = result;
	const { unknownOutcome = 0 } = ends;
	const isOver = lasts < FOREVER;
	const concurrency = Number(requestOptions.maxConcurrency ?? (operation === 'Run' ? 1 : 100));
	// The work before and after the outage, one request after another, and two seconds for the slowest probe.
	const work = items * LATENCY * 3 + 2000;
	// The circuit opens when a second item has failed, so the first two have all their tries.
	const isOneByOne = operation !== 'Run' && (items === 1 || concurrency === 1);
	const timeouts = isOneByOne ? Math.max(3, 2 + Number(requestOptions.maxRetries ?? 3)) : 3;
	const longest = (isOver ? 1.4 * lasts : 0) + timeouts * 1000 * timeout + 30_000 + work;
	const isThroughOutage =
		operation !== 'Run' && lasts <= SHORT && items >= 12 && requestOptions.maxRetries === undefined;
	const ended = Object.values(ends).reduce((sum, count) => sum + count, 0);
	const findings = [
		...sentAgain.map((path) => `a run was sent again: ${path}`),
		...(milliseconds > longest ? [`took ${milliseconds} ms, at most ${longest} expected`] : []),
		...(ended === items ? [] : ['not every item has an end']),
		...(!isOver && items > 1 && requests > 20 + peak ? [`${requests} requests, peak ${peak}`] : []),
		...(operation === 'Run' && !isOver && unknownOutcome > 3 + Math.min(concurrency, peak)
			? [`${unknownOutcome} runs with an unknown outcome`]
			: []),
		...(isThroughOutage && ends.done < items - (isOneByOne ? 2 : 0)
			? ['not every item succeeded']
			: []),
	];
	if (findings.length > 0) throw new Error([...findings, JSON.stringify(result)].join('\n'));
}

/** Runs random outages. Prints the smallest one that breaks a bound, and returns whether none does. */
export async function checkRandomOutages(
	numRuns: number,
	seed: number,
	path?: string,
): Promise<boolean> {
	const property = fc.asyncProperty(randomOutages, checkRandomOutage);
	const found = await fc.check(property, { numRuns, seed, path });
	if (!found.failed) {
		console.log(`${found.numRuns} random outages with seed ${seed}: no violations`);
		return true;
	}
	console.log(String((found.errorInstance as Error | undefined)?.message));
	console.log(JSON.stringify(found.counterexample?.[0]), `seed ${seed}`, found.counterexamplePath);
	return false;
}

/** Describes a result as the documentation shows it. */
function describeResult({ milliseconds, ends }: OutageResult): string {
	const { done = 0, ...failed } = ends;
	const counts = Object.entries({ done, ...failed });
	const shown = counts.filter(([, count]) => count > 0).map(([end, count]) => `${count} ${end}`);
	return `${(milliseconds / 1000).toFixed(0)} s: ${shown.join(', ')}`;
}

/** The operations whose results the documentation shows: Update and Extract end like Search. */
const DOCUMENTED: readonly OperationName[] = ['Search', 'Run'];

/** Cases that end like a documented one. */
const UNDOCUMENTED = /unknown host|no response|250 ms/;

/** Runs every case, and prints a line for each. Returns whether all bounds hold, and the results as a table. */
export async function checkOutages(only = ''): Promise<{ isFine: boolean; table: string }> {
	let isFine = true;
	const rows = [
		['Outage', ...DOCUMENTED],
		['---', ...DOCUMENTED.map(() => '---')],
	];
	for (const { name, run, violations, operations = OPERATIONS } of OUTAGE_CASES) {
		if (!name.includes(only)) continue;
		const cells: string[] = [];
		for (const operation of OPERATIONS) {
			const isDocumented = DOCUMENTED.includes(operation);
			if (!operations.includes(operation)) {
				if (isDocumented) cells.push('');
				continue;
			}
			const result = await run(operation);
			const broken = violations(operation, result).map((each) => `\n  VIOLATION: ${each}`);
			if (broken.length > 0) isFine = false;
			const described = describeResult(result);
			if (isDocumented) cells.push(described.replace(/, \d+ notSent/, ''));
			const requests = `${result.requests} requests (at most ${result.peak} in progress)`;
			console.log(`${operation}, ${name}: ${described}; ${requests}${broken.join('')}`);
		}
		if (!UNDOCUMENTED.test(name)) rows.push([name, ...cells]);
	}
	return { isFine, table: rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n') };
}

const PAGE = 'maintainers/reliability.md';
const BEGIN = '<!-- outages -->';
const END = '<!-- /outages -->';

/** Puts the table into the documentation, between its markers. */
export async function documentOutages(table: string): Promise<void> {
	const page = await readFile(PAGE, 'utf8');
	const before = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
	await writeFile(PAGE, `${before}\n\n${table}\n\n${page.slice(page.indexOf(END))}`);
}

import { writeFile } from 'node:fs/promises';
import type { IDataObject } from 'n8n-workflow';
import { runNode, jsonOf } from '../support/engine/engine.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { seededRandom } from '../../simulator/faults/rules.ts';
import { startSimulator, TOKEN_HEADER } from '../../simulator/server.ts';
import { testOperations } from '../support/operations.ts';
import { passTime, useSimulatedClock } from '../support/simulatedClock.ts';
import { table, withParts } from '../support/markdown.ts';
import { mayBeHandled } from './journal.ts';

const TOKEN = 'outage-token-0123456789';
const ITEMS = 200;
/** Milliseconds that the platform takes for a request when it is up. */
export const LATENCY = 100;
/** The Timeout, in seconds. */
const TIMEOUT = 5;

export const OPERATIONS = ['Search', 'Update', 'Extract', 'Run'] as const;

export type OperationName = (typeof OPERATIONS)[number];

/** What the platform does during an outage. Without a fault, the address is wrong. */
export const OUTAGES = {
	refused: undefined,
	'unknown host': undefined,
	hang: { fault: 'hang' },
	'no response': { fault: 'hang-after' },
	reset: { fault: 'reset' },
	'status 500': { fault: 'status', status: 500 },
	'status 503': { fault: 'status', status: 503 },
} satisfies Record<string, FaultRule | undefined>;

export type OutageName = keyof typeof OUTAGES;

/** Addresses that don't respond. */
const UNREACHABLE = { refused: 'http://127.0.0.1:1', 'unknown host': 'http://platform.invalid' };

export type Unreachable = keyof typeof UNREACHABLE;

const isUnreachable = (name: OutageName): name is Unreachable => name in UNREACHABLE;

/** Everything known of one execution. */
interface OutageResult {
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
					requestOptions: { timeout: TIMEOUT, ...requestOptions },
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
			const ended = unavailable + unknownOutcome + notSent + done;
			const longest = 3000 * TIMEOUT + 30_000 + (isFirst ? 0 : 60 * LATENCY);
			return [
				...sentAgain.map((path) => `sent again: ${path}`),
				...(milliseconds > longest ? [`took ${milliseconds} ms`] : []),
				...(requests > 20 + (isFirst ? 0 : peak) ? [`${requests} requests`] : []),
				...(unknown > 3 + (isFirst ? 0 : peak) ? [`${unknown} runs with an unknown outcome`] : []),
				...(ended === ITEMS ? [] : [`ends: ${JSON.stringify(ends)}`]),
				...(notSent === 0 ? ['every item was sent'] : []),
				...(operation !== 'Run' && unknownOutcome > 0 ? ['an unknown outcome'] : []),
			];
		},
	};
}

const allDone = (_: OperationName, { ends }: OutageResult) =>
	ends.done === ITEMS ? [] : [`ends: ${JSON.stringify(ends)}`];

const OUTAGE_CASES: OutageCase[] = [
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

/** Runs every case, and prints a line for each. Returns whether all bounds hold, and the documented results. */
export async function checkOutages(): Promise<{ isFine: boolean; rows: string[][] }> {
	let isFine = true;
	const rows = [['Outage', ...DOCUMENTED]];
	for (const { name, run, violations, operations = OPERATIONS } of OUTAGE_CASES) {
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
	return { isFine, rows };
}

const PAGE = 'maintainers/reliability.md';

/** Puts the results into the documentation, as a table. */
export async function documentOutages(rows: string[][]): Promise<void> {
	await writeFile(PAGE, withParts(PAGE, { outages: table(rows) }));
}

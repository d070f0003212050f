import type { IDataObject } from 'n8n-workflow';
import { runNode, jsonOf } from '../../harness/engine/engine.ts';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { seededChance } from '../../simulator/faults/script.ts';
import { startSimulator } from '../../simulator/server.ts';
import { tried } from '../faults/operations.ts';
import { passTime, takeTheClock } from './clock.ts';

const TOKEN = 'outage-token-0123456789';
const ITEMS = 200;
/** Milliseconds that the platform takes for a request when it is up. */
const LATENCY = 100;
/** The Timeout, in seconds. */
const TIMEOUT = 5;

const OPERATIONS = ['Search', 'Update', 'Extract', 'Run'] as const;

type OperationName = (typeof OPERATIONS)[number];

/** What the platform does during an outage; nothing listens when it is `refused`. */
const OUTAGES = {
	refused: undefined,
	hang: { fault: 'hang' },
	'no response': { fault: 'hang-after' },
	reset: { fault: 'reset' },
	500: { fault: 'status', status: 500 },
	503: { fault: 'status', status: 503 },
} satisfies Record<string, FaultRule | undefined>;

type OutageName = keyof typeof OUTAGES;

/** Everything known of one execution. */
export interface OutageResult {
	milliseconds: number;
	/** Requests that arrived after the outage began. */
	requests: number;
	/** Requests in progress when it began. */
	inFlight: number;
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

interface Scenario {
	faults?: FaultRule[];
	/** Changes the faults during the execution. */
	schedule?: Array<{ at: number; faults: FaultRule[] }>;
	isReachable?: boolean;
	items?: number;
	requestOptions?: IDataObject;
	seed?: number;
}

/** Runs one operation for all items with On Error: Continue, on the stolen clock. */
export async function runThrough(
	operation: OperationName,
	{
		faults = [],
		schedule = [],
		isReachable = true,
		items = ITEMS,
		requestOptions = {},
		seed = 1,
	}: Scenario,
): Promise<OutageResult> {
	takeTheClock();
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
					...tried[operation].parameters,
					requestOptions: { timeout: TIMEOUT, ...requestOptions },
				},
				settings: { onError: 'continueRegularOutput' },
				input: Array.from({ length: items }, (_, index) => ({
					json: { id: String(10_000 + index) },
				})),
				credentials: {
					baseUrl: isReachable ? simulator.url : 'http://127.0.0.1:1',
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
		const outageBegan = failed[0]?.at ?? 0;
		const inFlight = journal.filter(
			({ at, faults: met }) => met.length === 0 && at < outageBegan && at + LATENCY >= outageBegan,
		).length;
		return { milliseconds, requests: failed.length, inFlight, ends };
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
				isReachable: rule !== undefined,
				faults: rule && [{ ...rule, when: isFirst ? {} : { request: '60-' } }],
			}),
		violations(operation, { milliseconds, requests, inFlight, ends }) {
			const { done = 0, unavailable = 0, unknownOutcome = 0, notSent = 0 } = ends;
			const unknown = operation === 'Run' ? unknownOutcome : 0;
			const rest = unavailable + unknownOutcome + notSent + done;
			const longest = 3000 * TIMEOUT + 30_000 + (isFirst ? 0 : 60 * LATENCY);
			return [
				...(milliseconds > longest ? [`took ${milliseconds} ms`] : []),
				...(requests > 20 + inFlight ? [`${requests} requests`] : []),
				...(unknown > 3 + inFlight ? [`${unknown} runs with an unknown outcome`] : []),
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
		name === 'refused'
			? [downForGood(name, 'first')]
			: [downForGood(name, 'first'), downForGood(name, 'middle')],
	),
	...(['reset', '500', '503'] as const).flatMap((name) =>
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
				faults: [{ ...OUTAGES[500], when: tried[operation].when('10070') }],
			}),
		violations: (_, { ends }) => (ends.done === ITEMS - 1 ? [] : [`ends: ${JSON.stringify(ends)}`]),
	},
	{
		name: 'a single item',
		run: async (operation) => await runThrough(operation, { items: 1, faults: [OUTAGES[500]] }),
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

/** Runs every case, and prints a line for each. Returns whether all bounds hold. */
export async function checkOutages(only = ''): Promise<boolean> {
	let isFine = true;
	for (const { name, run, violations, operations = OPERATIONS } of OUTAGE_CASES) {
		if (!name.includes(only)) continue;
		for (const operation of operations) {
			const result = await run(operation);
			const broken = violations(operation, result);
			if (broken.length > 0) isFine = false;
			const seconds = (result.milliseconds / 1000).toFixed(1);
			const ends = JSON.stringify(result.ends);
			console.log(
				`${operation}, ${name}: ${seconds} s, ${result.requests} requests beyond ${result.inFlight} in flight, ${ends}${broken.map((each) => `\n  VIOLATION: ${each}`).join('')}`,
			);
		}
	}
	return isFine;
}

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import pMap from 'p-map';
import type { FaultRule } from '../../../simulator/faults/rules.ts';
import type { RequestRecord } from '../../../simulator/journal.ts';
import { startSimulator } from '../../../simulator/server.ts';
import type { EngineRun } from '../../support/engine/engine.ts';
import { runNode } from '../../support/engine/engine.ts';
import { HEADER, TOKEN } from '../../support/engine/platform.ts';
import { deadAddresses } from './addresses.ts';
import type { FaultCase } from './kinds.ts';
import { faultCases } from './kinds.ts';
import type { TestOperationName } from '../../support/operations.ts';
import { testOperations, testOperationNames } from '../../support/operations.ts';

/** How a fault happens: once, or always, with two settings of On Error. */
export const WAYS = ['once', 'stop', 'continue'] as const;
export type Way = (typeof WAYS)[number];

/** The requests and the execution. */
export interface Observation {
	/** The requests of the item with the fault, and those of the item after it. */
	sent: RequestRecord[];
	sentForSecond: RequestRecord[];
	ended: EngineRun;
}

export interface Cell {
	fault: FaultCase;
	operation: TestOperationName;
	observed: Record<Way, Observation>;
}

interface Trial {
	fault: FaultCase;
	operation: TestOperationName;
	way: Way;
	/** The item with the fault. The item after it has the next number. */
	id: number;
}

const FIRST_ID = 1_000_000;
const PARALLEL = 12;
/** In seconds. Enough for at least one retry if Max Retries doesn't count. */
const BUDGET = 8;
/** More for addresses that recover a moment after their first failure. */
const MAX_RETRIES = { once: 3, stop: 1, continue: 1 };

const trials: Trial[] = faultCases
	.flatMap((fault) =>
		testOperationNames.flatMap((operation) => WAYS.map((way) => ({ fault, operation, way }))),
	)
	.map((trial, index) => ({ ...trial, id: FIRST_ID + 2 * index }));

function ruleOf({ fault, operation, way, id }: Trial): FaultRule[] {
	const when = testOperations[operation].when(String(id));
	return fault.rule ? [{ ...fault.rule, when, ...(way === 'once' && { times: 1 }) }] : [];
}

/**
 * Tests every fault with every operation in every way: each one in a separate run of n8n's engine with its own IDs,
 * with one simulator that has all rules.
 */
export async function observeMatrix(): Promise<Cell[]> {
	const simulator = await startSimulator({
		token: TOKEN,
		functions: 1,
		faults: trials.flatMap(ruleOf),
	});
	const observations = new Map<Trial, Observation>();

	async function observe(trial: Trial): Promise<void> {
		const { fault, operation, way, id } = trial;
		const dead =
			fault.address && (await deadAddresses[fault.address](simulator.url, way === 'once'));
		const ended = await runNode({
			parameters: {
				...testOperations[operation].parameters,
				requestOptions: {
					maxConcurrency: 1,
					maxRetries: MAX_RETRIES[way],
					...(fault.isThrottling && { retryBudget: BUDGET }),
					...(/hang|stall|drip/.test(String(fault.rule?.fault)) && { timeout: 1 }),
				},
			},
			input: itemsOf(way === 'once' ? [id] : [id, id + 1]),
			settings: way === 'continue' ? { onError: 'continueRegularOutput' } : {},
			credentials: {
				baseUrl: dead?.baseUrl ?? simulator.url,
				token: TOKEN,
				headerName: HEADER,
			},
		});
		dead?.close();
		const requestsOf = (number: number) =>
			simulator.journal.list().filter((record) => contains(record, String(number)));
		observations.set(trial, { sent: requestsOf(id), sentForSecond: requestsOf(id + 1), ended });
	}

	try {
		await pMap(trials, observe, { concurrency: PARALLEL });
	} finally {
		await simulator.close();
	}
	return cellsOf(observations);
}

function itemsOf(ids: number[]): INodeExecutionData[] {
	return ids.map((id): { json: IDataObject } => ({ json: { id: String(id) } }));
}

function contains({ path, body }: RequestRecord, id: string): boolean {
	return path.includes(id) || JSON.stringify(body).includes(id);
}

function cellsOf(observations: Map<Trial, Observation>): Cell[] {
	return faultCases.flatMap((fault) =>
		testOperationNames.map((operation) => {
			const own = [...observations].filter(
				([trial]) => trial.fault === fault && trial.operation === operation,
			);
			const observed = Object.fromEntries(own.map(([{ way }, observation]) => [way, observation]));
			return { fault, operation, observed: observed as Record<Way, Observation> };
		}),
	);
}

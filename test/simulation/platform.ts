import { Agent } from 'node:http';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import axios from 'axios';
import pMap from 'p-map';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { seededRandom } from '../../simulator/faults/rules.ts';
import type { RequestRecord } from '../../simulator/journal.ts';
import type { Simulator } from '../../simulator/server.ts';
import { startSimulator, TOKEN_HEADER } from '../../simulator/server.ts';
import { jsonOf, NODE, runInLoop, runNode } from '../support/engine/engine.ts';
import { testOperations } from '../support/operations.ts';
import { passTime } from '../support/simulatedClock.ts';
import { type DeadAddressKind, deadAddresses } from './addresses.ts';
import { mayBeHandled } from './journal.ts';

export const OPERATIONS = ['Search', 'Extract', 'Update', 'Run'] as const;

export type OperationName = (typeof OPERATIONS)[number];

/** The default Timeout of each operation, in seconds. */
export const TIMEOUT = { Search: 60, Extract: 300, Update: 60, Run: 60 };

const TOKEN = 'simulated-token-0123456789';
/** A simulated week. */
const FOREVER = 7 * 24 * 3600 * 1000;

/** What the platform does, and when. Times are seconds after the start of the execution. */
export interface PlatformBehavior {
	/** What it does from the start. */
	faults?: FaultRule[];
	/** The address, if nothing responds there. */
	address?: DeadAddressKind;
	/** The fault that begins at a time. */
	begins?: { at: number; faults: FaultRule[] };
	/** When faults and dead addresses end. */
	recoversAt?: number;
	/** Milliseconds per request. */
	latency?: number;
}

interface Work {
	operation: OperationName;
	/** Default: 200. */
	items?: number;
	/** Whether a loop executes the node once per item. */
	isLoop?: boolean;
	requestOptions?: INodeParameters;
	/** Seed of Math.random. */
	seed?: number;
}

/** How an execution ended. */
export interface Result {
	/** Simulated seconds. */
	seconds: number;
	/** The number of items by how they ended: `done`, or the kind of the failure. */
	ends: Record<string, number>;
	outputs: IDataObject[];
	requests: RequestRecord[];
	/** The paths of runs that were sent again although they may have started. */
	sentAgain: string[];
	/** IDs of items that are reported as not sent although they were, or the other way around. */
	wronglyNotSent: string[];
}

/**
 * Executes the node with On Error: Continue, in n8n's engine, against its own simulator.
 * Call `useSimulatedClock` first.
 */
export async function runItems(behavior: PlatformBehavior, work: Work): Promise<Result> {
	const { operation, items = 200, isLoop = false, requestOptions = {}, seed = 1 } = work;
	const { parameters } = testOperations[operation];
	const node = {
		parameters: { ...parameters, requestOptions },
		onError: 'continueRegularOutput',
	} as const;
	const ids = Array.from({ length: items }, (_, index) => String(10_000 + index));
	return await onPlatform(behavior, seed, async (baseUrl, simulator) => {
		const credentials = { baseUrl, token: TOKEN, headerName: TOKEN_HEADER };
		const began = Date.now();
		const execution = isLoop
			? runInLoop(
					ids.map((id) => [id]),
					node,
					credentials,
				)
			: runNode({
					parameters: node.parameters,
					settings: { onError: node.onError },
					input: ids.map((id) => ({ json: { id } })),
					credentials,
				});
		const ended = await passTime(execution, FOREVER);
		const seconds = (Date.now() - began) / 1000;
		const runs = isLoop ? [...ids.keys()] : [0];
		const outputs = runs.flatMap((run) => jsonOf(ended, 0, NODE, run));
		const requests = simulator.journal.list();
		const byPath = Map.groupBy(requests, ({ path }) => path);
		const sentAgain = [...byPath].filter(
			([path, tries]) => path.endsWith('/executions') && tries.slice(0, -1).some(mayBeHandled),
		);
		const arrived = requests.map(({ path, body }) => path + JSON.stringify(body)).join('\n');
		const wronglyNotSent = ids.filter(
			(id, index) => (endOf(outputs[index]) === 'notSent') === arrived.includes(id),
		);
		return {
			...{ seconds, ends: countEnds(outputs), outputs, requests },
			sentAgain: sentAgain.map(([path]) => path),
			// At a dead address, nothing shows what was sent.
			wronglyNotSent: behavior.address ? [] : wronglyNotSent,
		};
	});
}

/**
 * Sends the same extractions with axios, a fixed number in parallel and without retries.
 * @returns the simulated seconds
 */
export async function runPool(
	behavior: PlatformBehavior,
	{ items = 200, concurrency }: { items?: number; concurrency: number },
): Promise<number> {
	return await onPlatform(behavior, 1, async (baseUrl) => {
		const client = axios.create({
			baseURL: baseUrl,
			headers: { [TOKEN_HEADER]: TOKEN },
			proxy: false,
			// The simulated clock jumps, so that kept connections would be closed in the middle.
			httpAgent: new Agent({ keepAlive: false }),
		});
		const body = {
			input: [{ type: 'TEXT', text: 'total 99.50' }],
			outputStructure: { total: { type: 'number' } },
		};
		const send = () => client.post('/api/ai/v1/extract', body);
		const began = Date.now();
		await passTime(pMap(Array(items), send, { concurrency }), FOREVER);
		return (Date.now() - began) / 1000;
	});
}

/** Starts a simulator that behaves like this, and does something with it. */
async function onPlatform<T>(
	{ faults = [], address, begins, recoversAt, latency = 0 }: PlatformBehavior,
	seed: number,
	act: (baseUrl: string, simulator: Simulator) => Promise<T>,
): Promise<T> {
	const simulator = await startSimulator({ token: TOKEN, latency, faults });
	const dead = address && (await deadAddresses[address](Number(new URL(simulator.url).port)));
	const { random } = Math;
	Math.random = seededRandom(seed);
	const recover = () => {
		simulator.faults.set([]);
		dead?.recover();
	};
	const timers = [
		begins && setTimeout(() => simulator.faults.set(begins.faults), 1000 * begins.at),
		recoversAt !== undefined && setTimeout(recover, 1000 * recoversAt),
	];
	try {
		return await act(dead?.baseUrl ?? simulator.url, simulator);
	} finally {
		for (const timer of timers) if (timer) clearTimeout(timer);
		Math.random = random;
		dead?.close();
		await simulator.close();
	}
}

function endOf({ error, details }: IDataObject): string {
	if (error === undefined) return 'done';
	return String((details as IDataObject | undefined)?.kind ?? 'failed');
}

function countEnds(outputs: IDataObject[]): Record<string, number> {
	const groups = Object.entries(Object.groupBy(outputs, endOf));
	return Object.fromEntries(groups.map(([end, group]) => [end, group!.length]));
}

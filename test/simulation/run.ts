import assert from 'node:assert/strict';
import { stringify } from 'flatted';
import type { INodeExecutionData, ITaskData } from 'n8n-workflow';
import { createDeadAddress } from './addresses.ts';
import { hasTokens, ODD, type Scenario, TOKEN } from './scenario.ts';
import { createWorkflow, itemsOfTurn } from './workflows.ts';
import { seededRandom } from '../../simulator/faults/rules.ts';
import type { RequestRecord } from '../../simulator/journal.ts';
import { startSimulator, TOKEN_HEADER } from '../../simulator/server.ts';
import type { EngineRun, RunningExecution } from '../support/engine/engine.ts';
import { NODE, runWorkflow } from '../support/engine/engine.ts';
import { passTime, useSimulatedClock, wait, waitForArrivals } from '../support/simulatedClock.ts';

/** The default Timeout of each operation, in seconds. */
export const TIMEOUT = { Search: 60, Extract: 300, Update: 60, Run: 60 };
/** Milliseconds that the node may take to notice Stop. */
const STOP_DELAY = 100;
/** The longest Retry-After that the node waits for, in seconds. */
const LONGEST_RETRY_AFTER = 600;
/** Longer than the node ever waits. */
const TIME_AFTER_END = 1_000_000;

/** A request that arrived in a turn. */
export interface Sent extends RequestRecord {
	turn: number;
	/** The id of its item. */
	id: string | undefined;
}

/** What the node returned. */
interface End {
	/** The items of each output; undefined if the node failed. */
	outputs?: INodeExecutionData[][];
	error?: { message: string; context?: { data?: unknown } };
	hints: string[];
}

/** How a turn of the node ended. A turn that Retry repeats ends again. */
export interface Ending extends End {
	turn: number;
	items: INodeExecutionData[];
	/** The requests of the turn so far, including those of earlier tries. */
	sent: Sent[];
}

/** Everything known about a simulated execution after it. */
export interface Trace {
	scenario: Scenario;
	/** The simulated seconds of the execution. */
	seconds: number;
	endings: Ending[];
	/** Every request, oldest first. */
	sent: Sent[];
	/** The execution data that n8n would save. */
	saved: string;
}

const unhandled: unknown[] = [];

/** Starts the simulated clock, and records unhandled rejections. */
export function prepare(): void {
	useSimulatedClock();
	process.on('unhandledRejection', (reason) => unhandled.push(reason));
}

/**
 * Simulates an execution in n8n's engine, with its own simulator and real connections.
 * @throws Error if it doesn't end, or if anything is sent or in progress after its end
 */
export async function runScenario(scenario: Scenario): Promise<Trace> {
	const { functions, latency, address, faultsBegin, faultsEnd, stopAfter } = scenario;
	const acceptsToken = (token: string) => token === TOKEN + ODD;
	const simulator = await startSimulator({ token: TOKEN, acceptsToken, functions, latency });
	const dead = address && createDeadAddress(address, simulator.url);
	const begin = () => simulator.faults.set(scenario.faults);
	const recover = () => {
		simulator.faults.set([]);
		dead?.recover();
	};
	if (faultsBegin === 0) begin();
	else setTimeout(begin, faultsBegin);
	if (faultsEnd !== undefined) setTimeout(recover, faultsEnd);
	unhandled.length = 0;
	Math.random = seededRandom(scenario.randomSeed);
	/** The turns that began, and how many requests had arrived before each. */
	const begun: Array<{ turn: number; from: number }> = [];
	const endings: Ending[] = [];
	const texts: string[] = [];
	let toolEnds: Array<End | undefined> = [];
	let stoppedAt = Infinity;
	const journal = () => simulator.journal.list();
	const sent = (): Sent[] =>
		journal().map((record, index) =>
			Object.assign(record, {
				turn: begun.findLast(({ from }) => from <= index)?.turn ?? -1,
				id: /\b1\d{4}\b/.exec(record.path + JSON.stringify(record.body))?.[0],
			}),
		);
	async function onTurn(turn: number): Promise<void> {
		await waitForArrivals();
		begun.push({ turn, from: journal().length });
	}
	function stopLater(execution: RunningExecution): void {
		if (stopAfter === undefined) return;
		setTimeout(() => {
			execution.cancel();
			stoppedAt = Date.now();
		}, stopAfter);
	}

	/** Records the runs of the node since a number of turns and of runs. */
	function record({ run }: EngineRun, turnsBefore: number, runsBefore: number): void {
		texts.push(stringify(run.data));
		const ends = scenario.way === 'tool' ? toolEnds : tasksOf(run).slice(runsBefore).map(endOfTask);
		toolEnds = [];
		for (const [index, end] of ends.entries()) {
			if (end === undefined) continue;
			const { turn } = begun[turnsBefore + index];
			const ofTurn = sent().filter((each) => each.turn === turn);
			endings.push({ turn, items: itemsOfTurn(scenario, turn), sent: ofTurn, ...end });
		}
	}

	async function execute(): Promise<void> {
		const onToolEnd = (error?: Error, text?: string) => void toolEnds.push(endOfCall(error, text));
		const workflow = createWorkflow(scenario, onTurn, onToolEnd);
		const { baseUrl } = dead ?? { baseUrl: simulator.url };
		const ofItem = `={{ ${JSON.stringify(TOKEN)} + (${scenario.tokenBy} % 2 ? '${ODD}' : '') }}`;
		const token = hasTokens(scenario) ? ofItem : TOKEN;
		const credentials = { baseUrl, token, headerName: TOKEN_HEADER };
		if (scenario.way === 'once') await onTurn(0);
		let ended = await runWorkflow({ ...workflow, credentials, onStart: stopLater });
		record(ended, 0, 0);
		const afterStop = journal().filter(({ at }) => at > stoppedAt + STOP_DELAY);
		assert.deepEqual(afterStop, [], 'requests came after Stop');
		for (let retry = 0; retry < scenario.retries; retry++) {
			const { resultData, executionData } = ended.run.data;
			if (!resultData.error) break;
			if (scenario.recovers) recover();
			const turnsBefore = begun.length;
			const runs = tasksOf(ended.run);
			const isNext = executionData?.nodeExecutionStack[0]?.node.name === NODE;
			if (isNext) await onTurn(begun.at(-1)?.turn ?? 0);
			const isRunRemoved = resultData.lastNodeExecuted === NODE && runs.at(-1)?.error !== undefined;
			ended = await ended.retry();
			record(ended, turnsBefore, runs.length - (isRunRemoved ? 1 : 0));
		}
	}

	try {
		const began = Date.now();
		await passTime(execute(), boundOf(scenario));
		const seconds = (Date.now() - began) / 1000;
		await waitForArrivals();
		const all = journal().length;
		await wait(TIME_AFTER_END);
		assert.equal(journal().length, all, 'requests came after the end');
		assert.equal(simulator.journal.stats().inFlight, 0, 'requests are in progress after the end');
		assert.deepEqual(unhandled, [], 'a rejection is unhandled');
		return { scenario, seconds, endings, sent: sent(), saved: texts.join('\n') };
	} finally {
		await simulator.close();
	}
}

function tasksOf({ data }: EngineRun['run']): ITaskData[] {
	return data.resultData.runData[NODE] ?? [];
}

function endOfTask({ data, error, hints = [] }: ITaskData): End {
	const outputs = error ? undefined : (data?.main as INodeExecutionData[][]);
	return { outputs, error, hints: hints.map(({ message }) => message) };
}

/** n8n's message for a tool that was stopped. */
const CANCELED = /Execution was cancelled/;

function endOfCall(error: Error | undefined, text = '[]'): End | undefined {
	if (CANCELED.test(error?.message ?? text)) return undefined;
	const items = JSON.parse(text) as Array<INodeExecutionData['json']>;
	const output = items.map((json) => ({ json, pairedItem: { item: 0 } }));
	return { outputs: error ? undefined : [output], error, hints: [] };
}

/** Milliseconds within which the execution must end: the most that the rules allow for each request. */
function boundOf({ turns, settings, requestOptions, functions, retries, operation }: Scenario) {
	const { timeout = TIMEOUT[operation] } = requestOptions;
	const requests = turns.flat().length * (operation === 'Search' ? functions + 20 : 1);
	const tries = (settings.retryOnFail ? settings.maxTries : 1) * (retries + 1);
	return 1000 * requests * tries * (Math.max(120, 2 * timeout) + LONGEST_RETRY_AFTER + timeout);
}

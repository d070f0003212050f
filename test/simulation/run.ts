import { stringify } from 'flatted';
import type { INodeExecutionData, ITaskData } from 'n8n-workflow';
import type { EngineRun, RunningExecution } from '../support/engine/engine.ts';
import { NODE, runWorkflow } from '../support/engine/engine.ts';
import type { RequestRecord } from '../../simulator/journal.ts';
import { startSimulator, TOKEN_HEADER } from '../../simulator/server.ts';
import { seededRandom } from '../../simulator/faults/rules.ts';
import { TIMEOUT } from './platform.ts';
import { waitForArrivals, passTime, useSimulatedClock, wait } from '../support/simulatedClock.ts';
import type { Scenario } from './scenario.ts';
import { idOf } from './scenario.ts';
import { rulesOf, TOKEN } from './faultSchedule.ts';
import type { ToolResponse } from './workflows.ts';
import { itemsOfTurn, createWorkflow } from './workflows.ts';

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

/** How a turn of the node ended. A turn that Retry repeats ends again. */
export interface Ending {
	turn: number;
	items: INodeExecutionData[];
	/** The requests of the turn so far, including those of earlier tries. */
	sent: Sent[];
	/** The items of each output; undefined if the node failed. */
	outputs?: INodeExecutionData[][];
	error?: { message: string; description?: string | null; context?: { data?: unknown } };
	hints: string[];
}

/** Everything known about a simulated execution after it. */
export interface Trace {
	scenario: Scenario;
	endings: Ending[];
	/** Every request, oldest first. */
	sent: Sent[];
	/** The execution data that n8n would save. */
	saved: string;
	/** How many requests came after Stop, how many after the end, and how many are in progress. */
	afterStop: number;
	late: number;
	open: number;
	unhandled: unknown[];
}

const unhandled: unknown[] = [];

/** Starts the simulated clock, and records unhandled rejections. */
export function prepare(): void {
	useSimulatedClock();
	process.on('unhandledRejection', (reason) => unhandled.push(reason));
}

/**
 * Simulates an execution in n8n's engine, with its own simulator and real connections.
 * @throws Error if it doesn't end
 */
export async function runScenario(scenario: Scenario): Promise<Trace> {
	const simulator = await startSimulator({
		token: TOKEN,
		functions: scenario.functions,
		latency: scenario.latency,
		faults: rulesOf(
			scenario.faultSchedule,
			(item) => idOf(scenario, 0, item),
			scenario.operation === 'Run',
		),
	});
	unhandled.length = 0;
	Math.random = seededRandom(scenario.randomSeed);
	const marks: Array<{ turn: number; from: number }> = [];
	const toolResponses: ToolResponse[] = [];
	const journal = () => simulator.journal.list();
	const onTurn = async (turn: number) => {
		await waitForArrivals();
		marks.push({ turn, from: journal().length });
	};
	const workflow = createWorkflow(scenario, {
		onTurn,
		onToolResponse: (response) => void toolResponses.push(response),
	});
	const credentials = {
		baseUrl: scenario.isReachable ? simulator.url : 'http://127.0.0.1:1',
		...{ token: TOKEN, headerName: TOKEN_HEADER },
	};
	const sent = (): Sent[] =>
		journal().map((record, index) =>
			Object.assign(record, {
				turn: marks.findLast(({ from }) => from <= index)?.turn ?? -1,
				id: /\b1\d{4}\b/.exec(record.path + JSON.stringify(record.body))?.[0],
			}),
		);
	const endings: Ending[] = [];
	const texts: string[] = [];

	/** Records the runs of the node since a mark, one per turn. */
	function record({ run }: EngineRun, marksBefore: number, runsBefore: number): void {
		texts.push(stringify(run.data));
		const isTool = scenario.way === 'tool';
		const tasks = isTool ? toolResponses.splice(0).map(toTask) : tasksOf(run).slice(runsBefore);
		for (const [index, task] of tasks.entries()) {
			if (task === undefined) continue;
			const { turn } = marks[marksBefore + index];
			endings.push({
				turn,
				items: itemsOfTurn(scenario, turn),
				sent: sent().filter((record) => record.turn === turn),
				outputs: task.error ? undefined : (task.data?.main as INodeExecutionData[][]),
				error: task.error,
				hints: (task.hints ?? []).map(({ message }) => message),
			});
		}
	}

	let stoppedAt = Infinity;
	let afterStop = 0;
	const stop = (execution: RunningExecution) => {
		if (scenario.stopAfter === undefined) return;
		setTimeout(() => {
			execution.cancel();
			stoppedAt = Date.now();
		}, scenario.stopAfter);
	};
	const execute = async () => {
		if (scenario.way === 'once') await onTurn(0);
		let ended = await runWorkflow({ ...workflow, credentials, onStart: stop });
		record(ended, 0, 0);
		afterStop = journal().filter(({ at }) => at > stoppedAt + STOP_DELAY).length;
		for (
			let pressed = 0;
			pressed < scenario.retries && ended.run.data.resultData.error;
			pressed++
		) {
			if (scenario.recovers) simulator.faults.set([]);
			const marksBefore = marks.length;
			const runs = tasksOf(ended.run);
			if (nextNodeOf(ended.run) === NODE) await onTurn(marks.at(-1)?.turn ?? 0);
			const { lastNodeExecuted } = ended.run.data.resultData;
			const isRunRemoved = lastNodeExecuted === NODE && runs.at(-1)?.error !== undefined;
			ended = await ended.retry();
			record(ended, marksBefore, runs.length - (isRunRemoved ? 1 : 0));
		}
	};
	try {
		await passTime(execute(), boundOf(scenario));
		await waitForArrivals();
		const all = journal().length;
		await wait(TIME_AFTER_END);
		return {
			scenario,
			endings,
			sent: sent(),
			saved: texts.join('\n'),
			afterStop,
			late: journal().length - all,
			open: simulator.journal.stats().inFlight,
			unhandled: [...unhandled],
		};
	} finally {
		await simulator.close();
	}
}

function tasksOf({ data }: EngineRun['run']): ITaskData[] {
	return data.resultData.runData[NODE] ?? [];
}

/** The node that n8n was about to execute when the execution ended. */
function nextNodeOf({ data }: EngineRun['run']): string | undefined {
	return data.executionData?.nodeExecutionStack[0]?.node.name;
}

/** n8n's message for a tool that was stopped. */
const CANCELLED = /Execution was cancelled/;

function toTask({ text, error }: ToolResponse): ITaskData | undefined {
	if (CANCELLED.test(text ?? error!.message)) return undefined;
	const items = text === undefined ? [] : (JSON.parse(text) as Array<INodeExecutionData['json']>);
	const main = [items.map((json) => ({ json, pairedItem: { item: 0 } }))];
	return { data: { main }, error } as unknown as ITaskData;
}

/** Milliseconds within which the execution must end: the most that the rules allow for each request. */
function boundOf({ turns, settings, requestOptions, functions, retries, operation }: Scenario) {
	const { timeout = TIMEOUT[operation] } = requestOptions;
	const requests = turns.flat().length * (operation === 'Search' ? functions + 20 : 1);
	const tries = (settings.retryOnFail ? settings.maxTries : 1) * (retries + 1);
	return 1000 * requests * tries * (Math.max(120, 2 * timeout) + LONGEST_RETRY_AFTER + timeout);
}

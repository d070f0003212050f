import { stringify } from 'flatted';
import type { INodeExecutionData, ITaskData } from 'n8n-workflow';
import type { EngineRun, RunningExecution } from '../support/engine/engine.ts';
import { chain, NODE, runWorkflow, START } from '../support/engine/engine.ts';
import { nodeOf, stubNodeType } from '../support/engine/nodes.ts';
import type { RequestRecord } from '../../simulator/journal.ts';
import { startSimulator } from '../../simulator/server.ts';
import { seededChance } from '../../simulator/faults/script.ts';
import { arrivals, passTime, takeTheClock, wait } from '../support/simulatedClock.ts';
import type { Night } from './night.ts';
import { idOf } from './night.ts';
import { rulesOf, TOKEN } from './platform.ts';
import type { ToolAnswer, WorkflowOfNight } from './workflows.ts';
import { itemsOfTurn, workflowOf } from './workflows.ts';

const HEADER = 'X-SERVICE-Developer-Token';
/** How long the node may take to notice Stop: a tick of its waits. */
const NOTICES_STOP = 100;
/** Longer than anything that the node may wait for. */
const AFTERWARDS = 1_000_000;

/** A request that arrived, and the turn in which it did. */
export interface Sent extends RequestRecord {
	turn: number;
	/** The id of the item that it is about. */
	id: string | undefined;
}

/** How a turn of the node ended; a turn that Retry repeats ends again. */
export interface Ending {
	turn: number;
	items: INodeExecutionData[];
	/** The requests of the turn until then, also those of tries before. */
	sent: Sent[];
	/** What came out, by output; missing when the node failed. */
	outputs?: INodeExecutionData[][];
	error?: { message: string; description?: string | null; context?: { data?: unknown } };
	hints: string[];
}

/** Everything that is known of a night when it is over. */
export interface Story {
	night: Night;
	endings: Ending[];
	/** Every request, oldest first. */
	sent: Sent[];
	/** Everything that n8n would save. */
	saved: string;
	/** How many requests came after Stop, how many after the end, and how many are open. */
	afterStop: number;
	late: number;
	open: number;
	unhandled: unknown[];
}

const unhandled: unknown[] = [];

/** Takes the clock, and notes what nobody handles. */
export function prepare(): void {
	takeTheClock();
	process.on('unhandledRejection', (reason) => unhandled.push(reason));
}

/**
 * Lives through a night: a simulator of its own, n8n's engine, real connections between them.
 * @throws Error when it does not end
 */
export async function liveThrough(night: Night): Promise<Story> {
	const simulator = await startSimulator({
		token: TOKEN,
		functions: night.functions,
		latency: night.latency,
		faults: rulesOf(night.moods, (item) => idOf(night, 0, item), night.operation === 'Run'),
	});
	unhandled.length = 0;
	Math.random = seededChance(night.chance);
	const marks: Array<{ turn: number; from: number }> = [];
	const answers: ToolAnswer[] = [];
	const journal = () => simulator.journal.list();
	const begins = async (turn: number) => {
		await arrivals();
		marks.push({ turn, from: journal().length });
	};
	const workflow = workflowOf(night, {
		begins,
		answered: (answer) => void answers.push(answer),
	});
	/** Without the searches by which the circuit breaker probes before it sends another run. */
	const isProbe = ({ path }: RequestRecord) =>
		night.operation === 'Run' && path.endsWith('/functions/search');
	const sent = (): Sent[] =>
		journal()
			.map((record, index) =>
				Object.assign(record, {
					turn: marks.findLast(({ from }) => from <= index)?.turn ?? -1,
					id: /\b1\d{4}\b/.exec(record.path + JSON.stringify(record.body))?.[0],
				}),
			)
			.filter((record) => !isProbe(record));
	const endings: Ending[] = [];
	const texts: string[] = [];

	/** Each run of the node since a mark is that of its turn. */
	function take({ run }: EngineRun, marksBefore: number, runsBefore: number): void {
		texts.push(stringify(run.data));
		const isTool = night.way === 'tool';
		const tasks = isTool ? answers.splice(0).map(taskOfAnswer) : tasksOf(run).slice(runsBefore);
		for (const [index, task] of tasks.entries()) {
			if (task === undefined) continue;
			const { turn } = marks[marksBefore + index];
			endings.push({
				turn,
				items: itemsOfTurn(night, turn),
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
		if (night.stopAfter === undefined) return;
		setTimeout(() => {
			execution.cancel();
			stoppedAt = Date.now();
		}, night.stopAfter);
	};
	const live = async () => {
		if (night.way !== 'loop' && night.way !== 'tool') await begins(0);
		let ended = await runAs(night, workflow, simulator.url, stop);
		take(ended, 0, 0);
		afterStop = journal().filter(({ at }) => at > stoppedAt + NOTICES_STOP).length;
		for (let pressed = 0; pressed < night.retries && ended.run.data.resultData.error; pressed++) {
			if (night.recovers) simulator.faults.set([]);
			const marksBefore = marks.length;
			const runs = tasksOf(ended.run);
			if (nextNodeOf(ended.run) === NODE) await begins(marks.at(-1)?.turn ?? 0);
			const { lastNodeExecuted } = ended.run.data.resultData;
			const isRunRemoved = lastNodeExecuted === NODE && runs.at(-1)?.error !== undefined;
			ended = await ended.retry();
			take(ended, marksBefore, runs.length - (isRunRemoved ? 1 : 0));
		}
	};
	try {
		await passTime(live(), boundOf(night));
		await arrivals();
		const all = journal().length;
		await wait(AFTERWARDS);
		return {
			night,
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

/** In a sub-workflow the node has an execution of its own, which is the one that is looked at. */
async function runAs(
	night: Night,
	workflow: WorkflowOfNight,
	url: string,
	onStart: (execution: RunningExecution) => void,
): Promise<EngineRun> {
	const baseUrl = night.isReachable ? url : 'http://127.0.0.1:1';
	const credentials = { baseUrl, token: TOKEN, headerName: HEADER };
	if (night.way !== 'sub-workflow') return await runWorkflow({ ...workflow, credentials, onStart });

	let inner: EngineRun | undefined;
	await runWorkflow({
		nodes: [nodeOf({ name: 'Sub-workflow', type: 'test.sub' })],
		nodeTypes: {
			'test.sub': stubNodeType(async function () {
				const { data } = await this.executeWorkflow({ id: 'sub' }, this.getInputData());
				return [data[0] ?? []];
			}),
		},
		connections: chain(START, 'Sub-workflow'),
		input: workflow.input,
		credentials,
		async executeWorkflow(_info, _additionalData, { inputData }) {
			inner = await runWorkflow({ ...workflow, input: inputData, credentials, onStart });
			const { error, runData } = inner.run.data.resultData;
			if (error) throw error;
			return { executionId: '2', data: runData[NODE]?.[0]?.data?.main ?? [] };
		},
	});
	return inner!;
}

function tasksOf({ data }: EngineRun['run']): ITaskData[] {
	return data.resultData.runData[NODE] ?? [];
}

/** The node that n8n was about to execute when the execution ended. */
function nextNodeOf({ data }: EngineRun['run']): string | undefined {
	return data.executionData?.nodeExecutionStack[0]?.node.name;
}

/** n8n's own words, in the place of the node's, when it was stopped. */
const CANCELLED = /Execution was cancelled/;

function taskOfAnswer({ text, error }: ToolAnswer): ITaskData | undefined {
	if (CANCELLED.test(text ?? error!.message)) return undefined;
	const items = text === undefined ? [] : (JSON.parse(text) as Array<INodeExecutionData['json']>);
	const main = [items.map((json) => ({ json, pairedItem: { item: 0 } }))];
	return { data: { main }, error } as unknown as ITaskData;
}

/** Milliseconds within which a night must end: what its settings allow at most, for every request. */
function boundOf({
	turns,
	settings,
	requestOptions,
	functions,
	retries,
	operation,
}: Night): number {
	const { retryBudget = 120, timeout = operation === 'Extract' ? 300 : 60 } = requestOptions;
	const requests = turns.flat().length * (operation === 'Search' ? functions + 20 : 1);
	const tries = (settings.retryOnFail ? settings.maxTries : 1) * (retries + 1);
	return 1000 * (requests * tries * (retryBudget + timeout + 60) + 100);
}

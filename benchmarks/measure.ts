import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PAGE_SIZE, type Row, type Target } from './rows.ts';
import { type Bench, startSubject, type SubjectName, type SubjectProcess } from './subjects.ts';
import { type Simulator, startSimulator } from '../simulator/server.ts';

/** One run of a subject: seconds, CPU seconds, megabytes, the share of throttled requests, and successful ones. */
type Sample = Record<Target['measure'] | 'succeeded', number>;

/** The samples of each round, by subject. */
type Samples = Partial<Record<SubjectName, Sample[]>>;

/** Runs the subjects of a row in turns, each in a new process per round, and after a warm-up. */
export async function measure(row: Row, rounds: number, bench: Bench): Promise<Samples> {
	const { call, items, functions = 0, faults, axios, executions = 1 } = row;
	await using started = new AsyncDisposableStack();
	const simulator = started.adopt(await startSimulator({ functions }), (each) => each.close());
	const ids = Array.from({ length: items ?? 1 }, (_, index) => call.id(index));
	const work = { ...bench, ...row, baseUrl: simulator.url, ids };
	const subjects: SubjectName[] = ['node', 'HTTP Request', ...(axios ? ['axios' as const] : [])];
	const measured: Samples = {};

	for (let round = 1; round <= rounds; round++) {
		for (const name of subjects) {
			bench.cancelSignal.throwIfAborted();
			await using running = await startSubject(name, work);
			// For a search of all functions, one page is enough.
			simulator.faults.set(items === undefined ? [{ fault: 'has-more-never' }] : faults);
			await running.run();
			simulator.reset();
			simulator.faults.set(faults);
			const sample = await takeSample(running, simulator, executions);
			console.log(`  round ${round}, ${name}: ${sample.wall.toFixed(2)} s`);
			(measured[name] ??= []).push(sample);
		}
	}
	return measured;
}

async function takeSample(
	{ processId, run }: SubjectProcess,
	{ journal }: Simulator,
	executions: number,
): Promise<Sample> {
	// Resets the peak memory to the current memory.
	await writeFile(`/proc/${processId}/clear_refs`, '5');
	const cpuBefore = await cpuSecondsOf(processId);
	const began = performance.now();
	for (let count = 0; count < executions; count++) await run();
	const wall = (performance.now() - began) / 1000;
	// The sample includes the work that a process does after its response.
	await sleep(300);
	const cpu = (await cpuSecondsOf(processId)) - cpuBefore;
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	const { requests, throttled } = journal.stats();
	const peakMemory = Number(/^VmHWM:\s*(\d+)/m.exec(status)![1]) / 1024;
	const succeeded = journal.list().filter(({ status = 500 }) => status < 300).length;
	return { wall, cpu, peakMemory, throttled: throttled / requests, succeeded };
}

/** The CPU seconds of a process since its start, in all threads. /proc counts them in ticks of 10 ms. */
async function cpuSecondsOf(processId: number): Promise<number> {
	const line = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

const RATIOS = 'Ratios of the node, and their limits';
export const HEAD = ['Work', 'node', 'HTTP Request', 'axios', RATIOS];

const MEASURES = { wall: 'time', cpu: 'CPU', peakMemory: 'memory', throttled: 'throttled' };

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** The cells of a row: medians of the rounds. Ratios are medians of each round's ratio, in bold if too high. */
export function cellsOf(row: Row, measured: Samples): string[] {
	const { title, items, functions = 0, executions = 1, targets } = row;
	const expected = items === undefined ? functions / PAGE_SIZE : items * executions;
	const isComplete = (samples: Sample[]) => samples.at(-1)!.succeeded >= expected;

	function figures(name: SubjectName): string {
		const samples = measured[name];
		if (!samples) return '–';
		const of = (measure: Target['measure']) => median(samples.map((each) => each[measure]));
		const wall = `${of('wall').toFixed(2)} s`;
		if (name === 'axios') return wall;
		const missing = isComplete(samples) ? '' : `, ${samples.at(-1)!.succeeded} succeed`;
		return `${wall}, CPU ${of('cpu').toFixed(2)} s, ${of('peakMemory').toFixed(0)} MB${missing}`;
	}

	function ratio({ measure, baseline, atMost }: Target): string {
		const samples = measured.node!;
		const others = baseline && measured[baseline];
		const value = median(
			samples.map((each, round) => each[measure] / (others?.[round][measure] ?? 1)),
		);
		const text = `${MEASURES[measure]} ${value.toFixed(2)}${baseline ? ` × ${baseline}` : ''} (≤ ${atMost})`;
		return value <= atMost && isComplete(samples) ? text : `**${text}**`;
	}

	const ratios = targets.map(ratio).join('; ');
	return [title, figures('node'), figures('HTTP Request'), figures('axios'), ratios];
}

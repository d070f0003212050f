import type { PackageCost } from './package-cost.ts';

/** One run of one subject. */
export interface Sample {
	/** Seconds from the call to the answer. */
	wall: number;
	/** CPU seconds of the subject's process. */
	cpu: number;
	/** Most memory of the subject's process during the run, in megabytes. */
	peakMemory: number;
	/** Requests that reached the service. */
	requests: number;
	/** How many of them it refused. */
	refused?: number;
	/** Most requests that the service had at the same time. */
	highestConcurrency: number;
	/** How many it had on average in the middle half of the time. */
	usualConcurrency?: number;
	/** What n8n said when the execution failed. */
	failure?: string;
}

/** The median of each measure over the samples. */
export type Summary = Omit<Sample, 'failure'>;

export interface SubjectResult {
	name: string;
	/** Items that came out and are no failures, counted in a run of their own after the others. */
	succeeded: number;
	summary: Summary;
	samples: Sample[];
}

/** A ratio of our node to another subject that the project has set itself. */
export interface Target {
	measure: 'wall' | 'cpu' | 'peakMemory' | 'requests' | 'refused' | 'usualConcurrency';
	/** Another subject, or the measure of our own that it is a part of. */
	baseline: string;
	atMost: number;
	/** What is taken off before, in the unit of the measure: a wait that the service asks for. */
	without?: number;
}

/** How our node compares with a baseline: the median of the rounds, in each of which both had the same host. */
export interface Ratio extends Target {
	ratio: number;
	/** Over the rounds. */
	range: { smallest: number; largest: number };
	isReached: boolean;
}

export interface ScenarioResult {
	name: string;
	title: string;
	/** When it was measured. */
	date: string;
	/** Where: processors, memory and system. */
	machine: string;
	/** How many processes wanted a processor on average in the minute before: others than ours count too. */
	loadBefore: number;
	items?: number;
	functions: number;
	subjects: SubjectResult[];
	ratios: Ratio[];
}

/** The machine-readable file: the newest figures of every row. */
export interface Results {
	versions: { package: string; n8n: string; node: string; axios: string };
	package: PackageCost;
	scenarios: ScenarioResult[];
	queueMode?: QueueModeResult;
}

/** What n8n in queue mode takes; maintainers/scale.md is calculated from it. */
export interface QueueModeResult {
	date: string;
	/** One for each operation: `npm test -- --only queue` measures them. */
	operations: QueueModeFigures[];
}

/** A process of n8n in queue mode, or one that it needs. */
export type Member = 'main' | 'webhook' | 'worker-1' | 'worker-2' | 'postgres' | 'redis';

export interface QueueModeFigures {
	operation: string;
	executions: number;
	executionsPerSecond: number;
	cpuMillisecondsPerExecution: Record<Member, number>;
	/** Resident memory when all is done. */
	megabytes: Record<Member, number>;
	databaseBytesPerExecution: number;
	redisMegabytes: number;
}

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

export function summaryOf(samples: Sample[]): Summary {
	const { failure: _, ...measures } = samples[0];
	const entries = Object.keys(measures).map((name) => {
		const measure = name as keyof Summary;
		return [measure, median(samples.map((sample) => sample[measure]!))];
	});
	return Object.fromEntries(entries);
}

/**
 * The first subject is our node; a ratio only counts when all of its work succeeded.
 *
 * @param expected how many items have to come out
 */
export function ratiosOf(targets: Target[], subjects: SubjectResult[], expected: number): Ratio[] {
	const [{ samples, succeeded }] = subjects;
	const isDone = succeeded === expected && samples.every(({ failure }) => failure === undefined);
	return targets.map((target) => {
		const { measure, baseline, atMost, without = 0 } = target;
		const other = subjects.find(({ name }) => name === baseline);
		const baselines = other?.samples.map((sample) => sample[measure]!);
		const ratios = samples.map(
			(sample, round) => (sample[measure]! - without) / (baselines?.[round] ?? sample.requests),
		);
		const ratio = median(ratios);
		const range = { smallest: Math.min(...ratios), largest: Math.max(...ratios) };
		return { ...target, ratio, range, isReached: isDone && ratio <= atMost };
	});
}

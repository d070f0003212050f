import type { LeastHeap } from './least-heap.ts';
import type { PackageCost } from './package-cost.ts';
import type { Target } from './scenarios.ts';

/** One run of one rival. */
export interface Measurement {
	/** Seconds from the call to the answer. */
	wall: number;
	/** CPU seconds of the rival's process. */
	cpu: number;
	/** Most memory of the rival's process during the run, in megabytes. */
	peakMemory: number;
	/** Memory after the run, in megabytes. */
	keptMemory: number;
	/** Requests that reached the service. */
	requests: number;
	/** Most requests that the service had at the same time. */
	highestConcurrency: number;
	/** What n8n said when the execution failed. */
	failure?: string;
}

/** The median of each measure over the runs. */
export type Summary = Record<Exclude<keyof Measurement, 'failure'>, number>;

export interface RivalResult {
	name: string;
	/** Items that came out and are no failures, counted in a run of their own after the others. */
	succeeded: number;
	summary: Summary;
	runs: Measurement[];
}

/** How our node compares with a rival: the median of the rounds, in each of which both had the same host. */
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
	/** How many processes wanted a processor on average in the minute before: others than ours count too. */
	loadBefore: number;
	items?: number;
	functions: number;
	rivals: RivalResult[];
	ratios: Ratio[];
}

/** The machine-readable file: the newest figures of every row. */
export interface Results {
	machine: { system: string; processor: string; cores: number; memoryGigabytes: number };
	versions: { package: string; n8n: string; node: string; axios: string };
	package: PackageCost;
	scenarios: ScenarioResult[];
	heaps: HeapResult[];
}

/** How much heap the rivals of a scenario need in n8n. */
export interface HeapResult {
	scenario: string;
	date: string;
	rivals: LeastHeap[];
}

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return Number.isInteger(middle)
		? (sorted[middle - 1] + sorted[middle]) / 2
		: sorted[Math.floor(middle)];
}

export function summaryOf(runs: Measurement[]): Summary {
	const medianOf = (measure: keyof Summary) => median(runs.map((run) => run[measure]));
	return {
		wall: medianOf('wall'),
		cpu: medianOf('cpu'),
		peakMemory: medianOf('peakMemory'),
		keptMemory: medianOf('keptMemory'),
		requests: medianOf('requests'),
		highestConcurrency: medianOf('highestConcurrency'),
	};
}

/**
 * The first rival is our node; a ratio only counts when all of its work succeeded.
 *
 * @param expected how many items have to come out
 */
export function ratiosOf(targets: Target[], rivals: RivalResult[], expected: number): Ratio[] {
	const [{ runs, succeeded }] = rivals;
	const isDone = succeeded === expected && runs.every(({ failure }) => failure === undefined);
	return targets.map((target) => {
		const other = rivals.find(({ name }) => name === target.rival)!;
		const ratios = runs.map(
			(run, round) => run[target.measure] / other.runs[round][target.measure],
		);
		const ratio = median(ratios);
		const range = { smallest: Math.min(...ratios), largest: Math.max(...ratios) };
		return { ...target, ratio, range, isReached: isDone && ratio <= target.atMost };
	});
}

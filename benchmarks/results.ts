/** One run of one subject. */
export interface Sample {
	/** Seconds from the call to the response. */
	wall: number;
	/** CPU seconds of the subject's process. */
	cpu: number;
	/** Peak memory of the subject's process during the run, in megabytes. */
	peakMemory: number;
	/** Requests that reached the service. */
	requests: number;
	/** Throttled requests. */
	throttled?: number;
	/** Highest number of requests in parallel. */
	highestConcurrency: number;
	/** Average number in parallel during the middle half of the time. */
	usualConcurrency?: number;
	/** n8n's message when the execution failed. */
	failure?: string;
}

/** The median of each measure over the samples. */
export type Summary = Omit<Sample, 'failure'>;

export interface SubjectResult {
	name: string;
	/** Successful output items, counted in an extra run. */
	succeeded: number;
	summary: Summary;
	samples: Sample[];
}

/** The project's target for a ratio of our node to another subject. */
export interface Target {
	measure: 'wall' | 'cpu' | 'peakMemory' | 'requests' | 'throttled' | 'usualConcurrency';
	/** Another subject, or another measure of our node. */
	baseline: string;
	atMost: number;
	/** Seconds that are subtracted from the wall time first, because the service requests this wait. */
	without?: number;
}

/** Our node compared with a baseline: the median of the rounds. */
export interface Ratio extends Target {
	ratio: number;
	/** The smallest and the largest ratio of a round. */
	range: { smallest: number; largest: number };
	isReached: boolean;
}

export interface ScenarioResult {
	name: string;
	title: string;
	/** When it was measured. */
	date: string;
	/** Processors, memory, and system. */
	machine: string;
	/** The machine's load average in the minute before. */
	loadBefore: number;
	items?: number;
	functions: number;
	subjects: SubjectResult[];
	ratios: Ratio[];
}

/** The saved results: the latest of each row. */
export interface Results {
	versions: { package: string; n8n: string; node: string; axios: string };
	scenarios: ScenarioResult[];
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
 * Compares the first subject, our node. Its targets are only reached if all of its work succeeded.
 *
 * @param expected expected number of successful items
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

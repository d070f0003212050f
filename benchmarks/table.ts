import { markdownTable } from 'markdown-table';
import type { Ratio, ScenarioResult } from './results.ts';

/** The names of the measures with targets. */
export const MEASURES = {
	wall: 'wall time',
	cpu: 'CPU',
	peakMemory: 'peak memory',
	requests: 'requests',
	throttled: 'throttled',
	usualConcurrency: 'in flight',
};

const seconds = (value: number) => `${value.toFixed(2)} s`;

/** A result as a Markdown table, also for a terminal. */
export function tableOf({ title, subjects, ratios }: ScenarioResult): string {
	const counts = ['requests', 'in parallel', 'items succeeded'];
	const head = ['', 'wall', 'CPU', 'peak memory', ...counts];
	const rows = subjects.map(({ name, summary, succeeded }) => [
		name,
		seconds(summary.wall),
		seconds(summary.cpu),
		`${summary.peakMemory.toFixed(0)} MB`,
		String(summary.requests),
		String(summary.highestConcurrency),
		String(succeeded),
	]);
	const lines = [...ratios.map((each) => `- ${verdict(each)}`), roundsLine([{ subjects }])];
	return [`### ${title}`, table([head, ...rows]), lines.join('\n')].join('\n\n');
}

/** The number of rounds for the medians of our node. */
export function roundsLine(results: Array<Pick<ScenarioResult, 'subjects'>>): string {
	const numbers = results.map(({ subjects: [{ samples }] }) => samples.length);
	const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
	return `- Rounds: ${least === most ? least : `${least} to ${most}`}`;
}

/** Services with limited parallel requests: a line for each, with its targets. */
export function capacityTable(results: ScenarioResult[]): string {
	const head = ['', 'node', 'right pool', 'in flight', 'ratios and targets'];
	const rows = results.map(({ title, subjects, ratios }) => {
		const [node, pool] = subjects;
		const inFlight = [node, pool].map(({ summary }) => summary.usualConcurrency?.toFixed(0) ?? '–');
		return [
			title,
			seconds(node.summary.wall),
			seconds(pool.summary.wall),
			inFlight.join(' / '),
			ratios.map(shortVerdict).join('<br>'),
		];
	});
	return table([head, ...rows]);
}

/** The cost of an execution of our node as its work grows. */
export function growthTable(results: ScenarioResult[]): string {
	const head = ['', 'wall', 'per item or 1,000 functions', 'peak memory'];
	const rows = results.map(({ title, items, functions, subjects: [{ summary }] }) => [
		title,
		seconds(summary.wall),
		`${((summary.wall / (items ?? functions / 1000)) * 1000).toFixed(1)} ms`,
		`${summary.peakMemory.toFixed(0)} MB`,
	]);
	return table([head, ...rows]);
}

/** A ratio of our node, and whether it reaches its target. */
function verdict({ measure, baseline, ratio, range, atMost, without, isReached }: Ratio): string {
	const wait = without === undefined ? '' : `, without ${without} s of waiting`;
	const rounds = `${range.smallest.toFixed(2)} to ${range.largest.toFixed(2)}`;
	const outcome = isReached ? 'reached' : '**NOT reached**';
	return `${MEASURES[measure]}: ${ratio.toFixed(2)} × ${baseline}${wait} (rounds: ${rounds}; at most ${atMost}: ${outcome})`;
}

/** The ratio and its target; bold if it misses the target. */
function shortVerdict({ measure, ratio, atMost, isReached }: Ratio): string {
	const text = `${MEASURES[measure]} ${ratio.toFixed(2)} (${atMost})`;
	return isReached ? text : `**${text}**`;
}

/** Aligns the first column left and the others right. */
function table(rows: string[][]): string {
	return markdownTable(rows, { align: ['', ...rows[0].slice(1).fill('r')] });
}

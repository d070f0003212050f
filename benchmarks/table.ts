import { markdownTable } from 'markdown-table';
import type { PackageCost } from './package-cost.ts';
import type { Ratio, ScenarioResult } from './results.ts';

/** What the measures are called that the project has set targets for. */
export const MEASURES = {
	wall: 'wall time',
	cpu: 'CPU',
	peakMemory: 'peak memory',
	requests: 'requests',
	refused: 'throttled',
	usualConcurrency: 'in flight',
};

const seconds = (value: number) => `${value.toFixed(2)} s`;

/** A result as a table in Markdown that also reads well in a terminal. */
export function tableOf({ title, subjects, ratios }: ScenarioResult): string {
	const counts = ['requests', 'at once', 'items succeeded'];
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

/** Of how many rounds the figures of our node are medians. */
export function roundsLine(results: Array<Pick<ScenarioResult, 'subjects'>>): string {
	const numbers = results.map(({ subjects: [{ samples }] }) => samples.length);
	const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
	return `- Rounds: ${least === most ? least : `${least} to ${most}`}`;
}

/** Services that take only so many requests at a time: a line for each, with what was to be reached. */
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

/** What one execution of our node takes as its work grows. */
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

/** How much longer a function of a large search takes than one of a small one. */
export function linearityLine(results: ScenarioResult[]): string {
	const searches = results.filter(({ items }) => items === undefined);
	const [largest, ...smaller] = searches.sort((a, b) => b.functions - a.functions);
	const timeOf = ({ functions, subjects: [{ summary }] }: ScenarioResult) =>
		summary.wall / functions;
	const ratios = smaller.map((each) => {
		const ratio = timeOf(largest) / timeOf(each);
		return `${ratio.toFixed(2)} × that of one of ${each.functions.toLocaleString('en')}`;
	});
	return `- A function of ${largest.functions.toLocaleString('en')} takes ${ratios.join(', and ')} (at most 1.2)`;
}

export function packageLine(cost: PackageCost): string {
	const { files, tarballKilobytes, loadMilliseconds, makeMilliseconds } = cost;
	return (
		`The package: ${tarballKilobytes.toFixed(0)} kB in ${files} files, loaded in ${loadMilliseconds.toFixed(1)} ms, ` +
		`its node and credential made in ${makeMilliseconds.toFixed(1)} ms`
	);
}

/** How our node compares, and whether that was to be reached. */
function verdict({ measure, baseline, ratio, range, atMost, without, isReached }: Ratio): string {
	const wait = without === undefined ? '' : `, without ${without} s of waiting`;
	const rounds = `${range.smallest.toFixed(2)} to ${range.largest.toFixed(2)}`;
	const judged = isReached ? 'reached' : '**NOT reached**';
	return `${MEASURES[measure]}: ${ratio.toFixed(2)} × ${baseline}${wait} (rounds: ${rounds}; at most ${atMost}: ${judged})`;
}

/** The ratio and its target; bold if it misses the target. */
function shortVerdict({ measure, ratio, atMost, isReached }: Ratio): string {
	const text = `${MEASURES[measure]} ${ratio.toFixed(2)} (${atMost})`;
	return isReached ? text : `**${text}**`;
}

/** The first column to the left, figures to the right. */
function table(rows: string[][]): string {
	return markdownTable(rows, { align: ['', ...rows[0].slice(1).fill('r')] });
}

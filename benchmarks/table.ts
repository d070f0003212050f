import type { Share } from './cpu-profile.ts';
import type { LeastHeap } from './least-heap.ts';
import type { PackageCost } from './package-cost.ts';
import type { Ratio, ScenarioResult, Summary } from './results.ts';

const MEASURES = {
	wall: 'wall time',
	cpu: 'CPU',
	peakMemory: 'peak memory',
} satisfies Partial<Record<keyof Summary, string>>;

/** A result as a table in Markdown that also reads well in a terminal. */
export function tableOf({ title, rivals, ratios, items }: ScenarioResult): string {
	const perItem = items ? ['CPU/item'] : [];
	const head = [
		'',
		'wall',
		'CPU',
		...perItem,
		'peak memory',
		'requests',
		'at once',
		'items succeeded',
	];
	const rows = rivals.map(({ name, summary, succeeded }) => [
		name,
		`${summary.wall.toFixed(2)} s`,
		`${summary.cpu.toFixed(2)} s`,
		...perItem.map(() => `${((summary.cpu / items!) * 1000).toFixed(2)} ms`),
		`${summary.peakMemory.toFixed(0)} MB`,
		String(summary.requests),
		String(summary.highestConcurrency),
		String(succeeded),
	]);
	const lines = [`### ${title}`, '', ...aligned([head, ...rows])];
	return [...lines, ...(ratios.length > 0 ? ['', ...ratios.map(ratioLine)] : []), ''].join('\n');
}

/** What one execution of our node takes as its work grows. */
export function growthTable(results: ScenarioResult[]): string {
	const head = ['', 'wall', 'CPU', 'per item or 1,000 functions', 'peak memory'];
	const rows = results.map(({ title, items, functions, rivals: [{ summary }] }) => [
		title,
		`${summary.wall.toFixed(2)} s`,
		`${summary.cpu.toFixed(2)} s`,
		`${((summary.wall / (items ?? functions / 1000)) * 1000).toFixed(1)} ms`,
		`${summary.peakMemory.toFixed(0)} MB`,
	]);
	return aligned([head, ...rows]).join('\n');
}

/** How much longer a function of a large search takes than one of a small one. */
export function linearityLine(results: ScenarioResult[]): string {
	const searches = results.filter(({ items }) => items === undefined);
	const [largest, ...smaller] = searches.sort((a, b) => b.functions - a.functions);
	const timeOf = ({ functions, rivals: [{ summary }] }: ScenarioResult) => summary.wall / functions;
	const ratios = smaller.map((each) => {
		const ratio = timeOf(largest) / timeOf(each);
		return `${ratio.toFixed(2)} × that of one of ${each.functions.toLocaleString('en')}`;
	});
	return `- A function of ${largest.functions.toLocaleString('en')} takes ${ratios.join(', and ')} (at most 1.2)`;
}

/** Whose code used the CPU, the most first. */
export function sharesTable(shares: Share[]): string {
	const rows = shares.map(({ who, share }) => [who, `${(share * 100).toFixed(0)} %`]);
	return [...aligned([['CPU time in', 'share'], ...rows]), ''].join('\n');
}

/** How much heap each rival needs in n8n. */
export function heapsTable(heaps: LeastHeap[]): string {
	const rows = heaps.map(({ name, megabytes }) => [
		name,
		megabytes === undefined ? 'more than was tried' : `${megabytes} MB`,
	]);
	return [...aligned([['', 'smallest heap'], ...rows]), ''].join('\n');
}

export function packageLine(cost: PackageCost): string {
	const { files, tarballKilobytes, loadMilliseconds, makeMilliseconds } = cost;
	return (
		`The package: ${tarballKilobytes.toFixed(0)} kB in ${files} files, loaded in ${loadMilliseconds.toFixed(1)} ms, ` +
		`its node and credential made in ${makeMilliseconds.toFixed(1)} ms`
	);
}

function ratioLine({ measure, rival, ratio, range, atMost, isReached }: Ratio): string {
	const verdict = isReached ? 'reached' : 'NOT reached';
	const rounds = `${range.smallest.toFixed(2)} to ${range.largest.toFixed(2)}`;
	return `- ${MEASURES[measure]}: ${ratio.toFixed(2)} × ${rival} (rounds: ${rounds}; at most ${atMost}: ${verdict})`;
}

function aligned([head, ...rows]: string[][]): string[] {
	const widths = head.map((_, column) =>
		Math.max(3, ...[head, ...rows].map((row) => row[column].length)),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`;
	const rule = widths.map((width, column) =>
		column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [head, rule, ...rows].map(line);
}

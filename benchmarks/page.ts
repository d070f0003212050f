// npm run bench:page: the charts, and the tables in docs/benchmarks.md, from the figures.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { barChart, growthChart } from './charts.ts';
import type { Results, ScenarioResult } from './results.ts';
import { SCENARIOS } from './scenarios.ts';
import { growthTable, heapsTable, linearityLine, packageLine, tableOf } from './table.ts';

const PAGE = 'docs/benchmarks.md';
const IMAGES = 'docs/images';

function isGrowth({ name }: ScenarioResult): boolean {
	return name.startsWith('growth-');
}

/** What stands between a part's two marks is made from the figures. */
function withPart(page: string, part: string, content: string): string {
	const marks = new RegExp(`(<!-- ${part} -->)[^]*(<!-- /${part} -->)`);
	if (!marks.test(page)) throw new Error(`${PAGE} has no marks for the part "${part}".`);
	return page.replace(marks, (_, first, last) => `${first}\n\n${content.trim()}\n\n${last}`);
}

function aboutLine({ machine, versions, scenarios }: Results): string {
	const dates = scenarios.map(({ date }) => date.slice(0, 10)).sort();
	const loads = scenarios.map(({ loadBefore }) => loadBefore);
	return [
		`- Date: ${[...new Set([dates[0], dates[dates.length - 1]])].join(' to ')}`,
		`- Machine: ${machine.cores} × ${machine.processor}, ${machine.memoryGigabytes} GB, ${machine.system}`,
		`- Versions: package ${versions.package}, n8n ${versions.n8n}, Node ${versions.node.slice(1)}, axios ${versions.axios}`,
		`- Load of the machine before the rows (processes that wanted a processor): ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`,
	].join('\n');
}

const [file = 'benchmarks/results.json'] = process.argv.slice(2);
const results: Results = JSON.parse(await readFile(file, 'utf8'));
const places = new Map(SCENARIOS.map(({ name }, index) => [name, index]));
const scenarios = results.scenarios.sort((a, b) => places.get(a.name)! - places.get(b.name)!);
const growths = scenarios.filter(isGrowth);
await mkdir(IMAGES, { recursive: true });
await writeFile(join(IMAGES, 'benchmarks.svg'), barChart(scenarios));
await writeFile(join(IMAGES, 'benchmarks-growth.svg'), growthChart(scenarios));

const parts: Record<string, string> = {
	about: aboutLine(results),
	table: scenarios
		.filter((scenario) => !isGrowth(scenario))
		.map(tableOf)
		.join('\n'),
	growth: `${growthTable(growths)}\n\n${linearityLine(growths)}`,
	heap: results.heaps.map(({ rivals }) => heapsTable(rivals)).join('\n'),
	package: `${packageLine(results.package)}.`,
};
const page = Object.entries(parts).reduce(
	(text, [part, content]) => withPart(text, part, content),
	await readFile(PAGE, 'utf8'),
);
await writeFile(PAGE, page);

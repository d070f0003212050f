import { readFileSync } from 'node:fs';
import type { Results } from '../../benchmarks/results.ts';
import { SCENARIOS } from '../../benchmarks/scenarios.ts';
import { capacityTable, growthTable, roundsLine, tableOf } from '../../benchmarks/table.ts';
import type { Generated } from './generated.ts';
import { withParts } from '../../test/support/markdown.ts';

const PAGE = 'maintainers/benchmarks.md';

const results: Results = JSON.parse(readFileSync('benchmarks/results.json', 'utf8'));
const places = SCENARIOS.map(({ name }) => name);
const scenarios = results.scenarios.sort((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
const growths = scenarios.filter(({ name }) => name.startsWith('growth-'));
const capacities = scenarios.filter(({ name }) => name.startsWith('capacity-'));
const others = scenarios.filter((scenario) => ![...growths, ...capacities].includes(scenario));

/** Rows without figures. */
const missing = SCENARIOS.filter(({ name }) => scenarios.every((each) => each.name !== name));
const notMeasured =
	missing.length === 0 ? '' : `\n- Not measured: ${missing.map(({ title }) => title).join('; ')}`;

function aboutLine({ versions, scenarios }: Results): string {
	const dates = scenarios.map(({ date }) => date.slice(0, 10)).sort();
	const machines = new Set(scenarios.map(({ machine }) => machine).sort());
	const loads = scenarios.map(({ loadBefore }) => loadBefore);
	return [
		`- Date: ${[...new Set([dates[0], dates[dates.length - 1]])].join(' to ')}`,
		...[...machines].map((each) => `- Machine: ${each}`),
		`- Versions: package ${versions.package}, n8n ${versions.n8n}, Node ${versions.node.slice(1)}, axios ${versions.axios}`,
		`- Load of the machine before the rows (processes that wanted a processor): ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`,
	].join('\n');
}

function benchmarksPage(): string {
	return withParts(PAGE, {
		about: aboutLine(results),
		table: `${others.map(tableOf).join('\n\n')}\n${notMeasured}`,
		capacity: `${capacityTable(capacities)}\n\n${roundsLine(capacities)}`,
		growth: `${growthTable(growths)}\n\n${roundsLine(growths)}`,
	});
}

export const benchmarkFiles: Generated[] = [{ file: PAGE, make: benchmarksPage }];

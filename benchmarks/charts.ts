import { type EChartsOption, init } from 'echarts';
import type { ScenarioResult, SubjectResult, Summary } from './results.ts';

const WIDTH = 760;
const COLOURS = ['#2563eb', '#f59e0b', '#64748b', '#16a34a', '#db2777'];

/** The measures that the project has set targets for, and how they read. */
const BARS: Array<{ scenario: string; measure: keyof Summary; title: string; unit: string }> = [
	{ scenario: 'search', measure: 'wall', title: '100,000 functions, time', unit: 's' },
	{ scenario: 'search', measure: 'cpu', title: '100,000 functions, CPU', unit: 's' },
	{ scenario: 'million', measure: 'peakMemory', title: '1,000,000 functions, peak', unit: 'MB' },
	{ scenario: 'extract', measure: 'wall', title: '200 extractions, time', unit: 's' },
	{ scenario: 'run', measure: 'cpu', title: '500 connector runs, CPU', unit: 's' },
	{ scenario: 'update', measure: 'wall', title: '200 job updates, time', unit: 's' },
];
const SUBJECTS: Array<{ name: string; label: string; colour: string }> = [
	{ name: 'node', label: 'Data Platform node', colour: COLOURS[0] },
	{ name: 'http', label: 'HTTP Request, tuned', colour: COLOURS[1] },
	{ name: 'bare node', label: 'bare node in n8n', colour: COLOURS[3] },
	{ name: 'axios', label: 'bare axios', colour: COLOURS[2] },
];

function image(height: number, option: EChartsOption): string {
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
	chart.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		textStyle: { fontFamily: 'system-ui, sans-serif', fontSize: 13 },
		...option,
	});
	const svg = chart.renderToSVGString();
	// Otherwise its clock runs on, and the process with it.
	chart.dispose();
	// What is there for the mouse counts the charts of the process; the file must not depend on it.
	return `${svg.replace(/<style[^]*<\/style>\n?| class="[^"]*"/g, '').replace(/\bzr\d+-/g, 'zr-')}\n`;
}

/** The subject of a name, or the best one whose name begins with it and whose items all succeeded. */
function subjectIn(
	{ subjects, items = 0 }: ScenarioResult,
	name: string,
): SubjectResult | undefined {
	return (
		subjects.find((subject) => subject.name === name) ??
		subjects.find((each) => each.name.startsWith(`${name},`) && each.succeeded >= items)
	);
}

/** How our node compares: for each of the project's own targets one group of bars, each with a scale of its own. */
export function barChart(scenarios: ScenarioResult[]): string {
	const groups = BARS.flatMap((bar) => {
		const scenario = scenarios.find(({ name }) => name === bar.scenario);
		if (scenario === undefined) return [];
		const values = SUBJECTS.map(({ name }) => subjectIn(scenario, name)?.summary[bar.measure]);
		return [{ ...bar, values, longest: Math.max(...values.map((value = 0) => value)) }];
	});
	return image(60 + groups.length * 116, {
		legend: { top: 10, left: 16, itemGap: 24, icon: 'rect' },
		grid: { left: 200, right: 90, top: 45, bottom: 10 },
		xAxis: { show: false, max: 1 },
		yAxis: {
			type: 'category',
			inverse: true,
			data: groups.map(({ title }) => title),
			axisLine: { show: false },
			axisTick: { show: false },
			axisLabel: { fontWeight: 'bold' },
		},
		series: SUBJECTS.map(({ label, colour }, index) => ({
			type: 'bar',
			name: label,
			color: colour,
			barWidth: 18,
			data: groups.map(({ values, longest }) => (values[index] ?? NaN) / longest),
			label: {
				show: true,
				position: 'right',
				formatter: ({ dataIndex }) => {
					const { values, unit } = groups[dataIndex];
					return `${values[index]?.toFixed(unit === 'MB' ? 0 : 2)} ${unit}`;
				},
			},
		})),
	});
}

/** Services that take only so many requests at a time: our node with its defaults beside the pool of an oracle. */
export function capacityChart(scenarios: ScenarioResult[]): string {
	const names = ['Data Platform node, default settings', 'bare axios, the right pool'];
	return image(70 + scenarios.length * 36, {
		legend: { top: 10, left: 16, itemGap: 24, icon: 'rect' },
		grid: { left: 400, right: 70, top: 45, bottom: 10 },
		xAxis: { show: false },
		yAxis: {
			type: 'category',
			inverse: true,
			data: scenarios.map(({ title }) => title),
			axisLine: { show: false },
			axisTick: { show: false },
			axisLabel: { width: 380, overflow: 'break', fontSize: 11 },
		},
		series: names.map((name, index) => ({
			type: 'bar',
			name,
			color: COLOURS[index * 2],
			barWidth: 12,
			data: scenarios.map(({ subjects }) => subjects[index].summary.wall),
			label: {
				show: true,
				position: 'right',
				formatter: ({ value }) => `${(value as number).toFixed(2)} s`,
			},
		})),
	});
}

/** What an execution takes as its items grow. Both axes are logarithmic: work that grows evenly is a straight line. */
export function growthChart(scenarios: ScenarioResult[]): string {
	const growths = scenarios.filter(({ name }) => name.startsWith('growth-'));
	const lines = Object.groupBy(growths, ({ name }) => name.split('-')[1]);
	return image(430, {
		color: COLOURS,
		grid: { left: 70, right: 110, top: 20, bottom: 60 },
		xAxis: {
			type: 'log',
			name: 'items, or functions found',
			nameLocation: 'middle',
			nameGap: 32,
			axisLabel: { formatter: (size: number) => size.toLocaleString('en') },
		},
		yAxis: { type: 'log', axisLabel: { formatter: '{value} s' } },
		series: Object.entries(lines).map(([name, points = []]) => ({
			type: 'line',
			name,
			symbol: 'circle',
			symbolSize: 7,
			data: points.map(({ items, functions, subjects: [{ summary }] }) => [
				items ?? functions,
				summary.wall,
			]),
			endLabel: { show: true, formatter: '{a}', color: 'inherit' },
			labelLayout: { moveOverlap: 'shiftY' },
		})),
	});
}

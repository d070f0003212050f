import { type EChartsOption, init } from 'echarts';
import type { ScenarioResult, SubjectResult } from './results.ts';
import { MEASURES } from './table.ts';

const WIDTH = 760;
const COLORS = ['#2563eb', '#f59e0b', '#64748b', '#16a34a', '#db2777'];
const SUBJECTS = [
	{ name: 'node', label: 'Data Platform node', color: COLORS[0] },
	{ name: 'http', label: 'HTTP Request, tuned', color: COLORS[1] },
	{ name: 'axios', label: 'bare axios', color: COLORS[2] },
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

/** Bars side by side, each with its value at the end. */
interface Group {
	title: string;
	/** One for each bar; there is none for undefined. */
	values: Array<number | undefined>;
	/** The value whose bar is as long as the picture is wide. */
	longest: number;
	unit: 's' | 'MB' | '';
}

function bars(subjects: Array<{ label: string; color: string }>, groups: Group[]): string {
	return image(60 + groups.length * (8 + subjects.length * 14), {
		legend: { top: 10, left: 16, itemGap: 48, icon: 'rect' },
		grid: { left: 400, right: 70, top: 45, bottom: 10 },
		xAxis: { show: false, max: 1 },
		yAxis: {
			type: 'category',
			inverse: true,
			data: groups.map(({ title }) => title),
			axisLine: { show: false },
			axisTick: { show: false },
			axisLabel: { width: 330, overflow: 'break', fontSize: 11 },
		},
		series: subjects.map(({ label, color }, index) => ({
			type: 'bar',
			name: label,
			color,
			barWidth: 12,
			data: groups.map(({ values, longest }) => (values[index] ?? NaN) / longest),
			label: {
				show: true,
				position: 'right',
				formatter: ({ dataIndex }) => {
					const { values, unit } = groups[dataIndex];
					return `${values[index]?.toFixed(unit === 's' ? 2 : 0)} ${unit}`;
				},
			},
		})),
	});
}

/** How our node compares: for each measure with a target one group of bars, each with a scale of its own. */
export function barChart(scenarios: ScenarioResult[]): string {
	const groups = scenarios.flatMap((scenario) =>
		[...new Set(scenario.ratios.map(({ measure }) => measure))].map((measure): Group => {
			const values = SUBJECTS.map(({ name }) => subjectIn(scenario, name)?.summary[measure]);
			const longest = Math.max(...values.map((value = 0) => value));
			const unit = measure === 'peakMemory' ? 'MB' : measure === 'requests' ? '' : 's';
			return { title: `${scenario.title}: ${MEASURES[measure]}`, values, longest, unit };
		}),
	);
	return bars(SUBJECTS, groups);
}

/** Services that take only so many requests at a time: our node with its defaults compared with a pool of the right size. */
export function capacityChart(scenarios: ScenarioResult[]): string {
	const [node, , axios] = SUBJECTS;
	const subjects = [
		{ ...node, label: 'Data Platform node, default settings' },
		{ ...axios, label: 'bare axios, the right pool' },
	];
	const times = scenarios.map((each) =>
		each.subjects.slice(0, 2).map(({ summary }) => summary.wall),
	);
	const longest = Math.max(...times.flat());
	const groups = scenarios.map(({ title }, index): Group => ({
		title,
		values: times[index],
		longest,
		unit: 's',
	}));
	return bars(subjects, groups);
}

/** What an execution takes as its items grow. Both axes are logarithmic: work that grows evenly is a straight line. */
export function growthChart(scenarios: ScenarioResult[]): string {
	const lines = Object.groupBy(scenarios, ({ name }) => name.split('-')[1]);
	return image(430, {
		color: COLORS,
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

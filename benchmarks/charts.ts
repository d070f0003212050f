import { init } from 'echarts';
import type { ScenarioResult } from './results.ts';

const SUBJECTS = [
	{ name: 'Data Platform node, default settings', color: '#2563eb' },
	{ name: 'bare axios, the right pool', color: '#64748b' },
];

/** Services with limited parallel requests: our node with its defaults, compared with a pool of the right size. */
export function capacityChart(scenarios: ScenarioResult[]): string {
	const height = 60 + scenarios.length * 36;
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: 760, height });
	chart.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		textStyle: { fontFamily: 'system-ui, sans-serif', fontSize: 13 },
		legend: { top: 10, left: 16, itemGap: 48, icon: 'rect' },
		grid: { left: 400, right: 70, top: 45, bottom: 10 },
		xAxis: { show: false, max: 'dataMax' },
		yAxis: {
			type: 'category',
			inverse: true,
			data: scenarios.map(({ title }) => title),
			axisLine: { show: false },
			axisTick: { show: false },
			axisLabel: { width: 330, overflow: 'break', fontSize: 11 },
		},
		series: SUBJECTS.map((subject, index) => ({
			...subject,
			type: 'bar',
			barWidth: 12,
			data: scenarios.map(({ subjects }) => subjects[index].summary.wall.toFixed(2)),
			label: { show: true, position: 'right', formatter: '{c} s' },
		})),
	});
	const svg = chart.renderToSVGString();
	// Otherwise its timer keeps the process running.
	chart.dispose();
	// Attributes for the mouse contain a counter of charts, which would change the file.
	return `${svg.replace(/<style[^]*<\/style>\n?| class="[^"]*"/g, '').replace(/\bzr\d+-/g, 'zr-')}\n`;
}

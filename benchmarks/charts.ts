import type { RivalResult, ScenarioResult, Summary } from './results.ts';

const WIDTH = 760;
const FONT = 'font-family="system-ui, sans-serif" font-size="13"';
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
const RIVALS: Array<{ name: string; label: string; colour: string }> = [
	{ name: 'node', label: 'Data Platform node', colour: COLOURS[0] },
	{ name: 'http', label: 'HTTP Request, tuned', colour: COLOURS[1] },
	{ name: 'bare node', label: 'bare node in n8n', colour: COLOURS[3] },
	{ name: 'axios', label: 'bare axios', colour: COLOURS[2] },
];

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function text(x: number, y: number, words: string, attributes = ''): string {
	return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped(words)}</text>`;
}

function image(height: number, title: string, content: string[]): string {
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ${FONT} fill="#334155">`,
		`<title>${escaped(title)}</title>`,
		`<rect width="100%" height="100%" fill="#ffffff"/>`,
		...content,
		'</svg>\n',
	].join('\n');
}

function legend(entries: Array<{ label: string; colour: string }>): string[] {
	return entries.map(({ label, colour }, index) => {
		const x = 16 + index * 186;
		return `<rect x="${x}" y="14" width="12" height="12" fill="${colour}"/>${text(x + 18, 25, label)}`;
	});
}

/** The rival of a name, or the best one whose name begins with it and whose items all succeeded. */
function rivalIn({ rivals, items = 0 }: ScenarioResult, name: string): RivalResult | undefined {
	return (
		rivals.find((rival) => rival.name === name) ??
		rivals.find((rival) => rival.name.startsWith(`${name},`) && rival.succeeded >= items)
	);
}

/** How our node compares: for each of the project's own targets one group of bars. */
export function barChart(scenarios: ScenarioResult[]): string {
	const rowHeight = 116;
	const longest = 440;
	const rows = BARS.flatMap((bar) => {
		const scenario = scenarios.find(({ name }) => name === bar.scenario);
		return scenario ? [{ ...bar, scenario }] : [];
	});
	const content = rows.flatMap(({ scenario, measure, title, unit }, row) => {
		const top = 50 + row * rowHeight;
		const bars = RIVALS.flatMap(({ name, colour }) => {
			const value = rivalIn(scenario, name)?.summary[measure];
			return value === undefined ? [] : [{ value, colour }];
		});
		const largest = Math.max(...bars.map(({ value }) => value));
		const digits = unit === 'MB' ? 0 : 2;
		return [
			text(16, top + 36, title, 'font-weight="600"'),
			...bars.map(({ value, colour }, index) => {
				const width = (value / largest) * longest;
				const y = top + index * 24;
				return (
					`<rect x="220" y="${y}" width="${width.toFixed(1)}" height="18" fill="${colour}"/>` +
					text(226 + width, y + 14, `${value.toFixed(digits)} ${unit}`)
				);
			}),
		];
	});
	return image(50 + rows.length * rowHeight, 'Benchmarks: shorter is better', [
		...legend(RIVALS),
		...content,
	]);
}

interface Line {
	label: string;
	points: Array<{ size: number; seconds: number }>;
}

function linesOf(scenarios: ScenarioResult[]): Line[] {
	const lines = new Map<string, Line>();
	for (const { name, items, functions, rivals } of scenarios) {
		const [group, label] = name.split('-');
		if (group !== 'growth') continue;
		const line = lines.get(label) ?? { label, points: [] };
		line.points.push({ size: items ?? functions, seconds: rivals[0].summary.wall });
		lines.set(label, line);
	}
	return [...lines.values()];
}

/** What an execution takes as its items grow. Both axes are logarithmic: work that grows evenly is a straight line. */
export function growthChart(scenarios: ScenarioResult[]): string {
	const lines = linesOf(scenarios);
	const area = { left: 70, right: WIDTH - 150, top: 20, bottom: 380 };
	const powers = (values: number[]) => ({
		first: Math.floor(Math.log10(Math.min(...values))),
		last: Math.ceil(Math.log10(Math.max(...values))),
	});
	const points = lines.flatMap((line) => line.points);
	const sizes = powers(points.map(({ size }) => size));
	const times = powers(points.map(({ seconds }) => seconds));
	const xOf = (size: number) =>
		area.left +
		((Math.log10(size) - sizes.first) / (sizes.last - sizes.first)) * (area.right - area.left);
	const yOf = (seconds: number) =>
		area.bottom -
		((Math.log10(seconds) - times.first) / (times.last - times.first)) * (area.bottom - area.top);
	const range = ({ first, last }: { first: number; last: number }) =>
		Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
	return image(430, 'Wall time of one execution as its work grows', [
		...range(sizes).map((size) =>
			[
				`<line x1="${xOf(size)}" x2="${xOf(size)}" y1="${area.top}" y2="${area.bottom}" stroke="#e2e8f0"/>`,
				text(xOf(size), area.bottom + 20, size.toLocaleString('en'), 'text-anchor="middle"'),
			].join(''),
		),
		...range(times).map((seconds) =>
			[
				`<line x1="${area.left}" x2="${area.right}" y1="${yOf(seconds)}" y2="${yOf(seconds)}" stroke="#e2e8f0"/>`,
				text(area.left - 8, yOf(seconds) + 4, `${seconds} s`, 'text-anchor="end"'),
			].join(''),
		),
		text((area.left + area.right) / 2, 420, 'items, or functions found', 'text-anchor="middle"'),
		...lines.flatMap(({ points: own }, index) => {
			const colour = COLOURS[index % COLOURS.length];
			const path = own.map(
				({ size, seconds }) => `${xOf(size).toFixed(1)},${yOf(seconds).toFixed(1)}`,
			);
			return [
				`<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
				...path.map((point) => {
					const [x, y] = point.split(',');
					return `<circle cx="${x}" cy="${y}" r="3.5" fill="${colour}"/>`;
				}),
			];
		}),
		...spread(
			lines.map(({ label, points: own }, index) => {
				const { size, seconds } = own[own.length - 1];
				return { label, index, x: xOf(size), y: yOf(seconds) };
			}),
		).map(({ label, index, x, y }) =>
			text(x + 8, y + 4, label, `fill="${COLOURS[index % COLOURS.length]}"`),
		),
	]);
}

const LABEL_HEIGHT = 15;

/** Labels that would stand on each other stand below each other. */
function spread<Label extends { x: number; y: number }>(labels: Label[]): Label[] {
	const placed: Label[] = [];
	for (const label of [...labels].sort((a, b) => a.y - b.y)) {
		const above = placed.findLast(({ x }) => x === label.x);
		placed.push({ ...label, y: Math.max(label.y, (above?.y ?? -Infinity) + LABEL_HEIGHT) });
	}
	return placed;
}

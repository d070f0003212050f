import { PAGE_SIZE } from './calls.ts';
import type { Measured } from './measure.ts';
import type { Row, Target } from './rows.ts';
import type { Subject } from './subjects.ts';

export const HEAD = [
	'Work',
	'node',
	'HTTP Request',
	'axios',
	'Ratios of the node, and their limits',
];

const MEASURES = { wall: 'time', cpu: 'CPU', peakMemory: 'memory', throttled: 'throttled' };

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** The cells of a row: medians of the rounds. Ratios are medians of each round's ratio, in bold if too high. */
export function cellsOf(row: Row, all: Measured[]): string[] {
	const { title, items, functions = 0, executions = 1, targets } = row;
	const expected = items === undefined ? functions / PAGE_SIZE : items * executions;
	const find = (name?: Subject['name']) => all.find(({ subject }) => subject.name === name);

	function figures(name: Subject['name']): string {
		const measured = find(name);
		if (!measured) return '–';
		const of = (measure: Target['measure']) =>
			median(measured.samples.map((each) => each[measure]));
		const missing = measured.succeeded < expected ? `, ${measured.succeeded} succeed` : '';
		const cpu = `CPU ${of('cpu').toFixed(2)} s`;
		return `${of('wall').toFixed(2)} s, ${cpu}, ${of('peakMemory').toFixed(0)} MB${missing}`;
	}

	function ratio({ measure, baseline, atMost }: Target): string {
		const { samples, succeeded } = find('node')!;
		const others = find(baseline)?.samples;
		const value = median(
			samples.map((each, round) => each[measure] / (others?.[round][measure] ?? 1)),
		);
		const isReached = value <= atMost && succeeded >= expected;
		const text = `${MEASURES[measure]} ${value.toFixed(2)}${baseline ? ` × ${baseline}` : ''} (≤ ${atMost})`;
		return isReached ? text : `**${text}**`;
	}

	const ratios = targets.map(ratio).join('; ');
	return [title, figures('node'), figures('HTTP Request'), figures('axios'), ratios];
}

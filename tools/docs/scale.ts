import { readFileSync } from 'node:fs';
import { markdownTable } from 'markdown-table';
import type { Member, QueueModeFigures, Results } from '../../benchmarks/results.ts';
import { SCALE } from '../../benchmarks/scenarios.ts';
import type { Generated } from './generated.ts';
import { withParts } from './markdown.ts';

const PAGE = 'maintainers/scale.md';

/** Assumptions of the page: texts per second in the busiest hour, and texts per execution if they're collected. */
const BUSIEST = 35;
const TOGETHER = 100;
/** Workers needed for the requests in flight: with one text per execution, and with collected texts. */
const [BY_PLACES, BY_PLACES_TOGETHER] = [6, 2];
/** Maximum CPU load of a process. */
const LOAD = 0.7;

const results: Results = JSON.parse(readFileSync('benchmarks/results.json', 'utf8'));
const { date, operations } = results.queueMode!;

const figure = (value: number, digits = 0) =>
	value.toLocaleString('en', { maximumFractionDigits: digits });
const processors = (value: number) =>
	value < 0.1 ? 'less than a tenth of a processor' : `${figure(value, 1)} processors`;

function range(values: number[], digits = 0): string {
	const ends = [Math.min(...values), Math.max(...values)].map((each) => figure(each, digits));
	return [...new Set(ends)].join(' to ');
}

const over = (of: (figures: QueueModeFigures) => number, digits?: number) =>
	range(operations.map(of), digits);

/** CPU milliseconds of cluster members per execution. */
const cpuOf =
	(...members: Member[]) =>
	({ cpuMillisecondsPerExecution: cpu }: QueueModeFigures) =>
		members.reduce((sum, member) => sum + cpu[member], 0);
const cpuOfWorkers = cpuOf('worker-1', 'worker-2');

/** The medians of our node in a row of the benchmarks. */
function node(name: string) {
	return results.scenarios.find((each) => each.name === name)!.subjects[0].summary;
}

const extraction = operations.find(({ operation }) => operation === 'extract')!;
const itemMilliseconds =
	((node('growth-extract-10000').cpu - node('growth-extract-1000').cpu) * 1000) / 9000;
const resident = operations.flatMap(({ megabytes }) =>
	(['main', 'webhook', 'worker-1', 'worker-2'] as const).map((member) => megabytes[member]),
);

const MOST_FUNCTIONS = [
	['growth', 'not saved', 10_000],
	['growth', 'not saved', 100_000],
	[SCALE, 'saved', 100_000],
	[SCALE, 'saved', 300_000],
] as const;

const mostMemory = ([rows, kept, functions]: (typeof MOST_FUNCTIONS)[number]) => [
	`Most memory of n8n with ${figure(functions)} functions in one execution that is ${kept}`,
	`${figure(node(`${rows}-functions-${functions}`).peakMemory)} MB`,
];

function measured(): string {
	const { n8n, node: nodeVersion } = results.versions;
	const executions = operations.reduce((sum, each) => sum + each.executions, 0);
	const redis = Math.max(...operations.map((each) => each.redisMegabytes));
	const costs = {
		Worker: over(cpuOfWorkers),
		'Webhook process': over(cpuOf('webhook')),
		PostgreSQL: over(cpuOf('postgres')),
		Redis: over(cpuOf('redis'), 1),
		'Main process': over(cpuOf('main'), 1),
	};
	const others = {
		'Executions per second, two workers and everything else on one machine': over(
			(each) => each.executionsPerSecond,
			1,
		),
		'PostgreSQL, for one saved execution with a small text': `${over((each) => each.databaseBytesPerExecution / 1000, 1)} KB`,
		[`Redis after ${figure(executions)} executions`]: `${figure(redis, 1)} MB`,
		'Resident memory of a worker, main or webhook process': `${range(resident)} MB`,
		'CPU for one more item in the same execution (10,000 extractions instead of 1,000)': `${figure(itemMilliseconds, 1)} ms`,
	};
	const times = figure(cpuOfWorkers(extraction) / itemMilliseconds);
	return [
		`n8n ${n8n}, Node ${nodeVersion.slice(1)}; queue mode with PostgreSQL and Redis, measured on ${date.slice(0, 10)}.`,
		markdownTable([['For one execution', 'CPU milliseconds'], ...Object.entries(costs)]),
		markdownTable([
			['Also measured', ''],
			...Object.entries(others),
			...MOST_FUNCTIONS.map(mostMemory),
		]),
		`**An execution costs a worker ${times} times as much CPU as an item in it**: n8n loads the workflow, writes the execution and reports its end, whatever it does.`,
	].join('\n\n');
}

function million(): string {
	const seconds = (...members: Member[]) => cpuOf(...members)(extraction) / 1000;
	const worker = seconds('worker-1', 'worker-2');
	const webhook = BUSIEST * seconds('webhook');
	const each = BUSIEST * worker;
	const together = (BUSIEST * itemMilliseconds) / 1000 + (BUSIEST / TOGETHER) * worker;
	const byCpu = (needed: number) => Math.max(1, Math.ceil(needed / LOAD));
	const workers = Math.max(byCpu(each), BY_PLACES);
	const workersTogether = Math.max(byCpu(together), BY_PLACES_TOGETHER);
	const gigabytes = Math.ceil(Math.max(...resident) / 100) / 10;
	const memory = (processes: number) => `${processes} × ${gigabytes} GB and the texts in progress`;
	const disk = figure(extraction.databaseBytesPerExecution / 1000, 1);
	const table = markdownTable([
		['', 'One execution for each text', '100 texts in each execution'],
		['CPU of the workers', processors(each), processors(together)],
		['Workers by CPU, at 70 % load', `**${byCpu(each)}**`, `${byCpu(together)}`],
		['Workers by requests in flight', `**${BY_PLACES}**`, `**${BY_PLACES_TOGETHER}**`],
		['Webhook processes', `${processors(webhook)}: **${byCpu(webhook)}**`, 'none needed'],
		['PostgreSQL', processors(BUSIEST * seconds('postgres')), 'hardly anything'],
		['Disk of PostgreSQL, saved', `${disk} GB a day and the texts twice`, 'the texts twice'],
		['Redis', processors(BUSIEST * seconds('redis')), 'nothing to speak of'],
		['Memory of the processes', memory(workers + byCpu(webhook) + 1), memory(workersTogether + 1)],
	]);
	return `${table}

So for one execution for each text: **${workers} workers with \`--concurrency=30\`, ${byCpu(webhook)} webhook process${byCpu(webhook) === 1 ? '' : 'es'}, one main process, PostgreSQL and Redis**. If texts can be collected (a schedule that takes what has come in, a mailbox read every minute), ${workersTogether} workers do the same. A worker's CPU is enough for about ${figure(LOAD / worker)} executions a second.`;
}

/** The measured and calculated parts of maintainers/scale.md. */
export const scaleFile: Generated = {
	file: PAGE,
	make: () => withParts(PAGE, { measured: measured(), million: million() }),
};

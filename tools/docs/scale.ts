import { readFileSync } from 'node:fs';
import { markdownTable } from 'markdown-table';
import type { QueueModeFigures, Results } from '../../benchmarks/results.ts';
import type { Generated } from './generated.ts';
import { withParts } from './markdown.ts';

const PAGE = 'docs/scale.md';

/** What the page assumes; all else is measured, or follows. */
const PER_DAY = 1_000_000;
const BUSIEST_HOUR = 3;
const ANSWER_SECONDS = 5;
const TEXTS_TOGETHER = 100;
const PLACES = 30;
/** Executions in each worker and Max Concurrency where texts are collected. */
const [EXECUTIONS_TOGETHER, AT_A_TIME] = [10, 10];
/** What a process may use of its processor. */
const LOAD = 0.7;

const results: Results = JSON.parse(readFileSync('benchmarks/results.json', 'utf8'));
const { date, operations } = results.queueMode!;

const figure = (value: number, digits = 0) =>
	value.toLocaleString('en', { maximumFractionDigits: digits });
const processors = (value: number) =>
	value < 0.1 ? 'less than a tenth of a processor' : `${figure(value, 1)} processors`;

function range(of: (figures: QueueModeFigures) => number, digits = 0): string {
	const values = operations.map(of);
	const [least, most] = [Math.min(...values), Math.max(...values)].map((each) =>
		figure(each, digits),
	);
	return least === most ? least : `${least} to ${most}`;
}

const cpu = {
	worker: ({ cpuMillisecondsPerExecution: each }: QueueModeFigures) =>
		each['worker-1'] + each['worker-2'],
	webhook: (each: QueueModeFigures) => each.cpuMillisecondsPerExecution.webhook,
	postgres: (each: QueueModeFigures) => each.cpuMillisecondsPerExecution.postgres,
	redis: (each: QueueModeFigures) => each.cpuMillisecondsPerExecution.redis,
	main: (each: QueueModeFigures) => each.cpuMillisecondsPerExecution.main,
};

/** The median of our node in a row of the benchmarks. */
function node(name: string) {
	return results.scenarios.find((each) => each.name === name)!.subjects[0].summary;
}

const extraction = operations.find(({ operation }) => operation === 'extract')!;
const itemMilliseconds =
	((node('growth-extract-10000').cpu - node('growth-extract-1000').cpu) * 1000) / 9000;
const resident = operations.flatMap(({ megabytes }) =>
	(['main', 'webhook', 'worker-1', 'worker-2'] as const).map((member) => megabytes[member]),
);

function measured(): string {
	const { n8n, node: nodeVersion } = results.versions;
	const costs = markdownTable([
		['For one execution', 'CPU milliseconds'],
		['Worker', range(cpu.worker)],
		['Webhook process', range(cpu.webhook)],
		['PostgreSQL', range(cpu.postgres)],
		['Redis', range(cpu.redis, 1)],
		['Main process', range(cpu.main, 1)],
	]);
	const others = markdownTable([
		['Also measured', ''],
		[
			'Executions per second, two workers and everything else on one machine',
			range((each) => each.executionsPerSecond, 1),
		],
		[
			'PostgreSQL, for one saved execution with a small text',
			`${range((each) => each.databaseBytesPerExecution / 1000, 1)} KB`,
		],
		[
			`Redis after ${figure(operations.reduce((sum, each) => sum + each.executions, 0))} executions`,
			`${figure(Math.max(...operations.map((each) => each.redisMegabytes)), 1)} MB`,
		],
		[
			'Resident memory of a worker, main or webhook process',
			`${figure(Math.min(...resident))} to ${figure(Math.max(...resident))} MB`,
		],
		[
			'CPU for one more item in the same execution (10,000 extractions instead of 1,000)',
			`${figure(itemMilliseconds, 1)} ms`,
		],
		...[
			['10,000 functions in one execution that is not saved', 'growth-functions-10000'],
			['100,000 functions in one execution that is not saved', 'growth-functions-100000'],
			['100,000 functions in one execution that is saved', 'scale-functions-100000'],
			['300,000 functions in one execution that is saved', 'scale-functions-300000'],
		].map(([what, name]) => [
			`Most memory of n8n with ${what}`,
			`${figure(node(name).peakMemory)} MB`,
		]),
	]);
	const times = figure(cpu.worker(extraction) / itemMilliseconds);
	return [
		`n8n ${n8n}, Node ${nodeVersion.slice(1)}; queue mode with PostgreSQL and Redis, measured on ${date.slice(0, 10)}.`,
		costs,
		others,
		`**An execution costs a worker ${times} times as much CPU as an item in it**: n8n loads the workflow, writes the execution and reports its end, whatever it does.`,
	].join('\n\n');
}

function million(): string {
	const perSecond = PER_DAY / 86_400;
	const busiest = Math.ceil(perSecond * BUSIEST_HOUR);
	const inFlight = busiest * ANSWER_SECONDS;
	const seconds = (of: (figures: QueueModeFigures) => number) => of(extraction) / 1000;
	const each = busiest * seconds(cpu.worker);
	const executions = busiest / TEXTS_TOGETHER;
	const together = (busiest * itemMilliseconds) / 1000 + executions * seconds(cpu.worker);
	const byCpu = (needed: number) => Math.max(1, Math.ceil(needed / LOAD));
	const byPlaces = Math.ceil(inFlight / PLACES);
	const byPlacesTogether = Math.ceil(inFlight / (EXECUTIONS_TOGETHER * AT_A_TIME));
	const webhooks = byCpu(busiest * seconds(cpu.webhook));
	const workers = Math.max(byCpu(each), byPlaces);
	const workersTogether = Math.max(byCpu(together), byPlacesTogether);
	const gigabytes = Math.ceil(Math.max(...resident) / 100) / 10;
	const disk = (extraction.databaseBytesPerExecution * PER_DAY) / 1e9;
	const table = markdownTable([
		['', 'One execution for each text', `${TEXTS_TOGETHER} texts in each execution`],
		['Executions a second, busiest hour', figure(busiest), figure(executions, 2)],
		['CPU of the workers', processors(each), processors(together)],
		[
			`Workers by CPU (a worker uses one processor; at ${LOAD * 100} % load)`,
			`**${byCpu(each)}**`,
			`${byCpu(together)}`,
		],
		[
			'Workers by requests in flight',
			`${inFlight} / ${PLACES} (\`--concurrency=${PLACES}\`) = **${byPlaces}**`,
			`${inFlight} / (${AT_A_TIME} at a time × ${EXECUTIONS_TOGETHER} executions) = **${byPlacesTogether}**`,
		],
		[
			'Webhook processes',
			`${processors(busiest * seconds(cpu.webhook))}: **${webhooks}**`,
			'none needed',
		],
		['PostgreSQL', processors(busiest * seconds(cpu.postgres)), 'hardly anything'],
		[
			'Disk of PostgreSQL, saved',
			`${figure(disk, 1)} GB a day and the texts twice (what came in, what went out); nothing with \`EXECUTIONS_DATA_SAVE_ON_SUCCESS=none\``,
			'the texts twice',
		],
		['Redis', processors(busiest * seconds(cpu.redis)), 'nothing to speak of'],
		[
			'Memory',
			`${workers + webhooks + 1} processes × ${gigabytes} GB and the texts under way`,
			`${workersTogether + 1} × ${gigabytes} GB and the texts under way`,
		],
	]);
	return [
		`One million a day is ${figure(perSecond, 1)} a second. Assume that the busiest hour has ${BUSIEST_HOUR} times as much, **${busiest} a second**, and that the model takes **${ANSWER_SECONDS} seconds** for an answer (yours may differ: the API documents neither durations nor limits). Then at the busiest time ${busiest} × ${ANSWER_SECONDS} = **${inFlight} requests are in flight**, whatever sends them.`,
		table,
		`So for one execution for each text: **${workers} workers with \`--concurrency=${PLACES}\`, ${webhooks} webhook process${webhooks === 1 ? '' : 'es'}, one main process, PostgreSQL and Redis**. If texts can be collected (a schedule that takes what has come in, a mailbox read every minute), ${workersTogether} workers do the same. With n8n's own ten places in each worker, ${inFlight} in flight would take ${Math.ceil(inFlight / 10)} workers that do nothing but wait: raise \`--concurrency\` first. A worker's CPU is enough for about ${figure(LOAD / seconds(cpu.worker))} executions a second.`,
	].join('\n\n');
}

/** The figures of docs/scale.md, and what follows from them. */
export const scaleFile: Generated = {
	file: PAGE,
	make: () => withParts(PAGE, { measured: measured(), million: million() }),
};

// npm run bench: our node, n8n's HTTP Request node, a bare node and bare axios at the same work, side by side.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { installN8n } from '../local/n8n-install.mjs';
import { packPackage } from '../local/package-tarball.ts';
import { reportToConsole as report } from '../local/report.mjs';
import type { Field } from './contestants.ts';
import { profile } from './cpu-profile.ts';
import { leastHeaps } from './least-heap.ts';
import { packageCost } from './package-cost.ts';
import { race } from './race.ts';
import type { Results } from './results.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { heapsTable, packageLine, sharesTable, tableOf } from './table.ts';

interface Options {
	only: Scenario[];
	runs: number;
	output: string;
	/** Where CPU profiles go; then nothing is compared. */
	profile?: string;
	/** Whether to look for the smallest heap that does; then nothing is compared. */
	heap?: boolean;
}

const INTERRUPTED = 130;

function scenariosNamed(name: string): Scenario[] {
	const named = SCENARIOS.filter((each) => each.name === name || each.name.startsWith(`${name}-`));
	if (named.length > 0) return named;
	throw new InvalidArgumentError(`There are: ${SCENARIOS.map((each) => each.name).join(', ')}.`);
}

function runsFrom(text: string): number {
	if (/^[1-9]\d*$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It takes a whole number from 1.');
}

function readOptions(): Options {
	return new Command('npm run bench --')
		.description(
			'Measures the node in the released n8n beside the HTTP Request node, a bare node and bare axios. It needs Linux.',
		)
		.option('--only <name>', 'one row, or all that begin with the name', scenariosNamed, SCENARIOS)
		.option('--runs <number>', 'how often each rival runs', runsFrom, 3)
		.option(
			'--output <file>',
			'where the figures go; rows that were not measured stay in it',
			'benchmarks/results.json',
		)
		.option('--profile <folder>', 'record CPU profiles of n8n with our node at work instead')
		.addOption(
			new Option(
				'--heap',
				'look for the smallest heap with which n8n does the work instead',
			).conflicts('profile'),
		)
		.parse()
		.opts<Options>();
}

async function bench(options: Options, cancelSignal: AbortSignal): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'benchmark-'));
	try {
		const installation = await installN8n(report, cancelSignal);
		const tarball = await packPackage(folder, cancelSignal);
		const field = { installation, tarball, folder, report, cancelSignal };
		if (options.heap) await findLeastHeaps(options, field);
		else if (options.profile !== undefined)
			await recordProfiles(options.only, options.profile, field);
		else await compare(options, field);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function compare({ only, runs, output }: Options, field: Field): Promise<void> {
	const results = await knownResults(output, field);
	report(packageLine(results.package));
	for (const scenario of only) {
		report(`\n${scenario.name} …`);
		const result = await race(scenario, runs, field);
		report(`\n${tableOf(result)}`);
		const others = results.scenarios.filter(({ name }) => name !== result.name);
		results.scenarios = [...others, result];
		await save(results, output);
	}
	report(`The figures are in ${output}.`);
}

async function findLeastHeaps({ only, output }: Options, field: Field): Promise<void> {
	const results = await knownResults(output, field);
	for (const scenario of only) {
		report(`\n${scenario.name} …`);
		const rivals = await leastHeaps(scenario, field);
		report(`\n${heapsTable(rivals)}`);
		const others = results.heaps.filter((heap) => heap.scenario !== scenario.name);
		const date = new Date().toISOString();
		results.heaps = [...others, { scenario: scenario.name, date, rivals }];
		await save(results, output);
	}
	report(`The figures are in ${output}.`);
}

async function save(results: Results, file: string): Promise<void> {
	await writeFile(file, `${JSON.stringify(results, undefined, '\t')}\n`);
}

/** What this is measured with, and what was measured before on the same machine with the same versions. */
async function knownResults(file: string, field: Field): Promise<Results> {
	const { machine, versions } = await surroundings(field);
	const known: Results | undefined = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
	const isSame = isDeepStrictEqual([known?.machine, known?.versions], [machine, versions]);
	const { scenarios, heaps } = isSame ? known! : { scenarios: [], heaps: [] };
	return { machine, versions, package: await packageCost(field.tarball), scenarios, heaps };
}

async function surroundings({
	installation,
}: Field): Promise<Pick<Results, 'machine' | 'versions'>> {
	const versionOf = async (folder: string): Promise<string> =>
		JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;
	return {
		machine: {
			system: type(),
			processor: cpus()[0].model,
			cores: cpus().length,
			memoryGigabytes: Math.round(totalmem() / 1e9),
		},
		versions: {
			package: await versionOf('.'),
			n8n: await versionOf(join(installation.folder, 'node_modules', 'n8n')),
			node: process.version,
			axios: await versionOf('node_modules/axios'),
		},
	};
}

async function recordProfiles(scenarios: Scenario[], folder: string, field: Field): Promise<void> {
	for (const scenario of scenarios) {
		report(`\n${scenario.name} …\n`);
		const file = join(folder, `${scenario.name}.cpuprofile`);
		report(sharesTable(await profile(scenario, file, field)));
	}
	report(`The profiles are in ${folder}: open them in Chromium's developer tools or in VS Code.`);
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

try {
	await bench(readOptions(), interruption.signal);
} catch (error) {
	process.exitCode = interruption.signal.aborted ? INTERRUPTED : 1;
	if (!interruption.signal.aborted) console.error(`\n${(error as Error).message}`);
}

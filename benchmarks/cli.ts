// npm run bench: our node, n8n's HTTP Request node, a bare node and bare axios at the same work, side by side.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runProgram } from '../local/interruption.ts';
import { installN8n } from '../local/n8n-install.mjs';
import { packPackage } from '../local/package-tarball.ts';
import { reportToConsole as report } from '../local/report.mjs';
import { withFixture } from './fixture.ts';
import { leastHeaps } from './least-heap.ts';
import { packageCost } from './package-cost.ts';
import { measure } from './measure.ts';
import type { Results } from './results.ts';
import { measureQueueMode } from './queue-mode.ts';
import { SCALE, type Scenario, SCENARIOS } from './scenarios.ts';
import { type Bench, startSubject } from './subject-process.ts';
import { heapsTable, packageLine, tableOf } from './table.ts';

interface Options {
	only: Scenario[];
	rounds: number;
	output: string;
	/** Where CPU profiles go; then nothing is compared. */
	profile?: string;
	/** Whether to look for the smallest heap that does; then nothing is compared. */
	heap?: boolean;
}

function scenariosNamed(name: string): Scenario[] {
	const named = SCENARIOS.filter((each) => each.name === name || each.name.startsWith(`${name}-`));
	if (named.length > 0) return named;
	throw new InvalidArgumentError(`There are: ${SCENARIOS.map((each) => each.name).join(', ')}.`);
}

function roundsFrom(text: string): number {
	if (/^[1-9]\d*$/.test(text)) return Number(text);
	throw new InvalidArgumentError('It takes a whole number from 1.');
}

function readOptions(): Options {
	return new Command('npm run bench --')
		.description(
			'Measures the node in the released n8n beside the HTTP Request node, a bare node and bare axios. It needs Linux.',
		)
		.addOption(
			new Option('--only <name>', 'one row, or all that begin with the name')
				.argParser(scenariosNamed)
				.default(SCENARIOS, 'all'),
		)
		.option('--rounds <number>', 'how often each of them runs', roundsFrom, 3)
		.option(
			'--output <file>',
			'where the figures go; rows that were not measured stay in it',
			'benchmarks/results.json',
		)
		.option('--profile <folder>', 'record CPU profiles of n8n with our node at work instead')
		.addOption(
			new Option('--heap', 'look for the smallest heap that does instead').conflicts('profile'),
		)
		.parse()
		.opts<Options>();
}

async function runBenchmarks(options: Options, cancelSignal: AbortSignal): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'benchmark-'));
	try {
		const installation = await installN8n(report, cancelSignal);
		const tarball = await packPackage(folder, cancelSignal);
		const bench = { installation, tarball, cancelSignal };
		if (options.heap) await findLeastHeaps(options, bench);
		else if (options.profile) await recordProfiles(options.only, options.profile, bench);
		else await compare(options, bench);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function compare({ only, rounds, output }: Options, bench: Bench): Promise<void> {
	const results = await knownResults(output, bench);
	const { machine } = await surroundings(bench);
	report(packageLine(results.package));
	for (const scenario of only) {
		report(`\n${scenario.name} …`);
		const elsewhere = isDeepStrictEqual(machine, results.machine) ? undefined : { machine };
		const result = { ...(await measure(scenario, rounds, bench)), ...elsewhere };
		report(`\n${tableOf(result)}`);
		const others = results.scenarios.filter(({ name }) => name !== result.name);
		results.scenarios = [...others, result];
		await save(results, output);
	}
	if (only.some(({ name }) => name.startsWith(SCALE))) {
		results.queueMode = await measureQueueMode(bench);
		await save(results, output);
	}
}

async function findLeastHeaps({ only, output }: Options, bench: Bench): Promise<void> {
	const results = await knownResults(output, bench);
	for (const scenario of only) {
		report(`\n${scenario.name} …`);
		const subjects = await leastHeaps(scenario, bench);
		report(`\n${heapsTable(subjects)}`);
		const others = results.heaps.filter((heap) => heap.scenario !== scenario.name);
		const date = new Date().toISOString();
		results.heaps = [...others, { scenario: scenario.name, date, subjects }];
		await save(results, output);
	}
}

async function save(results: Results, file: string): Promise<void> {
	await writeFile(file, `${JSON.stringify(results, undefined, '\t')}\n`);
}

/** What this is measured with, and what was measured before with the same versions. */
async function knownResults(file: string, bench: Bench): Promise<Results> {
	const { machine, versions } = await surroundings(bench);
	const known: Results | undefined = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
	const isSame = isDeepStrictEqual(known?.versions, versions);
	const kept = isSame ? known! : { machine, scenarios: [], heaps: [] };
	return { ...kept, versions, package: await packageCost(bench.tarball) };
}

async function surroundings({ installation }: Bench) {
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

/** Has Node take down what the CPU does in an n8n with our node at work; it writes the profile at its end. */
async function recordProfiles(scenarios: Scenario[], folder: string, bench: Bench): Promise<void> {
	for (const scenario of scenarios) {
		const target = resolve(folder, scenario.name);
		const environment = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${target}` };
		await withFixture(scenario, bench, async ({ workload, behave }) => {
			const n8n = await startSubject(scenario.subjects[0], { ...workload, environment });
			try {
				behave(scenario.faults);
				await n8n.run();
				await n8n.run();
			} finally {
				await n8n.stop();
			}
		});
		report(`${target}: open it in Chromium's developer tools or in VS Code.`);
	}
}

await runProgram((cancelSignal) => runBenchmarks(readOptions(), cancelSignal));

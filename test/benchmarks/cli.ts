// npm run bench: our node, n8n's HTTP Request node and bare axios at the same work, side by side.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { installN8n } from '../../local/n8n-install.ts';
import { packPackage } from '../../local/package-tarball.ts';
import { reportToConsole } from '../../local/report.ts';
import { profile } from './cpu-profile.ts';
import { race } from './race.ts';
import type { ScenarioResult } from './results.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { sharesTable, tableOf } from './table.ts';

interface Options {
	only?: Scenario[];
	runs: number;
	output: string;
	profile?: string;
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
			'Measures the node in the released n8n beside the HTTP Request node and bare axios. It needs Linux.',
		)
		.option('--only <name>', 'one row, or all that begin with the name', scenariosNamed)
		.option('--runs <number>', 'how often each rival runs', runsFrom, 3)
		.option('--output <file>', 'where the figures go', 'benchmark-results.json')
		.option('--profile <folder>', 'record CPU profiles of n8n with our node at work instead')
		.parse()
		.opts<Options>();
}

async function surroundings() {
	const versionOf = async (folder: string): Promise<string> =>
		JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version;
	return {
		date: new Date().toISOString(),
		machine: {
			system: type(),
			processor: cpus()[0].model,
			cores: cpus().length,
			memoryGigabytes: Math.round(totalmem() / 1e9),
			loadBefore: loadavg()[0],
		},
		versions: {
			package: await versionOf('.'),
			node: process.version,
			axios: await versionOf('node_modules/axios'),
		},
	};
}

async function bench(options: Options, cancelSignal: AbortSignal): Promise<void> {
	const { only: chosen = SCENARIOS, runs, output, profile: profileFolder } = options;
	const report = reportToConsole;
	const folder = await mkdtemp(join(tmpdir(), 'benchmark-'));
	const scenarios: ScenarioResult[] = [];
	try {
		const about = await surroundings();
		const installation = await installN8n(report, cancelSignal);
		const tarball = await packPackage(folder, cancelSignal);
		const field = { installation, tarball, folder, report, cancelSignal };
		for (const scenario of chosen) {
			report(`${scenario.name} …`);
			if (profileFolder !== undefined) {
				const file = join(profileFolder, `${scenario.name}.cpuprofile`);
				report(sharesTable(await profile(scenario, file, field)));
				continue;
			}
			const result = await race(scenario, runs, field);
			report(`\n${tableOf(result)}`);
			scenarios.push(result);
			await writeFile(output, JSON.stringify({ ...about, runs, scenarios }, undefined, '\t'));
		}
		report(`The figures are in ${profileFolder ?? output}.`);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

try {
	await bench(readOptions(), interruption.signal);
} catch (error) {
	process.exitCode = interruption.signal.aborted ? INTERRUPTED : 1;
	if (!interruption.signal.aborted) console.error(`\n${(error as Error).message}`);
}

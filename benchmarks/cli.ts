// npm run bench: compares our node with n8n's HTTP Request node and bare axios.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runProgram } from '../local/interruption.ts';
import { installN8n } from '../local/n8n-install.mjs';
import { packPackage } from '../local/package-tarball.ts';
import { wholeNumber } from '../simulator/whole-number.ts';
import { measure } from './measure.ts';
import type { Results } from './results.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import type { Bench } from './subject-process.ts';
import { tableOf } from './table.ts';

const FIGURES = 'benchmarks/results.json';

interface Options {
	only: Scenario[];
	rounds: number;
	nodeOptions?: string;
}

function scenariosNamed(name: string): Scenario[] {
	const named = SCENARIOS.filter((each) => each.name === name || each.name.startsWith(`${name}-`));
	if (named.length > 0) return named;
	throw new InvalidArgumentError(
		`It must be one of ${SCENARIOS.map((each) => each.name).join(', ')}.`,
	);
}

function readOptions(): Options {
	return new Command('npm run bench --')
		.description(
			'Compares the node in a released n8n with the HTTP Request node and bare axios. It needs Linux.',
		)
		.addOption(
			new Option('--only <name>', 'one row, or all rows that start with the name')
				.argParser(scenariosNamed)
				.default(SCENARIOS, 'all'),
		)
		.option('--rounds <number>', 'number of rounds', wholeNumber(1, 100), 3)
		.option(
			'--node-options <options>',
			"options of n8n's Node, such as a profiler's. Doesn't save the figures",
		)
		.parse()
		.opts<Options>();
}

async function runBenchmarks(options: Options, cancelSignal: AbortSignal): Promise<void> {
	const { only, rounds, nodeOptions } = options;
	await using folder = await mkdtempDisposable(join(tmpdir(), 'benchmark-'));
	const installation = await installN8n(cancelSignal);
	const tarball = await packPackage(folder.path, cancelSignal);
	const bench = { installation, tarball, cancelSignal, nodeOptions };
	const results = await knownResults(bench);
	const keep = async () => {
		if (nodeOptions === undefined)
			await writeFile(FIGURES, `${JSON.stringify(results, undefined, '\t')}\n`);
	};
	for (const scenario of only) {
		console.log(`\n${scenario.name} …`);
		const result = await measure(scenario, rounds, bench);
		console.log(`\n${tableOf(result)}`);
		const others = results.scenarios.filter(({ name }) => name !== result.name);
		results.scenarios = [...others, result];
		await keep();
	}
}

/** The versions, and earlier results with the same versions. */
async function knownResults({ installation }: Bench): Promise<Results> {
	const json = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'));
	const versions = {
		package: (await json('package.json')).version,
		n8n: (await json(installation.folder, 'node_modules/n8n/package.json')).version,
		node: process.version,
		axios: (await json('node_modules/axios/package.json')).version,
	};
	const known: Results = await json(FIGURES);
	const reusable = isDeepStrictEqual(known.versions, versions) ? known : { scenarios: [] };
	return { ...reusable, versions };
}

await runProgram((cancelSignal) => runBenchmarks(readOptions(), cancelSignal));

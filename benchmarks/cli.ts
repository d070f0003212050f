// npm run bench: compares our node with n8n's HTTP Request node and axios.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { cellsOf, HEAD, measure } from './measure.ts';
import { ROWS } from './rows.ts';
import { runProgram } from '../local/interruption.ts';
import { installN8n } from '../local/n8n-install.mjs';
import { packPackage } from '../local/package-tarball.ts';
import { wholeNumber } from '../simulator/whole-number.ts';
import { table, withParts } from '../test/support/markdown.ts';

const PAGE = 'maintainers/benchmarks.md';

const { only, rounds, save } = new Command('npm run bench --')
	.description('Compares the node in a released n8n with HTTP Request and axios. Needs Linux.')
	.addOption(new Option('--only <name>', 'one row').choices(ROWS.map(({ name }) => name)))
	.option('--rounds <number>', 'number of rounds', wholeNumber(1, 100), 3)
	.option('--save', `write the measured rows to ${PAGE}`)
	.parse()
	.opts<{ only?: string; rounds: number; save?: true }>();

/** Replaces rows with the same title in the table of the page, and keeps the others. */
async function saveRows(measured: string[][]): Promise<void> {
	const lines = (await readFile(PAGE, 'utf8')).matchAll(/^\| (.*) \|$/gm);
	const saved = Array.from(lines, ([, line]) => line.split(' | '));
	const rows = ROWS.flatMap(({ title }) => {
		const cells = [...measured, ...saved].find(([first]) => first === title);
		return cells ? [cells] : [];
	});
	await writeFile(PAGE, withParts(PAGE, { table: table([HEAD, ...rows]) }));
}

async function runBenchmarks(cancelSignal: AbortSignal): Promise<void> {
	await using folder = await mkdtempDisposable(join(tmpdir(), 'benchmark-'));
	const installation = await installN8n(cancelSignal);
	const tarball = await packPackage(folder.path, cancelSignal);
	const bench = { installation, tarball, cancelSignal };
	console.log(`${cpus().length} × ${cpus()[0].model}, load ${loadavg()[0]}, ${rounds} rounds`);
	const rows: string[][] = [];
	for (const row of ROWS.filter(({ name }) => only === undefined || name === only)) {
		console.log(`\n${row.title}`);
		rows.push(cellsOf(row, await measure(row, rounds, bench)));
		console.log(table([HEAD, rows.at(-1)!]));
		if (save) await saveRows(rows);
	}
}

await runProgram(runBenchmarks);

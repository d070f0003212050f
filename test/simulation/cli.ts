import { Command } from 'commander';
import fc from 'fast-check';
import '../support/node-sources.ts';
import { wholeNumber } from '../../simulator/whole-number.ts';

const { executions, seed, path, outages, capacity } = new Command('npm run simulate --')
	.description(
		"Simulates executions of random workflows with random faults, Stop and Retry, on a simulated clock. Compares each with the simulator's journal. Prints the smallest one that fails, and its path.",
	)
	.option('--executions <number>', 'how many', wholeNumber(1, 1_000_000), 300)
	.option('--seed <number>', 'which ones', wholeNumber(0, 2 ** 31 - 1), 2026)
	.option('--path <path>', 'only the execution that a failure has printed')
	.option('--outages', 'simulate random outages instead, and check their bounds')
	.option('--capacity', 'instead, print how the node adapts to platforms with limited capacity')
	.parse()
	.opts();

/** Throws the error of the smallest value that fails. */
async function check<Value>(values: fc.Arbitrary<Value>, run: (value: Value) => Promise<void>) {
	const numRuns = path === undefined ? executions : 1;
	await fc.assert(fc.asyncProperty(values, run), { numRuns, seed, path });
	console.log(`${numRuns} simulated executions with seed ${seed}: no violations`);
}

const { prepare } = await import('./run.ts');
prepare();
if (capacity) {
	const { capacityTable } = await import('./capacity.ts');
	console.log(await capacityTable());
} else if (outages) {
	const simulated = await import('./outages.ts');
	await check(simulated.outages, simulated.checkOutage);
} else {
	const { checkScenario } = await import('./invariants.ts');
	const { scenarios } = await import('./scenario.ts');
	await check(scenarios, checkScenario);
}

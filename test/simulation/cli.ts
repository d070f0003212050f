import { Command } from 'commander';
import '../support/node-sources.ts';
import { wholeNumber } from '../../simulator/whole-number.ts';

const options = new Command('npm run simulate --')
	.description(
		"Simulates executions of random workflows with random faults, Stop and Retry, on a simulated clock. Compares each with the simulator's journal.",
	)
	.option('--executions <number>', 'how many', wholeNumber(1, 1_000_000), 300)
	.option('--seed <number>', 'which ones', wholeNumber(0, 2 ** 31 - 1), 2026)
	.option('--path <path>', 'only the execution that a failure has printed')
	.parse()
	.opts<{ executions: number; seed: number; path?: string }>();

const { simulate } = await import('./simulate.ts');
process.exitCode = (await simulate(options)) ? 0 : 1;

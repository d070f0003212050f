import { Command } from 'commander';
import '../support/node-sources.ts';
import { wholeNumber } from '../../simulator/whole-number.ts';

const options = new Command('npm run outages --')
	.description('Simulates outages of every kind, then random ones, and checks the bounds of each.')
	.option('--random <number>', 'how many random outages', wholeNumber(0, 1_000_000), 100)
	.option('--seed <number>', 'which ones', wholeNumber(0, 2 ** 31 - 1), 2026)
	.option('--path <path>', 'only the outage that a failure has printed')
	.parse()
	.opts<{ random: number; seed: number; path?: string }>();

const { checkOutages } = await import('./outages.ts');
process.exitCode = (await checkOutages(options)) ? 0 : 1;

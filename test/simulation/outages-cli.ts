import { Command } from 'commander';
import '../support/node-sources.ts';
import { wholeNumber } from '../../simulator/whole-number.ts';

const { random, capacity, ...options } = new Command('npx node test/simulation/outages-cli.ts')
	.description('Simulates random outages, and checks the bounds of each.')
	.option('--random <number>', 'how many', wholeNumber(1, 1_000_000), 100)
	.option('--seed <number>', 'which ones', wholeNumber(0, 2 ** 31 - 1), 2026)
	.option('--path <path>', 'only the outage that a failure has printed')
	.option('--capacity', 'instead, print how the node adapts to platforms with limited capacity')
	.parse()
	.opts<{ random: number; seed: number; path?: string; capacity?: true }>();

if (capacity) {
	const { capacityTable } = await import('./capacity.ts');
	console.log(await capacityTable());
} else {
	const { checkOutages } = await import('./outages.ts');
	process.exitCode = (await checkOutages({ ...options, count: random })) ? 0 : 1;
}

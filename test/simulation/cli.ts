import { Command } from 'commander';
import '../support/node-sources.ts';
import { wholeNumber } from '../../simulator/whole-number.ts';

const options = new Command('npm run nights --')
	.description(
		"Random nights: any workflow, a moody platform, Stop and Retry in the middle. Holds what must be true of every night against the service's own journal.",
	)
	.option('--nights <number>', 'how many', wholeNumber(1, 1_000_000), 300)
	.option('--seed <number>', 'which ones', wholeNumber(0, 2 ** 31 - 1), 2026)
	.option('--path <path>', 'only the night that a failure has printed')
	.parse()
	.opts<{ nights: number; seed: number; path?: string }>();

const { hunt } = await import('./hunt.ts');
process.exitCode = (await hunt(options)) ? 0 : 1;

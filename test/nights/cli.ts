import { Command } from 'commander';
import './typescript.ts';

const { nights, seed, path, verbose } = new Command('npm run nights --')
	.description(
		"Random nights: workflows, a moody platform, Stop and Retry in the middle. What must hold of every night is held against the service's journal.",
	)
	.option('--nights <number>', 'how many', Number, 300)
	.option('--seed <number>', 'which ones', Number, 2026)
	.option('--path <path>', 'only the night at this path, as a failure prints it')
	.option('--verbose', 'also print what arrived and what came out of the failing night')
	.parse()
	.opts<{ nights: number; seed: number; path?: string; verbose?: boolean }>();

const { hunt } = await import('./hunt.ts');
process.exitCode = (await hunt({ nights, seed, path, verbose })) ? 0 : 1;

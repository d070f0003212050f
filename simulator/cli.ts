import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { DEMO_TOKEN, startSimulator } from './server.ts';
import { wholeNumber } from './whole-number.ts';

const program = new Command('simulator')
	.description(
		'A stand-in for the data platform on 127.0.0.1: function search, job update, connector run and AI ' +
			'extract, checked against contract/openapi.yaml. It is no language model: it looks up what is labeled.',
	)
	.option('--port <number>', 'port to listen on, 0 for a free one', wholeNumber(0, 65_535), 0)
	.option('--token <text>', 'developer token that is accepted', DEMO_TOKEN)
	.option('--header <name>', 'header that carries the token', 'X-SERVICE-Developer-Token')
	.option('--functions <number>', 'how many functions there are', wholeNumber(0, 2_000_000), 250)
	.option('--latency <ms>', 'how long each answer is held back', wholeNumber(0, 3_600_000), 0)
	.option('--base-path <path>', 'where the API begins', '/')
	.option('--log <file>', 'append a line of JSON for each request (never the token)')
	.option('--faults <file>', 'script of faults, a JSON array of rules')
	.addHelpText(
		'after',
		'\nmaintainers/simulator.md has every fault, and the control while it runs.',
	);

async function main(): Promise<void> {
	const { faults, ...options } = program.parse().opts();
	const simulator = await startSimulator({
		...options,
		faults: faults && JSON.parse(await readFile(faults, 'utf8')),
	});
	console.log(`Data Platform simulator listens at ${simulator.url}`);
	for (const signal of ['SIGTERM', 'SIGINT'] as const)
		process.once(signal, () => simulator.close());
}

main().catch((error: Error) => program.error(`The simulator did not start: ${error.message}`));

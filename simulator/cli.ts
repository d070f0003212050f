import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { DEMO_TOKEN, startSimulator, TOKEN_HEADER } from './server.ts';
import { wholeNumber } from './whole-number.ts';

const program = new Command('simulator')
	.description(
		'Simulates the data platform on 127.0.0.1: function search, job update, connector run, and AI ' +
			"extract, checked against contract/openapi.yaml. It isn't a language model. It finds labeled values.",
	)
	.option('--port <number>', 'port, 0 for a free one', wholeNumber(0, 65_535), 0)
	.option('--token <text>', 'accepted developer token', DEMO_TOKEN)
	.option('--header <name>', 'header with the token', TOKEN_HEADER)
	.option('--functions <number>', 'number of functions', wholeNumber(0, 2_000_000), 250)
	.option('--latency <ms>', 'delay of each response', wholeNumber(0, 3_600_000), 0)
	.option('--base-path <path>', 'path prefix of the API', '/')
	.option('--faults <file>', 'JSON file with an array of fault rules')
	.addHelpText('after', '\nmaintainers/simulator.md describes the faults and the control API.');

const { faults: file, ...options } = program.parse().opts();
try {
	const faults = file && JSON.parse(await readFile(file, 'utf8'));
	const { url, close } = await startSimulator({ ...options, faults });
	console.log(`Data Platform simulator listens at ${url}`);
	for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, close);
} catch (error) {
	program.error(`The simulator did not start: ${(error as Error).message}`);
}

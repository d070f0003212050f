// npm run contract: compares an instance with the contract. Exit code: 0 for no differences, 1 for differences, 2 if
// it couldn't be checked.
import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { checkInstance } from './check.ts';
import { searchProbes } from './probes.ts';
import { compileContract } from '../../simulator/contract.ts';
import { TOKEN_HEADER } from '../../simulator/server.ts';

const COULD_NOT_CHECK = 2;

const command: Command = new Command('npm run contract --')
	.description(
		'Compares an instance with contract/openapi.yaml. Set the environment variable DATA_PLATFORM_TOKEN to the developer token. Without --also, it only searches functions.',
	)
	.requiredOption('--base-url <url>', 'address of the instance, for example https://host')
	.option('--header-name <name>', 'header with the token', TOKEN_HEADER)
	.option('--sort-field <name>', 'field that the searches sort by', 'name')
	.option('--output <file>', 'path of the report', 'contract-report.json')
	.option('--also <file>', 'SENDS the requests in this JSON file, too')
	.exitOverride(({ exitCode }) => process.exit(exitCode && COULD_NOT_CHECK))
	.parse();
const { baseUrl, headerName, sortField, output, also } = command.opts();
// As an argument, the token would be visible in the list of processes.
const { DATA_PLATFORM_TOKEN: token = '' } = process.env;
if (!/^https?:\/\//.test(baseUrl)) command.error('--base-url must start with https:// or http://.');
if (token === '') command.error('The environment variable DATA_PLATFORM_TOKEN is empty.');

try {
	const contract = await compileContract('/', { allErrors: true, verbose: true });
	const { schemas } = Object(contract.definition.components);
	const probes = [
		...searchProbes(sortField, Object.keys(schemas.Function.properties)),
		...(also ? JSON.parse(await readFile(also, 'utf8')) : []),
	];
	const instance = { baseUrl: baseUrl.replace(/\/+$/, ''), headerName, token };
	const report = await checkInstance(probes, instance, contract);
	// First, so that the result isn't lost if the file can't be written.
	console.log(stringify(report));
	await writeFile(output, `${JSON.stringify(report, undefined, '\t')}\n`);
	const isComplete = Object.keys(report.unchecked).length === 0;
	process.exitCode = report.differences.length > 0 ? 1 : isComplete ? 0 : COULD_NOT_CHECK;
	console.log(
		`Report file: ${output}. To share it, open an issue "The platform responds differently".`,
	);
} catch (error) {
	console.error(`${(error as Error).message} No report was written.`);
	process.exitCode = COULD_NOT_CHECK;
}

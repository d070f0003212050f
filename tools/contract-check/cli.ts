// npm run contract: compares an instance with the contract. Exit code: 0 for no differences, 1 for differences, 2 if
// it couldn't be checked.
import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { stringify } from 'yaml';
import {
	readCredential,
	DEFAULT_HEADER_NAME,
} from '../../nodes/DataPlatform/transport/credentials.ts';
import { checkInstance } from './check.ts';
import { type Probe, searchProbes } from './probes.ts';

/** As an argument, the token would be visible in the list of processes. */
const TOKEN_VARIABLE = 'DATA_PLATFORM_TOKEN';

const COULD_NOT_CHECK = 2;

const command: Command = new Command('npm run contract --')
	.description(
		`Compares an instance with contract/openapi.yaml. Set the environment variable ${TOKEN_VARIABLE} to the developer token. Without --also, it only searches functions.`,
	)
	.requiredOption('--base-url <url>', 'address of the instance, for example https://host')
	.option('--header-name <name>', 'header with the token', DEFAULT_HEADER_NAME)
	.option('--sort-field <name>', 'field that the searches sort by', 'name')
	.option('--output <file>', 'path of the report', 'contract-report.json')
	.option('--also <file>', 'SENDS the requests in this JSON file, too')
	.exitOverride(({ exitCode }) => process.exit(exitCode && COULD_NOT_CHECK))
	.parse();
const { baseUrl, headerName, sortField, output, also } = command.opts();
const { [TOKEN_VARIABLE]: token = '' } = process.env;

// The same validation as the credential's. Its messages contain the names of the parameters.
const access = readCredential({ baseUrl, headerName, token });
if ('problem' in access) {
	command.error(
		`${access.problem}. 'Base URL' is --base-url, 'Token Header' is --header-name, 'Developer Token' is the environment variable ${TOKEN_VARIABLE}. Correct it and run the same command again.`,
	);
}
try {
	const others: Probe[] = also ? JSON.parse(await readFile(also, 'utf8')) : [];
	const report = await checkInstance([...searchProbes(sortField), ...others], access);
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

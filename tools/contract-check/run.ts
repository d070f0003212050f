// Compares an instance with the contract. Exit code: 0 for no differences, 1 for differences, 2 if it couldn't be
// checked.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import {
	readCredential,
	DEFAULT_HEADER_NAME,
} from '../../nodes/DataPlatform/transport/credentials.ts';
import { checkInstance, TOKEN_VARIABLE } from './check.ts';
import { loadResponseContract } from './contract.ts';
import { chosenProbes, searchProbes } from './probes.ts';
import { reportText, VERDICTS } from './report.ts';

const COULD_NOT_CHECK = VERDICTS.unchecked.exitCode;

function jobAddress(text: string) {
	const { groups } = /^(?<applicationId>[^/]+)\/(?<jobId>[^/]+)$/.exec(text) ?? {};
	if (groups === undefined) throw new InvalidArgumentError('Enter APPLICATION_ID/JOB_ID.');
	return groups;
}

const definitionIn = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Runs `npm run contract` with these arguments, and returns its exit code. */
export async function runContractCheck(options: string[], token: string): Promise<number> {
	const log = (text: string) => process.stderr.write(`${text}\n`);
	try {
		const { output, access, sortField, chosen } = readOptions(options, token);
		const contract = await loadResponseContract();
		const probes = [...searchProbes(sortField, contract.sortableFields), ...chosenProbes(chosen)];
		log(`Sending ${probes.length} requests, one after another …`);
		const report = await checkInstance(probes, access, contract);
		// First, so that the result isn't lost if the file can't be written.
		process.stdout.write(`${reportText(report, output)}\n`);
		await writeFile(output, `${JSON.stringify(report, undefined, '\t')}\n`);
		return VERDICTS[report.verdict].exitCode;
	} catch (error) {
		// commander has already written the message.
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : COULD_NOT_CHECK;
		log((error as Error).message);
		log('No report was written.');
		return COULD_NOT_CHECK;
	}
}

function readOptions(options: string[], token: string) {
	const command: Command = new Command('npm run contract --')
		.description(
			`Compares an instance with contract/openapi.yaml. Set the environment variable ${TOKEN_VARIABLE} to the developer token. Without the last flags, it only searches functions.`,
		)
		.requiredOption('--base-url <url>', 'address of the instance, for example https://host')
		.option('--header-name <name>', 'header with the token', DEFAULT_HEADER_NAME)
		.option('--sort-field <name>', 'field that the searches sort by', 'name')
		.option('--output <file>', 'path of the report', 'contract-report.json')
		.option('--update-job <app/job>', 'WRITES: replaces this job by --job-definition', jobAddress)
		.option('--job-definition <file>', "the job's whole definition, for --update-job", definitionIn)
		.option('--run-connector <stream>', 'STARTS A RUN of the connector of this stream')
		.option('--extract', 'EXTRACTS: one AI extraction from one sentence')
		.exitOverride()
		.parse(options, { from: 'user' });
	const { baseUrl, headerName, sortField, output, jobDefinition, ...chosen } = command.opts();

	// The same validation as the credential's. Its messages contain the names of the parameters.
	const access = readCredential({ baseUrl, headerName, token });
	if ('problem' in access) {
		command.error(
			`${access.problem}. 'Base URL' is --base-url, 'Token Header' is --header-name, 'Developer Token' is the environment variable ${TOKEN_VARIABLE}. Correct it and run the same command again.`,
		);
	}
	if (jobDefinition?.jobId !== chosen.updateJob?.jobId) {
		command.error(
			'--update-job and --job-definition must be used together, and with the same job ID.',
		);
	}
	if (chosen.updateJob) chosen.updateJob.definition = jobDefinition;
	return { output, access, sortField, chosen };
}

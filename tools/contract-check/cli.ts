// npm run contract: compares a real instance with the contract. Exit code 0 for no differences, 1 for
// differences, 2 when it could not be checked.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { accessOf, DEFAULT_HEADER_NAME } from '../../nodes/DataPlatform/transport/credentials.ts';
import { checkInstance, TOKEN_VARIABLE } from './check.ts';
import { loadAnswerContract } from './contract.ts';
import { chosenProbes, searchProbes } from './probes.ts';
import { reportText, VERDICTS } from './report.ts';

const COULD_NOT_CHECK = VERDICTS.unchecked.exitCode;

function jobAddress(text: string) {
	const { groups } = /^(?<applicationId>[^/]+)\/(?<jobId>[^/]+)$/.exec(text) ?? {};
	if (groups === undefined) throw new InvalidArgumentError('Write APPLICATION_ID/JOB_ID.');
	return groups;
}

function definitionIn(file: string) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new InvalidArgumentError(`It cannot be read: ${(error as Error).message}.`);
	}
}

const command: Command = new Command('npm run contract --')
	.description(
		`Compares an instance with contract/openapi.yaml. The developer token comes from the environment variable ${TOKEN_VARIABLE}. Without the last flags it only searches functions.`,
	)
	.requiredOption('--base-url <url>', 'address of the instance, for example https://host')
	.option('--header-name <name>', 'header that carries the token', DEFAULT_HEADER_NAME)
	.option('--sort-field <name>', 'what the searches are sorted by', 'name')
	.option('--output <file>', 'where the report goes', 'contract-report.json')
	.option('--update-job <app/job>', 'WRITES: replaces this job by --job-definition', jobAddress)
	.option('--job-definition <file>', "the job's whole definition, for --update-job", definitionIn)
	.option('--run-connector <stream>', 'STARTS A RUN of the connector of this stream')
	.option('--extract', 'EXTRACTS: one AI extraction from one sentence')
	.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : COULD_NOT_CHECK))
	.parse();
const { baseUrl, headerName, sortField, output, jobDefinition, ...chosen } = command.opts();

// As the credential reads them: its names are those of the panel.
const access = accessOf({ baseUrl, headerName, token: process.env[TOKEN_VARIABLE] ?? '' });
if ('problem' in access) {
	command.error(
		`${access.problem}. 'Base URL' is --base-url, 'Token Header' is --header-name, 'Developer Token' is the environment variable ${TOKEN_VARIABLE}: set it right and run the same command again.`,
	);
}
if ((chosen.updateJob === undefined) !== (jobDefinition === undefined)) {
	command.error(
		'--update-job and --job-definition go together: the update replaces the whole job.',
	);
}
if (jobDefinition?.jobId !== chosen.updateJob?.jobId) {
	command.error(
		'The "jobId" in the job definition is not the JOB_ID of --update-job. Make them the same: what happens otherwise is not documented.',
	);
}
if (chosen.updateJob) chosen.updateJob.definition = jobDefinition;

try {
	const contract = await loadAnswerContract();
	const probes = [...searchProbes(sortField, contract.sortableFields), ...chosenProbes(chosen)];
	console.error(`Sending ${probes.length} requests, one after another …`);
	const report = await checkInstance(probes, access, contract);
	// First, so that nothing that was found is lost when the file cannot be written.
	console.log(reportText(report, output));
	await writeFile(output, `${JSON.stringify(report, undefined, '\t')}\n`);
	process.exitCode = VERDICTS[report.verdict].exitCode;
} catch (error) {
	console.error((error as Error).message);
	console.error('No report was written.');
	process.exitCode = COULD_NOT_CHECK;
}

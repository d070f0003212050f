// npm run contract: compares a real instance with the contract. Exit code 0 for no differences, 1 for
// differences, 2 when it could not be checked.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import type { Access } from '../../nodes/DataPlatform/api/credentials.ts';
import { accessOf, DEFAULT_HEADER_NAME } from '../../nodes/DataPlatform/api/credentials.ts';
import { checkInstance } from './check.ts';
import { loadAnswerContract } from './contract.ts';
import { Obstacle, TOKEN_VARIABLE } from './obstacles.ts';
import type { ChosenProbes } from './probes.ts';
import { chosenProbes, searchProbes } from './probes.ts';
import { reportOf, reportText, VERDICTS } from './report.ts';

const COULD_NOT_CHECK = VERDICTS.unchecked.exitCode;

function jobAddress(text: string): { applicationId: string; jobId: string } {
	const [, applicationId, jobId] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
	if (jobId === undefined) throw new InvalidArgumentError('Write APPLICATION_ID/JOB_ID.');
	return { applicationId, jobId };
}

function definitionIn(file: string) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new InvalidArgumentError(`It cannot be read: ${(error as Error).message}.`);
	}
}

const options = new Command('npm run contract --')
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
	.parse()
	.opts();

/** As the credential reads them: its names are those of the panel. */
function chosenAccess(): Access {
	const { baseUrl, headerName } = options;
	const access = accessOf({ baseUrl, headerName, token: process.env[TOKEN_VARIABLE] ?? '' });
	if (!('refusal' in access)) return access;
	throw new Obstacle(
		`${access.refusal}. 'Base URL' is --base-url, 'Token Header' is --header-name, 'Developer Token' is the environment variable ${TOKEN_VARIABLE}: set it right and run the same command again.`,
	);
}

/** What would do more than search, checked before anything is sent. */
function chosen(): ChosenProbes {
	const { updateJob, jobDefinition: definition, runConnector, extract } = options;
	if (updateJob === undefined && definition === undefined) return { runConnector, extract };
	if (updateJob === undefined || definition === undefined) {
		throw new Obstacle(
			'--update-job and --job-definition go together: the update replaces the whole job.',
		);
	}
	if (definition?.jobId !== updateJob.jobId) {
		throw new Obstacle(
			'The "jobId" in the job definition is not the JOB_ID of --update-job. Make them the same: what happens otherwise is not documented.',
		);
	}
	return { updateJob: { ...updateJob, definition }, runConnector, extract };
}

async function main(): Promise<number> {
	const access = chosenAccess();
	const contract = await loadAnswerContract();
	const probes = [
		...searchProbes(options.sortField, contract.sortableFields),
		...chosenProbes(chosen()),
	];
	console.error(`Sending ${probes.length} requests, one after another …`);
	const report = reportOf(await checkInstance(probes, access, contract), access);
	await writeFile(options.output, `${JSON.stringify(report, undefined, '\t')}\n`);
	console.log(reportText(report, options.output));
	return VERDICTS[report.verdict].exitCode;
}

try {
	process.exitCode = await main();
} catch (error) {
	const isKnown = error instanceof Obstacle;
	console.error(isKnown ? error.message : `The check stopped: ${(error as Error).message}`);
	console.error('Nothing is known about differences, and no report was written.');
	process.exitCode = COULD_NOT_CHECK;
}

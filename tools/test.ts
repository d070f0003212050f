// npm test: every check there is, one after another, with a summary at the end.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { execa } from 'execa';
import { runProgram } from '../local/interruption.ts';
import { findProgram } from '../harness/programs.ts';
import { describeDuration } from '../local/report.mjs';

interface Step {
	name: string;
	/** A program and its arguments, none with a blank in it. */
	command: string;
	/** A jest run counts each of its tests; every other step counts once. */
	isJest?: boolean;
	/** The step without whose success this one says nothing. */
	after?: string;
	/** Programs of the system that must be installed. */
	needs?: string[];
}

/** What the tests of a whole run leave behind for its last step. */
const RESULTS_FOLDER = 'test-results';

const QUEUE_PROGRAMS = ['redis-server', 'redis-cli', 'initdb', 'psql'];

const jestOf = (folder: string) =>
	`npm run jest -- --config test/${folder}/jest.config.cjs --runInBand`;

const STEPS: Step[] = [
	{ name: 'typecheck', command: 'npm run typecheck' },
	{ name: 'lint', command: 'npm run lint' },
	{ name: 'format', command: 'npm run format:check' },
	{ name: 'docs', command: 'npm run docs -- --check' },
	{ name: 'build', command: 'npm run build' },
	{ name: 'scan', command: 'node tools/scan.mjs', after: 'build' },
	{ name: 'locks', command: 'node tools/locks.ts' },
	{ name: 'jest', command: 'npm run jest --', isJest: true },
	{ name: 'start', command: 'node tools/bare-start.ts' },
	{ name: 'nights', command: 'node test/nights/cli.ts --nights 300' },
	{
		name: 'n8n',
		command: `${jestOf('n8n')} --testPathIgnorePatterns n8n/editor`,
		isJest: true,
		after: 'build',
	},
	{
		name: 'editor',
		command: `${jestOf('n8n')} --testPathPatterns n8n/editor`,
		isJest: true,
		after: 'build',
		needs: ['chromium'],
	},
	{ name: 'n8n-1', command: jestOf('n8n-1'), isJest: true, after: 'build' },
	{ name: 'queue', command: jestOf('queue'), isJest: true, after: 'build', needs: QUEUE_PROGRAMS },
	{
		name: 'compatibility',
		command: 'npm run docs -- --check docs/compatibility.md',
		needs: QUEUE_PROGRAMS,
	},
];

interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

interface StepResult extends Counts {
	name: string;
	note: string;
	duration: number;
}

const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };
const SKIPPED: Counts = { passed: 0, failed: 0, skipped: 1 };

async function runStep(step: Step, earlier: StepResult[], cancelSignal: AbortSignal) {
	console.log(`\n━━━ ${step.name}: ${step.command}`);
	const started = Date.now();
	const { counts, note } = await outcomeOf(step, earlier, cancelSignal);
	const result = { name: step.name, ...counts, note, duration: Date.now() - started };
	console.log(`━━━ ${step.name}: ${describeResult(result)}`);
	return result;
}

async function outcomeOf(
	step: Step,
	earlier: StepResult[],
	cancelSignal: AbortSignal,
): Promise<{ counts: Counts; note: string }> {
	const failedBefore = earlier.find(({ name, failed }) => name === step.after && failed > 0);
	if (failedBefore)
		return { counts: SKIPPED, note: `it needs the step "${step.after}", which failed` };

	const missing = (step.needs ?? []).filter((program) => findProgram(program) === undefined);
	if (missing.length > 0) {
		const note = `not installed on this machine: ${missing.join(', ')}`;
		return { counts: process.env.CI === 'true' ? FAILED : SKIPPED, note };
	}
	const counts = step.isJest
		? await runJest(step.command, cancelSignal)
		: (await succeeds(step.command, cancelSignal))
			? PASSED
			: FAILED;
	return { counts, note: '' };
}

async function succeeds(
	command: string,
	cancelSignal: AbortSignal,
	further: string[] = [],
): Promise<boolean> {
	const [program, ...programArguments] = [...command.split(' '), ...further];
	const { failed } = await execa(program, programArguments, {
		stdio: 'inherit',
		reject: false,
		cancelSignal,
	});
	cancelSignal.throwIfAborted();
	return !failed;
}

async function runJest(command: string, cancelSignal: AbortSignal): Promise<Counts> {
	const folder = await mkdtemp(join(tmpdir(), 'test-results-'));
	const outputFile = join(folder, 'results.json');
	try {
		const reporting = ['--json', `--outputFile=${outputFile}`];
		const succeeded = await succeeds(command, cancelSignal, reporting);
		if (!existsSync(outputFile)) return FAILED;

		const results = JSON.parse(await readFile(outputFile, 'utf8'));
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		const skipped = results.numPendingTests + results.numTodoTests;
		const isComplete = succeeded && (skipped === 0 || process.env.CI !== 'true');
		return {
			passed: results.numPassedTests,
			failed: isComplete ? failed : Math.max(failed, 1),
			skipped,
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}

function describeResult({ passed, failed, skipped, note, duration }: StepResult): string {
	const result = failed > 0 ? 'FAILED' : passed > 0 ? 'passed' : 'skipped';
	const reason = note && `: ${note}`;
	return `${result}${reason} (${describeCounts({ passed, failed, skipped })}, ${describeDuration(duration)})`;
}

function describeCounts({ passed, failed, skipped }: Counts): string {
	const skippedPart = skipped > 0 ? `, ${skipped} skipped` : '';
	return `${passed} passed, ${failed} failed${skippedPart}`;
}

function totalOf(results: StepResult[]): Counts {
	const sum = (count: keyof Counts) => results.reduce((total, result) => total + result[count], 0);
	return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

const { only } = new Command('npm test --')
	.description(
		'Runs every check: types, lint, formatting, generated files, build, scanner, tests, real n8n.',
	)
	.addOption(new Option('--only <step>', 'run one step').choices(STEPS.map(({ name }) => name)))
	.parse()
	.opts<{ only?: string }>();

await runProgram(async (cancelSignal) => {
	const results: StepResult[] = [];
	if (only === undefined) await rm(RESULTS_FOLDER, { recursive: true, force: true });
	for (const step of STEPS.filter(({ name }) => only === undefined || name === only)) {
		results.push(await runStep(step, results, cancelSignal));
	}
	console.log('\n━━━ summary');
	for (const result of results) console.log(`${result.name.padEnd(10)} ${describeResult(result)}`);
	const total = totalOf(results);
	console.log(describeCounts(total));
	return total.failed > 0 ? 1 : 0;
});

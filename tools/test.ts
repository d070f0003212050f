// npm test: every check there is, three at a time, with a summary at the end.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { execa } from 'execa';
import { runProgram } from '../local/interruption.ts';
import { findProgram } from '../test/support/programs.ts';

interface Step {
	name: string;
	/** A program and its arguments, separated by spaces. In a jest run, each test counts. Otherwise, the run counts. */
	command: string;
	/** The steps that must succeed first. */
	after?: string[];
	/** Programs of the system that must be installed. */
	needs?: string[];
}

/** Results of the tests, and records for the step "compatibility". */
const RESULTS_FOLDER = 'test-results';

const QUEUE_PROGRAMS = ['redis-server', 'redis-cli', 'initdb', 'psql'];

const JEST = 'npm run jest --';

const jestOf = (folder: string) =>
	`${JEST} --config test/e2e/${folder}/jest.config.cjs --runInBand`;

/** The next step is the first one that needn't wait. So those that install an n8n come first, then the longest. */
const STEPS: Step[] = [
	{ name: 'start', command: 'node tools/bare-start.ts' },
	{ name: 'build', command: `npm pack --pack-destination ${RESULTS_FOLDER}` },
	{ name: 'n8n-1', command: jestOf('n8n-1'), after: ['build'] },
	{ name: 'editor', command: jestOf('editor'), after: ['start'], needs: ['chromium'] },
	{ name: 'n8n', command: jestOf('n8n'), after: ['start'] },
	{ name: 'queue', command: jestOf('queue'), after: ['start'], needs: QUEUE_PROGRAMS },
	{ name: 'jest', command: JEST },
	{ name: 'outages', command: 'node test/simulation/outages-cli.ts --random 100' },
	{ name: 'lint', command: 'npm run lint' },
	// The build has checked the published files by themselves.
	{ name: 'typecheck', command: 'npx tsc -p tsconfig.test.json', after: ['build'] },
	{ name: 'locks', command: 'node tools/locks.ts' },
	{ name: 'simulate', command: 'node test/simulation/cli.ts --executions 300' },
	{ name: 'format', command: 'npm run format:check' },
	{ name: 'docs', command: 'npm run docs -- --check' },
	{ name: 'spelling', command: 'npm run spelling' },
	{ name: 'scan', command: 'node tools/scan.mjs', after: ['build'] },
	{ name: 'docs-lint', command: 'npm run docs:lint' },
	// Checks the records of the tests in n8n.
	{
		name: 'compatibility',
		command: 'npm run docs -- --check docs/reference/compatibility.md',
		after: ['n8n-1', 'editor', 'n8n', 'queue'],
		needs: QUEUE_PROGRAMS,
	},
];

/** Three for two cores, because downloads and n8n's pauses leave one idle. */
const STEPS_AT_ONCE = 3;

const NAME_WIDTH = 13;

const NONE = { passed: 0, failed: 0, skipped: 0 };

type Counts = typeof NONE;
type Outcome = Counts & { note?: string; seconds?: number };

const isCi = process.env.CI === 'true';

/** The package that the step "build" packs for the others. */
const { name: packageName, version } = JSON.parse(await readFile('package.json', 'utf8'));
const tarball = resolve(RESULTS_FOLDER, `${packageName}-${version}.tgz`);

/** The outcomes of the steps that have ended, by name. */
const outcomes = new Map<string, Outcome>();

async function run(
	{ name, command, after = [], needs = [] }: Step,
	isAlone: boolean,
	cancelSignal: AbortSignal,
): Promise<Outcome> {
	const unmet = after.find((each) => {
		const { passed, failed } = outcomes.get(each) ?? { passed: 1, failed: 0 };
		return failed > 0 || passed === 0;
	});
	if (unmet !== undefined)
		return { ...NONE, skipped: 1, note: `it needs the step "${unmet}", which didn't pass` };

	const missing = needs.filter((program) => findProgram(program) === undefined);
	if (missing.length > 0) {
		const note = `not installed on this machine: ${missing.join(', ')}`;
		return { ...NONE, [isCi ? 'failed' : 'skipped']: 1, note };
	}

	const isJest = command.startsWith(JEST);
	const resultsFile = join(RESULTS_FOLDER, `${name}.json`);
	await rm(resultsFile, { force: true });
	const [program, ...programArguments] = command.split(' ');
	if (isJest) programArguments.push('--json', `--outputFile=${resultsFile}`);
	const output = isAlone ? 'inherit' : [mark(name), 'inherit' as const];
	const { failed } = await execa(program, programArguments, {
		env: isAlone ? {} : { N8N_DATA_PLATFORM_TARBALL: tarball },
		stdin: 'inherit',
		stdout: output,
		stderr: output,
		reject: false,
		cancelSignal,
	});
	cancelSignal.throwIfAborted();
	if (!existsSync(resultsFile)) return { ...NONE, [failed || isJest ? 'failed' : 'passed']: 1 };

	const results = JSON.parse(await readFile(resultsFile, 'utf8'));
	const failures = results.numFailedTests + results.numRuntimeErrorTestSuites;
	const skipped = results.numPendingTests + results.numTodoTests;
	const isIncomplete = failed || (skipped > 0 && isCi);
	return {
		passed: results.numPassedTests,
		failed: isIncomplete ? Math.max(failures, 1) : failures,
		skipped,
	};
}

/** Puts the name of the step before each line of its output. */
const mark = (name: string) =>
	function* (line: unknown) {
		yield `${name.padEnd(NAME_WIDTH)} │ ${line}`;
	};

function describeOutcome({ note, seconds, ...counts }: Outcome): string {
	const result = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'passed' : 'skipped';
	return `${result}${note ? `: ${note}` : ''} (${describeCounts(counts)}, ${seconds} s)`;
}

const describeCounts = ({ passed, failed, skipped }: Counts) =>
	`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const { only } = new Command('npm test --')
	.description(
		'Runs every check: types, lint, formatting, generated files, build, scanner, tests, real n8n.',
	)
	.addOption(new Option('--only <step>', 'run one step').choices(STEPS.map(({ name }) => name)))
	.parse()
	.opts<{ only?: string }>();

await runProgram(async (cancelSignal) => {
	const steps = STEPS.filter(({ name }) => only === undefined || name === only);
	if (only === undefined) await rm(RESULTS_FOLDER, { recursive: true, force: true });
	await mkdir(RESULTS_FOLDER, { recursive: true });

	async function runStep(step: Step): Promise<void> {
		console.log(`━━━ ${step.name}: ${step.command}`);
		const started = Date.now();
		const outcome = await run(step, only !== undefined, cancelSignal);
		outcome.seconds = Math.round((Date.now() - started) / 1000);
		outcomes.set(step.name, outcome);
		console.log(`━━━ ${step.name}: ${describeOutcome(outcome)}`);
	}

	const isAwaited = (name: string) =>
		steps.some((step) => step.name === name) && !outcomes.has(name);
	const waiting = [...steps];
	const running = new Set<Promise<void>>();
	while (waiting.length + running.size > 0) {
		const next = waiting.findIndex(({ after = [] }) => !after.some(isAwaited));
		if (next < 0 || running.size === STEPS_AT_ONCE) {
			await Promise.race(running);
			continue;
		}
		const [step] = waiting.splice(next, 1);
		const ended = runStep(step).then(() => void running.delete(ended));
		running.add(ended);
	}

	console.log('\n━━━ summary');
	const sum = { ...NONE };
	for (const { name } of steps) {
		const outcome = outcomes.get(name)!;
		console.log(`${name.padEnd(NAME_WIDTH)} ${describeOutcome(outcome)}`);
		for (const count of ['passed', 'failed', 'skipped'] as const) sum[count] += outcome[count];
	}
	console.log(describeCounts(sum));
	return sum.failed > 0 ? 1 : 0;
});

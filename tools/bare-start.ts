// Tests the first start of a new user: runs `npm start -- --exit` in a fresh copy of the project, with an empty
// home and the machine's own Node and npm, and checks its output. It shares npm's cache and the installed n8n with
// this machine.
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtempDisposable } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { runProgram } from '../local/interruption.ts';
import { cacheFolder } from '../local/n8n-install.mjs';

/** Variables that Node, npm, and npm test set for their children. */
const SET_BY_THIS_RUN = /^(npm_.+|INIT_CWD|NODE|NODE_OPTIONS|NODE_ENV|N8N_DATA_PLATFORM_TARBALL)$/;

async function copyProject(folder: string): Promise<void> {
	const listFiles = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const { stdout } = await execa('git', listFiles);
	for (const file of stdout.split('\0').filter((name) => existsSync(name))) {
		await cp(file, join(folder, file));
	}
}

/** A home with only the machine's npm settings, such as the registry. */
async function makeHome(folder: string): Promise<void> {
	await mkdir(folder);
	const settings = process.env.npm_config_userconfig ?? join(homedir(), '.npmrc');
	if (existsSync(settings)) await copyFile(settings, join(folder, '.npmrc'));
}

function bareEnvironment(home: string): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !SET_BY_THIS_RUN.test(name));
	const ownFolder = resolve('node_modules');
	const searchPath = (process.env.PATH ?? '').split(delimiter);
	return {
		...Object.fromEntries(inherited),
		PATH: searchPath.filter((folder) => !folder.startsWith(ownFolder)).join(delimiter),
		HOME: home,
		USERPROFILE: home,
		N8N_DATA_PLATFORM_CACHE: cacheFolder(),
		npm_config_cache: process.env.npm_config_cache,
	};
}

await runProgram(async (cancelSignal) => {
	await using folder = await mkdtempDisposable(join(tmpdir(), 'bare-start-'));
	const project = join(folder.path, 'project');
	const home = join(folder.path, 'home');
	await copyProject(project);
	await makeHome(home);
	const { all, exitCode } = await execa('npm', ['start', '--', '--exit'], {
		cwd: project,
		env: bareEnvironment(home),
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
	const expected: Array<[isRight: boolean, problem: string]> = [
		[exitCode === 0, `It ended with exit code ${exitCode}.`],
		[/^[1-9]\d* examples succeeded, 0 failed/m.test(all), 'Not every example succeeded.'],
		[/^Installing /m.test(all), "It hasn't installed anything."],
		[!/^Installing [^]*^(npm |\(node:)/m.test(all), 'It shows output of npm or Node.'],
	];
	const problems = expected.flatMap(([isRight, problem]) => (isRight ? [] : [problem]));
	for (const problem of problems) console.error(`npm start in a fresh copy: ${problem}`);
	return problems.length > 0 ? 1 : 0;
});

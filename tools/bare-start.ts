// Does what a new user does: `npm start -- --exit` in a fresh copy of the project, with an empty home
// and the machine's own Node and npm; then reads its account of the examples.
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { needsChatModel, readExamples } from '../local/examples.ts';
import { cacheFolder } from '../local/n8n-install.mjs';

/** What the Node and the npm that run this file have set for their children. */
const OF_THIS_RUN = /^(npm_.+|INIT_CWD|NODE|NODE_OPTIONS|NODE_ENV)$/;

async function copyProject(folder: string): Promise<void> {
	const listFiles = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const { stdout } = await execa('git', listFiles);
	for (const file of stdout.split('\0').filter((name) => existsSync(name))) {
		await cp(file, join(folder, file));
	}
}

/** A home that holds npm's settings of the machine (its registry, say) and nothing else. */
async function makeHome(folder: string): Promise<void> {
	await mkdir(folder);
	const settings = process.env.npm_config_userconfig ?? join(homedir(), '.npmrc');
	if (existsSync(settings)) await copyFile(settings, join(folder, '.npmrc'));
}

function bareEnvironment(home: string): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name));
	const ownFolder = resolve('node_modules');
	const searchPath = (process.env.PATH ?? '').split(delimiter);
	return {
		...Object.fromEntries(inherited),
		PATH: searchPath.filter((folder) => !folder.startsWith(ownFolder)).join(delimiter),
		HOME: home,
		USERPROFILE: home,
		N8N_DATA_PLATFORM_CACHE: cacheFolder(),
	};
}

/** What is wrong with the account that `npm start` gave. */
async function faultsOf(account: string): Promise<string[]> {
	const faults: string[] = [];
	const expect = (isRight: boolean, fault: string) => {
		if (!isRight) faults.push(fault);
	};
	const examples = await readExamples();
	const sections = account.split(/^Example /m).slice(1);
	for (const example of examples) {
		const section = sections.find((text) => text.split('\n')[0].endsWith(`/${example.file}`));
		const result = needsChatModel(example) ? /^ {2}not run /m : /^ {2}came out /m;
		expect(section !== undefined && result.test(section), `${example.file} has no result.`);
	}
	const notRun = examples.filter(needsChatModel).length;
	const summary = `${examples.length - notRun} examples succeeded, 0 failed, ${notRun} not run.`;
	expect(account.includes(`\n${summary}\n`), `It does not say "${summary}"`);
	const [, afterTheFirstLine = ''] = account.split(/^Installing .*$/m);
	expect(!/^npm /m.test(afterTheFirstLine), 'What npm says stands between its lines.');
	return faults;
}

const folder = await mkdtemp(join(tmpdir(), 'bare-start-'));
try {
	const project = join(folder, 'project');
	const home = join(folder, 'home');
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
	});
	const faults = await faultsOf(all);
	if (exitCode !== 0) faults.push(`It ended with exit code ${exitCode}.`);
	for (const fault of faults) console.error(`npm start in a fresh copy: ${fault}`);
	if (faults.length > 0) process.exitCode = 1;
} finally {
	await rm(folder, { recursive: true });
}

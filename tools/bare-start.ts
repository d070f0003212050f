// Does what a new user does: `npm start -- --exit` in a fresh copy of the project, with an empty home
// and the machine's own Node and npm. It ends as that does: well, if every example did.
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { runProgram } from '../local/interruption.ts';
import { cacheFolder } from '../local/n8n-install.mjs';

/** What the Node and the npm that run this file have set for their children. */
const OF_THIS_RUN = /^(npm_.+|INIT_CWD|NODE|NODE_OPTIONS|NODE_ENV)$/;

/** What a clone does not have. */
const NOT_COPIED = /^(\.git|node_modules|dist|coverage|test-results)$/;

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

await runProgram(async (cancelSignal) => {
	const folder = await mkdtemp(join(tmpdir(), 'bare-start-'));
	try {
		const project = join(folder, 'project');
		const home = join(folder, 'home');
		await cp('.', project, { recursive: true, filter: (file) => !NOT_COPIED.test(file) });
		await mkdir(home);
		// npm's settings of the machine (its registry, say), and nothing else.
		const settings = process.env.npm_config_userconfig ?? join(homedir(), '.npmrc');
		if (existsSync(settings)) await copyFile(settings, join(home, '.npmrc'));
		const { exitCode } = await execa('npm', ['start', '--', '--exit'], {
			cwd: project,
			env: bareEnvironment(home),
			extendEnv: false,
			stdio: ['ignore', 'inherit', 'inherit'],
			reject: false,
			cancelSignal,
			// npm start stops n8n and the simulator in order, however long that takes.
			forceKillAfterDelay: false,
		});
		cancelSignal.throwIfAborted();
		return exitCode ?? 1;
	} finally {
		await rm(folder, { recursive: true });
	}
});

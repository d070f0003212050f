import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import axios from 'axios';
import { execa } from 'execa';
import getPort from 'get-port';
import { startChildProcess } from './child-process.ts';
import type { N8nInstallation } from './n8n-install.mjs';

/** What an n8n process can be: the whole n8n, or in queue mode one of its helpers. */
export type N8nRole = 'start' | 'worker' | 'webhook';

export interface N8nServerOptions {
	installation: N8nInstallation;
	/** The parent of `.n8n`: everything that this server writes is in it. */
	userFolder: string;
	/** The package under test, as `npm pack` made it. */
	tarball: string;
	cancelSignal: AbortSignal;
	/** The whole n8n when absent. */
	role?: N8nRole;
	/** A free port when absent. */
	port?: number;
	/** More environment variables for n8n. */
	environment?: NodeJS.ProcessEnv;
}

const QUIET_SWITCHES = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_SECURE_COOKIE: 'false',
};

/** What the person's shell has set for another n8n, or for Node, must not reach this one. */
const FOREIGN_VARIABLE = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|GENERIC_|WEBHOOK_|NODE_|npm_)/;

/**
 * Starts the released n8n with the package in its community folder, and waits until it answers.
 *
 * @throws Error with the end of n8n's log when it ends before it is ready
 */
export async function startN8n(options: N8nServerOptions) {
	const { installation, userFolder, role = 'start', cancelSignal } = options;
	/** Where the package under test is installed. */
	const packageFolder = await unpackIntoCommunityFolder(options.tarball, userFolder);

	const port = options.port ?? (await getPort());
	const url = `http://127.0.0.1:${port}`;
	const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN_VARIABLE.test(name));
	const n8n = await startChildProcess({
		name: 'n8n',
		command: installation.nodeBinary,
		commandArguments: [join(installation.folder, 'node_modules', 'n8n', 'bin', 'n8n'), role],
		// n8n takes the schemas that it tells an assistant from the `dist/nodes` of the folder it works in.
		folder: userFolder,
		environment: {
			...Object.fromEntries(inherited),
			...QUIET_SWITCHES,
			// n8n's task runner calls node by its name.
			PATH: dirname(installation.nodeBinary) + delimiter + process.env.PATH,
			NO_PROXY: '127.0.0.1,localhost',
			N8N_USER_FOLDER: userFolder,
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_PORT: String(port),
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await getPort()),
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			...installation.environment,
			...options.environment,
		},
		logFile: join(userFolder, 'n8n.log'),
		cancelSignal,
	});
	// n8n 1 is "ready" before it takes calls.
	const signOfLife = role === 'start' ? '/rest/settings' : '/healthz/readiness';
	await n8n.waitFor('it was ready', () => answersWithJson(url + signOfLife));
	return { url, packageFolder, process: n8n };
}

export type N8nServer = Awaited<ReturnType<typeof startN8n>>;

/** The layout that n8n's own installation of a community package leaves behind. */
async function unpackIntoCommunityFolder(tarball: string, userFolder: string): Promise<string> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const { name, version } = JSON.parse(await readFile('package.json', 'utf8'));
	const packageFolder = join(nodesFolder, 'node_modules', name);
	await mkdir(packageFolder, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
	await writeFile(
		join(nodesFolder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [name]: version } }),
	);
	return packageFolder;
}

async function answersWithJson(url: string): Promise<boolean> {
	const answer = await axios.get(url, { proxy: false }).catch(() => undefined);
	return answer?.status === 200 && typeof answer.data === 'object';
}

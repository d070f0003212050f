import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import axios from 'axios';
import { execa } from 'execa';
import { startChildProcess } from './child-process.ts';
import { getFreePort } from './free-port.ts';
import type { N8nInstallation } from './n8n-install.mjs';

/** The kind of n8n process: the whole n8n, or a worker or webhook process in queue mode. */
export type N8nRole = 'start' | 'worker' | 'webhook';

interface N8nServerOptions {
	installation: N8nInstallation;
	/** The parent of `.n8n`. It contains all files of this server. */
	userFolder: string;
	/** The package, as a tarball from `npm pack`. */
	tarball: string;
	cancelSignal: AbortSignal;
	/** The default is the whole n8n. */
	role?: N8nRole;
	/** The default is a free port. */
	port?: number;
	/** More environment variables for n8n. */
	environment?: NodeJS.ProcessEnv;
}

const DISABLED_FEATURES = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_SECURE_COOKIE: 'false',
	// Once a day. While a busy machine delays the response to n8n's ping, n8n rejects all calls.
	DB_PING_INTERVAL_SECONDS: '86400',
};

/** Settings for another n8n or for Node. They must not reach this n8n. */
const FOREIGN_VARIABLE = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|GENERIC_|WEBHOOK_|NODE_|npm_)/;

/**
 * Starts a released n8n with the package in its community folder, and waits until it responds.
 *
 * @throws Error with the end of n8n's log when it ends before it is ready
 */
export async function startN8n(options: N8nServerOptions) {
	const { installation, userFolder, role = 'start', cancelSignal } = options;
	const packageFolder = await unpackIntoCommunityFolder(options.tarball, userFolder);
	const port = options.port ?? (await getFreePort());
	const url = `http://127.0.0.1:${port}`;
	const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN_VARIABLE.test(name));
	const n8n = await startChildProcess({
		name: 'n8n',
		command: installation.nodeBinary,
		commandArguments: [join(installation.folder, 'node_modules/n8n/bin/n8n'), role],
		// n8n reads schemas for assistants from `dist/nodes` in its working folder.
		folder: userFolder,
		environment: {
			...Object.fromEntries(inherited),
			...DISABLED_FEATURES,
			// n8n's task runner starts Node by name.
			PATH: dirname(installation.nodeBinary) + delimiter + process.env.PATH,
			NO_PROXY: '127.0.0.1,localhost',
			N8N_USER_FOLDER: userFolder,
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_PORT: String(port),
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await getFreePort()),
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			...installation.environment,
			...options.environment,
		},
		logFile: join(userFolder, 'n8n.log'),
		cancelSignal,
	});
	// n8n 1 reports that it's ready before it accepts calls.
	const ready = url + (role === 'start' ? '/rest/settings' : '/healthz/readiness');
	await n8n.waitFor('it was ready', async () => {
		const response = await axios.get(ready, { proxy: false }).catch(() => undefined);
		return response?.status === 200 && typeof response.data === 'object';
	});
	return { url, packageFolder, process: n8n };
}

/** Creates the same layout as n8n's installation of a community package. */
async function unpackIntoCommunityFolder(tarball: string, userFolder: string): Promise<string> {
	const nodesFolder = join(userFolder, '.n8n/nodes');
	const { name, version } = JSON.parse(await readFile('package.json', 'utf8'));
	const packageFolder = join(nodesFolder, 'node_modules', name);
	await mkdir(packageFolder, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
	const installed = { name: 'installed-nodes', private: true, dependencies: { [name]: version } };
	await writeFile(join(nodesFolder, 'package.json'), JSON.stringify(installed));
	return packageFolder;
}

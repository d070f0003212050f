import { randomBytes } from 'node:crypto';
import { mkdtempDisposable, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nApi } from './n8n-api.ts';
import { installN8n, type N8nRelease } from './n8n-install.mjs';
import { startN8n } from './n8n-server.ts';
import { packPackage } from './package-tarball.ts';
import { startSimulator, TOKEN_HEADER } from '../simulator/server.ts';

interface EnvironmentOptions {
	cancelSignal: AbortSignal;
	/** The n8n release. The default is the current one. */
	release?: N8nRelease;
	/** n8n's port. The default is a free one. */
	port?: number;
	/** The number of functions in the simulator. */
	functions: number;
	/** The token that the simulator accepts. The default is a random one. */
	token?: string;
	/** More environment variables for n8n. */
	n8nEnvironment?: NodeJS.ProcessEnv;
}

/** Builds the package, installs n8n if it's missing, and starts the simulator and n8n. Stops all if a part fails. */
export async function startEnvironment(options: EnvironmentOptions) {
	const { cancelSignal, functions, port, n8nEnvironment: environment } = options;
	const { token = randomBytes(16).toString('hex') } = options;
	await using started = new AsyncDisposableStack();
	/** Contains n8n's files. Its path has no links, because n8n's hot reload compares paths. */
	const prefix = join(await realpath(tmpdir()), 'n8n-data-platform-');
	const { path: folder } = started.use(await mkdtempDisposable(prefix));
	console.log('Building and packing the package …');
	const tarball = await packPackage(folder, cancelSignal);
	console.log('Looking for n8n …');
	const installation = await installN8n(cancelSignal, options.release);
	console.log('Starting the simulator and n8n …');
	const simulator = await startSimulator({ functions, token });
	started.defer(simulator.close);
	const server = { installation, userFolder: folder, tarball, port, environment, cancelSignal };
	const n8n = await startN8n(server);
	started.defer(n8n.process.stop);
	const api = new N8nApi(n8n.url, cancelSignal);
	/** The cookie of the owner's session. */
	const session = await api.setUpOwner();
	/** The content of the credential, in plain text. */
	const credentialData = { baseUrl: simulator.url, token, headerName: TOKEN_HEADER };
	const credential = await api.createCredential('Simulator', 'dataPlatformApi', credentialData);
	const running = started.move();
	/** Ends every process, then removes the temporary folder. */
	const stop = () => running.disposeAsync();
	return { folder, simulator, n8n, api, session, credential, credentialData, stop };
}

/** n8n with the package, the simulator in this process, and a credential for it. */
export type LocalEnvironment = Awaited<ReturnType<typeof startEnvironment>>;

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nApi, type N8nCredential } from './n8n-api.ts';
import { installN8n, type N8nInstallation, type N8nRelease } from './n8n-install.mjs';
import { type N8nServer, startN8n } from './n8n-server.ts';
import { packPackage } from './package-tarball.ts';
import { describeDuration, type ReportProgress } from './report.mjs';
import { type SimulatorProcess, startSimulatorProcess } from './simulator.ts';

export interface EnvironmentOptions {
	report: ReportProgress;
	cancelSignal: AbortSignal;
	/** Which n8n; the current one when absent. */
	release?: N8nRelease;
	/** n8n's port; a free one when absent. */
	port?: number;
	/** How many functions the simulator has. */
	functions: number;
	/** What the simulator accepts; a token of its own when absent. */
	token?: string;
	/** More environment variables for n8n. */
	n8nEnvironment?: NodeJS.ProcessEnv;
	/** Leaves the temporary folder with n8n's database and the logs where it is. */
	keepFolder?: boolean;
}

/** A real n8n with the package in it, the simulator beside it, and a credential that joins them. */
export interface LocalEnvironment {
	folder: string;
	simulator: SimulatorProcess;
	installation: N8nInstallation;
	n8n: N8nServer;
	api: N8nApi;
	/** The cookie of the owner's session. */
	session: string;
	credential: N8nCredential;
	/** What the credential holds, in plain text. */
	credentialData: Record<string, string>;
	/** Ends every process, then removes the temporary folder. */
	stop(): Promise<void>;
}

const CREDENTIAL_TYPE = 'dataPlatformApi';
/** The header that the simulator expects when it is told no other. */
const TOKEN_HEADER = 'X-SERVICE-Developer-Token';

/**
 * Builds and packs the package, installs n8n if it is missing, and starts the simulator and n8n.
 * What was started before something fails is stopped again.
 */
export async function startEnvironment(options: EnvironmentOptions): Promise<LocalEnvironment> {
	const { report, cancelSignal } = options;
	// n8n's hot reload compares paths without links.
	const folder = await mkdtemp(join(await realpath(tmpdir()), 'n8n-data-platform-'));
	const endings: Array<() => Promise<void>> = [];
	if (options.keepFolder) report('Everything that n8n writes stays in', folder);
	else endings.push(() => rm(folder, { recursive: true, force: true }));
	const stop = async () => {
		for (const end of endings.splice(0).reverse()) await end();
	};
	const step = async <Result>(doing: string, work: () => Promise<Result>): Promise<Result> => {
		cancelSignal.throwIfAborted();
		report(`${doing} …`);
		const started = Date.now();
		const result = await work();
		report(`  done in ${describeDuration(Date.now() - started)}`);
		return result;
	};

	try {
		const tarball = await step('Building and packing the package', () =>
			packPackage(folder, cancelSignal),
		);
		const installation = await step('Looking for n8n in the cache folder', () =>
			installN8n(report, cancelSignal, options.release),
		);
		const simulator = await step('Starting the simulator', () =>
			startSimulatorProcess({
				folder,
				functions: options.functions,
				token: options.token,
				cancelSignal,
			}),
		);
		endings.push(() => simulator.process.stop());
		const n8n = await step('Starting n8n', () =>
			startN8n({
				installation,
				userFolder: folder,
				tarball,
				port: options.port,
				environment: options.n8nEnvironment,
				cancelSignal,
			}),
		);
		endings.push(() => n8n.process.stop());
		const api = new N8nApi(n8n.url, cancelSignal);
		const session = await api.setUpOwner();
		const credentialData = {
			baseUrl: simulator.url,
			token: simulator.token,
			headerName: TOKEN_HEADER,
		};
		const credential = await api.createCredential('Simulator', CREDENTIAL_TYPE, credentialData);
		return { folder, simulator, installation, n8n, api, session, credential, credentialData, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

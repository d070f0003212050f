import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE, startPostgres, startRedis } from './databases.ts';
import { N8nApi } from '../../../local/n8n-api.ts';
import { installN8n } from '../../../local/n8n-install.mjs';
import { type N8nRole, startN8n } from '../../../local/n8n-server.ts';
import { packPackage } from '../../../local/package-tarball.ts';
import { startSimulator, TOKEN_HEADER } from '../../../simulator/server.ts';

/** One n8n process, with a user folder and the package of its own. */
export type Member = 'main' | 'webhook' | 'worker-1' | 'worker-2';

/** What only queue mode has. */
export interface Cluster {
	webhookUrl: string;
	postgresPort: number;
	members: Record<Member, { processId: number; logFile: string }>;
}

const FUNCTIONS = 500;

/** Starts n8n in queue mode: main, webhook process, two workers, PostgreSQL, Redis, and the simulator. */
export async function startCluster(cancelSignal: AbortSignal) {
	await using started = new AsyncDisposableStack();
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	started.defer(() => rm(folder, { recursive: true, force: true }));
	// The user that runs PostgreSQL must be able to enter it.
	await chmod(folder, 0o711);
	console.log('Building the package, starting PostgreSQL, Redis and four n8n processes …');
	const tarball = await packPackage(folder, cancelSignal);
	const installation = await installN8n(cancelSignal);
	const token = randomBytes(16).toString('hex');
	const simulator = await startSimulator({ functions: FUNCTIONS, token });
	started.defer(() => simulator.close());
	const postgres = await startPostgres(join(folder, 'postgres'), cancelSignal);
	started.defer(() => postgres.process.stop());
	const redis = await startRedis(join(folder, 'redis'), cancelSignal);
	started.defer(() => redis.process.stop());

	const environment = {
		// So that a dead worker is noticed soon. The defaults are six times as long.
		QUEUE_WORKER_LOCK_DURATION: '10000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
		N8N_ENCRYPTION_KEY: 'the-same-in-every-process',
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: DATABASE,
		DB_POSTGRESDB_USER: DATABASE,
		DB_POSTGRESDB_PASSWORD: 'not-asked-for',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};

	async function start(member: Member, role: N8nRole) {
		const userFolder = join(folder, member);
		await mkdir(userFolder);
		const options = { installation, userFolder, tarball, role, environment, cancelSignal };
		const server = await startN8n(options);
		started.defer(() => server.process.stop());
		const { processId, logFile } = server.process;
		return { url: server.url, processId, logFile };
	}

	const main = await start('main', 'start');
	const [webhook, worker1, worker2] = await Promise.all([
		start('webhook', 'webhook'),
		start('worker-1', 'worker'),
		start('worker-2', 'worker'),
	]);
	const api = new N8nApi(main.url, cancelSignal);
	const session = await api.setUpOwner();
	const credentialData = { baseUrl: simulator.url, token, headerName: TOKEN_HEADER };
	const credential = await api.createCredential('Simulator', 'dataPlatformApi', credentialData);

	const cluster: Cluster = {
		webhookUrl: webhook.url,
		postgresPort: postgres.port,
		members: { main, webhook, 'worker-1': worker1, 'worker-2': worker2 },
	};
	const addresses = { n8nUrl: main.url, simulatorUrl: simulator.url };
	const running = started.move();
	const stop = () => running.disposeAsync();
	return { ...addresses, ...cluster, folder, session, credential, credentialData, stop };
}

// Started by cluster.ts: runs the cluster until the channel to it is closed.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { N8nApi } from '../../../local/n8n-api.ts';
import { interruptionSignal } from '../../../local/interruption.ts';
import { installN8n } from '../../../local/n8n-install.mjs';
import { type N8nRole, startN8n } from '../../../local/n8n-server.ts';
import { packPackage } from '../../../local/package-tarball.ts';
import { startSimulator } from '../../../simulator/server.ts';
import type { ClusterDescription, Member } from './cluster.ts';
import { DATABASE, startPostgres, startRedis } from './databases.ts';

const FUNCTIONS = 500;

/** The shortest that let a dead worker be noticed soon; n8n's own are six times as long. */
const QUICK_NOTICE = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

const ROLES: Record<Member, N8nRole> = {
	main: 'start',
	webhook: 'webhook',
	'worker-1': 'worker',
	'worker-2': 'worker',
};

const cancelSignal = interruptionSignal();

const endings: Array<() => Promise<void>> = [];

async function stop() {
	for (const ending of endings.splice(0).reverse()) await ending();
}

async function startCluster() {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-'));
	endings.push(() => rm(folder, { recursive: true, force: true }));
	// The user that runs PostgreSQL must be able to enter it.
	await chmod(folder, 0o711);
	console.log('Building the package, starting PostgreSQL, Redis and four n8n processes …');
	const tarball = await packPackage(folder, cancelSignal);
	const installation = await installN8n(cancelSignal);
	const token = randomBytes(16).toString('hex');
	const simulator = await startSimulator({ functions: FUNCTIONS, token });
	endings.push(() => simulator.close());
	const postgres = await startPostgres({ folder: join(folder, 'postgres'), cancelSignal });
	endings.push(() => postgres.process.stop());
	const redis = await startRedis({ folder: join(folder, 'redis'), cancelSignal });
	endings.push(() => redis.process.stop());

	const environment = {
		...QUICK_NOTICE,
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

	async function start(member: Member) {
		const userFolder = join(folder, member);
		await mkdir(userFolder, { recursive: true });
		const role = ROLES[member];
		const server = await startN8n({
			installation,
			userFolder,
			tarball,
			role,
			environment,
			cancelSignal,
		});
		endings.push(() => server.process.stop());
		const { processId, logFile } = server.process;
		return { url: server.url, processId, logFile };
	}

	const main = await start('main');
	const others = ['webhook', 'worker-1', 'worker-2'] as const;
	const [webhook, worker1, worker2] = await Promise.all(others.map(start));

	const api = new N8nApi(main.url, cancelSignal);
	const session = await api.setUpOwner();
	const credential = await api.createCredential('Simulator', 'dataPlatformApi', {
		baseUrl: simulator.url,
		token,
		headerName: 'X-SERVICE-Developer-Token',
	});

	const description: ClusterDescription = {
		n8nUrl: main.url,
		webhookUrl: webhook.url,
		simulatorUrl: simulator.url,
		session,
		credential,
		postgresPort: postgres.port,
		members: { main, webhook, 'worker-1': worker1, 'worker-2': worker2 },
	};
	process.send?.(description);
}

try {
	cancelSignal.addEventListener('abort', () => void stop());
	await startCluster();
} catch (error) {
	await stop();
	if (!cancelSignal.aborted) console.error((error as Error).message);
	process.exit(1);
}

import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { N8nApi, type N8nCredential } from '../../../local/n8n-api.ts';

/** One n8n process, with a user folder and the package of its own. */
export type Member = 'main' | 'webhook' | 'worker-1' | 'worker-2';

export type Worker = 'worker-1' | 'worker-2';

export interface ClusterDescription {
	mainUrl: string;
	webhookUrl: string;
	simulatorUrl: string;
	/** The cookie of the owner's session. */
	session: string;
	credential: N8nCredential;
	postgresPort: number;
	/** Per n8n process. */
	processIds: Record<string, number>;
	/** Per n8n process. */
	logFiles: Record<string, string>;
}

/** What the process that runs the cluster is asked for. */
export interface Order {
	restart: Worker;
}

/** n8n in queue mode: main, webhook process, two workers, PostgreSQL, Redis, and the simulator. */
export class Cluster {
	static async start(): Promise<Cluster> {
		const runner = fork('test/e2e/queue/cluster-process.ts');
		return new Cluster(runner, await nextDescription(runner));
	}

	readonly api: N8nApi;

	private readonly runner: ReturnType<typeof fork>;

	private description: ClusterDescription;

	private constructor(runner: ReturnType<typeof fork>, description: ClusterDescription) {
		this.runner = runner;
		this.description = description;
		this.api = new N8nApi(description.mainUrl);
		this.api.useSession(description.session);
	}

	get credential() {
		return this.description.credential;
	}

	get n8nUrl() {
		return this.description.mainUrl;
	}

	get session() {
		return this.description.session;
	}

	get simulatorUrl() {
		return this.description.simulatorUrl;
	}

	get webhookUrl() {
		return this.description.webhookUrl;
	}

	/** Rows of the database, each a line with `|` between its columns. */
	query(sql: string): string[] {
		const connection = ['-h', '127.0.0.1', '-p', String(this.description.postgresPort)];
		const role = ['-U', 'n8n', '-d', 'n8n'];
		const output = execFileSync('psql', [...connection, ...role, '-Atc', sql], {
			encoding: 'utf8',
		});
		return output.split('\n').filter(Boolean);
	}

	/** The ids of the executions that a process says it has started, or finished. */
	executionsIn(member: Member, what: 'started' | 'finished'): string[] {
		const log = readFileSync(this.description.logFiles[member], 'utf8');
		return [...log.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'))].map(
			([, id]) => id,
		);
	}

	/** Sends a signal to a worker, and waits until it is gone. */
	async end(worker: Worker, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
		const processId = this.description.processIds[worker];
		process.kill(processId, signal);
		while (isRunning(processId)) await new Promise((resolve) => setTimeout(resolve, 50));
	}

	/** Starts a worker that has ended, and waits until it takes work. */
	async restart(worker: Worker): Promise<void> {
		this.runner.send({ restart: worker } satisfies Order);
		this.description = await nextDescription(this.runner);
	}

	async stop(): Promise<void> {
		const ended = once(this.runner, 'exit');
		this.runner.disconnect();
		await ended;
	}
}

async function nextDescription(runner: ReturnType<typeof fork>): Promise<ClusterDescription> {
	const [description] = await Promise.race([
		once(runner, 'message'),
		once(runner, 'exit').then(() => {
			throw new Error('The cluster could not be started; the reason stands above.');
		}),
	]);
	return description;
}

function isRunning(processId: number): boolean {
	try {
		return process.kill(processId, 0);
	} catch {
		return false;
	}
}

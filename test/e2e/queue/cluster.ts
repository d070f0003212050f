import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { N8nApi, type N8nCredential } from '../../../local/n8n-api.ts';

/** One n8n process, with a user folder and the package of its own. */
export type Member = 'main' | 'webhook' | 'worker-1' | 'worker-2';

export interface ClusterDescription {
	n8nUrl: string;
	webhookUrl: string;
	simulatorUrl: string;
	/** The cookie of the owner's session. */
	session: string;
	credential: N8nCredential;
	postgresPort: number;
	members: Record<Member, { processId: number; logFile: string }>;
}

/** Starts n8n in queue mode: main, webhook process, two workers, PostgreSQL, Redis, and the simulator. */
export async function startCluster() {
	const runner = fork('test/e2e/queue/cluster-process.ts');
	const [description]: ClusterDescription[] = await Promise.race([
		once(runner, 'message'),
		once(runner, 'exit').then(() => {
			throw new Error("The cluster couldn't be started. The reason is above.");
		}),
	]);
	const api = new N8nApi(description.n8nUrl);
	api.useSession(description.session);

	return {
		...description,
		api,

		/** Rows of the database, each a line with `|` between its columns. */
		query(sql: string): string[] {
			const connection = ['-h', '127.0.0.1', '-p', String(description.postgresPort)];
			const role = ['-U', 'n8n', '-d', 'n8n'];
			const output = execFileSync('psql', [...connection, ...role, '-Atc', sql], {
				encoding: 'utf8',
			});
			return output.split('\n').filter(Boolean);
		},

		/** The ids of the executions that a process says it has started, or finished. */
		executionsIn(member: Member, what: 'started' | 'finished'): string[] {
			const log = readFileSync(description.members[member].logFile, 'utf8');
			return [...log.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'))].map(
				([, id]) => id,
			);
		},

		kill(member: Member): void {
			process.kill(description.members[member].processId, 'SIGKILL');
		},

		async stop(): Promise<void> {
			const ended = once(runner, 'exit');
			runner.disconnect();
			await ended;
		},
	};
}

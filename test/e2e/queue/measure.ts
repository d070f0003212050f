import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { QueueModeFigures } from '../../../benchmarks/results.ts';
import { cpuSecondsOf, memoryOf } from '../../support/process-use.ts';
import type { Cluster } from './cluster.ts';

const FOLDER = 'test-results';
const MEMBERS = ['main', 'webhook', 'worker-1', 'worker-2', 'postgres', 'redis'] as const;

/**
 * Measures what a number of executions cost; the figures of maintainers/scale.md come from here.
 *
 * @returns a function that ends the measurement and adds its figures to `test-results/queue.jsonl`
 */
export async function startMeasuring(cluster: Cluster) {
	// Where /proc does not exist, the tests run all the same.
	if (process.platform !== 'linux') return async () => {};
	const before = await cpuSeconds(cluster);
	const databaseBefore = databaseBytes(cluster);

	return async (operation: string, workflowId: string, executions: number): Promise<void> => {
		const after = await cpuSeconds(cluster);
		const milliseconds = MEMBERS.map((member): [string, number] => [
			member,
			rounded(((after[member] - before[member]) * 1000) / executions),
		]);
		const [seconds] = cluster.query(
			`select extract(epoch from max("stoppedAt") - min("startedAt")) from execution_entity where "workflowId" = '${workflowId}'`,
		);
		const figures: QueueModeFigures = {
			operation,
			executions,
			executionsPerSecond: rounded(executions / Number(seconds)),
			cpuMillisecondsPerExecution: byMember(milliseconds),
			megabytes: byMember(await megabytes(cluster)),
			databaseBytesPerExecution: rounded((databaseBytes(cluster) - databaseBefore) / executions),
			redisMegabytes: rounded(redisBytes(cluster) / 1024 ** 2),
		};
		mkdirSync(FOLDER, { recursive: true });
		appendFileSync(`${FOLDER}/queue.jsonl`, `${JSON.stringify(figures)}\n`);
	};
}

type ByMember = Record<(typeof MEMBERS)[number], number>;

function byMember(figures: Array<[string, number]>): ByMember {
	return Object.fromEntries(figures) as ByMember;
}

async function megabytes(cluster: Cluster): Promise<Array<[string, number]>> {
	return await Promise.all(
		MEMBERS.map(async (member): Promise<[string, number]> => {
			const { now } = await memoryOf(cluster.processId(member));
			return [member, rounded(now)];
		}),
	);
}

function rounded(figure: number): number {
	return Math.round(figure * 10) / 10;
}

async function cpuSeconds(cluster: Cluster): Promise<Record<string, number>> {
	const figures = MEMBERS.map(async (member) => {
		const processIds = withChildren(cluster.processId(member));
		const seconds = await Promise.all(processIds.map(cpuSecondsOf));
		return [member, seconds.reduce((sum, each) => sum + each, 0)] as const;
	});
	return Object.fromEntries(await Promise.all(figures));
}

/** PostgreSQL has a process for each connection. */
function withChildren(processId: number): number[] {
	const children = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && parentOf(name) === processId)
		.map(Number);
	return [processId, ...children];
}

function parentOf(processId: string): number | undefined {
	try {
		const status = readFileSync(`/proc/${processId}/status`, 'utf8');
		return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
	} catch {
		return undefined;
	}
}

function databaseBytes(cluster: Cluster): number {
	const sizes = ['execution_entity', 'execution_data'].map(
		(table) => `pg_total_relation_size('${table}')`,
	);
	return Number(cluster.query(`select ${sizes.join(' + ')}`)[0]);
}

function redisBytes(cluster: Cluster): number {
	return Number(/^used_memory:(\d+)/m.exec(cluster.redis('info', 'memory'))?.[1]);
}

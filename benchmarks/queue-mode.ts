import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { execa } from 'execa';
import type { QueueModeResult } from './results.ts';
import type { Bench } from './subject-process.ts';

/** Where test/queue/measure.ts adds its figures, a line of JSON for each operation. */
const FIGURES = 'test-results/queue.jsonl';

/**
 * What executions cost n8n in queue mode, from the tests that run it with PostgreSQL and Redis.
 *
 * @throws Error when these are not installed, or a test fails
 */
export async function measureQueueMode({ cancelSignal }: Bench): Promise<QueueModeResult> {
	console.log('\nqueue mode …');
	const about = { date: new Date().toISOString(), loadBefore: loadavg()[0] };
	await rm(FIGURES, { force: true });
	await execa('npm', ['test', '--', '--only', 'queue'], { stdio: 'inherit', cancelSignal });
	const lines = (await readFile(FIGURES, 'utf8')).trim().split('\n');
	return { ...about, operations: lines.map((line) => JSON.parse(line)) };
}

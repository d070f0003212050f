import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../simulator/faults/rules.ts';
import { type Contestant, type Field, startContestant } from './contestants.ts';
import { cpuSecondsOf, memoryOf, resetPeakMemory } from './process-use.ts';
import { type Measurement, ratiosOf, type ScenarioResult, summaryOf } from './results.ts';
import type { Scenario } from './scenarios.ts';
import { type Ground, onGround } from './service.ts';

/** What a process still does after its answer belongs to the run. */
const SETTLE_MILLISECONDS = 300;
/** Where every run has a new process, its warm-up is one page. */
const ONE_PAGE: FaultRule = { fault: 'has-more-never' };

/** Lets the rivals of a scenario do the same work in turns: round after round, each once. */
export async function race(
	scenario: Scenario,
	rounds: number,
	field: Field,
): Promise<ScenarioResult> {
	const { name, title, functions, items, rivals, targets } = scenario;
	const runs = await onGround(scenario, field, (ground) => runsOn(ground, scenario, rounds, field));
	const results = rivals.map((rival, index) => ({
		name: rival.name,
		summary: summaryOf(runs[index]),
		runs: runs[index],
	}));
	return { name, title, items, functions, rivals: results, ratios: ratiosOf(targets, results) };
}

async function runsOn(
	ground: Ground,
	{ rivals, faults, freshProcesses }: Scenario,
	rounds: number,
	{ report, cancelSignal }: Field,
): Promise<Measurement[][]> {
	const warmUpFaults = freshProcesses ? [ONE_PAGE] : faults;
	const runs: Measurement[][] = rivals.map(() => []);
	const running = new Map<number, Contestant>();
	try {
		for (let round = 1; round <= rounds; round++) {
			for (const [index, rival] of rivals.entries()) {
				cancelSignal.throwIfAborted();
				if (!running.has(index)) {
					running.set(index, await startContestant(rival, ground.match));
					await ground.behave(warmUpFaults);
					await running.get(index)!.run();
				}
				await ground.behave(faults);
				const run = await measured(running.get(index)!, ground);
				runs[index].push(run);
				report(`  round ${round}, ${rival.name}: ${run.wall.toFixed(2)} s`);
				if (!freshProcesses) continue;
				await running.get(index)!.stop();
				running.delete(index);
			}
		}
		return runs;
	} finally {
		await Promise.all([...running.values()].map((contestant) => contestant.stop()));
	}
}

async function measured({ processId, run }: Contestant, ground: Ground): Promise<Measurement> {
	await resetPeakMemory(processId);
	const cpuBefore = await cpuSecondsOf(processId);
	const started = performance.now();
	const { succeeded, failure } = await run();
	const wall = (performance.now() - started) / 1000;
	await sleep(SETTLE_MILLISECONDS);
	const cpu = (await cpuSecondsOf(processId)) - cpuBefore;
	const memory = await memoryOf(processId);
	const { requests, highestConcurrency } = await ground.stats();
	return {
		wall,
		cpu,
		peakMemory: memory.peak,
		keptMemory: memory.now,
		requests,
		highestConcurrency,
		succeeded,
		...(failure && { failure }),
	};
}

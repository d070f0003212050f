import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, type Field, startContestant } from './contestants.ts';
import { cpuSecondsOf, memoryOf, resetPeakMemory } from '../local/process-use.ts';
import { type Measurement, ratiosOf, type ScenarioResult, summaryOf } from './results.ts';
import { ONE_PAGE, type Scenario } from './scenarios.ts';
import { type Ground, onGround } from './service.ts';

/** What a process still does after its answer belongs to the run. */
const SETTLE_MILLISECONDS = 300;

/** Lets the rivals of a scenario do the same work in turns: round after round, each once. */
export async function race(
	scenario: Scenario,
	rounds: number,
	field: Field,
): Promise<ScenarioResult> {
	const { name, title, functions, items, rivals, targets } = scenario;
	const about = { name, title, date: new Date().toISOString(), loadBefore: loadavg()[0] };
	const raced = await onGround(scenario, field, (ground) =>
		roundsOn(ground, scenario, rounds, field),
	);
	const results = rivals.map((rival, index) => ({
		name: rival.name,
		summary: summaryOf(raced[index].runs),
		...raced[index],
	}));
	return {
		...about,
		items,
		functions,
		rivals: results,
		ratios: ratiosOf(targets, results, items ?? functions),
	};
}

interface Raced {
	runs: Measurement[];
	succeeded: number;
}

async function roundsOn(
	ground: Ground,
	{ rivals, faults, freshProcesses }: Scenario,
	rounds: number,
	{ report, cancelSignal }: Field,
): Promise<Raced[]> {
	const warmUpFaults = freshProcesses ? [ONE_PAGE] : faults;
	const raced: Raced[] = rivals.map(() => ({ runs: [], succeeded: 0 }));
	const running = new Map<number, Contestant>();
	try {
		for (let round = 1; round <= rounds; round++) {
			for (const [index, rival] of rivals.entries()) {
				cancelSignal.throwIfAborted();
				const contestant = running.get(index) ?? (await startContestant(rival, ground.match));
				if (!running.has(index)) {
					running.set(index, contestant);
					await ground.behave(warmUpFaults);
					await contestant.run();
				}
				await ground.behave(faults);
				const run = await measured(contestant, ground);
				raced[index].runs.push(run);
				report(`  round ${round}, ${rival.name}: ${run.wall.toFixed(2)} s`, run.failure);
				if (round === rounds) {
					await ground.behave(faults);
					raced[index].succeeded = await contestant.count();
				}
				if (!freshProcesses) continue;
				await contestant.stop();
				running.delete(index);
			}
		}
		return raced;
	} finally {
		await Promise.all([...running.values()].map((contestant) => contestant.stop()));
	}
}

async function measured({ processId, run }: Contestant, ground: Ground): Promise<Measurement> {
	await resetPeakMemory(processId);
	const cpuBefore = await cpuSecondsOf(processId);
	const started = performance.now();
	const failure = await run();
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
		...(failure && { failure }),
	};
}

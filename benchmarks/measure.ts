import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf, memoryOf, resetPeakMemory } from '../harness/process-use.ts';
import { type Fixture, withFixture } from './fixture.ts';
import { ratiosOf, summaryOf } from './results.ts';
import type { Sample, ScenarioResult, SubjectResult } from './results.ts';
import { ONE_PAGE, type Scenario } from './scenarios.ts';
import { type Bench, startSubject, type SubjectProcess } from './subject-process.ts';

/** What a process still does after its answer belongs to the sample. */
const SETTLE_MILLISECONDS = 300;

/** Lets the subjects of a scenario do the same work in turns: round after round, each once. */
export async function measure(
	scenario: Scenario,
	rounds: number,
	bench: Bench,
): Promise<ScenarioResult> {
	const { name, title, functions, items, targets } = scenario;
	const about = { name, title, date: new Date().toISOString(), loadBefore: loadavg()[0] };
	const measured = await withFixture(scenario, bench, (fixture) =>
		measureRounds(fixture, scenario, rounds),
	);
	const subjects = measured.map((each) => ({ ...each, summary: summaryOf(each.samples) }));
	const ratios = ratiosOf(targets, subjects, items ?? functions);
	return { ...about, items, functions, subjects, ratios };
}

type Measured = Omit<SubjectResult, 'summary'>;

async function measureRounds(
	fixture: Fixture,
	{ subjects, faults, freshProcesses }: Scenario,
	rounds: number,
): Promise<Measured[]> {
	const warmUpFaults = freshProcesses ? [ONE_PAGE] : faults;
	const measured = subjects.map(({ name }): Measured => ({ name, succeeded: 0, samples: [] }));
	const running = new Map<number, SubjectProcess>();
	try {
		for (let round = 1; round <= rounds; round++) {
			for (const [index, subject] of subjects.entries()) {
				fixture.workload.cancelSignal.throwIfAborted();
				const lastRound = Math.min(rounds, subject.rounds ?? rounds);
				if (round > lastRound) continue;
				const subjectProcess =
					running.get(index) ?? (await startSubject(subject, fixture.workload));
				if (!running.has(index)) {
					running.set(index, subjectProcess);
					fixture.behave(warmUpFaults);
					await subjectProcess.run();
				}
				fixture.behave(faults);
				const sample = await takeSample(subjectProcess, fixture);
				measured[index].samples.push(sample);
				const { wall, failure = '' } = sample;
				console.log(`  round ${round}, ${subject.name}: ${wall.toFixed(2)} s ${failure}`);
				if (round === lastRound) {
					fixture.behave(faults);
					measured[index].succeeded = await subjectProcess.count();
				}
				if (!freshProcesses) continue;
				await subjectProcess.stop();
				running.delete(index);
			}
		}
		return measured;
	} finally {
		await Promise.all([...running.values()].map((subjectProcess) => subjectProcess.stop()));
	}
}

async function takeSample({ processId, run }: SubjectProcess, { stats }: Fixture): Promise<Sample> {
	await resetPeakMemory(processId);
	const cpuBefore = await cpuSecondsOf(processId);
	const started = performance.now();
	const failure = await run();
	const wall = (performance.now() - started) / 1000;
	await sleep(SETTLE_MILLISECONDS);
	const cpu = (await cpuSecondsOf(processId)) - cpuBefore;
	const { peak: peakMemory } = await memoryOf(processId);
	return { wall, cpu, peakMemory, ...stats(), ...(failure && { failure }) };
}

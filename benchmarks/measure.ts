import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../simulator/faults/rules.ts';
import { type Simulator, startSimulator } from '../simulator/server.ts';
import { CALLS } from './calls.ts';
import { ratiosOf, type Sample, type ScenarioResult, summaryOf } from './results.ts';
import { ONE_PAGE, type Scenario } from './scenarios.ts';
import { type Bench, startSubject, type SubjectProcess } from './subject-process.ts';
import type { Subject } from './subjects.ts';

/** A pause after each run, so that the sample includes the work that a process does after its response. */
const SETTLE_MILLISECONDS = 300;

/** Runs the subjects of a scenario alternately, each once per round. */
export async function measure(
	scenario: Scenario,
	rounds: number,
	bench: Bench,
): Promise<ScenarioResult> {
	const { name, title, functions, items, faults, freshProcesses, targets } = scenario;
	const { executions = 1, succeeded = items ?? functions } = scenario;
	const about = { name, title, date: new Date().toISOString(), loadBefore: loadavg()[0] };
	const machine = `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 1e9)} GB, ${type()}`;
	await using started = new AsyncDisposableStack();
	const simulator = started.adopt(await startSimulator({ functions }), (each) => each.close());
	const { item, request } = CALLS[scenario.call];
	const inputs = Array.from({ length: items ?? 1 }, (_, index) => item(index));
	const requests = items === undefined ? undefined : inputs.map(request);
	const workload = { ...bench, baseUrl: simulator.url, items: inputs, requests };
	const running = new Map<Subject, SubjectProcess>();
	const measured = scenario.subjects.map((subject) => ({
		subject,
		succeeded: 0,
		samples: [] as Sample[],
	}));

	function behave(rules: FaultRule[]): void {
		simulator.reset();
		simulator.faults.set(rules);
	}

	async function startWarm(subject: Subject): Promise<SubjectProcess> {
		const subjectProcess = await startSubject(subject, workload);
		started.defer(() => subjectProcess.stop());
		running.set(subject, subjectProcess);
		behave(freshProcesses ? [ONE_PAGE] : faults);
		await subjectProcess.run();
		return subjectProcess;
	}

	for (let round = 1; round <= rounds; round++) {
		for (const each of measured) {
			bench.cancelSignal.throwIfAborted();
			const { subject, samples } = each;
			const subjectProcess = running.get(subject) ?? (await startWarm(subject));
			behave(faults);
			const sample = await takeSample(subjectProcess, simulator, executions);
			samples.push(sample);
			const { wall, failure = '' } = sample;
			const whose = `${subject.name} (process ${subjectProcess.processId})`;
			console.log(`  round ${round}, ${whose}: ${wall.toFixed(2)} s ${failure}`);
			if (round === rounds) {
				behave(faults);
				each.succeeded = await subjectProcess.count();
			}
			if (!freshProcesses) continue;
			await subjectProcess.stop();
			running.delete(subject);
		}
	}
	const subjects = measured.map(({ subject: { name }, succeeded, samples }) => ({
		name,
		succeeded,
		samples,
		summary: summaryOf(samples),
	}));
	const ratios = ratiosOf(targets, subjects, succeeded);
	return { ...about, machine, items, functions, subjects, ratios };
}

async function takeSample(
	{ processId, run }: SubjectProcess,
	{ journal }: Simulator,
	executions: number,
): Promise<Sample> {
	await resetPeakMemory(processId);
	const cpuBefore = await cpuSecondsOf(processId);
	const started = performance.now();
	let failure = await run();
	for (let further = 1; further < executions; further++) failure ??= await run();
	const wall = (performance.now() - started) / 1000;
	await sleep(SETTLE_MILLISECONDS);
	const cpu = (await cpuSecondsOf(processId)) - cpuBefore;
	const peakMemory = await peakMemoryOf(processId);
	const { requests, throttled, highestConcurrency, usualConcurrency } = journal.stats();
	const seen = { requests, throttled, highestConcurrency, usualConcurrency };
	return { wall, cpu, peakMemory, ...seen, ...(failure && { failure }) };
}

/** The CPU seconds of a process since its start, in all threads. /proc counts them in ticks of 10 ms. */
async function cpuSecondsOf(processId: number): Promise<number> {
	const line = await readFile(`/proc/${processId}/stat`, 'utf8');
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resets the peak memory of a process to its current memory. */
async function resetPeakMemory(processId: number): Promise<void> {
	await writeFile(`/proc/${processId}/clear_refs`, '5');
}

/** The peak memory of a process since the last reset, in megabytes. */
async function peakMemoryOf(processId: number): Promise<number> {
	const status = await readFile(`/proc/${processId}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)![1]) / 1024;
}

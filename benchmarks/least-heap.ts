import type { FaultRule } from '../simulator/faults/rules.ts';
import { type Fixture, withFixture } from './fixture.ts';
import type { LeastHeap } from './results.ts';
import { ONE_PAGE, type Scenario } from './scenarios.ts';
import { type Bench, startSubject } from './subject-process.ts';
import type { N8nSubject } from './subjects.ts';

/** Megabytes. n8n alone has some 200 in use: with SMALLEST it starts. */
const SMALLEST = 400;
const LARGEST = 2400;
/** How exact a least heap is, in megabytes. */
export const STEP = 50;

/** What a call of n8n ends with when too small a heap has ended n8n. */
const ENDED = new Set(['ECONNRESET', 'ECONNREFUSED']);

/**
 * How much heap n8n needs for a scenario's work: what is alive at once, and not what V8 leaves lying about
 * while it has room, as a peak shows it. Each try has a process of its own; too small a heap ends it.
 */
export async function leastHeaps(scenario: Scenario, bench: Bench): Promise<LeastHeap[]> {
	return await withFixture(scenario, bench, async (fixture) => {
		const heaps: LeastHeap[] = [];
		for (const subject of scenario.subjects) {
			if (!('steps' in subject)) continue;
			const megabytes = await leastOf(async (size) => {
				const isEnough = await doesWork(subject, fixture, scenario.faults, size);
				console.log(`  ${subject.name}, ${size} MB: ${isEnough ? 'enough' : 'too little'}`);
				return isEnough;
			});
			heaps.push({ name: subject.name, megabytes });
		}
		return heaps;
	});
}

/** The smallest size that is enough, by halving; undefined when the largest that it tries is not. */
export async function leastOf(
	isEnough: (megabytes: number) => Promise<boolean>,
): Promise<number | undefined> {
	let tooSmall = SMALLEST / STEP;
	let enough = LARGEST / STEP + 1;
	while (enough - tooSmall > 1) {
		const middle = Math.floor((tooSmall + enough) / 2);
		if (await isEnough(middle * STEP)) enough = middle;
		else tooSmall = middle;
	}
	return enough * STEP > LARGEST ? undefined : enough * STEP;
}

async function doesWork(
	subject: N8nSubject,
	{ workload, behave }: Fixture,
	faults: FaultRule[],
	megabytes: number,
): Promise<boolean> {
	const environment = { NODE_OPTIONS: `--max-old-space-size=${megabytes}` };
	const subjectProcess = await startSubject(subject, { ...workload, environment });
	try {
		for (const behaviour of [[ONE_PAGE], faults]) {
			behave(behaviour);
			const failure = await subjectProcess.run();
			if (failure !== undefined) throw new Error(`${subject.name}, ${megabytes} MB: ${failure}`);
		}
		return true;
	} catch (error) {
		workload.cancelSignal.throwIfAborted();
		if (ENDED.has((error as { code?: string }).code!)) return false;
		throw error;
	} finally {
		await subjectProcess.stop();
	}
}

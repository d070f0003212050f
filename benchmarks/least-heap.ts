import type { FaultRule } from '../simulator/faults/rules.ts';
import { type Field, startContestant } from './contestants.ts';
import type { N8nRival } from './rivals.ts';
import { ONE_PAGE, type Scenario } from './scenarios.ts';
import { type Ground, onGround } from './service.ts';

/** Megabytes. n8n alone has some 200 in use: with SMALLEST it starts. */
const SMALLEST = 400;
const LARGEST = 2400;
/** How exact a least heap is, in megabytes. */
export const STEP = 50;

/** What a call of n8n ends with when too small a heap has ended n8n. */
const ENDED = new Set(['ECONNRESET', 'ECONNREFUSED']);

/** The smallest heap with which a rival does the work. */
export interface LeastHeap {
	name: string;
	/** A multiple of STEP; absent when LARGEST is too small. */
	megabytes?: number;
}

/**
 * How much heap n8n needs for a scenario's work: what is alive at once, and not what V8 leaves lying about
 * while it has room, as a peak shows it. Each try has a process of its own; too small a heap ends it.
 */
export async function leastHeaps(scenario: Scenario, field: Field): Promise<LeastHeap[]> {
	return await onGround(scenario, field, async (ground) => {
		const heaps: LeastHeap[] = [];
		for (const rival of scenario.rivals) {
			if (!('steps' in rival)) continue;
			const megabytes = await leastOf(async (size) => {
				const isEnough = await doesWork(rival, ground, scenario.faults, size);
				field.report(`  ${rival.name}, ${size} MB: ${isEnough ? 'enough' : 'too little'}`);
				return isEnough;
			});
			heaps.push({ name: rival.name, megabytes });
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
	rival: N8nRival,
	{ match, behave }: Ground,
	faults: FaultRule[],
	megabytes: number,
): Promise<boolean> {
	const environment = { NODE_OPTIONS: `--max-old-space-size=${megabytes}` };
	const contestant = await startContestant(rival, { ...match, environment });
	try {
		for (const behaviour of [[ONE_PAGE], faults]) {
			await behave(behaviour);
			const failure = await contestant.run();
			if (failure !== undefined) throw new Error(`${rival.name}, ${megabytes} MB: ${failure}`);
		}
		return true;
	} catch (error) {
		match.cancelSignal.throwIfAborted();
		if (ENDED.has((error as { code?: string }).code!)) return false;
		throw error;
	} finally {
		await contestant.stop();
	}
}

import type { FaultRule } from '../simulator/faults/rules.ts';
import { type Field, type Match, startContestant } from './contestants.ts';
import type { N8nRival } from './rivals.ts';
import { ONE_PAGE, type Scenario } from './scenarios.ts';
import { type Ground, onGround } from './service.ts';

/** Megabytes; n8n alone has some 200 in use. */
const SMALLEST = 400;
const LARGEST = 2400;
const STEP = 50;

/** The smallest heap with which a rival ends. */
export interface LeastHeap {
	name: string;
	/** Megabytes, to the next 50; Infinity when it ends with none. */
	megabytes: number;
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
			heaps.push({ name: rival.name, megabytes: await leastHeap(rival, ground, scenario) });
		}
		return heaps;
	});
}

async function leastHeap(rival: N8nRival, ground: Ground, { faults }: Scenario): Promise<number> {
	let tooSmall = SMALLEST;
	let enough = LARGEST;
	while (enough - tooSmall > STEP) {
		const megabytes = Math.round((tooSmall + enough) / 2 / STEP) * STEP;
		const isEnough = await ends(rival, ground, faults, megabytes);
		ground.match.report(`  ${rival.name}, ${megabytes} MB: ${isEnough ? 'ends' : 'too little'}`);
		if (isEnough) enough = megabytes;
		else tooSmall = megabytes;
	}
	return enough === LARGEST ? Infinity : enough;
}

async function ends(
	rival: N8nRival,
	{ match, behave }: Ground,
	faults: FaultRule[],
	megabytes: number,
): Promise<boolean> {
	const contestant = await startContestant(rival, withHeap(match, megabytes));
	try {
		await behave([ONE_PAGE]);
		await contestant.run();
		await behave(faults);
		return (await contestant.run()) === undefined;
	} catch (error) {
		match.cancelSignal.throwIfAborted();
		// The process has ended in the middle of the call.
		if ((error as { code?: string }).code === 'ECONNRESET') return false;
		throw error;
	} finally {
		await contestant.stop();
	}
}

function withHeap(match: Match, megabytes: number): Match {
	return { ...match, environment: { NODE_OPTIONS: `--max-old-space-size=${megabytes}` } };
}

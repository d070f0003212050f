import fc from 'fast-check';
import { findingsOf } from './invariants.ts';
import type { Night } from './night.ts';
import { nights as anyNight } from './night.ts';
import type { Story } from './run.ts';
import { liveThrough, prepare } from './run.ts';

interface Hunt {
	nights: number;
	seed: number;
	/** Where fast-check finds one night again. */
	path?: string;
}

const NIGHTS_BETWEEN_REPORTS = 500;

/**
 * Lives through many nights, and prints the smallest one in which something was found: what, the night
 * itself, what arrived at the service and what came out.
 * @returns whether nothing was found
 */
export async function hunt({ nights, seed, path }: Hunt): Promise<boolean> {
	prepare();
	let story: Story;
	let lived = 0;
	// The only clock that isn't simulated.
	const started = process.hrtime();
	const seconds = () => `${process.hrtime(started)[0]} s`;

	async function live(night: Night): Promise<void> {
		story = await liveThrough(night);
		const findings = findingsOf(story);
		if (findings.length > 0) throw new Error(findings.join('\n'));
		if (++lived % NIGHTS_BETWEEN_REPORTS === 0) console.log(`${lived} nights (${seconds()})`);
	}

	const { failed, counterexample, counterexamplePath, errorInstance, numRuns } = await fc.check(
		fc.asyncProperty(anyNight, live),
		{ numRuns: path === undefined ? nights : 1, seed, path },
	);
	if (!failed) {
		console.log(`${numRuns} nights with seed ${seed}: nothing found (${seconds()})`);
		return true;
	}
	const [night] = counterexample!;
	console.log(`Night ${numRuns} with seed ${seed} (${seconds()}):`);
	console.log(errorInstance instanceof Error ? errorInstance.message : errorInstance);
	console.log(JSON.stringify(night, undefined, 2));
	await live(night).catch(() => {});
	tell(story!);
	console.log(`Again: npm run nights -- --seed ${seed} --path ${counterexamplePath}`);
	return false;
}

function tell({ sent, endings }: Story): void {
	for (const { number, turn, id, status, handled, faults, connectionClosedByClient } of sent) {
		const way = connectionClosedByClient ? 'given up' : (status ?? 'no answer');
		const work = handled ? 'carried out' : 'not carried out';
		console.log(`request ${number}, turn ${turn}: ${id} ${work}, ${way} ${faults.join(' ')}`);
	}
	for (const { turn, outputs, error, hints } of endings) {
		const end = outputs ?? { message: error?.message, data: error?.context?.data };
		console.log(`turn ${turn}: ${JSON.stringify(end)} ${hints.join(' ')}`);
	}
}

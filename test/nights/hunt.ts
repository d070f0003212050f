import fc from 'fast-check';
import { findingsOf } from './invariants.ts';
import type { Night } from './night.ts';
import { nights as anyNight } from './night.ts';
import type { Story } from './run.ts';
import { liveThrough, prepare } from './run.ts';

interface Hunt {
	nights: number;
	seed: number;
	/** Where fast-check finds the one night again. */
	path?: string;
	verbose?: boolean;
}

/**
 * Lives through many nights, and prints the smallest one in which something was found.
 * @returns whether nothing was found
 */
export async function hunt({ nights, seed, path, verbose }: Hunt): Promise<boolean> {
	prepare();
	process.on('SIGUSR2', () =>
		console.log(
			(globalThis as any).__night,
			process.getActiveResourcesInfo().join(),
			new Date().toISOString(),
		),
	);
	let last: Story | undefined;
	const check = async (night: Night) => {
		if (process.env.NODRY && night.turns.flat().includes('dry')) return;
		const t0 = performance.now();
		if (process.env.TRACE) (globalThis as any).__night = JSON.stringify(night);
		last = await liveThrough(night);
		if (process.env.TRACE)
			console.log(
				(performance.now() - t0).toFixed(0),
				night.operation,
				night.way,
				night.turns.flat().length,
				last.sent.length,
			);
		const findings = findingsOf(last).filter(
			(f) => !process.env.IGNORE || !new RegExp(process.env.IGNORE).test(f),
		);
		if (findings.length > 0) throw new Error(findings.join('\n'));
	};
	const started = performance.now();
	const { failed, counterexample, counterexamplePath, errorInstance, numRuns } = await fc.check(
		fc.asyncProperty(anyNight, check),
		{ numRuns: nights, seed, path, endOnFailure: false },
	);
	const seconds = ((performance.now() - started) / 1000).toFixed(0);
	if (!failed) {
		console.log(`${numRuns} nights with seed ${seed}: nothing found (${seconds} s)`);
		return true;
	}
	const [night] = counterexample!;
	console.log(`Night ${numRuns} of seed ${seed} (${seconds} s):`);
	console.log(errorInstance instanceof Error ? errorInstance.message : errorInstance);
	console.log(JSON.stringify(night, undefined, 1));
	console.log(`npm run nights -- --seed ${seed} --path ${counterexamplePath}`);
	if (verbose) {
		await check(night).catch(() => {});
		for (const { number, turn, id, at, status, handled, faults, connectionClosedByClient } of last!
			.sent)
			console.log(
				JSON.stringify({ number, turn, id, at, status, handled, faults, connectionClosedByClient }),
			);
		for (const { turn, outputs, error, hints } of last!.endings)
			console.log(
				JSON.stringify({
					turn,
					outputs,
					message: error?.message,
					data: error?.context?.data,
					hints,
				}),
			);
	}
	return false;
}

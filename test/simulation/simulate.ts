import fc from 'fast-check';
import { findViolations } from './invariants.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenario.ts';
import type { Trace } from './run.ts';
import { runScenario, prepare } from './run.ts';

interface Options {
	executions: number;
	seed: number;
	/** The path by which fast-check repeats one execution. */
	path?: string;
}

const EXECUTIONS_BETWEEN_REPORTS = 500;

/**
 * Simulates executions, and prints the smallest one that violates something: the violations, its scenario,
 * the requests that arrived, and the output.
 * @returns whether there are no violations
 */
export async function simulate({ executions, seed, path }: Options): Promise<boolean> {
	prepare();
	let trace: Trace;
	let count = 0;
	// The only clock that isn't simulated.
	const started = process.hrtime();
	const seconds = () => `${process.hrtime(started)[0]} s`;

	async function check(scenario: Scenario): Promise<void> {
		trace = await runScenario(scenario);
		const violations = findViolations(trace);
		if (violations.length > 0) throw new Error(violations.join('\n'));
		if (++count % EXECUTIONS_BETWEEN_REPORTS === 0)
			console.log(`${count} executions (${seconds()})`);
	}

	const { failed, counterexample, counterexamplePath, errorInstance, numRuns } = await fc.check(
		fc.asyncProperty(scenarios, check),
		{ numRuns: path === undefined ? executions : 1, seed, path },
	);
	if (!failed) {
		console.log(`${numRuns} simulated executions with seed ${seed}: no violations (${seconds()})`);
		return true;
	}
	const [scenario] = counterexample!;
	console.log(`Scenario ${numRuns} with seed ${seed} (${seconds()}):`);
	console.log(errorInstance instanceof Error ? errorInstance.message : errorInstance);
	console.log(JSON.stringify(scenario, undefined, 2));
	await check(scenario).catch(() => {});
	printTrace(trace!);
	console.log(`Repeat it with: npm run simulate -- --seed ${seed} --path ${counterexamplePath}`);
	return false;
}

function printTrace({ sent, endings }: Trace): void {
	for (const { number, turn, id, status, handled, faults, connectionClosedByClient } of sent) {
		const way = connectionClosedByClient ? 'canceled' : (status ?? 'no response');
		const work = handled ? 'handled' : 'not handled';
		console.log(`request ${number}, turn ${turn}: ${id} ${work}, ${way} ${faults.join(' ')}`);
	}
	for (const { turn, outputs, error, hints } of endings) {
		const end = outputs ?? { message: error?.message, data: error?.context?.data };
		console.log(`turn ${turn}: ${JSON.stringify(end)} ${hints.join(' ')}`);
	}
}

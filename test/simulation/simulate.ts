import { checkProperty } from './checkProperty.ts';
import { findViolations } from './invariants.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenario.ts';
import type { Trace } from './run.ts';
import { runScenario, prepare } from './run.ts';

/**
 * Simulates executions, and prints the smallest one that violates something: its scenario, the violations, the
 * requests that arrived, and the output.
 * @returns whether there are no violations
 */
export async function simulate(options: {
	executions: number;
	seed: number;
	path?: string;
}): Promise<boolean> {
	prepare();
	const settings = { ...options, count: options.executions };
	return await checkProperty('npm run simulate --', scenarios, check, settings);
}

async function check(scenario: Scenario): Promise<void> {
	const trace = await runScenario(scenario);
	const violations = findViolations(trace);
	if (violations.length > 0) throw new Error([...violations, ...describeTrace(trace)].join('\n'));
}

function describeTrace({ sent, endings }: Trace): string[] {
	const requests = sent.map(
		({ number, turn, id, status, handled, faults, connectionClosedByClient }) => {
			const way = connectionClosedByClient ? 'canceled' : (status ?? 'no response');
			const work = handled ? 'handled' : 'not handled';
			return `request ${number}, turn ${turn}: ${id} ${work}, ${way} ${faults.join(' ')}`;
		},
	);
	const ends = endings.map(({ turn, outputs, error, hints }) => {
		const end = outputs ?? { message: error?.message, data: error?.context?.data };
		return `turn ${turn}: ${JSON.stringify(end)} ${hints.join(' ')}`;
	});
	return [...requests, ...ends];
}

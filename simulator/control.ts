import type { Faults } from './faults/rules.ts';
import type { Journal } from './journal.ts';

interface Simulated {
	journal: Journal;
	faults: Faults;
	reset: () => unknown;
}

/** The path prefix of the control API. */
export const CONTROL_PATH = '/_simulator';

/** The control API. It needs no token. maintainers/simulator.md describes each request. */
export const CONTROL: Record<string, (simulated: Simulated, body: unknown) => unknown> = {
	'GET /faults': ({ faults }) => faults.list(),
	'PUT /faults': ({ faults }, rules) => faults.set(rules),
	'DELETE /faults': ({ faults }) => faults.set([]),
	'GET /requests': ({ journal }) => journal.list(),
	'GET /stats': ({ journal }) => journal.stats(),
	'POST /reset': ({ reset }) => reset(),
};

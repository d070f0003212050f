import type { Faults } from './faults/rules.ts';
import type { Journal } from './journal.ts';

/** The path prefix of the control API. */
export const CONTROL_PATH = '/_simulator';

/** The parts of a simulator that the control API shows and changes. */
type Controlled = { journal: Journal; faults: Faults; reset: () => unknown };

/** The control API. It needs no token. maintainers/simulator.md describes each request. */
export const CONTROL: Record<string, (simulator: Controlled, body: unknown) => unknown> = {
	'GET /faults': ({ faults }) => faults.list(),
	'PUT /faults': ({ faults }, rules) => faults.set(rules),
	'GET /requests': ({ journal }) => journal.list(),
	'GET /stats': ({ journal }) => journal.stats(),
	'POST /reset': ({ reset }) => reset(),
};

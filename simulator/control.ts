import type { FastifyPluginAsync, HTTPMethods } from 'fastify';
import type { Faults } from './faults/script.ts';
import type { Journal } from './journal.ts';
import type { SimulatedPlatform } from './operations.ts';

interface Simulated {
	journal: Journal;
	faults: Faults;
	platform: () => SimulatedPlatform;
	/** Back to the state right after the start. */
	reset: () => unknown;
}

/** Where the control begins, next to the API. */
export const CONTROL_PATH = '/_simulator';

/** What can be looked at and changed while the simulator runs, without a token: maintainers/simulator.md explains each. */
export const CONTROL: Record<string, (simulated: Simulated, body: unknown) => unknown> = {
	'GET /faults': ({ faults }) => faults.list(),
	'PUT /faults': ({ faults }, rules) => faults.set(rules),
	'DELETE /faults': ({ faults }) => faults.set([]),
	'GET /requests': ({ journal }) => journal.list(),
	'DELETE /requests': ({ journal }) => journal.clear(),
	'GET /jobs': ({ platform }) => platform().jobs.list(),
	'GET /executions': ({ platform }) => platform().executions.list(),
	'GET /stats': ({ journal }) => journal.stats(),
	'POST /reset': ({ reset }) => reset(),
};

/** The control as HTTP routes. A body that is no fault script is answered 400 with the reason. */
export function controlRoutes(simulated: Simulated): FastifyPluginAsync {
	return async (routes) => {
		for (const [name, act] of Object.entries(CONTROL)) {
			const [method, url] = name.split(' ') as [HTTPMethods, string];
			routes.route<{ Body?: string }>({
				method,
				url,
				handler: async ({ body }) => act(simulated, body && JSON.parse(body)),
			});
		}
	};
}
